package stdlib

import (
	"strings"

	"augur/analysis/value"
)

func init() {
	Register("logging", loadLogging)
	for _, name := range []string{"logging.handlers", "logging.config"} {
		Register(name, func(t *value.Thread) (*value.Module, error) { return value.NewModule(name), nil })
	}
}

// logLevels are the standard levels.
var logLevels = []struct {
	name  string
	level int
}{{"CRITICAL", 50}, {"FATAL", 50}, {"ERROR", 40}, {"WARNING", 30}, {"WARN", 30}, {"INFO", 20}, {"DEBUG", 10}, {"NOTSET", 0}}

// logger is the state of a logger.
type logger struct {
	name   string
	level  int
	parent *value.Instance
}

// loadLogging builds loggers that write nothing: what they write goes to stderr
// or to files. One told to write to where the program can see it is unknown.
func loadLogging(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("logging")
	for _, l := range logLevels {
		m.Set(l.name, value.Int(l.level))
	}
	m.Set("raiseExceptions", value.True)
	made := map[string]*value.Type{}
	for _, k := range []struct{ name, base string }{
		{"Filterer", ""}, {"Logger", "Filterer"}, {"RootLogger", "Logger"}, {"Handler", "Filterer"}, {"StreamHandler", "Handler"},
		{"FileHandler", "StreamHandler"}, {"NullHandler", "Handler"}, {"Formatter", ""}, {"Filter", ""}, {"LoggerAdapter", ""}, {"LogRecord", ""},
	} {
		c := class{module: "logging", name: k.name}
		if k.base != "" {
			c.bases = []*value.Type{made[k.base]}
		}
		cls, err := c.make(t)
		if err != nil {
			return nil, err
		}
		made[k.name] = cls
		if k.name != "Logger" && k.name != "RootLogger" {
			cls.Partial = true
		}
		m.Set(k.name, cls)
	}
	loggers := map[string]*value.Instance{}
	newLogger := func(cls *value.Type, name string, level int, parent *value.Instance) *value.Instance {
		o := value.NewInstance(cls)
		o.Payload = &logger{name: name, level: level, parent: parent}
		o.Attrs = value.NewDict()
		o.Attrs.SetStr("name", value.NewStr(name))
		o.Attrs.SetStr("handlers", value.NewList(nil))
		o.Attrs.SetStr("propagate", value.True)
		o.Attrs.SetStr("disabled", value.False)
		return o
	}
	root := newLogger(made["RootLogger"], "root", 30, nil)
	m.Set("root", root)
	get := func(name string) *value.Instance {
		if name == "" || name == "root" {
			return root
		}
		if l, ok := loggers[name]; ok {
			return l
		}
		parent := root
		for i := strings.LastIndexByte(name, '.'); i >= 0; i = strings.LastIndexByte(name[:i], '.') {
			if p, ok := loggers[name[:i]]; ok {
				parent = p
				break
			}
		}
		l := newLogger(made["Logger"], name, 0, parent)
		loggers[name] = l
		for other, o := range loggers {
			s, _ := state[*logger](o)
			if strings.HasPrefix(other, name+".") && (s.parent == parent) {
				s.parent = l
			}
		}
		return l
	}
	defIn(m, "getLogger(name=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if a[0] == value.None {
			return root, nil
		}
		s, ok := a[0].(*value.Str)
		if !ok {
			if err := unknownOf(a[0]); err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("A logger name must be a string")
		}
		return get(s.String()), nil
	})
	defineLogger(made["Logger"], root, get)
	defineLogHandlers(made)
	silent := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	// The first use of the root logger gives it a handler.
	handlers := func() *value.List {
		v, _ := root.Attrs.GetStr("handlers")
		l, ok := v.(*value.List)
		if !ok {
			l = value.NewList(nil)
		}
		return l
	}
	handle := func(t *value.Thread) {
		if l := handlers(); len(l.Elems) == 0 {
			t.Touch(&l.Header)
			l.Elems = append(l.Elems, value.NewInstance(made["StreamHandler"]))
		}
	}
	first := func(t *value.Thread, a []value.Value) (value.Value, error) {
		handle(t)
		return value.None, nil
	}
	for _, name := range []string{"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal"} {
		defIn(m, name+"(msg, *args, **kwargs)", first)
	}
	defIn(m, "log(level, msg, *args, **kwargs)", first)
	defIn(m, "disable(level=50)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		t.Local["logging.disabled"] = true
		return value.None, nil
	})
	defIn(m, "shutdown()", silent)
	defIn(m, "captureWarnings(capture)", silent)
	defIn(m, "basicConfig(**kwargs)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		kw := a[0].(*value.Dict)
		if err := visibleStream(t, kw); err != nil {
			return nil, err
		}
		if force, _ := kw.GetStr("force"); len(handlers().Elems) > 0 && !isTrue(force) {
			return value.None, nil
		}
		handle(t)
		if level, ok := kw.GetStr("level"); ok {
			n, err := logLevel(t, level)
			if err != nil {
				return nil, err
			}
			s, _ := state[*logger](root)
			s.level = n
		}
		return value.None, nil
	})
	defIn(m, "getLevelName(level)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for _, l := range logLevels {
			if l.name == "FATAL" || l.name == "WARN" {
				continue
			}
			if n, ok := value.AsInt(a[0]); ok && int(n) == l.level {
				return value.NewStr(l.name), nil
			}
		}
		if s, ok := a[0].(*value.Str); ok {
			for _, l := range logLevels {
				if l.name == s.String() {
					return value.Int(l.level), nil
				}
			}
		}
		s, err := value.Text(t, a[0])
		return value.NewStr("Level " + s), err
	})
	return m, nil
}

// visibleStream reports logging to where the program can see it.
func visibleStream(t *value.Thread, kw *value.Dict) error {
	stream, ok := kw.GetStr("stream")
	if !ok {
		if h, has := kw.GetStr("handlers"); has {
			elems, err := value.Collect(t, h)
			if err != nil || len(elems) == 0 {
				return err
			}
		}
		return nil
	}
	return checkStream(stream)
}

// checkStream is an error for a stream that is not stderr.
func checkStream(stream value.Value) error {
	if _, ok := state[stderr](stream); ok || stream == value.None {
		return nil
	}
	return &value.UnknownError{Reason: "what logging writes to a stream", Halt: true}
}

// logLevel reads a level given by number or name.
func logLevel(t *value.Thread, v value.Value) (int, error) {
	if n, ok := value.AsInt(v); ok {
		return int(n), nil
	}
	s, ok := v.(*value.Str)
	if !ok {
		if err := unknownOf(v); err != nil {
			return 0, err
		}
		r, err := reprOf(t, v)
		if err != nil {
			return 0, err
		}
		return 0, value.TypeErrorf("Level not an integer or a valid string: %s", r)
	}
	for _, l := range logLevels {
		if l.name == s.String() {
			return l.level, nil
		}
	}
	return 0, value.ValueErrorf("Unknown level: %s", value.StrRepr(s.String()))
}

func defineLogger(c *value.Type, root *value.Instance, get func(name string) *value.Instance) {
	silent := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	of := func(v value.Value) *logger {
		s, ok := state[*logger](v)
		if !ok {
			s = &logger{}
		}
		return s
	}
	effective := func(v value.Value) int {
		for s := of(v); ; s = of(s.parent) {
			if s.level != 0 || s.parent == nil {
				return s.level
			}
		}
	}
	for _, name := range []string{"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal"} {
		def(c, name+"(self, msg, *args, **kwargs)", silent)
	}
	def(c, "log(self, level, msg, *args, **kwargs)", silent)
	def(c, "setLevel(self, level)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := logLevel(t, a[1])
		if err != nil {
			return nil, err
		}
		t.Touch(value.Head(a[0]))
		of(a[0]).level = n
		return value.None, nil
	})
	defProperty(c, "level", func(t *value.Thread, self value.Value) (value.Value, error) { return value.Int(of(self).level), nil })
	defProperty(c, "parent", func(t *value.Thread, self value.Value) (value.Value, error) {
		if p := of(self).parent; p != nil {
			return p, nil
		}
		return value.None, nil
	})
	def(c, "getEffectiveLevel(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.Int(effective(a[0])), nil })
	def(c, "isEnabledFor(self, level)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if t.Local["logging.disabled"] != nil {
			return nil, value.Unknownf("logging after logging.disable is outside what is known")
		}
		n, ok := value.AsInt(a[1])
		if !ok {
			return nil, value.TypeErrorf("'>=' not supported between instances of 'int' and '%s'", a[1].Type().Name)
		}
		return value.Bool(int(n) >= effective(a[0])), nil
	})
	def(c, "getChild(self, suffix)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, err := value.Text(t, a[1])
		if err != nil {
			return nil, err
		}
		if a[0] != value.Value(root) {
			s = of(a[0]).name + "." + s
		}
		return get(s), nil
	})
	change := func(name string, run func(l *value.List, v value.Value)) {
		def(c, name+"(self, hdlr)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			got, err := value.GetAttr(t, a[0], "handlers")
			if err != nil {
				return nil, err
			}
			if l, ok := got.(*value.List); ok {
				t.Touch(&l.Header)
				run(l, a[1])
			}
			return value.None, nil
		})
	}
	change("addHandler", func(l *value.List, v value.Value) {
		if !containsValue(l.Elems, v) {
			l.Elems = append(l.Elems, v)
		}
	})
	change("removeHandler", func(l *value.List, v value.Value) {
		for i, h := range l.Elems {
			if h == v {
				l.Elems = append(l.Elems[:i:i], l.Elems[i+1:]...)
				return
			}
		}
	})
	def(c, "hasHandlers(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		for v := a[0]; ; {
			got, err := value.GetAttr(t, v, "handlers")
			if err != nil {
				return nil, err
			}
			if l, ok := got.(*value.List); ok && len(l.Elems) > 0 {
				return value.True, nil
			}
			p := of(v).parent
			if p == nil {
				return value.False, nil
			}
			v = p
		}
	})
	def(c, "addFilter(self, filter)", silent)
	def(c, "removeFilter(self, filter)", silent)
	def(c, "__repr__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		level := ""
		n := effective(a[0])
		for _, l := range logLevels {
			if l.level == n && l.name != "FATAL" && l.name != "WARN" {
				level = l.name
			}
		}
		if level == "" {
			return nil, value.Unknownf("the repr of a logger with its own level is outside what is known")
		}
		return value.NewStr("<" + a[0].Type().Name + " " + of(a[0]).name + " (" + level + ")>"), nil
	})
}

func defineLogHandlers(made map[string]*value.Type) {
	silent := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	def(made["Handler"], "__init__(self, *args, **kwargs)", silent)
	def(made["StreamHandler"], "__init__(self, stream=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, checkStream(a[1])
	})
	def(made["FileHandler"], "__init__(self, *args, **kwargs)", silent)
	for _, sig := range []string{"setLevel(self, level)", "setFormatter(self, fmt)", "addFilter(self, filter)", "flush(self)", "close(self)", "acquire(self)", "release(self)"} {
		def(made["Handler"], sig, silent)
	}
	def(made["Formatter"], "__init__(self, *args, **kwargs)", silent)
	def(made["Filter"], "__init__(self, name='')", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "name", a[1])
	})
	adapter := made["LoggerAdapter"]
	def(adapter, "__init__(self, logger, extra=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "logger", a[1]); err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "extra", a[2])
	})
	for _, name := range []string{"debug", "info", "warning", "error", "exception", "critical"} {
		def(adapter, name+"(self, msg, *args, **kwargs)", silent)
	}
}

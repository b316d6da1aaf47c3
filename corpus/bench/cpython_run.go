package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"augur/analysis/eval"
	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// suite evaluates the tests of one file.
type suite struct {
	o    CPythonOptions
	lib  *project.Library
	file *CPythonFile
	path string

	m       *eval.Machine
	sources *testSources
	meter   *meter
	ready   map[string]error // what setUpClass did, by class
	failed  map[string]bool  // what failed while the modules were loaded
}

// testSources finds the modules of the package test, and those of the library
// that are to be evaluated from their source though there is a model of them.
type testSources struct {
	dir  string
	lib  *project.Library
	pure []string
}

// Find returns the source of a module.
func (s *testSources) Find(name string) (*syntax.File, string, bool, bool) {
	if name == "test" || strings.HasPrefix(name, "test.") {
		base := filepath.Join(s.dir, filepath.Join(strings.Split(name, ".")[1:]...))
		if f, ok := project.Read(filepath.Join(base, "__init__.py")); ok {
			return f, filepath.Join(base, "__init__.py"), true, true
		}
		if f, ok := project.Read(base + ".py"); ok {
			return f, base + ".py", false, true
		}
		return nil, "", false, false
	}
	if s.lib == nil || !slices.ContainsFunc(s.pure, func(p string) bool { return name == p || strings.HasPrefix(name, p+".") }) {
		return nil, "", false, false
	}
	return s.lib.Find(name)
}

// limits bound one test.
func (s *suite) limits() value.Limits {
	return value.Limits{Steps: 100_000_000, Memory: 256 << 20, Recursion: 1000, Time: s.o.Time, Output: 1 << 20}
}

// start makes a machine that has loaded the file.
func (s *suite) start(ctx context.Context) error {
	s.stop()
	f, ok := project.Read(s.path)
	if !ok {
		return fmt.Errorf("%s cannot be read", s.path)
	}
	s.sources = &testSources{dir: s.o.Tests, lib: s.lib}
	limits := s.limits()
	limits.Time *= 4
	cfg := eval.Config{Sources: s.sources, Limits: limits}
	if s.lib != nil {
		cfg.Library = s.lib
	}
	s.meter = &meter{}
	cfg.Tracer = s.meter
	s.m = eval.New(ctx, cfg)
	s.ready = map[string]error{}
	name := "test." + s.file.File
	s.m.Prepare(f, s.path, name)
	if err := s.meter.attach(s.m.Thread()); err != nil {
		return err
	}
	if err := provideMachine(s.m.Thread()); err != nil {
		return err
	}
	provideModules(s.m.Thread())
	s.provideImports()
	if err := s.m.Load(); err != nil {
		return err
	}
	for _, f := range s.m.Failures() {
		if rel, err := filepath.Rel(s.o.Tests, f.Path); err == nil && !strings.HasPrefix(rel, "..") {
			s.failed[fmt.Sprintf("%s:%d: %v", filepath.ToSlash(rel), f.Line, f.Err)] = true
		}
	}
	return s.setUpModule()
}

// setUpModule does what the file wants to be done before its tests.
func (s *suite) setUpModule() error {
	set, ok := s.globals().GetStr("setUpModule")
	if !ok {
		return nil
	}
	s.m.Restart(s.limits())
	s.m.Trust()
	if _, err := value.Call(s.m.Thread(), set, nil, nil); err != nil {
		return fmt.Errorf("setUpModule: %w", err)
	}
	return nil
}

func (s *suite) stop() {
	if s.m != nil {
		s.m.Close()
		s.m = nil
	}
}

// run evaluates every test method of the file.
func (s *suite) run(ctx context.Context, counts map[string]counted) {
	defer s.stop()
	s.failed = map[string]bool{}
	defer func() { s.file.loaded(s.failed) }()
	if err := s.start(ctx); err != nil {
		s.failed[err.Error()] = true
		return
	}
	for _, id := range s.tests() {
		if ctx.Err() != nil {
			return
		}
		if s.o.Match != "" && !strings.Contains(id.name, s.o.Match) {
			continue
		}
		if s.m == nil {
			if err := s.start(ctx); err != nil {
				s.failed[err.Error()] = true
				return
			}
		}
		t := s.test(id)
		t.ID = id.name
		if t.Outcome != TestPassing && t.Outcome != TestSkipped {
			// What it left behind is not known: the next one starts afresh.
			s.stop()
		}
		s.file.score(t, counts)
	}
}

// testID names a test method.
type testID struct{ name, class, method string }

// tests lists the test methods of the loaded file as unittest finds them.
func (s *suite) tests() []testID {
	base := s.meter.testCase
	var ids []testID
	for i, globals := 0, s.globals(); ; {
		k, v, n, ok := globals.Next(i)
		if !ok {
			break
		}
		i = n
		cls, ok := v.(*value.Type)
		if !ok || cls == base || !cls.IsSubtype(base) {
			continue
		}
		seen := map[string]bool{}
		for _, c := range cls.MRO {
			for j := 0; ; {
				name, _, n, ok := c.Dict.Next(j)
				if !ok {
					break
				}
				j = n
				if text, ok := name.(*value.Str); ok && strings.HasPrefix(text.String(), "test") {
					seen[text.String()] = true
				}
			}
		}
		for name := range seen {
			if v, ok := cls.Lookup(name); ok && v != value.None {
				if _, isType := v.(*value.Type); !isType {
					full := strings.TrimPrefix(cls.Module, "test.") + "." + cls.Qualname + "." + name
					ids = append(ids, testID{full, k.(*value.Str).String(), name})
				}
			}
		}
	}
	slices.SortFunc(ids, func(a, b testID) int { return strings.Compare(a.name, b.name) })
	return ids
}

func (s *suite) globals() *value.Dict {
	if m, ok := s.m.Thread().Modules["test."+s.file.File]; ok {
		return m.Globals
	}
	return value.NewDict()
}

// test evaluates one test method.
func (s *suite) test(id testID) (out CPythonTest) {
	s.m.Restart(s.limits())
	s.m.Trust()
	s.meter.reset()
	t := s.m.Thread()
	defer func() {
		if r := recover(); r != nil {
			out = CPythonTest{Outcome: TestFailing, Why: fmt.Sprintf("crash: %v", r), Where: s.meter.where}
		}
		out.Assertions = s.meter.tally
	}()
	v, _ := s.globals().GetStr(id.class)
	cls, ok := v.(*value.Type)
	if !ok {
		return CPythonTest{Outcome: TestUnknown, Why: "the class is not known when the file is loaded again"}
	}
	if f, ok := cls.Lookup(id.method); ok {
		if u, unknown := f.(*value.Unknown); unknown {
			return CPythonTest{Outcome: TestUnknown, Why: u.Reason}
		}
		if is, err := truthOf(t, f, "__unittest_expecting_failure__"); err == nil && is {
			return CPythonTest{Outcome: TestSkipped, Why: "it is expected to fail"}
		}
	}
	if is, err := truthOf(t, cls, "__unittest_skip__"); err != nil || is {
		return CPythonTest{Outcome: TestSkipped, Why: "the class is skipped"}
	}
	if s.meter.asyncCase != nil && cls.IsSubtype(s.meter.asyncCase) {
		return CPythonTest{Outcome: TestUnknown, Why: "an asynchronous test"}
	}
	err := s.call(t, cls, id)
	return s.outcome(err)
}

// call does what TestCase.run does.
func (s *suite) call(t *value.Thread, cls *value.Type, id testID) error {
	err, done := s.ready[id.class]
	if !done {
		_, err = value.CallMethod(t, cls, "setUpClass")
		s.ready[id.class] = err
	}
	if err != nil {
		return err
	}
	self, err := value.Call(t, cls, []value.Value{value.NewStr(id.method)}, nil)
	if err != nil {
		return err
	}
	_, err = value.CallMethod(t, self, "setUp")
	if err == nil {
		var got value.Value
		if got, err = value.CallMethod(t, self, id.method); err == nil {
			if u, ok := got.(*value.Unknown); ok {
				err = &value.UnknownError{Reason: u.Reason}
			}
		}
		if err == nil || isRaised(err) {
			if _, down := value.CallMethod(t, self, "tearDown"); err == nil {
				err = down
			}
		}
	}
	if err == nil || isRaised(err) {
		if _, clean := value.CallMethod(t, self, "doCleanups"); err == nil {
			err = clean
		}
	}
	return err
}

// outcome judges how a test ended.
func (s *suite) outcome(err error) CPythonTest {
	if err == nil {
		err = s.meter.sub // what a sub-test ended with
	}
	switch e := err.(type) {
	case nil:
		if s.meter.tally.Unknown > 0 {
			return CPythonTest{Outcome: TestUnknown, Why: reason(s.meter.unknown), Where: s.meter.where}
		}
	case *value.Raised:
		if skip := s.meter.skipTest; skip != nil && value.IsInstance(e.Exc, skip) {
			return CPythonTest{Outcome: TestSkipped, Why: e.Exc.Message()}
		}
		if s.assumed() {
			return CPythonTest{Outcome: TestUnknown, Why: "it rests on an unknown call or value", Where: s.at(e.Exc)}
		}
		return CPythonTest{Outcome: TestFailing, Why: e.Error(), Where: s.at(e.Exc)}
	case *value.UnknownError:
		return CPythonTest{Outcome: TestUnknown, Why: reason(e.Reason), Where: s.meter.where}
	default:
		return CPythonTest{Outcome: TestUnknown, Why: err.Error(), Where: s.meter.where}
	}
	if s.assumed() {
		return CPythonTest{Outcome: TestUnknown, Why: "it rests on an unknown call or value"}
	}
	return CPythonTest{Outcome: TestPassing}
}

// assumed reports whether how the run ended is not certain.
func (s *suite) assumed() bool {
	t := s.m.Thread()
	return s.m.Escaped() || t.Control|t.Taint != 0
}

// at is where an exception was raised: in the test, and innermost.
func (s *suite) at(exc *value.Exception) string {
	var where []string
	for _, e := range exc.Traceback {
		rel, err := filepath.Rel(s.o.Tests, e.File)
		if err != nil || strings.HasPrefix(rel, "..") {
			rel = filepath.Base(e.File)
		}
		where = append(where, fmt.Sprintf("%s:%d", rel, e.Line))
	}
	slices.Reverse(where)
	return strings.Join(slices.Compact(where[:min(len(where), 4)]), " < ")
}

// reason is a reason of a length that can be printed.
func reason(text string) string {
	if len(text) > 120 {
		text = text[:120]
	}
	return strings.ToValidUTF8(text, "")
}

func isRaised(err error) bool {
	_, ok := err.(*value.Raised)
	return ok
}

// truthOf is the truth of an attribute, false if there is none.
func truthOf(t *value.Thread, v value.Value, name string) (bool, error) {
	got, err := value.LookupAttr(t, v, name)
	if err != nil || got == nil {
		return false, err
	}
	return value.Truth(t, got)
}

package stdlib

import "augur/analysis/value"

func init() { Register("warnings", loadWarnings) }

// loadWarnings builds a module whose warnings are never seen: they go to
// stderr.
func loadWarnings(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("warnings")
	none := func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, nil }
	defIn(m, "warn(message, category=None, stacklevel=1, source=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		category := a[1]
		if e, ok := a[0].(*value.Exception); ok && e.Type().IsSubtype(value.Warning) {
			category = e.Type()
		} else if category == value.None {
			category = value.UserWarning
		}
		if err := unknownOf(category); err != nil {
			return nil, err
		}
		c, ok := category.(*value.Type)
		if !ok || !c.IsSubtype(value.Warning) {
			shown := category.Type().Name
			return nil, value.TypeErrorf("category must be a Warning subclass, not '%s'", shown)
		}
		if recorded, ok := t.Local[catcherKey].(*catcher); ok {
			return nil, recorded.outcome(a[0])
		}
		return value.None, nil
	})
	defIn(m, "warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None)", none)
	filter := func(t *value.Thread, a []value.Value) (value.Value, error) {
		s, ok := a[0].(*value.Str)
		if !ok {
			if err := unknownOf(a[0]); err != nil {
				return nil, err
			}
			return nil, value.Raisef(value.AssertionError, "invalid action: %s", a[0].Type().Name)
		}
		switch s.String() {
		case "error":
			t.Local[catcherKey] = &catcher{}
		case "ignore", "always", "default", "module", "once":
		default:
			return nil, value.Raisef(value.AssertionError, "invalid action: %s", value.StrRepr(s.String()))
		}
		return value.None, nil
	}
	defIn(m, "filterwarnings(action, message='', category=None, module='', lineno=0, append=False)", filter)
	defIn(m, "simplefilter(action, category=None, lineno=0, append=False)", filter)
	defIn(m, "resetwarnings()", func(t *value.Thread, a []value.Value) (value.Value, error) {
		delete(t.Local, catcherKey)
		return value.None, nil
	})
	c, err := class{module: "warnings", name: "catch_warnings"}.make(t)
	if err != nil {
		return nil, err
	}
	def(c, "__init__(self, *, record=False, module=None, action=None, category=None, lineno=0, append=False)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		record, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		a[0].(*value.Instance).Payload = record
		return value.None, nil
	})
	def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if record, _ := a[0].(*value.Instance).Payload.(bool); record {
			t.Local[catcherKey] = &catcher{}
			return &value.Unknown{Reason: "the warnings that warnings.catch_warnings records"}, nil
		}
		return value.None, nil
	})
	def(c, "__exit__(self, *exc_info)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		delete(t.Local, catcherKey)
		return value.None, nil
	})
	m.Set("catch_warnings", c)
	return m, nil
}

const catcherKey = "warnings.catcher"

// catcher is set while warnings may do more than being written to stderr.
type catcher struct{}

func (*catcher) outcome(message value.Value) error {
	return value.Unknownf("a warning that a filter may turn into an exception, or that is recorded, is outside what is known")
}

package stdlib

import "augur/analysis/value"

// contextVar is a contextvars.ContextVar. There is one context: what other
// contexts hold, those of tasks among them, has no model.
type contextVar struct {
	value.Header
	name  value.Value
	def   value.Value // nil: none
	value value.Value // nil: not set
}

// Type returns contextvars.ContextVar.
func (*contextVar) Type() *value.Type { return contextVarType }

// Head makes changes of it seen.
func (v *contextVar) Head() *value.Header { return &v.Header }

// contextToken is what ContextVar.set() returns.
type contextToken struct {
	value.Header
	of   *contextVar
	old  value.Value // nil: none
	used bool
}

// Type returns contextvars.Token.
func (*contextToken) Type() *value.Type { return contextTokenType }

// Head makes changes of it seen.
func (k *contextToken) Head() *value.Header { return &k.Header }

var (
	contextVarType   = libraryType("_contextvars", "ContextVar")
	contextTokenType = libraryType("_contextvars", "Token")
	missingToken     = value.NewInstance(libraryType("_contextvars", "Missing"))
)

func init() {
	Register("contextvars", func(*value.Thread) (*value.Module, error) {
		m := value.NewModule("contextvars")
		m.Set("ContextVar", contextVarType)
		m.Set("Token", contextTokenType)
		return m, nil
	})
	contextVarMethods(contextVarType)
	c := contextTokenType
	c.Partial = true
	c.Dict.SetStr("MISSING", missingToken)
	c.DefMember("var", func(self value.Value) value.Value { return self.(*contextToken).of })
	c.DefMember("old_value", func(self value.Value) value.Value {
		if old := self.(*contextToken).old; old != nil {
			return old
		}
		return missingToken
	})
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	c.Dict.SetStr("__hash__", value.None)
}

// onlyContext reports that there may be other contexts.
func onlyContext(t *value.Thread) error {
	if _, ok := t.Local["asyncio.loop"]; ok {
		return &value.UnknownError{Reason: "in which context a task sets a variable", Halt: true}
	}
	return nil
}

func contextVarMethods(c *value.Type) {
	c.Partial = true
	bind := value.NewBuiltin("ContextVar(name, *, default=?)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		if err := known(a[0]); err != nil {
			return nil, err
		}
		if _, ok := a[0].(*value.Str); !ok {
			return nil, value.TypeErrorf("context variable name must be a str")
		}
		return &contextVar{name: a[0], def: a[1]}, nil
	})
	c.New = func(t *value.Thread, _ *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		if len(args)+len(kwargs) == 0 {
			return nil, value.TypeErrorf("ContextVar() takes exactly 1 positional argument (0 given)")
		}
		return bind.Call(t, args, kwargs)
	}
	c.DefNew()
	c.DefMember("name", func(self value.Value) value.Value { return self.(*contextVar).name })
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	c.Def("get(self, default=?, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v := a[0].(*contextVar)
		if err := onlyContext(t); err != nil {
			return nil, err
		}
		t.Reading(&v.Header)
		switch {
		case v.value != nil:
			return v.value, nil
		case a[1] != nil:
			return a[1], nil
		case v.def != nil:
			return v.def, nil
		}
		return nil, value.Raise(value.LookupError, v)
	})
	c.Def("set(self, value, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v := a[0].(*contextVar)
		if err := onlyContext(t); err != nil {
			return nil, err
		}
		token := &contextToken{of: v, old: v.value}
		t.Touch(&v.Header)
		v.value = a[1]
		return token, t.Alloc(64)
	})
	c.Def("reset(self, token, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		v := a[0].(*contextVar)
		if err := known(a[1]); err != nil {
			return nil, err
		}
		token, ok := a[1].(*contextToken)
		if !ok {
			got, err := value.Repr(t, a[1])
			if err != nil {
				return nil, err
			}
			return nil, value.TypeErrorf("expected an instance of Token, got %s", got)
		}
		if err := onlyContext(t); err != nil {
			return nil, err
		}
		if token.used || token.of != v {
			why := "has already been used once"
			if !token.used {
				why = "was created by a different ContextVar"
			}
			return nil, resetError(token, why)
		}
		t.Touch(&token.Header)
		t.Touch(&v.Header)
		token.used, v.value = true, token.old
		return value.None, nil
	})
}

// resetError says why a token cannot be used. The message shows an address.
func resetError(token *contextToken, why string) error {
	kind := value.RuntimeError
	if !token.used {
		kind = value.ValueError
	}
	return value.Raise(kind, &value.Unknown{Reason: "the address of a token that " + why})
}

package stdlib_test

import (
	"context"
	"fmt"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value"
)

// TestNoPanics calls everything that the models define with arguments that make
// little sense. Whatever comes of it, it must not be a panic.
func TestNoPanics(t *testing.T) {
	limits := value.Limits{Steps: 200_000, Memory: 1 << 20, Recursion: 100}
	for _, name := range stdlib.Names() {
		t.Run(name, func(t *testing.T) {
			th := value.NewThread(context.Background(), limits)
			m, _, err := stdlib.Load(th, name)
			if err != nil {
				t.Skip(err)
			}
			for _, target := range targets(th, m) {
				for _, args := range junk(th, target.f) {
					th.Steps, th.Memory, th.Depth = 0, 0, 0
					th.Limits = limits
					attempt(t, th, target.name, target.f, args)
				}
			}
		})
	}
}

type target struct {
	name string
	f    value.Value
}

// targets lists a module's functions and classes, and the attributes of its
// classes.
func targets(th *value.Thread, m *value.Module) []target {
	var out []target
	for i := 0; ; {
		k, v, next, ok := m.Globals.Next(i)
		if !ok {
			return out
		}
		i = next
		name := fmt.Sprintf("%s.%s", m.Name, k.(*value.Str))
		out = append(out, target{name, v})
		c, ok := v.(*value.Type)
		if !ok || c.Module == "builtins" {
			continue
		}
		for j := 0; ; {
			k, _, next, ok := c.Dict.Next(j)
			if !ok {
				break
			}
			j = next
			attr := k.(*value.Str).String()
			if f, err := value.GetAttr(th, c, attr); err == nil {
				out = append(out, target{name + "." + attr, f})
			}
		}
	}
}

func junk(th *value.Thread, f value.Value) [][]value.Value {
	text := value.NewStr("x")
	list := value.NewList([]value.Value{value.Int(1)})
	unknown := &value.Unknown{Reason: "test"}
	dict := value.NewDict()
	dict.SetStr("a", value.Int(1))
	one := []value.Value{
		value.Int(5), value.Int(-1), text, value.None, list, value.EmptyTuple, dict, value.IntType, value.ObjectType, value.Float(1.5), value.NewBytes("q"),
		unknown, f, value.Builtins["len"], value.NewInstance(value.ObjectType), value.NewException(value.ValueError, text), value.Ellipsis,
	}
	calls := [][]value.Value{nil}
	for _, a := range one {
		calls = append(calls, []value.Value{a}, []value.Value{a, text}, []value.Value{f, a}, []value.Value{a, a, a}, []value.Value{text, list, a, value.None})
	}
	// An instance made without __init__.
	if c, ok := f.(*value.Type); ok {
		if o, err := value.NewObject(th, c, nil, nil); err == nil {
			calls = append(calls, []value.Value{o}, []value.Value{o, text}, []value.Value{o, o})
		}
	}
	return calls
}

func attempt(t *testing.T, th *value.Thread, name string, f value.Value, args []value.Value) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s%v: panic: %v", name, args, r)
		}
	}()
	try := func(v value.Value, err error) {
		if err != nil {
			_ = err.Error()
			return
		}
		if v == nil {
			t.Errorf("%s%v: neither a value nor an error", name, args)
			return
		}
		_, _ = value.Repr(th, v)
		_, _ = value.Text(th, v)
	}
	try(value.Call(th, f, args, nil))
	try(value.Call(th, f, args, []value.Kwarg{{Name: "key", Value: value.None}}))
	if len(args) == 1 {
		try(value.GetItem(th, f, args[0]))
		if c, ok := f.(*value.Type); ok {
			_, _ = value.InstanceOf(th, args[0], c)
			_, _ = value.SubclassOf(th, args[0], c)
		}
	}
}

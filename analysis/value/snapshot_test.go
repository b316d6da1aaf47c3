package value

import (
	"context"
	"math"
	"testing"
)

// TestSnapshot takes snapshots of containers, changes them, and compares what the
// snapshots show with what the containers were.
func TestSnapshot(t *testing.T) {
	th := NewThread(context.Background(), Limits{})
	ints := func(ns ...int) *List {
		l := NewList(nil)
		for _, n := range ns {
			l.Elems = append(l.Elems, Int(n))
		}
		return l
	}
	dict, set := NewDict(), NewSet()
	for i := range 12 {
		if err := dict.Set(th, Int(i%5), ints(i)); err != nil {
			t.Fatal(err)
		}
		if err := set.Add(th, Int(i*7)); err != nil {
			t.Fatal(err)
		}
	}
	dict.removeAt(1)
	nested := NewList([]Value{NewTuple(), ints(), NewTuple(NewStr("a"), dict), set, None, Float(math.Copysign(0, -1))})
	for _, c := range []struct {
		v      Value
		change func()
	}{
		{ints(1, 2), nil},
		{ints(), nil},
		{NewTuple(ints(3)), nil},
		{dict, func() { dict.SetStr("new", None) }},
		{set, func() { _, _ = set.remove(th, Int(7), 7) }},
		{nested, func() { nested.Elems[1].(*List).Elems = append(nested.Elems[1].(*List).Elems, True) }},
		{nested, func() { nested.Elems = nested.Elems[1:] }},
		{nested, func() { nested.Elems[len(nested.Elems)-1] = Float(0) }},
	} {
		var s, again Snapshot
		if !s.Take(c.v) || !again.Take(c.v) {
			t.Fatal("no snapshot can be taken")
		}
		want, err := Repr(th, c.v)
		if err != nil {
			t.Fatal(err)
		}
		if !s.Same(&again) {
			t.Errorf("two snapshots of %s differ", want)
		}
		if c.change != nil {
			c.change()
			if again.Take(c.v) && s.Same(&again) {
				t.Errorf("the change of %s is not seen", want)
			}
		}
		if got, err := Repr(th, s.Value()); err != nil || got != want {
			t.Errorf("a snapshot of %s shows %s, %v", want, got, err)
		}
	}

	within := NewList(nil)
	within.Elems = []Value{within}
	words := NewSet()
	for _, w := range []string{"a", "b"} {
		if err := words.Add(th, NewStr(w)); err != nil {
			t.Fatal(err)
		}
	}
	for what, v := range map[string]Value{
		"a list within itself": within, "an object": NewList([]Value{NewInstance(ObjectType)}), "a set of text": words,
		"what is unknown": NewTuple(&Unknown{}), "an int": Int(1),
	} {
		var s Snapshot
		if s.Take(v) {
			t.Errorf("a snapshot is taken of %s", what)
		}
	}
}

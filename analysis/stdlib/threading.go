package stdlib

import "augur/analysis/value"

func init() { Register("threading", loadThreading) }

// loadThreading builds the locks that a program with one thread uses. Threads
// themselves are outside what is known: their order is chance.
func loadThreading(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("threading")
	make := func(module, name string) (*value.Type, error) {
		return class{module: module, name: name}.make(t)
	}
	lock, err := make("_thread", "lock")
	if err != nil {
		return nil, err
	}
	rlock, err := make("_thread", "RLock")
	if err != nil {
		return nil, err
	}
	defineThreadLock(lock, false)
	defineThreadLock(rlock, true)
	for name, c := range map[string]*value.Type{"Lock": lock, "RLock": rlock} {
		m.Def(name+"()", func(t *value.Thread, a []value.Value) (value.Value, error) {
			o := value.NewInstance(c)
			o.Payload = &gate{}
			return o, nil
		})
	}
	event, err := make("threading", "Event")
	if err != nil {
		return nil, err
	}
	event.Partial = true
	def(event, "__init__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		a[0].(*value.Instance).Payload = &gate{}
		return value.None, nil
	})
	change := func(name string, to int) {
		def(event, name+"(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			t.Touch(value.Head(a[0]))
			gateOf(a[0]).count = to
			return value.None, nil
		})
	}
	change("set", 1)
	change("clear", 0)
	def(event, "is_set(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		t.Reading(value.Head(a[0]))
		return value.Bool(gateOf(a[0]).count > 0), nil
	})
	m.Set("Event", event)
	m.Set("local", localType)
	return m, nil
}

var localType = func() *value.Type {
	c := libraryType("_thread", "_local")
	c.DefDict()
	c.New = func(t *value.Thread, cls *value.Type, args []value.Value, kwargs []value.Kwarg) (value.Value, error) {
		return value.NewInstance(cls), nil
	}
	return c
}()

func defineThreadLock(c *value.Type, again bool) {
	c.Partial = true
	acquire := func(t *value.Thread, v value.Value, wait bool) (value.Value, error) {
		g := gateOf(v)
		t.Touch(value.Head(v))
		t.Reading(value.Head(v))
		if g.count > 0 && !again {
			if wait {
				return nil, &value.LimitError{Limit: "time"} // it would wait for ever
			}
			return value.False, nil
		}
		g.count++
		return value.True, nil
	}
	release := func(t *value.Thread, v value.Value) error {
		g := gateOf(v)
		t.Touch(value.Head(v))
		t.Reading(value.Head(v))
		if g.count == 0 {
			if again {
				return value.Raisef(value.RuntimeError, "cannot release un-acquired lock")
			}
			return value.Raisef(value.RuntimeError, "release unlocked lock")
		}
		g.count--
		return nil
	}
	def(c, "acquire(self, blocking=True, timeout=-1)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		wait, err := value.Truth(t, a[1])
		if err != nil {
			return nil, err
		}
		if n, ok := number(a[2]); ok && n >= 0 {
			wait = false // it gives up at last
		}
		return acquire(t, a[0], wait)
	})
	def(c, "release(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return value.None, release(t, a[0]) })
	def(c, "__enter__(self)", func(t *value.Thread, a []value.Value) (value.Value, error) { return acquire(t, a[0], true) })
	def(c, "__exit__(self, exc_type, exc, tb)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, release(t, a[0])
	})
	if !again {
		def(c, "locked(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
			t.Reading(value.Head(a[0]))
			return value.Bool(gateOf(a[0]).count > 0), nil
		})
	}
}

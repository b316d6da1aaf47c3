package stdlib

import "augur/analysis/value"

func init() { Register("queue", loadQueue) }

// loadQueue builds queue as a program with one thread sees it: whatever would
// wait for another thread is unknown.
func loadQueue(t *value.Thread) (*value.Module, error) {
	m := value.NewModule("queue")
	for _, name := range []string{"Empty", "Full"} {
		k := class{module: "queue", name: name, bases: []*value.Type{value.ExceptionType}}
		if name == "Empty" {
			k.module = "_queue"
		}
		c, err := k.make(t)
		if err != nil {
			return nil, err
		}
		m.Set(name, c)
	}
	base, err := class{module: "queue", name: "Queue"}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("Queue", base)
	defineQueue(m, base)
	for _, name := range []string{"LifoQueue", "PriorityQueue"} {
		c, err := class{module: "queue", name: name, bases: []*value.Type{base}}.make(t)
		if err != nil {
			return nil, err
		}
		m.Set(name, c)
		defineStorage(c, name == "PriorityQueue")
	}
	simple, err := class{module: "_queue", name: "SimpleQueue"}.make(t)
	if err != nil {
		return nil, err
	}
	m.Set("SimpleQueue", simple)
	defineSimpleQueue(m, simple)
	return m, nil
}

func errWaits(what string) error {
	return &value.UnknownError{Reason: what + " waits for another thread", Halt: true}
}

// queueInt reads an int attribute of a queue.
func queueInt(t *value.Thread, self value.Value, name string) (int, error) {
	v, err := attr(t, self, name)
	if err != nil {
		return 0, err
	}
	return value.Index(t, v)
}

func defineQueue(m *value.Module, c *value.Type) {
	def(c, "__init__(self, maxsize=0)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		if err := value.SetAttr(t, a[0], "maxsize", a[1]); err != nil {
			return nil, err
		}
		if _, err := value.CallMethod(t, a[0], "_init", a[1]); err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, a[0], "unfinished_tasks", value.Int(0))
	})
	def(c, "_init(self, maxsize)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "queue", &deque{maxlen: -1})
	})
	onItems := func(method string, args int) function {
		return func(t *value.Thread, a []value.Value) (value.Value, error) {
			items, err := attr(t, a[0], "queue")
			if err != nil {
				return nil, err
			}
			return value.CallMethod(t, items, method, a[1:1+args]...)
		}
	}
	def(c, "_put(self, item)", onItems("append", 1))
	def(c, "_get(self)", onItems("popleft", 0))
	def(c, "_qsize(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		items, err := attr(t, a[0], "queue")
		if err != nil {
			return nil, err
		}
		n, err := value.Len(t, items)
		return value.Int(n), err
	})
	def(c, "qsize(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallMethod(t, a[0], "_qsize")
	})
	size := func(t *value.Thread, self value.Value) (int, error) {
		v, err := value.CallMethod(t, self, "_qsize")
		if err != nil {
			return 0, err
		}
		return value.Index(t, v)
	}
	full := func(t *value.Thread, self value.Value) (bool, error) {
		maxsize, err := queueInt(t, self, "maxsize")
		if err != nil || maxsize <= 0 {
			return false, err
		}
		n, err := size(t, self)
		return n >= maxsize, err
	}
	def(c, "empty(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := size(t, a[0])
		return value.Bool(n == 0), err
	})
	def(c, "full(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		is, err := full(t, a[0])
		return value.Bool(is), err
	})
	put := func(t *value.Thread, self, item, block, timeout value.Value) (value.Value, error) {
		is, err := full(t, self)
		if err != nil {
			return nil, err
		}
		if is {
			return nil, wait(t, member(m, "Full").(*value.Type), block, timeout, "put()")
		}
		if _, err := value.CallMethod(t, self, "_put", item); err != nil {
			return nil, err
		}
		n, err := queueInt(t, self, "unfinished_tasks")
		if err != nil {
			return nil, err
		}
		return value.None, value.SetAttr(t, self, "unfinished_tasks", value.Int(n+1))
	}
	get := func(t *value.Thread, self, block, timeout value.Value) (value.Value, error) {
		n, err := size(t, self)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, wait(t, member(m, "Empty").(*value.Type), block, timeout, "get()")
		}
		return value.CallMethod(t, self, "_get")
	}
	def(c, "put(self, item, block=True, timeout=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return put(t, a[0], a[1], a[2], a[3])
	})
	def(c, "get(self, block=True, timeout=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return get(t, a[0], a[1], a[2])
	})
	def(c, "put_nowait(self, item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallKw(t, a[0], "put", []value.Value{a[1]}, []value.Kwarg{{Name: "block", Value: value.False}})
	})
	def(c, "get_nowait(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.CallKw(t, a[0], "get", nil, []value.Kwarg{{Name: "block", Value: value.False}})
	})
	def(c, "task_done(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := queueInt(t, a[0], "unfinished_tasks")
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			return nil, value.ValueErrorf("task_done() called too many times")
		}
		return value.None, value.SetAttr(t, a[0], "unfinished_tasks", value.Int(n-1))
	})
	def(c, "join(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		n, err := queueInt(t, a[0], "unfinished_tasks")
		if err == nil && n > 0 {
			err = errWaits("join()")
		}
		return value.None, err
	})
	c.DefClass("__class_getitem__(cls, item, /)", func(_ *value.Thread, a []value.Value) (value.Value, error) {
		return value.NewGenericAlias(a[0], a[1]), nil
	})
	for _, lock := range []string{"mutex", "not_empty", "not_full", "all_tasks_done"} {
		c.Dict.SetStr(lock, &value.GetSet{Name: lock, Owner: c, Get: func(*value.Thread, value.Value) (value.Value, error) {
			return nil, value.Unknownf("the locks of a queue")
		}})
	}
}

// wait is what a queue does that is empty or full: it raises cls at once or
// after a while, or waits for ever.
func wait(t *value.Thread, cls *value.Type, block, timeout value.Value, what string) error {
	blocks, err := value.Truth(t, block)
	if err != nil {
		return err
	}
	if blocks {
		if timeout == value.None {
			return errWaits(what)
		}
		negative, err := value.Less(t, timeout, value.Int(0))
		if err != nil {
			return err
		}
		if negative {
			return value.ValueErrorf("'timeout' must be a non-negative number")
		}
	}
	return value.Raise(cls)
}

// defineStorage defines how a LifoQueue or a PriorityQueue keeps its items.
func defineStorage(c *value.Type, priority bool) {
	items := func(t *value.Thread, self value.Value) (*value.List, error) {
		v, err := attr(t, self, "queue")
		if err != nil {
			return nil, err
		}
		l, ok := v.(*value.List)
		if !ok {
			return nil, value.Unknownf("the items of a queue")
		}
		return l, nil
	}
	def(c, "_init(self, maxsize)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, value.SetAttr(t, a[0], "queue", value.NewList(nil))
	})
	def(c, "_put(self, item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := items(t, a[0])
		if err != nil {
			return nil, err
		}
		if err := l.Append(t, a[1]); err != nil || !priority {
			return value.None, err
		}
		return value.None, siftDown(t, l, 0, len(l.Elems)-1, value.Less)
	})
	def(c, "_get(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := items(t, a[0])
		if err != nil {
			return nil, err
		}
		if priority {
			return heapPop(t, l, "", value.Less)
		}
		return value.CallMethod(t, l, "pop")
	})
	def(c, "_qsize(self)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		l, err := items(t, a[0])
		if err != nil {
			return nil, err
		}
		t.Reading(&l.Header)
		return value.Int(len(l.Elems)), nil
	})
}

func defineSimpleQueue(m *value.Module, c *value.Type) {
	c.Dict.SetStr("__new__", &value.StaticMethod{Func: value.NewRaw("__new__", func(t *value.Thread, args []value.Value, _ []value.Kwarg) (value.Value, error) {
		if len(args) == 0 {
			return nil, value.TypeErrorf("SimpleQueue.__new__(): not enough arguments")
		}
		cls, ok := args[0].(*value.Type)
		if !ok {
			return nil, value.TypeErrorf("SimpleQueue.__new__(X): X is not a type object (%s)", args[0].Type().Name)
		}
		o := value.NewInstance(cls)
		o.Payload = &deque{maxlen: -1}
		return o, nil
	})})
	items := func(v value.Value) *deque {
		d, _ := state[*deque](v)
		return d
	}
	get := func(t *value.Thread, self, block, timeout value.Value) (value.Value, error) {
		d := items(self)
		t.Reading(&d.Header)
		if d.n == 0 {
			return nil, wait(t, member(m, "Empty").(*value.Type), block, timeout, "get()")
		}
		t.Touch(&d.Header)
		return d.popLeft(), nil
	}
	c.Def("put(self, /, item, block=True, timeout=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, items(a[0]).append(t, a[1])
	})
	c.Def("put_nowait(self, /, item)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return value.None, items(a[0]).append(t, a[1])
	})
	c.Def("get(self, /, block=True, timeout=None)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return get(t, a[0], a[1], a[2])
	})
	c.Def("get_nowait(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		return get(t, a[0], value.False, value.None)
	})
	c.Def("empty(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		t.Reading(&items(a[0]).Header)
		return value.Bool(items(a[0]).n == 0), nil
	})
	c.Def("qsize(self, /)", func(t *value.Thread, a []value.Value) (value.Value, error) {
		t.Reading(&items(a[0]).Header)
		return value.Int(items(a[0]).n), nil
	})
}

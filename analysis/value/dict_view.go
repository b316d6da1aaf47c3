package value

type viewKind uint8

const (
	dictKeys viewKind = iota
	dictValues
	dictItems
)

// dictView is d.keys(), d.values() or d.items().
type dictView struct {
	dict *Dict
	kind viewKind
	odd  bool // of an OrderedDict
}

// NewOrderedView returns a view of an OrderedDict: "keys", "values" or "items".
func NewOrderedView(d *Dict, what string) Value {
	return &dictView{dict: d, kind: viewNamed(what), odd: true}
}

// NewOrderedIterator returns an iterator over an OrderedDict's "keys",
// "values" or "items".
func NewOrderedIterator(d *Dict, what string, reverse bool) Iterator {
	return newOrderedIterator(d, viewNamed(what), reverse)
}

func newOrderedIterator(d *Dict, kind viewKind, reverse bool) *orderedIterator {
	it := &orderedIterator{dictIterator: newDictIterator(d, kind, reverse)}
	it.more = d.live > 0
	return it
}

func viewNamed(what string) viewKind {
	switch what {
	case "keys":
		return dictKeys
	case "values":
		return dictValues
	}
	return dictItems
}

// orderedIterator walks an OrderedDict, which notices every change of order
// before the last item was returned.
type orderedIterator struct {
	*dictIterator
	more bool // there was another item when the last one was returned
}

func (*orderedIterator) Type() *Type { return odictIteratorType }

func (it *orderedIterator) Next(t *Thread) (Value, error) {
	d := it.dict
	if d == nil {
		return nil, nil
	}
	t.Reading(&d.Header)
	if !it.more || it.version != d.Version {
		it.dict = nil
		if it.more {
			return nil, Raisef(RuntimeError, "OrderedDict mutated during iteration")
		}
		return nil, nil
	}
	x, err := it.dictIterator.Next(t)
	it.left = max(it.left, 0)
	it.more = it.left > 0
	return x, err
}

var (
	dictKeysType   = NewBuiltinType("dict_keys", ObjectType)
	dictValuesType = NewBuiltinType("dict_values", ObjectType)
	dictItemsType  = NewBuiltinType("dict_items", ObjectType)

	viewTypes = [...]*Type{dictKeysType, dictValuesType, dictItemsType}

	odictTypes = [...]*Type{
		NewBuiltinType("odict_keys", dictKeysType), NewBuiltinType("odict_values", dictValuesType), NewBuiltinType("odict_items", dictItemsType),
	}
	odictIteratorType = newIteratorType("odict_iterator")

	dictIterTypes = [...]*Type{
		newIteratorType("dict_keyiterator"), newIteratorType("dict_valueiterator"), newIteratorType("dict_itemiterator"),
	}
	dictReverseIterTypes = [...]*Type{
		newIteratorType("dict_reversekeyiterator"), newIteratorType("dict_reversevalueiterator"), newIteratorType("dict_reverseitemiterator"),
	}
)

func init() {
	DefIterator(odictIteratorType)
	for i := range viewTypes {
		DefIterator(dictIterTypes[i])
		DefIterator(dictReverseIterTypes[i])
	}
}

func (v *dictView) Type() *Type {
	if v.odd {
		return odictTypes[v.kind]
	}
	return viewTypes[v.kind]
}

// dictIterator walks a dict and notices when it changes size.
type dictIterator struct {
	dict    *Dict // nil once exhausted
	kind    viewKind
	reverse bool
	pos     int
	live    int // entries at the start; -1 after a change was reported
	version uint64
	left    int // entries not yet returned
}

func newDictIterator(d *Dict, kind viewKind, reverse bool) *dictIterator {
	it := &dictIterator{dict: d, kind: kind, reverse: reverse, live: d.live, version: d.Version, left: d.live}
	if reverse {
		it.pos = d.End()
	}
	return it
}

func (it *dictIterator) Type() *Type {
	if it.reverse {
		return dictReverseIterTypes[it.kind]
	}
	return dictIterTypes[it.kind]
}

func (it *dictIterator) Next(t *Thread) (Value, error) {
	d := it.dict
	if d == nil {
		return nil, nil
	}
	t.Reading(&d.Header)
	if it.live != d.live {
		it.live = -1
		return nil, Raisef(RuntimeError, "dictionary changed size during iteration")
	}
	if it.version != d.Version {
		// As many keys came as went. Which of them are met yet depends on when
		// CPython moves the entries together.
		return nil, &UnknownError{Reason: "dictionary whose keys change while they are iterated over", Halt: true}
	}
	step := d.Next
	if it.reverse {
		step = d.Prev
	}
	k, v, next, ok := step(it.pos)
	if !ok {
		it.dict = nil
		return nil, nil
	}
	it.pos = next
	it.left--
	return it.item(k, v), nil
}

func (it *dictIterator) item(k, v Value) Value {
	switch it.kind {
	case dictKeys:
		return k
	case dictValues:
		return v
	}
	return NewTuple(k, v)
}

// repr is dict_keys([...]); a view within itself prints as "...".
func (v *dictView) repr(t *Thread) (string, error) {
	if t.enterRepr(v) {
		return "...", nil
	}
	defer t.leaveRepr()
	items, err := Collect(t, v)
	if err != nil {
		return "", err
	}
	l := NewList(items)
	s, err := reprSequence(t, l, "[", "]", &l.Elems)
	return v.Type().Name + "(" + s + ")", err
}

// has reports whether item is in the view.
func (v *dictView) has(t *Thread, item Value) (bool, error) {
	t.Reading(&v.dict.Header)
	switch v.kind {
	case dictKeys:
		_, ok, err := v.dict.Get(t, item)
		return ok, err
	case dictItems:
		pair, ok := item.(*Tuple)
		if !ok || len(pair.Elems) != 2 {
			return false, nil
		}
		got, ok, err := v.dict.Get(t, pair.Elems[0])
		if err != nil || !ok {
			return false, err
		}
		return sameItem(t, got, pair.Elems[1])
	}
	it := newDictIterator(v.dict, dictValues, false)
	for {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return false, err
		}
		eq, err := sameItem(t, x, item)
		if err != nil || eq {
			return eq, err
		}
	}
}

// allIn reports whether every item of the iterable is in the container.
func allIn(t *Thread, items, container Value) (bool, error) {
	it, err := Iter(t, items)
	if err != nil {
		return false, err
	}
	for {
		if err := t.Step(1); err != nil {
			return false, err
		}
		x, err := it.Next(t)
		if err != nil || x == nil {
			return err == nil, err
		}
		in, err := Contains(t, container, x)
		if err != nil || !in {
			return false, err
		}
	}
}

func isSetLike(v Value) bool {
	switch v := v.(type) {
	case *Set:
		return true
	case *dictView:
		return v.kind != dictValues
	}
	return false
}

// compare is that of a keys or items view with anything like a set.
func (v *dictView) compare(t *Thread, op CmpOp, o Value) (Value, error) {
	if v.kind == dictValues || !isSetLike(o) {
		return NotImplemented, nil
	}
	n, _ := nativeLen(t, v)
	m, _ := nativeLen(t, o)
	var got bool
	var err error
	switch op {
	case CmpEq, CmpNe:
		if n == m {
			got, err = allIn(t, v, unorderedItems(o))
		}
		got = got == (op == CmpEq)
	case CmpLt:
		if n < m {
			got, err = allIn(t, v, o)
		}
	case CmpLe:
		if n <= m {
			got, err = allIn(t, v, o)
		}
	case CmpGt:
		if n > m {
			got, err = allIn(t, unorderedItems(o), v)
		}
	case CmpGe:
		if n >= m {
			got, err = allIn(t, unorderedItems(o), v)
		}
	}
	if err != nil {
		return nil, err
	}
	return Bool(got), nil
}

// unorderedItems lets a set be walked where the order makes no difference.
func unorderedItems(v Value) Value {
	if s, ok := v.(*Set); ok && !s.Ordered() {
		return &Tuple{Elems: s.Unordered()}
	}
	return v
}

// viewBinary is &, |, - or ^ of two operands one of which is a keys or items
// view and the other any iterable.
func viewBinary(t *Thread, op Op, a, b Value) (Value, error) {
	if op == OpAnd {
		return orNil(viewIntersection(t, a, b))
	}
	if x, ok := a.(*dictView); ok && x.kind == dictItems && op == OpXor {
		if y, ok := b.(*dictView); ok && y.kind == dictItems {
			return orNil(itemsXor(t, x.dict, y.dict))
		}
	}
	result := NewSet()
	if err := result.update(t, viewSource(a)); err != nil {
		return nil, err
	}
	switch op {
	case OpOr:
		return result, result.update(t, b)
	case OpSub:
		return result, result.differenceUpdate(t, b)
	}
	return result, result.symmetricUpdate(t, b)
}

// viewSource is what a set is made of to copy an operand: the dict itself in
// place of its keys, which makes a set of another layout.
func viewSource(v Value) Value {
	if x, ok := v.(*dictView); ok && x.kind == dictKeys && x.dict.Cls == nil {
		return x.dict
	}
	return v
}

func viewIntersection(t *Thread, a, b Value) (*Set, error) {
	view, ok := a.(*dictView)
	if !ok || view.kind == dictValues {
		view, b = b.(*dictView), a
	}
	if s, ok := b.(*Set); ok && s.Type() == SetType && view.dict.live <= s.used {
		return s.intersection(t, view)
	}
	if o, ok := b.(*dictView); ok && o.kind != dictValues && o.dict.live > view.dict.live {
		view, b = o, view
	}
	result := NewSet()
	if s, ok := b.(*Set); ok && !s.Ordered() {
		result.unordered = true
	}
	err := Iterate(t, unorderedItems(b), func(x Value) error {
		in, err := view.has(t, x)
		if err != nil || !in {
			return err
		}
		return result.Add(t, x)
	})
	return result, err
}

// itemsXor is a.items() ^ b.items().
func itemsXor(t *Thread, a, b *Dict) (*Set, error) {
	rest, err := a.copyOf(t)
	if err != nil {
		return nil, err
	}
	result := NewSet()
	t.Reading(&b.Header)
	for i := 0; ; {
		k, v, next, ok := b.Next(i)
		if !ok {
			break
		}
		i = next
		got, found, err := rest.Get(t, k)
		if err != nil {
			return nil, err
		}
		if found {
			if found, err = sameItem(t, got, v); err != nil {
				return nil, err
			}
		}
		if found {
			_, _, err = rest.Delete(t, k)
		} else {
			err = result.Add(t, NewTuple(k, v))
		}
		if err != nil {
			return nil, err
		}
	}
	return result, result.update(t, &dictView{dict: rest, kind: dictItems})
}

package eval

import (
	"augur/analysis/syntax"
	"augur/analysis/value"
)

// callDirectly calls a function of the program with its arguments evaluated
// right into its variables. done is false, and nothing has happened, when the
// function is not one for which that does.
func (fr *frame) callDirectly(e *syntax.Call, target string, fn, self value.Value, xs []expr) (got value.Value, done bool, err error) {
	f, ok := fn.(*value.Function)
	if !ok {
		return nil, false, nil
	}
	k, ok := f.Code.(*code)
	if !ok || !k.plain || len(fr.m.cleaning) > 0 {
		return nil, false, nil
	}
	n := len(xs)
	if self != nil {
		n++
	}
	if n > k.positional || n < k.positional-len(f.Defaults) {
		return nil, false, nil
	}
	k.ready()
	since := fr.m.made
	callee := fr.m.newFrame(k, f)
	slots := callee.slots
	i := 0
	if self != nil {
		slots[0] = self
		i = 1
	}
	for _, x := range xs {
		if slots[i], err = x(fr); err != nil {
			return nil, true, err
		}
		i++
	}
	for ; i < k.positional; i++ {
		slots[i] = f.Defaults[i-k.positional+len(f.Defaults)]
	}
	got, err = callee.run()
	if err != nil || fr.t.Tainted != 0 {
		got, err = fr.outcome(e, target, fn, nil, nil, got, err)
	}
	if len(fr.m.cleaning) > 0 && (err == nil || isPython(err)) {
		if derr := fr.closeMade(since, err != nil, got); derr != nil {
			return nil, true, derr
		}
	}
	return got, true, err
}

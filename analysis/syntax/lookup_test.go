package syntax

import "testing"

func TestDefinition(t *testing.T) {
	f := Parse([]byte(`def f():
    def inner(): pass
def f(again): pass
class C:
    def m(self): pass
    class D:
        def n(self): pass
if x:
    def g(first): pass
else:
    def g(second): pass
try:
    import h
except ImportError:
    def h(): pass
`))
	for name, want := range map[string]struct {
		line  int32
		class string
	}{
		"f": {3, ""}, "f.inner": {2, ""}, "C.m": {5, "C"}, "C.D.n": {7, "D"}, "g": {11, ""}, "h": {15, ""},
		"": {}, "m": {}, "C": {}, "C.x": {}, "f.x": {}, ".": {}, "f.": {},
	} {
		d, ok := f.Definition(name)
		if ok != (want.line > 0) {
			t.Errorf("%q: found %v", name, ok)
			continue
		}
		if ok && d.Func.DefLine != want.line {
			t.Errorf("%q is on line %d, want %d", name, d.Func.DefLine, want.line)
		}
		if class := d.Class; (class != nil && class.Name != want.class) || (class == nil && want.class != "") {
			t.Errorf("%q is in %v, want %q", name, class, want.class)
		}
	}
}

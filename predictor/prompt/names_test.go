package prompt

import (
	"slices"
	"testing"
)

func TestStores(t *testing.T) {
	for _, c := range []struct {
		statement string
		want      []string
	}{
		{"x = 1", []string{"x"}},
		{"x += y", []string{"x"}},
		{"x //= y", []string{"x"}},
		{"x **= 2", []string{"x"}},
		{"a, b = b, a", []string{"a", "b"}},
		{"first, *rest = xs", []string{"first", "rest"}},
		{"[a, (b, c)] = t", []string{"a", "b", "c"}},
		{"self.x = self.y = 3", []string{"self.x", "self.y"}},
		{"x: int = f(y=3)", []string{"x"}},
		{"a[i] = a[j]", nil},
		{"a.b.c = 1", nil},
		{"f(x).y = 1", nil},
		{"x == y", nil},
		{"x <= y", nil},
		{"x != y", nil},
		{"print(x, end='')", nil},
		{"return x == 1", nil},
		{"f = lambda x=1: x", []string{"f"}},
		{"key, val[0] = pair", []string{"key"}},
		{"", nil},
		{"x =", []string{"x"}},
	} {
		if got := Stores(c.statement); !slices.Equal(got, c.want) {
			t.Errorf("Stores(%q) = %q, want %q", c.statement, got, c.want)
		}
	}
}

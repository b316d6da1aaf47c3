package token

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func vocabulary(t testing.TB) *Vocab {
	v, err := Load("../weights/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func names(v *Vocab, ids []ID) string {
	var out []string
	for _, id := range ids {
		out = append(out, strings.ReplaceAll(v.Name(id), "Ġ", "_"))
	}
	return strings.Join(out, " ")
}

func TestValuesComeBack(t *testing.T) {
	v := vocabulary(t)
	for _, r := range []string{
		"None", "True", "False", "0", "-17", "1000000000000000000", "0.1", "-0.0", "1e-05", "1e+16", "inf", "-inf", "nan",
		"''", "'abc'", `"it's"`, `'a\'b"c'`, `'\n\t\\'`, `'\x00\x7f'`, "'é🐍'", `'\xa0\u200b'`, "b''", `b'\x00\xffa'`, `b"'"`,
		"[]", "[1, 2]", "()", "(1,)", "(1, 2)", "{}", "{1: 2}", "{'a': [1, {'b': None}]}", "set()", "{1, 2}", "[{1}, {2: {3}}]",
		"{(1, 'x'): 1.5}", "<Foo>", "<method-wrapper>", "[[[]]]", "{'a:b': 1}", "{'}': {']'}}",
	} {
		ids, err := v.AppendValue(nil, r)
		if err != nil {
			t.Errorf("AppendValue(%s): %v", r, err)
			continue
		}
		got, rest, err := v.Value(ids)
		if err != nil || got != r || len(rest) > 0 {
			t.Errorf("%s became %s, %v, with %d tokens left", r, got, err, len(rest))
		}
		for i := range ids {
			if got, rest, err := v.Value(ids[:i]); err == nil && got == r && len(rest) == 0 {
				t.Errorf("%s is whole after %d of %d tokens", r, i, len(ids))
			}
		}
	}
}

func TestNotValues(t *testing.T) {
	v := vocabulary(t)
	for _, r := range []string{"", "x", "[1, 2", "1 2", "'abc", "{1: }", "{1: 2, 3}", "[1,, 2]", "--1", "1.2.3", "<", "<>", "b", "b1", "(1", "01x", `'\ud800'`, strings.Repeat("[", 100)} {
		if ids, err := v.AppendValue(nil, r); err == nil {
			t.Errorf("AppendValue(%q) gives %s and no error", r, names(v, ids))
		}
	}
}

func TestLiteralsLookAlikeInCodeAndValues(t *testing.T) {
	v := vocabulary(t)
	for _, r := range []string{"'abc'", "17", "3.5", "b'x'", `'a\n'`, "''"} {
		value, err := v.AppendValue(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		if code := v.AppendCode(nil, r); !slices.Equal(code, value) {
			t.Errorf("%s is %s in code and %s as a value", r, names(v, code), names(v, value))
		}
	}
}

func TestCode(t *testing.T) {
	v := vocabulary(t)
	for _, c := range []struct{ code, want string }{
		{"x = 5", "_x = 5"},
		{"x=5", "_x = 5"},
		{"xs.append( y )  # why", "_xs .append( _y )"},
		{"if x  in 'ab':", "_if _x _in <quote> a b <unquote> :"},
		{"f'a{x!r:>3}{{'", "_f' a <brace> _x ! r : > 3 </brace> { '"},
		{"(1,\n 2)", "( 1 , 2 )"},
		{"", ""},
		{"'unclosed", "'"},
	} {
		got := names(v, v.AppendCode(nil, c.code))
		if c.code == "'unclosed" {
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("%q is %s", c.code, got)
			}
		} else if got != c.want {
			t.Errorf("%q is %s, want %s", c.code, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		code string
		want []string
	}{
		{"self.x += y[i].z", []string{"self", "self.x", "y", "i"}},
		{"if not a and b.c():", []string{"a", "b", "b.c"}},
		{"return f'{a} {b.c!r}' + 'd'", []string{"a", "b", "b.c"}},
		{"for x in 3.5:", []string{"x"}},
		{"", nil},
	} {
		if got := Names(c.code); !slices.Equal(got, c.want) {
			t.Errorf("Names(%q) = %q, want %q", c.code, got, c.want)
		}
	}
}

func TestTextOfNames(t *testing.T) {
	v := vocabulary(t)
	for _, n := range []string{"x", "self.count", "helper()", "helper()2", "OrderedDict", "naïve", "_a1"} {
		if got := v.Text(v.AppendCode(nil, n)); got != n {
			t.Errorf("%q became %q", n, got)
		}
	}
}

func TestVocabularyComesBack(t *testing.T) {
	v := vocabulary(t)
	data, err := v.Encode()
	if err != nil {
		t.Fatal(err)
	}
	w, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if v.Fingerprint() != w.Fingerprint() || v.Size() != w.Size() {
		t.Errorf("fingerprint %x became %x", v.Fingerprint(), w.Fingerprint())
	}
	for _, bad := range []string{"", "{", `{"model":{"merges":["a b"],"vocab":{}}}`, `{"added_tokens":[{"id":1,"content":"<other>"}]}`} {
		if _, err := Decode([]byte(bad)); err == nil {
			t.Errorf("Decode(%q) gives no error", bad)
		}
	}
}

func TestTrainingIsDeterministic(t *testing.T) {
	counts := map[string]int{}
	Pieces("def f(word):\n    words = word.split()\n    return words.append(word)\n", func(s string) { counts[s] += 2 })
	a, b := Train(counts, 400), Train(counts, 400)
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("two trainings on the same counts differ")
	}
	if n := len(a.AppendCode(nil, "word")); n != 1 {
		t.Errorf("word takes %d tokens", n)
	}
}

// A value that the automaton accepts, token by token, can be read back and
// belongs to the class that was asked for.
func TestAcceptedValuesAreValid(t *testing.T) {
	v := vocabulary(t)
	rng := rand.New(rand.NewPCG(1, 2))
	ended := 0
	for range 20000 {
		class := Class(rng.IntN(int(NumClasses) + 1))
		if class < NumClasses && class.Literal() != "" {
			continue
		}
		s := v.NewValueState(class)
		var ids []ID
		for len(ids) < 40 && !s.MayEnd() {
			var next []ID
			s.Allow(func(id ID) { next = append(next, id) })
			if len(next) == 0 {
				t.Fatalf("nothing may follow %s", names(v, ids))
			}
			id := next[rng.IntN(len(next))]
			if closing := next[len(next)-1]; rng.IntN(3) == 0 {
				id = closing
			}
			if !s.Push(id) {
				t.Fatalf("%s is allowed after %s and then refused", v.Name(id), names(v, ids))
			}
			ids = append(ids, id)
		}
		if !s.MayEnd() {
			continue
		}
		ended++
		repr, rest, err := v.Value(ids)
		if err != nil || len(rest) > 0 {
			t.Fatalf("%s can't be read: %v", names(v, ids), err)
		}
		if got := ClassOf(repr); class < NumClasses && got != class && class < ClassCallable && class != ClassFloatPositive && class != ClassFloatNegative && class != ClassFloatZero {
			t.Fatalf("asked for %v, got %s of class %v", class, repr, got)
		}
	}
	if ended < 3000 {
		t.Errorf("only %d values ended", ended)
	}
}

func TestClasses(t *testing.T) {
	for r, want := range map[string]Class{
		"None": ClassNone, "-3": ClassIntNegative, "0": ClassIntZero, "7": ClassIntPositive, "-0.0": ClassFloatZero, "1e-05": ClassFloatPositive,
		"nan": ClassFloatOther, "-inf": ClassFloatOther, "''": ClassStrEmpty, "'none'": ClassStr, "b'x'": ClassBytes, "{}": ClassDictEmpty,
		"{'a:': 1}": ClassDict, "{'a:b'}": ClassSet, "set()": ClassSetEmpty, "<function>": ClassCallable, "<type>": ClassType, "<Foo>": ClassObject,
	} {
		if got := ClassOf(r); got != want {
			t.Errorf("ClassOf(%s) = %v, want %v", r, got, want)
		}
	}
}

package prompt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"augur/predictor/token"
)

func encoder(t testing.TB) *Encoder {
	v, err := token.Load("../weights/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	return &Encoder{Vocab: v}
}

func line(kind Kind, statement string, env ...string) *Question {
	q := &Question{Task: Line, Kind: kind, Statement: statement}
	for i := 0; i < len(env); i += 2 {
		q.Env = append(q.Env, Binding{env[i], env[i+1]})
	}
	return q
}

const source = "def f(a, b=2):\n    \"\"\"Add.\n\n    >>> f(1)\n    3\n    \"\"\"\n    c = g(a)\n    return c + b"

var valid = []struct {
	q *Question
	a *Answer
}{
	{line(Simple, "x = y + 1", "y", "4"), &Answer{Changed: []Binding{{"x", "5"}}}},
	{line(Simple, "x, self.n = y", "y", "(1, 'a')", "self", "<C>"), &Answer{Changed: []Binding{{"x", "1"}, {"self.n", "'a'"}}}},
	{line(Simple, "xs.append(f(y))", "xs", "[]", "y", "2", "f()", "[2]"), &Answer{Changed: []Binding{{"xs", "[[2]]"}}}},
	{line(Simple, "print(x)", "x", "1"), &Answer{}},
	{line(Simple, "return {x: y}", "x", "'k'", "y", "None"), &Answer{Return: "{'k': None}"}},
	{line(Simple, "return xs.pop()", "xs", "[1, 2]"), &Answer{Changed: []Binding{{"xs", "[1]"}}, Return: "2"}},
	{line(Simple, "x = d[k]", "d", "{}", "k", "'a'"), &Answer{Exception: "KeyError"}},
	{line(Condition, "if x > 2:", "x", "3"), &Answer{Truth: true}},
	{line(Condition, "if x > 2:", "x", "1"), &Answer{}},
	{line(Condition, "if x > 2:", "x", "'a'"), &Answer{Exception: "TypeError"}},
	{line(Loop, "for enumerate(s):", "s", "'ab'"), &Answer{Items: "[(0, 'a'), (1, 'b')]"}},
	{line(Loop, "for s:", "s", "''"), &Answer{Items: "[]"}},
	{&Question{Task: Value, Source: source, At: 7, Target: "c", Expression: "g(a)"}, &Answer{Values: []Typed{{"", token.ClassObject, "<Foo>"}}}},
	{&Question{Task: Value, Source: source, At: 7, Target: "c", Annotation: "int", Expression: "g(a)"}, &Answer{Values: []Typed{{"", token.ClassIntZero, "0"}}}},
	{&Question{Task: Input, Source: source, Params: []Param{{"a", ""}, {"b", "int"}}}, &Answer{Values: []Typed{{"a", token.ClassList, "[1.5]"}, {"b", token.ClassIntNegative, "-3"}}}},
	{&Question{Task: Invert, Source: source, Params: []Param{{"a", "str"}}, Wanted: Outcome{Repr: "'x'"}}, &Answer{Values: []Typed{{"a", token.ClassStr, "'é'"}}}},
	{&Question{Task: Invert, Source: source, Params: []Param{{"a", ""}}, Wanted: Outcome{Exception: "ValueError"}}, &Answer{Values: []Typed{{"a", token.ClassNone, "None"}}}},
	{&Question{Task: Step, Source: source, At: 7, Env: []Binding{{"a", "1"}}, Statement: "c = g(a)", Until: "return c + b"}, &Answer{Changed: []Binding{{"c", "2"}, {"b", "2"}}}},
	{&Question{Task: Step, Source: source, At: 7, Statement: "if a:", Kind: Condition}, &Answer{Return: "[1]"}},
	{&Question{Task: Step, Source: source, At: 7, Statement: "c = g(a)", Until: "return c + b"}, &Answer{Exception: "KeyError"}},
	{&Question{Task: Back, Env: []Binding{{"xs", "[1, 2]"}}, Statement: "xs.append(x)"}, &Answer{Changed: []Binding{{"xs", "[1]"}, {"x", "2"}}}},
	{&Question{Task: Back, Env: []Binding{{"n", "3"}}, Statement: "n += 1"}, &Answer{Changed: []Binding{{"n", "2"}}}},
}

func TestAnswersComeBack(t *testing.T) {
	e := encoder(t)
	for _, c := range valid {
		ids, err := e.EncodeAnswer(c.q, c.a)
		if err != nil {
			t.Errorf("%v %q: %v", c.q.Task, c.q.Statement, err)
			continue
		}
		got, err := e.Parse(c.q, ids)
		if err != nil || !reflect.DeepEqual(got, c.a) {
			t.Errorf("%v %q: %+v became %+v, %v", c.q.Task, c.q.Statement, c.a, got, err)
		}
		for n := range ids {
			if a, err := e.Parse(c.q, ids[:n]); err == nil {
				t.Errorf("%v %q: %d of %d tokens are taken for %+v", c.q.Task, c.q.Statement, n, len(ids), a)
			}
		}
	}
}

func TestGrammarAdmitsRightAnswers(t *testing.T) {
	e := encoder(t)
	for _, c := range valid {
		ids, err := e.EncodeAnswer(c.q, c.a)
		if err != nil {
			t.Fatal(err)
		}
		allowed := e.Allowed(c.q)
		for i, id := range ids {
			if mask := allowed(ids[:i]); mask[id/64]>>(id%64)&1 == 0 {
				t.Errorf("%v %q: %s is not allowed at %d of %+v", c.q.Task, c.q.Statement, e.Vocab.Name(id), i, c.a)
			}
		}
		for _, w := range allowed(ids) {
			if w != 0 {
				t.Errorf("%v %q: the grammar goes on after the end", c.q.Task, c.q.Statement)
				break
			}
		}
	}
}

func TestGrammarRefuses(t *testing.T) {
	e := encoder(t)
	for _, c := range []struct {
		q *Question
		a *Answer
	}{
		{line(Simple, "x = y", "y", "1"), &Answer{Changed: []Binding{{"z", "1"}}}},
		{line(Simple, "x = y", "y", "1"), &Answer{Changed: []Binding{{"y", "1"}, {"x", "1"}}}},
		{line(Simple, "x = y", "y", "1"), &Answer{Return: "1"}},
		{line(Simple, "return y", "y", "1"), &Answer{Changed: []Binding{{"y", "1"}}}},
		{line(Simple, "x = len(y)", "y", "''"), &Answer{Changed: []Binding{{"len", "1"}}}},
		{line(Loop, "for y:", "y", "''"), &Answer{Items: "(1,)"}},
		{&Question{Task: Value, Expression: "g()", Annotation: "str"}, &Answer{Values: []Typed{{"", token.ClassIntZero, "0"}}}},
		{&Question{Task: Input, Params: []Param{{"a", ""}, {"b", ""}}}, &Answer{Values: []Typed{{"b", token.ClassIntZero, "0"}}}},
		{&Question{Task: Input, Params: []Param{{"a", ""}}}, &Answer{}},
		{&Question{Task: Back, Statement: "n += 1"}, &Answer{Exception: "ValueError"}},
		{&Question{Task: Step, Statement: "n += 1", Until: "return n"}, &Answer{Return: "1"}},
		{&Question{Task: Step, Statement: "n += 1", Until: "return n"}, &Answer{Changed: []Binding{{"m", "1"}}}},
	} {
		ids, err := e.EncodeAnswer(c.q, c.a)
		if err != nil {
			t.Fatal(err)
		}
		g := e.Grammar(c.q)
		for _, id := range ids {
			if err = g.Push(id); err != nil {
				break
			}
		}
		if err == nil {
			t.Errorf("%v %q: %+v is admitted", c.q.Task, c.q.Statement, c.a)
		}
	}
}

// Whatever the grammar lets through, Parse understands.
func TestRandomAnswersParse(t *testing.T) {
	e := encoder(t)
	rng := rand.New(rand.NewPCG(3, 4))
	ended := 0
	for range 4000 {
		c := valid[rng.IntN(len(valid))]
		g := e.Grammar(c.q)
		var ids []token.ID
		for len(ids) < 60 && !g.Done() {
			var next []token.ID
			g.Allow(func(id token.ID) { next = append(next, id) })
			if len(next) == 0 {
				t.Fatalf("%v %q: nothing may follow %d tokens", c.q.Task, c.q.Statement, len(ids))
			}
			id := next[rng.IntN(len(next))]
			if rng.IntN(3) > 0 {
				id = next[len(next)-1] // ends come last
			}
			if err := g.Clone().Push(id); err != nil {
				t.Fatal(err)
			}
			if err := g.Push(id); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		if !g.Done() {
			continue
		}
		ended++
		if _, err := e.Parse(c.q, ids); err != nil {
			t.Fatalf("%v %q: %v", c.q.Task, c.q.Statement, err)
		}
	}
	if ended < 2000 {
		t.Errorf("only %d answers ended", ended)
	}
}

func TestQuestionsRefused(t *testing.T) {
	e := encoder(t)
	for _, q := range []*Question{
		{},
		{Task: 99},
		line(Simple, "x = y", "y", "not a value"),
		{Task: Invert, Source: source, Wanted: Outcome{}},
	} {
		if _, _, err := e.Encode(q); err == nil {
			t.Errorf("%+v gives no error", q)
		}
	}
}

func TestWindow(t *testing.T) {
	e := encoder(t)
	var long strings.Builder
	long.WriteString("def f(first, second):\n")
	for i := range 400 {
		fmt.Fprintf(&long, "    value_%d = first + %d\n", i, i)
	}
	for _, at := range []int{1, 2, 200, 400, 401, 402, 1000, -5} {
		w := e.window(long.String(), at)
		if len(w) > maxSource {
			t.Errorf("line %d: %d tokens, want at most %d", at, len(w), maxSource)
		}
		text := e.Vocab.Text(w)
		if !strings.Contains(text, "first,second") {
			t.Errorf("line %d: the signature is lost", at)
		}
		if at == 200 && !strings.Contains(text, "value_198=") {
			t.Errorf("line %d: the window lacks the line itself", at)
		}
	}
	if got := e.Vocab.Text(e.window(source, 7)); !strings.Contains(got, "Add.") || strings.Contains(got, ">>>") {
		t.Errorf("of the docstring the first line stays, not %q", got)
	}
	for _, s := range []string{"", "def f(", "\n\n", "x", strings.Repeat("(", 5000), "def f():\n" + strings.Repeat("\"", 999)} {
		e.window(s, 1)
	}
}

func TestClassesOfAnnotations(t *testing.T) {
	for a, want := range map[string]int{"int": 3, "str": 2, "int | None": 4, "Optional[str]": 3, "Union[int, str]": 5, "list[int]": 2, "Dict[str, int]": 2, "'bool'": 2, "": 0, "Foo": 0, "int | Foo": 0, "None": 1} {
		if got := ClassesOf(a); len(got) != want {
			t.Errorf("ClassesOf(%q) = %v, want %d classes", a, got, want)
		}
	}
}

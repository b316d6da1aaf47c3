package debugger

import (
	"testing"

	"augur/analysis/syntax"
)

const tests = `import unittest, pytest

@pytest.fixture
def base():
    return 10

@pytest.fixture()
def doubled(base):
    yield base * 2

@pytest.fixture(name="other")
def _other():
    return "o"

@pytest.mark.parametrize("a, b", [(1, 2), (3, 4)])
@pytest.mark.parametrize("c", [pytest.param(5, id="five")])
def test_rows(a, b, c):
    assert a + b == c

def test_fixture(doubled, other, n=3):
    assert doubled == 20 and other == "o"

def test_outside(tmp_path):
    pass

class Base(unittest.TestCase):
    def setUp(self):
        self.x = 3
    @classmethod
    def setUpClass(cls):
        cls.y = 4

class TestX(Base):
    def test_sum(self):
        self.assertEqual(self.x + self.y, 7)
    def tearDown(self):
        self.x = None

class TestPlain:
    def setup_method(self, method):
        self.name = method.__name__
    @pytest.mark.parametrize("k", [1, 2])
    def test_it(self, k, base):
        assert self.name == "test_it" and base == 10 and k == 1
`

func TestTestCall(t *testing.T) {
	for _, test := range []struct{ name, call, end string }{
		{"test_rows", "test_rows(a=1, b=2, c=5)", "AssertionError"},
		{"test_fixture", "test_fixture(doubled=next(doubled(base=base())), other=_other())", "None"},
		{"TestX.test_sum", "((test := TestX('test_sum')), test.setUpClass(), test.setUp(), test.test_sum(), test.tearDown())[3]", "None"},
		{"TestPlain.test_it", "((test := TestPlain()), test.setup_method(test.test_it), test.test_it(k=1, base=base()))[2]", "None"},
		{"test_outside", "", "the test needs the fixture tmp_path, which the file does not have: give a call"},
		{"test_nowhere", "", `the file has no test "test_nowhere"`},
	} {
		call, err := TestCall(syntax.Parse([]byte(tests)), test.name)
		if err != nil {
			if err.Error() != test.end {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if call != test.call {
			t.Errorf("%s is called by %s, want %s", test.name, call, test.call)
		}
		end := start(t, tests, call).Continue()
		got := end.Why
		switch {
		case end.Value != nil:
			got = end.Value.Repr
		case end.Exception != nil:
			got = end.Exception.Type
		}
		if got != test.end {
			t.Errorf("%s ends with %s, want %s", call, got, test.end)
		}
	}
}

func TestCalls(t *testing.T) {
	src := `class P:
    def __init__(self, x): self.x = x
    def get(self, n): return self.x + n
class Q: pass
def f(x): return x
def g():
    p = P(1)
    return len([f(2)]) + f(f(3)) + p.get(P(4).x) + Q().n + max(1, 2)
`
	file := syntax.Parse([]byte(src))
	s := start(t, src, "g()")
	s.Over()
	var got []string
	for _, c := range s.Calls(file) {
		got = append(got, c.Text)
	}
	want := []string{"f(2)", "f(3)", "f(f(3))", "P(4)", "p.get(P(4).x)"}
	if len(got) != len(want) {
		t.Fatalf("the calls are %q, want %q", got, want)
	}
	for i, c := range s.Calls(file) {
		if got[i] != want[i] {
			t.Errorf("call %d is %s, want %s", i, got[i], want[i])
		}
		stop := s.IntoCall(c.Name, c.Nth)
		if stop.Depth != 2 {
			t.Errorf("into %s: %+v", c.Text, stop)
		}
		switch v := s.Stack()[0]; c.Text {
		case "f(3)", "f(f(3))", "f(2)":
			holds(t, s, "x = "+map[string]string{"f(2)": "2", "f(3)": "3", "f(f(3))": "3"}[c.Text])
		case "P(4)":
			if v.Name != "__init__" {
				t.Errorf("into %s is %+v", c.Text, v)
			}
		default:
			if v.Name != "get" {
				t.Errorf("into %s is %+v", c.Text, v)
			}
		}
		s.BackOut()
	}
	// A call that is not made: the next line.
	if stop := s.IntoCall("f", 9); stop.Reason != Ended && stop.Depth != 1 {
		t.Errorf("into what is not called: %+v", stop)
	}
}

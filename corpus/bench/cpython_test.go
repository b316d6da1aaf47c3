package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"augur/analysis/project"
)

// ownTests has a test of each outcome. It is not one of CPython's, so that some
// can fail.
const ownTests = `import os
import unittest
from test.support.import_helper import import_fresh_module

py_bisect = import_fresh_module('bisect', blocked=['_bisect'])

class Base:
    def test_inherited(self):
        self.assertEqual(self.value, 1)

class Own(Base, unittest.TestCase):
    def setUp(self):
        self.value = 1
        self.log = []

    def tearDown(self):
        self.assertEqual(self.log, [])

    def test_passing(self):
        self.assertEqual(self.value + 1, 2)
        with self.assertRaises(ZeroDivisionError):
            1 / 0
        self.assertRaises(KeyError, {}.__getitem__, 1)
        for i in range(3):
            with self.subTest(i=i):
                self.assertLess(i, 3)

    def test_failing(self):
        self.assertTrue(True)
        self.assertEqual(1, 2)
        self.assertEqual(1, 1)

    def test_failing_within(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)

    def test_raising(self):
        [][0]

    def test_torn_down(self):
        self.log.append(1)

    def test_unknown(self):
        self.assertTrue(True)
        self.assertEqual(os.getpid(), 1)
        self.assertTrue(True)

    def test_after_unknown_call(self):
        os.system('x')
        self.assertTrue(True)

    def test_endless(self):
        while True:
            pass

    def test_skipping(self):
        self.skipTest('no reason')

    @unittest.skip('not now')
    def test_skipped(self):
        self.fail()

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    def test_source(self):
        self.assertEqual(py_bisect.insort_right.__module__, 'bisect')  # '_bisect' in C
        self.assertEqual(py_bisect.bisect([1, 2, 3], 2), 2)

    def test_modules(self):
        import bisect
        import sys
        module = sys.modules['bisect']
        sys.modules['bisect'] = py_bisect
        import bisect
        self.assertIs(bisect, py_bisect)
        sys.modules['bisect'] = module

    def helper(self):
        self.fail()

class Other(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = [1]

    def test_class(self):
        self.assertEqual(self.shared, [1])
        self.addCleanup(self.assertEqual, 1, 1)
`

const importHelper = `def import_fresh_module(name, fresh=(), blocked=()):
    raise NotImplementedError
`

func cpythonTests(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{"__init__.py": "", "support/__init__.py": "", "support/import_helper.py": importHelper, "test_own.py": ownTests} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCPython(t *testing.T) {
	if project.FindLibrary() == nil {
		t.Skip("there is no Python 3.11, whose library has the source of bisect")
	}
	dir := cpythonTests(t)
	out := filepath.Join(dir, "out.jsonl")
	r, err := CPython(t.Context(), CPythonOptions{Tests: dir, Files: []string{"test_own"}, Out: out, Time: 200e6})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, x := range r.Files[0].tests {
		got[strings.TrimPrefix(x.ID, "test_own.")] = fmt.Sprint(x.Outcome, x.Assertions)
	}
	want := map[string]string{
		"Own.test_inherited": "passing{2 0 0}", "Own.test_passing": "passing{7 0 0}",
		"Own.test_failing": "failing{2 1 0}", "Own.test_failing_within": "failing{3 1 0}",
		"Own.test_raising": "failing{1 0 0}", "Own.test_torn_down": "failing{0 1 0}",
		"Own.test_unknown": "unknown{1 0 1}", "Own.test_after_unknown_call": "unknown{2 0 0}", "Own.test_endless": "unknown{0 0 0}",
		"Own.test_skipping": "skipped{1 0 0}", "Own.test_skipped": "skipped{1 0 0}", "Own.test_expected": "skipped{0 0 0}",
		"Own.test_source": "passing{3 0 0}", "Own.test_modules": "passing{2 0 0}", "Other.test_class": "passing{2 0 0}",
	}
	for id, w := range want {
		if got[id] != w {
			t.Errorf("%s is %q, want %q", id, got[id], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %d tests, want %d: %v", len(got), len(want), got)
	}
	if total := r.Total; total.Tests != 15 || total.Passing != 5 || total.Failing != 4 || total.Unknown != 3 || total.Skipped != 3 {
		t.Errorf("the total is %+v", total)
	}
	if len(r.Failing) != 4 || !strings.Contains(r.Failing[0].Why, "1 != 2") || r.Failing[0].Where != "test_own.py:30" {
		t.Errorf("failing are %+v", r.Failing)
	}
	data, err := os.ReadFile(out)
	if err != nil || strings.Count(string(data), "\n") != 10 {
		t.Errorf("the file of tests not seen to pass has %q (%v)", data, err)
	}
}

// TestCPythonCounts checks that CPython has the last word on which tests count,
// and gives the number of assertions that there are.
func TestCPythonCounts(t *testing.T) {
	dir := cpythonTests(t)
	counts := map[string]counted{
		"test_own.Own.test_passing": {"pass", 7}, "test_own.Own.test_unknown": {"pass", 4}, "test_own.Own.test_failing": {"fail", 2},
		"test_own.Own.test_endless": {"pass", 5},
	}
	data, err := json.Marshal(counts)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "counts.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := CPython(t.Context(), CPythonOptions{Tests: dir, Files: []string{"test_own"}, Counts: file, Time: 200e6})
	if err != nil {
		t.Fatal(err)
	}
	if total := r.Total; total.Passing != 1 || total.Failing != 0 || total.Unknown != 2 || total.Skipped != 12 || total.Wanted != 16 {
		t.Errorf("the total is %+v", total)
	}
	if got := fmt.Sprintf("%.4f", r.Total.Share()); got != "0.5000" { // 8 of 16
		t.Errorf("the share is %s", got)
	}
}

func TestCPythonErrors(t *testing.T) {
	dir := cpythonTests(t)
	for _, o := range []CPythonOptions{
		{Tests: dir, Files: []string{"test_none"}},
		{Tests: filepath.Join(dir, "none")},
		{Tests: dir, Files: []string{"test_own"}, Counts: filepath.Join(dir, "test_own.py")},
	} {
		if _, err := CPython(t.Context(), o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
}

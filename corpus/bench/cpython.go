package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"augur/analysis/project"
)

// CPythonOptions say which of CPython's own tests to evaluate, and how.
type CPythonOptions struct {
	Tests string   // the folder of the package test, which holds test_*.py
	Files []string // names of test files without ".py"; empty: CPythonFiles
	Match string   // only tests whose id contains it
	// Counts is a file of what CPython itself makes of the tests, written by
	// check/cpython_counts.py; may be empty.
	Counts string
	Time   time.Duration // for one test
	Jobs   int           // files at once; 0: as many as there are processors
	Out    string        // write the tests that are not seen to pass to this file
	// Progress is told which file is done; may be nil.
	Progress func(done, total int, file string)
}

// CPythonFiles are the tests of the language and of the library that a program
// without input and output rests on.
var CPythonFiles = []string{
	"test_unicode", "test_list", "test_dict", "test_set", "test_int", "test_float", "test_format", "test_fstring", "test_slice",
	"test_generators", "test_genexps", "test_re", "test_collections", "test_deque", "test_defaultdict", "test_ordered_dict",
	"test_itertools", "test_functools", "test_dataclasses", "test_enum", "test_patma", "test_string", "test_textwrap", "test_json",
	"test_heapq", "test_bisect", "test_copy", "test_statistics", "test_fractions", "test_decimal",
}

// CPythonReport is what the benchmark on CPython's tests prints.
type CPythonReport struct {
	Bench string         `json:"bench"`
	Total CPythonTally   `json:"total"`
	Files []*CPythonFile `json:"files"`
	// Support lists what could not be evaluated of the modules that the files
	// share.
	Support []string      `json:"support,omitempty"`
	Unknown []UnknownKind `json:"unknown_reasons"`
	Failing []CPythonTest `json:"failing"`
	Seconds float64       `json:"seconds"`
}

// CPythonFile is the score of one file.
type CPythonFile struct {
	File string `json:"file"`
	CPythonTally
	// Load lists the statements at the top of the file that could not be
	// evaluated.
	Load []string `json:"load,omitempty"`

	tests   []CPythonTest
	support []string
}

// CPythonTally counts test methods by how they end, and assertions.
type CPythonTally struct {
	Tests   int `json:"tests"`
	Passing int `json:"passing"` // to the end, every assertion computed to hold
	Failing int `json:"failing"` // an exception where CPython has none
	Unknown int `json:"unknown"`
	Skipped int `json:"skipped"` // by the test itself, or not passing in CPython
	// Assertions are those that were come to.
	Assertions AssertionTally `json:"assertions"`
	// Wanted counts the assertions that CPython evaluates in the same tests,
	// where that is given: the run may end before it comes to them.
	Wanted int `json:"assertions_in_cpython,omitempty"`
}

// AssertionTally counts evaluations of assertions.
type AssertionTally struct {
	Held    int `json:"held"`
	Failed  int `json:"failed"`
	Unknown int `json:"unknown"`
}

// Share is the part of assertions that are computed to hold: of those that
// CPython evaluates if that is known, else of those that were come to.
func (t CPythonTally) Share() float64 {
	all := t.Assertions.Held + t.Assertions.Failed + t.Assertions.Unknown
	if t.Wanted > 0 {
		all = max(all, t.Wanted)
	}
	if all == 0 {
		return 0
	}
	return float64(t.Assertions.Held) / float64(all)
}

func (t *CPythonTally) add(u CPythonTally) {
	t.Tests += u.Tests
	t.Passing += u.Passing
	t.Failing += u.Failing
	t.Unknown += u.Unknown
	t.Skipped += u.Skipped
	t.Wanted += u.Wanted
	t.Assertions.Held += u.Assertions.Held
	t.Assertions.Failed += u.Assertions.Failed
	t.Assertions.Unknown += u.Assertions.Unknown
}

// Outcome is how the evaluation of a test method ended.
type Outcome string

// The outcomes.
const (
	TestPassing Outcome = "passing"
	TestFailing Outcome = "failing"
	TestUnknown Outcome = "unknown"
	TestSkipped Outcome = "skipped"
)

// CPythonTest is one test method.
type CPythonTest struct {
	ID      string  `json:"id"` // test_list.ListTest.test_init
	Outcome Outcome `json:"outcome"`
	Why     string  `json:"why,omitempty"`
	Where   string  `json:"where,omitempty"` // file:line

	Assertions AssertionTally `json:"assertions"`
}

// UnknownKind is a reason for which tests are unknown.
type UnknownKind struct {
	Reason  string `json:"reason"`
	Tests   int    `json:"tests"`
	Example string `json:"example"`
}

// counted is what CPython makes of one test.
type counted struct {
	Outcome    string `json:"outcome"`
	Assertions int    `json:"assertions"`
}

// CPython evaluates the test methods of CPython's own tests. Each is a call: of
// setUp, the method, tearDown and the clean-ups. Nothing is run.
func CPython(ctx context.Context, o CPythonOptions) (*CPythonReport, error) {
	files := o.Files
	if len(files) == 0 {
		files = CPythonFiles
	}
	suites, err := findSuites(o.Tests, files)
	if err != nil {
		return nil, err
	}
	if o.Time == 0 {
		o.Time = 5 * time.Second
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	var counts map[string]counted
	if o.Counts != "" {
		data, err := os.ReadFile(o.Counts)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &counts); err != nil {
			return nil, fmt.Errorf("%s is not a file of check/cpython_counts.py: %w", o.Counts, err)
		}
	}
	begin := time.Now()
	r := &CPythonReport{Bench: "cpython"}
	lib := project.LibraryAt(filepath.Dir(o.Tests))
	if lib == nil {
		lib = project.FindLibrary()
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	next := make(chan int)
	for range min(o.Jobs, len(suites)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				s := suites[i]
				s.o, s.lib = o, lib
				s.run(ctx, counts)
				mu.Lock()
				done++
				if o.Progress != nil {
					o.Progress(done, len(suites), s.file.File)
				}
				mu.Unlock()
			}
		}()
	}
	for i := range suites {
		r.Files = append(r.Files, suites[i].file)
		next <- i
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.finish()
	r.Seconds = time.Since(begin).Seconds()
	return r, r.write(o.Out)
}

// findSuites finds tests by their names: files, or packages of files.
func findSuites(dir string, names []string) ([]*suite, error) {
	var out []*suite
	for _, name := range names {
		paths := []string{filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))+".py")}
		if info, err := os.Stat(paths[0]); err != nil || !info.Mode().IsRegular() {
			initial := filepath.Join(dir, name, "__init__.py")
			if info, err := os.Stat(initial); err != nil || !info.Mode().IsRegular() {
				return nil, fmt.Errorf("%s has no %s.py: give the folder of CPython's package test with --tests", dir, name)
			}
			if paths, _ = filepath.Glob(filepath.Join(dir, name, "test_*.py")); len(paths) == 0 {
				paths = []string{initial}
			}
		}
		for _, path := range paths {
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return nil, err
			}
			module := strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(rel), ".py"), "/", ".")
			module = strings.TrimSuffix(module, ".__init__")
			out = append(out, &suite{file: &CPythonFile{File: module}, path: path})
		}
	}
	return out, nil
}

func (r *CPythonReport) finish() {
	kinds := map[string]*UnknownKind{}
	support := map[string]bool{}
	for _, f := range r.Files {
		r.Total.add(f.CPythonTally)
		for _, l := range f.support {
			support[l] = true
		}
		for _, t := range f.tests {
			switch t.Outcome {
			case TestFailing:
				r.Failing = append(r.Failing, t)
			case TestUnknown:
				k := kinds[t.Why]
				if k == nil {
					k = &UnknownKind{Reason: t.Why, Example: t.ID}
					kinds[t.Why] = k
				}
				k.Tests++
			}
		}
	}
	r.Support = slices.Sorted(maps.Keys(support))
	for _, k := range kinds {
		r.Unknown = append(r.Unknown, *k)
	}
	slices.SortFunc(r.Unknown, func(a, b UnknownKind) int {
		return cmp.Or(b.Tests-a.Tests, strings.Compare(a.Reason, b.Reason))
	})
}

// write writes the tests that are not seen to pass, one a line.
func (r *CPythonReport) write(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(f)
	enc.SetEscapeHTML(false)
	for _, file := range r.Files {
		for _, t := range file.tests {
			if t.Outcome == TestPassing {
				continue
			}
			if err := enc.Encode(t); err != nil {
				f.Close()
				return err
			}
		}
	}
	return f.Close()
}

// score adds a test to its file, in the light of what CPython makes of it.
func (f *CPythonFile) score(t CPythonTest, counts map[string]counted) {
	if c, ok := counts[t.ID]; ok && c.Outcome != "pass" {
		t.Outcome, t.Why, t.Where = TestSkipped, c.Outcome+" in CPython", ""
	} else if counts != nil && !ok {
		t.Outcome, t.Why, t.Where = TestSkipped, "not run by CPython", ""
	} else if t.Outcome != TestSkipped {
		f.Wanted += c.Assertions
	}
	f.Tests++
	switch t.Outcome {
	case TestPassing:
		f.Passing++
	case TestFailing:
		f.Failing++
	case TestUnknown:
		f.Unknown++
	case TestSkipped:
		f.Skipped++
	}
	if t.Outcome != TestSkipped {
		f.Assertions.Held += t.Assertions.Held
		f.Assertions.Failed += t.Assertions.Failed
		f.Assertions.Unknown += t.Assertions.Unknown
	}
	f.tests = append(f.tests, t)
}

// loaded notes what failed at the top of the file itself, and of the modules of
// the test package that it imports.
func (f *CPythonFile) loaded(failures map[string]bool) {
	own := strings.ReplaceAll(f.File, ".", "/")
	for _, l := range slices.Sorted(maps.Keys(failures)) {
		if strings.HasPrefix(l, own+".py:") || strings.HasPrefix(l, own+"/__init__.py:") {
			f.Load = append(f.Load, l)
		} else {
			f.support = append(f.support, l)
		}
	}
}

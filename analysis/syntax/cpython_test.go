package syntax

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// findPython returns a Python of at least version 3.11, and whether its positions
// inside f-strings are right, or skips the test.
func findPython(t *testing.T) (path string, insideFStrings bool) {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 on PATH")
	}
	out, err := exec.Command(path, "-c", "import sys; print(*sys.version_info[:2])").Output()
	if err != nil {
		t.Skip("python3 does not run: ", err)
	}
	var major, minor int
	fmt.Sscan(string(out), &major, &minor)
	if major != 3 || minor < 11 {
		t.Skipf("python3 has version %d.%d", major, minor)
	}
	return path, minor >= 12
}

// pythonTrees returns what dump.py prints for the files.
func pythonTrees(t *testing.T, python string, files []string) []string {
	t.Helper()
	cmd := exec.Command(python, append([]string{"testdata/dump.py"}, files...)...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var trees []string
	var tree strings.Builder
	r := bufio.NewReader(stdout)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			break
		}
		if line == "--\n" {
			trees = append(trees, tree.String())
			tree.Reset()
			continue
		}
		tree.WriteString(line)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return trees
}

// firstDifference returns the surroundings of the first line that differs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			part := func(lines []string) string {
				return strings.Join(lines[min(len(lines), max(0, i-6)):min(len(lines), i+4)], "\n")
			}
			return fmt.Sprintf("line %d\n--- got\n%s\n--- want\n%s", i+1, part(g), part(w))
		}
	}
	return ""
}

// TestStandardLibrary compares the trees of the standard library of the Python
// on PATH with those that this Python makes.
func TestStandardLibrary(t *testing.T) {
	python, inside := findPython(t)
	out, err := exec.Command(python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(out))
	pattern := "*.py"
	if p := os.Getenv("AUGUR_STDLIB_FILES"); p != "" {
		pattern = p
	}
	files, _ := filepath.Glob(filepath.Join(dir, pattern))
	if testing.Short() && len(files) > 40 {
		files = files[:40]
	}
	const group = 50
	for len(files) > 0 {
		n := min(group, len(files))
		for _, path := range files[:n] {
			if src, err := os.ReadFile(path); err == nil && utf8.Valid(src) {
				for _, p := range Parse(src).Problems {
					t.Errorf("%s:%d: %s", path, p.Line, p.Message)
				}
			}
		}
		compareFiles(t, python, inside, files[:n])
		files = files[n:]
	}
}

func compareFiles(t *testing.T, python string, inside bool, files []string) {
	t.Helper()
	trees := pythonTrees(t, python, files)
	for i, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := ParseFragment(src)
		if !utf8.Valid(src) || strings.Contains(trees[i], "encoding") && strings.HasPrefix(trees[i], "error ") {
			continue
		}
		if strings.HasPrefix(trees[i], "error ") {
			if len(f.Problems) == 0 {
				t.Errorf("%s: no problem found, CPython says %s", path, trees[i])
			}
			continue
		}
		if len(f.Problems) > 0 {
			p := f.Problems[0]
			t.Errorf("%s:%d: %s (%d problems)\n%s", path, p.Line, p.Message, len(f.Problems), f.LineText(int(p.Line)))
			continue
		}
		if got := dumpFile(f, inside); got != trees[i] {
			t.Errorf("%s: the tree differs at %s", path, firstDifference(got, trees[i]))
		}
	}
}

package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const client = `import json
import urllib.request

import missing


def fetch(url, times=1):
    data = urllib.request.urlopen(url).read()
    n = json.loads(data.decode("utf-8"))["n"]
    return n * times


def summary(url):
    count = fetch(url)
    total = count + 1
    return total


def label(name, width=8, *, fill="."):
    return name.strip().title().ljust(width, fill)


def plain(x):
    y = missing.load(x)
    return y
`

const clientTests = `import sys
import types
import unittest
from unittest import mock

sys.modules["missing"] = types.SimpleNamespace(load=lambda x: x)
import client

open("ran.txt", "w").close()


class T(unittest.TestCase):
    def test_label(self):
        self.assertEqual(client.label(" bob "), "Bob.....")
        self.assertEqual(client.label("ann", 5, fill="-"), "Ann--")

    def test_fetch(self):
        with mock.patch("urllib.request.urlopen") as u:
            u.return_value.read.return_value = b'{"n": 7}'
            self.assertEqual(client.fetch("http://x/", 2), 14)
            self.assertEqual(client.summary("http://x/"), 8)
`

// clientProject writes a small project and sets an empty cache.
func clientProject(t *testing.T) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("HOME", home)
	dir = t.TempDir()
	write(t, filepath.Join(dir, "client.py"), client)
	write(t, filepath.Join(dir, "test_client.py"), clientTests)
	return dir
}

func predictJSON(t *testing.T, dir string, args ...string) (prediction, string) {
	t.Helper()
	r := command(t, dir, append([]string{"predict", "client.py", "--json"}, args...)...)
	var p prediction
	if err := json.Unmarshal([]byte(r.stdout), &p); r.status != 0 || err != nil {
		t.Fatalf("predict %v: status %d, %v, %s", args, r.status, err, r.stderr)
	}
	return p, r.stderr
}

// valueOf is the first value of a variable.
func valueOf(p prediction, name string) value {
	for _, l := range *p.Lines {
		for _, v := range *l.Values {
			if v.Name == name {
				return v
			}
		}
	}
	return value{}
}

func oneLine(text string) bool {
	return strings.Count(strings.TrimRight(text, "\n"), "\n") == 0 && strings.TrimSpace(text) != ""
}

// Nothing of a project runs unless its user agrees.
func TestAdaptAsks(t *testing.T) {
	dir := clientProject(t)
	r := command(t, dir, "adapt", "--project", ".")
	if r.status != 2 || !strings.Contains(r.stderr, "--yes") || !strings.Contains(r.stderr, "test_client.py") {
		t.Errorf("status %d, %s; want 2, what would run, and --yes", r.status, r.stderr)
	}
	for _, args := range [][]string{{"--status"}, {"--undo"}} {
		if r := command(t, dir, append([]string{"adapt", "--project", "."}, args...)...); r.status != 1 || !oneLine(r.stderr) {
			t.Errorf("%v: status %d, %q; want 1 and one line", args, r.status, r.stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ran.txt")); err == nil {
		t.Error("the tests ran")
	}
	empty := t.TempDir()
	for _, args := range [][]string{
		{"--project", empty, "--yes"},
		{"--project", filepath.Join(empty, "none"), "--yes"},
		{"--project", dir, "--yes", "--python", filepath.Join(empty, "python")},
	} {
		if r := command(t, dir, append([]string{"adapt"}, args...)...); r.status != 1 || !oneLine(r.stderr) {
			t.Errorf("%v: status %d, %q; want 1 and one line", args, r.status, r.stderr)
		}
	}
	for _, args := range [][]string{{}, {"--project", dir, "--minutes", "0"}, {"--project", dir, "--undo", "--status"}} {
		if r := command(t, dir, append([]string{"adapt"}, args...)...); r.status != 2 || !oneLine(r.stderr) {
			t.Errorf("%v: status %d, %q; want 2 and one line", args, r.status, r.stderr)
		}
	}
	if _, err := os.Stat(os.Getenv("XDG_CACHE_HOME")); err == nil {
		t.Error("something is in the cache")
	}
}

func TestAdapt(t *testing.T) {
	if testing.Short() {
		t.Skip("learns for some seconds")
	}
	dir := clientProject(t)
	if r := command(t, dir, "adapt", "--project", ".", "--yes", "--minutes", "0.8"); r.status != 0 || !strings.Contains(r.stdout, "recorded ") {
		t.Fatalf("status %d, %s%s", r.status, r.stdout, r.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran.txt")); err != nil {
		t.Error("the tests did not run in the project's folder")
	}
	if err := os.Remove(filepath.Join(dir, "ran.txt")); err != nil {
		t.Fatal(err)
	}
	var status struct {
		Dir, Made        string
		Bytes            int64
		Calls, Functions int
		Before, After    float64
	}
	r := command(t, dir, "adapt", "--project", ".", "--status", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &status); err != nil || status.Calls < 5 || status.Bytes == 0 || status.Made == "" {
		t.Fatalf("status %s, %v", r.stdout, err)
	}

	// What was seen is used, and said to be observed.
	p, _ := predictJSON(t, dir, "--function", "summary")
	if *p.Example.Call != "summary('http://x/')" || *p.Example.Origin != "recorded" {
		t.Errorf("example %s, %s", *p.Example.Call, *p.Example.Origin)
	}
	if v := valueOf(p, "total"); v.Repr == nil || *v.Repr != "8" || v.Provenance != "observed" {
		t.Errorf("total is %+v, want an observed 8", v)
	}
	if p.Result == nil || p.Result.Provenance != "observed" {
		t.Errorf("the result is %+v, want it observed", p.Result)
	}
	if p, _ := predictJSON(t, dir, "--function", "label"); *p.Example.Origin != "recorded" || p.Result == nil || p.Result.Provenance != "computed" {
		t.Errorf("label: example %s, result %+v; want one recorded, and computed", *p.Example.Origin, p.Result)
	}
	if r := command(t, dir, "predict", "client.py", "--function", "summary"); !strings.Contains(r.stdout, "count = 7 (observed)") || !strings.Contains(r.stdout, "· recorded") {
		t.Errorf("predict prints\n%s", r.stdout)
	}

	// Other arguments, and the exact engine, see nothing of it.
	if p, _ := predictJSON(t, dir, "--call", "fetch('http://y/')"); valueOf(p, "data").Provenance == "observed" {
		t.Error("a call with other arguments is observed")
	}
	if p, _ := predictJSON(t, dir, "--call", "fetch('http://x/')", "--engine", "exact"); valueOf(p, "data").Provenance != "unknown" {
		t.Errorf("the exact engine has %+v", valueOf(p, "data"))
	}

	// What was seen of another source is not used.
	path := filepath.Join(dir, "client.py")
	write(t, path, strings.Replace(client, "def fetch(url, times=1):\n", "def fetch(url, times=1):\n    # a comment changes nothing\n", 1))
	if p, _ := predictJSON(t, dir, "--call", "fetch('http://x/')"); valueOf(p, "data").Provenance != "observed" {
		t.Error("after a comment what was seen is not used")
	}
	write(t, path, strings.Replace(client, "n * times", "n + times", 1))
	if p, _ := predictJSON(t, dir, "--call", "fetch('http://x/')"); valueOf(p, "data").Provenance == "observed" {
		t.Error("what was seen of the function before it changed is used")
	}
	write(t, path, client)

	// Damaged files are told of in one line, and the shipped weights answer.
	info := filepath.Join(status.Dir, "project.json")
	text, err := os.ReadFile(info)
	if err != nil {
		t.Fatal(err)
	}
	write(t, info, strings.Replace(string(text), `"kept": false`, `"kept": true`, 1))
	write(t, filepath.Join(status.Dir, "adapter.safetensors"), "no adapter")
	if _, stderr := predictJSON(t, dir, "--call", "plain(987)"); !oneLine(stderr) || !strings.Contains(stderr, "shipped weights") {
		t.Errorf("a damaged adapter: %q, want one line", stderr)
	}
	write(t, filepath.Join(status.Dir, "observed.sqlite"), strings.Repeat("no database ", 1000))
	if p, stderr := predictJSON(t, dir, "--call", "fetch('http://x/')"); !strings.Contains(stderr, "recorded calls are not used") || valueOf(p, "data").Provenance == "observed" {
		t.Errorf("a damaged store: %q", stderr)
	}
	write(t, info, "{")
	if _, stderr := predictJSON(t, dir, "--call", "label('a')"); stderr != "" && !oneLine(stderr) {
		t.Errorf("a damaged entry: %q, want one line", stderr)
	}

	if r := command(t, dir, "adapt", "--project", ".", "--undo"); r.status != 0 {
		t.Fatalf("undo: status %d, %s", r.status, r.stderr)
	}
	if _, err := os.Stat(status.Dir); err == nil {
		t.Error("the folder is still there")
	}
	if r := command(t, dir, "predict", "client.py", "--function", "summary"); strings.Contains(r.stdout, "recorded") {
		t.Errorf("after undo predict prints\n%s", r.stdout)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran.txt")); err == nil {
		t.Error("another command ran the tests")
	}
}

package integration

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"augur/lsp/lsptest"
)

// session is an editor with a server of its own.
type session struct {
	*lsptest.Client
	t       testing.TB
	process *exec.Cmd
	stderr  bytes.Buffer
	logFile string
}

// open starts a server and an editor. The end of the test ends both, and fails
// it if the server complained about anything or did not end as it should.
func open(t testing.TB, e lsptest.Editor) *session {
	t.Helper()
	s := launch(t)
	s.Initialize(e)
	t.Cleanup(func() {
		if t.Failed() {
			s.report()
			return
		}
		s.Client.Close()
		s.exits(0)
		if text := s.stderr.String(); text != "" {
			t.Errorf("the server wrote to standard error:\n%s", text)
		}
	})
	return s
}

// launch starts a server with which nobody has talked yet. It is killed at the
// end of the test if it is still there.
func launch(t testing.TB) *session {
	t.Helper()
	s := &session{t: t, logFile: t.TempDir() + "/log"}
	s.process = exec.Command(augur, "lsp", "--log-file", s.logFile)
	s.process.Stderr = &s.stderr
	in, err := s.process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.process.ProcessState == nil {
			_ = s.process.Process.Kill()
			_ = s.process.Wait()
		}
	})
	s.Client = lsptest.NewClient(t, in, out)
	return s
}

// exits waits for the end of the server and checks its status.
func (s *session) exits(want int) {
	s.t.Helper()
	_ = s.process.Wait()
	if got := s.process.ProcessState.ExitCode(); got != want {
		s.t.Errorf("the server exited with %d, want %d; it said: %s", got, want, s.stderr.String())
	}
}

// report shows what helps to understand a failure.
func (s *session) report() {
	log, _ := os.ReadFile(s.logFile)
	if len(log) > 4000 {
		log = log[len(log)-4000:]
	}
	s.t.Logf("the server's log ends with:\n%s", log)
	if text := s.stderr.String(); text != "" {
		s.t.Logf("standard error:\n%s", text)
	}
}

// allHints are settings with which every function has its hints.
var allHints = map[string]any{"hints": map[string]any{"mode": "all"}}

// strip takes the expected hints, which stand behind "#>", out of a source.
func strip(annotated string) string {
	lines := strings.Split(annotated, "\n")
	for i, line := range lines {
		code, _, _ := strings.Cut(line, "#>")
		lines[i] = strings.TrimRight(code, " ")
	}
	return strings.Join(lines, "\n")
}

// expect compares a document with hints to one with the expected hints in it,
// in both directions.
func expect(t testing.TB, d *lsptest.Document, want string) {
	t.Helper()
	got := strings.Split(d.Annotated(), "\n")
	wanted := strings.Split(want, "\n")
	if strip(want) != d.Text {
		t.Fatalf("the expected text is not that of the document:\n%s", strip(want))
	}
	for i := range got {
		_, g, _ := strings.Cut(got[i], "#> ")
		_, w, _ := strings.Cut(wanted[i], "#> ")
		if g != w {
			t.Errorf("line %d: %s\n  got:  %s\n  want: %s", i+1, strings.TrimSpace(strip(wanted[i])), g, w)
		}
	}
}

// memory returns the bytes of memory that the server holds, 0 where that can not be
// told.
func (s *session) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kilobytes int64
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// processorTime returns how long the server has kept a processor busy, 0 where that
// can not be told.
func (s *session) processorTime() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // clock ticks
}

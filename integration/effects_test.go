package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hostile are programs that would do something to the machine if they were run.
var hostile = map[string]string{
	"process": "import os, subprocess\nos.system('touch out')\nsubprocess.run(['touch', 'out'])\nos.execv('/bin/true', ['true'])\n",
	"file":    "import pathlib, shutil\nopen('out', 'w').write('x')\npathlib.Path('out').write_text('x')\nshutil.rmtree('.')\n",
	"network": "import socket, urllib.request\ns = socket.socket()\ns.connect(('127.0.0.1', 9))\nurllib.request.urlopen('http://127.0.0.1:9/')\n",
	"eval":    "exec(\"open('out', 'w')\")\neval(\"__import__('os').system('touch out')\")\ncompile('1', 'x', 'exec')\n",
	"objects": "class M(type):\n    def __getattribute__(c, n):\n        open('out', 'w')\n        return type.__getattribute__(c, n)\nclass A(metaclass=M):\n    def __del__(self): __import__('os').remove('file.py')\nA()\nA.x\n",
	"import":  "import ctypes\nctypes.CDLL(None).system(b'touch out')\nfrom importlib import import_module\nimport_module('antigravity')\n",
}

// forbidden are system calls that a run of the program must not make: another
// program, a connection, a file that is written.
var forbidden = regexp.MustCompile(`(?m)^\S*\s*(?:\[pid +\d+\] )?(execve|execveat|fork|vfork|socket|connect|unlink|unlinkat|rename|renameat2?|mkdir|mkdirat|rmdir|open(?:at)?\([^\n]*O_(?:WRONLY|RDWR|CREAT|TRUNC))`)

// TestNoEffects watches the system calls of the program while it predicts what
// hostile files do.
func TestNoEffects(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace")
	}
	for name, source := range hostile {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "file.py"), source+"\ndef f(n=1):\n"+indented(source)+"    return n\n")
			log := filepath.Join(t.TempDir(), "log")
			c := exec.Command(strace, "-f", "-qq", "-e", "trace=process,network,file,desc", "-o", log, augur, "predict", "--engine", "exact", "file.py")
			c.Dir = dir
			out, err := c.CombinedOutput()
			if strings.Contains(string(out), "PTRACE") || strings.Contains(string(out), "ptrace") {
				t.Skip("strace may not trace here")
			}
			calls, rerr := os.ReadFile(log)
			if rerr != nil {
				t.Fatalf("%v: %v %s", rerr, err, out)
			}
			_, rest, _ := strings.Cut(string(calls), "\n") // the first is strace starting the program
			if len(rest) < 100 {
				t.Fatalf("nothing was traced: %s", out)
			}
			for _, line := range strings.Split(rest, "\n") {
				if forbidden.MatchString(line) {
					t.Errorf("%s", line)
				}
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 1 {
				t.Errorf("the folder holds %v", left)
			}
		})
	}
}

func indented(source string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(source), "\n", "\n    ") + "\n"
}

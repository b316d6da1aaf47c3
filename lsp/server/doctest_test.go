package server

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"augur/lsp/engine"
	"augur/lsp/lsptest"
)

// doctests has a remark on every statement that CPython's doctest says fails, and on
// those for which it would with other options: what is reported of it.
const doctests = `"""The whole.

>>> half(4)
2.0
>>> half(5)  #! doctest expects 2, will print 2.5
2
"""
import random

LIMIT = 3
seen = []


def half(n):
    """
    >>> half(1)
    0.5
    >>> x = half(2)
    >>> x + 1  #! doctest expects 3.0, will print 2.0
    3.0
    >>> half(1) # doctest: +ELLIPSIS
    0...
    >>> [half(1),
    ...  half(3)]
    [0.5,   1.5]
    >>> half(10)

    >>> half('a')
    Traceback (most recent call last):
      ...
    TypeError: never mind the words
    >>> half('a')  #! doctest expects ValueError, will raise TypeError
    Traceback (most recent call last):
    ValueError: no
    >>> half(6)  #! doctest expects ValueError, will print 3.0
    Traceback (most recent call last):
    ValueError: no
    """
    return n / 2


def note(x):
    """Doctests of one string share what they change.

    >>> note(1)
    1
    >>> note(1)
    2
    >>> note(1)  #! doctest expects 4, will print 3
    4
    """
    seen.append(x)
    return len(seen)


def show(*lines):
    """
    >>> show('a', 'b')
    a
    b
    >>> show('a', 'c')  #! doctest expects b, will print c
    a
    b
    >>> show('a')  #! doctest expects b, will print no more
    a
    b
    >>> show('a', 'b')  #! doctest expects no more, will print b
    a
    >>> show()  #! doctest expects a, will print nothing
    a
    >>> print(half(3))
    1.5
    >>>
    """
    for line in lines:
        print(line)


def third():
    """
    >>> third()
    0.33
    >>> third() > 0
    1
    >>> third() == 0  #! doctest expects True, will print False
    True
    """
    return 1 / 3


class Dice:
    """
    >>> Dice(2).twice()
    4
    >>> Dice(2).twice()  #! doctest expects 5, will print 4
    5
    >>> Dice(2)
    <Dice>
    """

    def __init__(self, n):
        self.n = n

    def twice(self):
        return self.n * 2

    def roll(self):
        """
        >>> Dice(6).roll()
        4
        """
        return random.randint(1, self.n)


def limit():
    """
    >>> LIMIT = 9
    >>> limit()
    9
    """
    return LIMIT


def escaped():
    """
    >>> escaped()
    'a\x62'
    """
    return "b"
`

func TestDoctestsThatWillFail(t *testing.T) {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), fromClient, toClient, Options{Forecaster: new(engine.Forecaster)})
		_ = toClient.Close()
		served <- err
	}()
	c := lsptest.NewClient(t, toServer, fromServer)
	c.Initialize(lsptest.Editor{})

	var source []string
	var want []string
	failing := []int{}
	for i, line := range strings.Split(doctests, "\n") {
		code, remark, marked := strings.Cut(line, "  #! ")
		if marked {
			want = append(want, fmt.Sprintf("%d: %s", i+1, remark))
			failing = append(failing, i+1)
		}
		source = append(source, code)
	}
	file := filepath.Join(t.TempDir(), "whole.py")
	if err := os.WriteFile(file, []byte(strings.Join(source, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	d := c.Open("file://"+file, strings.Join(source, "\n"))
	var got []string
	for _, p := range d.Diagnostics() {
		if strings.HasPrefix(p.Message, "doctest ") {
			got = append(got, fmt.Sprintf("%d: %s", p.Range.Start.Line+1, p.Message))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("reported are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	c.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}

	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("without CPython it is not checked that doctest says so, too")
	}
	out, _ := exec.Command(python, "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", "-o", "IGNORE_EXCEPTION_DETAIL", file).Output()
	really := map[int]bool{}
	for _, line := range strings.Split(string(out), "\n") {
		if _, rest, ok := strings.Cut(line, `", line `); ok && strings.HasPrefix(line, "File ") {
			n, _, _ := strings.Cut(rest, ",")
			at, _ := strconv.Atoi(n)
			really[at] = true
		}
	}
	for _, line := range failing {
		if !really[line] {
			t.Errorf("line %d does not fail in CPython:\n%s", line, out)
		}
	}
}

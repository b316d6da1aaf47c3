package stdlib_test

import (
	"strings"
	"testing"
)

func TestStringAgainstCPython(t *testing.T) {
	lines := strings.Split(`string.ascii_lowercase + string.ascii_uppercase + string.digits
string.ascii_letters, string.hexdigits, string.octdigits, string.punctuation, string.whitespace
string.printable
string.capwords('hello  wORLD foo')
string.capwords(' a-b-cd ', '-')
string.capwords(5)
string.capwords(b'x')
string.Template('$who likes ${what} $$5').substitute(who='tim', what='kung pao')
string.Template('$who likes ${what} $$5').substitute({'who': 'x', 'what': 3})
string.Template('$who likes ${what}').substitute({'who': 'x'}, what=[1])
string.Template('$who').substitute()
string.Template('$who ${a} $').safe_substitute(a=1)
string.Template('a $ b').substitute()
string.Template('é\nb $1').substitute()
string.Template('a\n\n  ${b').substitute(b=1)
string.Template('a\u2028b $').substitute()
string.Template('a\n$').substitute()
string.Template('$a$b').is_valid()
string.Template('$a$').is_valid()
string.Template('$a ${b} $a $$').get_identifiers()
string.Template('x').template
string.Template('$x', 1)
string.Template('$aé').substitute(a=1)`, "\n")
	check(t, []string{"import string"}, lines)
}

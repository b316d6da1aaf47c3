package stdlib_test

import (
	"fmt"
	"strings"
	"testing"
)

// jsonValue is an expression for something to encode.
func (g generator) jsonValue(depth int) string {
	switch g.Intn(12) {
	case 0:
		return g.pick("None", "True", "False", "''", "[]", "{}", "()")
	case 1:
		return g.float()
	case 2, 3:
		return fmt.Sprint(g.Intn(1000) - 500)
	case 4:
		return g.pick("'a'", "'é😀'", "'\\n\\t\\\"\\\\/'", "'\\x00\\x1f\\x7f'", "'\\ud800'", "'\\u2028'")
	case 5, 6, 7:
		if depth < 3 {
			var items []string
			for range g.Intn(4) {
				items = append(items, g.jsonValue(depth+1))
			}
			return g.pick("[", "list([") + strings.Join(items, ", ") + "]" + ""
		}
	case 8, 9, 10:
		if depth < 3 {
			var items []string
			for range g.Intn(4) {
				key := g.pick("'a'", "'b'", "'é'", "'c\"'")
				if g.Intn(5) == 0 {
					key = g.pick("1", "2.5", "None", "True", "(1,)", "float('nan')")
				}
				items = append(items, key+": "+g.jsonValue(depth+1))
			}
			return "{" + strings.Join(items, ", ") + "}"
		}
	}
	return g.pick("'x'", "0", "1.5", "{1, 2}", "b'x'")
}

func TestJSONAgainstCPython(t *testing.T) {
	g := newGenerator(41)
	var lines []string
	for range 2500 {
		v := g.jsonValue(0)
		v = strings.ReplaceAll(v, "list([", "[")
		option := func() string {
			return g.pick("", ", indent=2", ", indent='\\t'", ", indent=0", ", sort_keys=True", ", ensure_ascii=False", ", separators=(',', ':')", ", skipkeys=True", ", allow_nan=False", ", default=str", ", default=lambda o: [1, 2]", ", check_circular=False")
		}
		a, b := option(), option()
		if strings.Split(a, "=")[0] == strings.Split(b, "=")[0] {
			b = ""
		}
		lines = append(lines, "json.dumps("+v+a+b+")", "json.loads(json.dumps("+v+", skipkeys=True, default=str))")
	}
	tokens := []string{"[", "]", "{", "}", ",", ":", "\"a\"", "\"b\\\\n\"", "1", "-2.5", "1e3", "true", "null", "false", " ", "\\n", "NaN", "-Infinity", "\"\\\\u00e9\"", "\"\\\\ud83d\\\\ude00\"", "\"\\\\ud83d\"", "\"\\\\u12\"", "\"\\\\q\"", "\"é", "-", "01", "1.", ".5", "tru", "\"\\t\""}
	for range 4000 {
		doc := ""
		if g.Intn(2) == 0 {
			doc = g.pick("{\"a\": ", "[1, ", "[[", "{\"k\":[")
		}
		for range g.Intn(8) {
			doc += g.pick(tokens...)
		}
		doc += g.pick("", "]", "}", "]}", "]]")
		lines = append(lines, "json.loads('"+doc+"'"+g.pick("", ", strict=False", ", parse_int=str", ", parse_float=str", ", parse_constant=str", ", object_pairs_hook=list", ", object_hook=sorted")+")")
	}
	lines = append(lines, strings.Split(`json.loads(5)
json.loads('\ufeff1')
json.loads(b'\xff\xfe1\x00'), json.loads(b'1'), json.loads(bytearray(b'[1]')), json.loads('1'.encode('utf-32')), json.loads('[1]'.encode('utf-16-be')), json.loads('"é"'.encode('utf-8-sig'))
json.loads(b'\xff')
json.loads('1' * 5000)
json.JSONDecodeError('a', 'b\nc', 2)
json.JSONDecodeError('a', 'b\nc', 2).lineno, json.JSONDecodeError('a', 'b\nc', 2).colno, json.JSONDecodeError('a', 'b\nc', 2).msg
json.dumps(1, 2)
json.dumps([1], foo=1)
json.loads('1', foo=1)
json.dumps([1], separators=(1, 2))
json.dumps([1], separators=(1, 2, 3))
json.dumps({'a': 1}, indent=1.5)
json.dumps([1, [2]], indent=True)
json.JSONEncoder(indent=2).encode([1])
json.JSONDecoder().raw_decode(' 1')
json.JSONDecoder().raw_decode('1 2'), json.JSONDecoder().raw_decode('x[1] y', 1)
json.JSONEncoder().default(1)
json.dumps(object())
json.dumps({1: 1, True: 2, None: 3, 1.5: 4, float('inf'): 5})
json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps({'a': 1, 2: 3})
json.dumps({'a': 1, 2: 3}, sort_keys=True)
json.dumps({(1, 2): 3})
json.dumps(int), json.dumps(type)
json.dumps([[[[[]]]]], indent=1)
json.dumps(10**30), json.loads('1e400'), json.loads('-0'), json.loads('-0.0'), json.loads('123456789012345678901234567890')
type('E', (json.JSONEncoder,), {'default': lambda self, o: list(o)})().encode({'a': (x for x in [1, 2])})
json.dumps({1, 2}, cls=type('E', (json.JSONEncoder,), {'default': lambda self, o: sorted(o)}))
json.loads('{"a": 1, "a": 2}'), json.loads('{"a": 1, "a": 2}', object_pairs_hook=lambda p: p)`, "\n")...)
	check(t, []string{"import json"}, lines)
	check(t, []string{"import json", "x = []", "x.append(x)", "y = {'a': 1}", "y['y'] = [y]"}, []string{"json.dumps(x)", "json.dumps(y)", "json.dumps([x], indent=1)"})
}

package stdlib_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"augur/analysis/stdlib"
	"augur/analysis/value/valuetest"
)

// lines makes the lines of one random case.
type lines func(r *rand.Rand) []string

func list(r *rand.Rand, n int, item func() string) string {
	out := make([]string, r.Intn(n+1))
	for i := range out {
		out[i] = item()
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func pick(r *rand.Rand, choices ...string) string { return choices[r.Intn(len(choices))] }

// fill replaces each $ by a small number and each @ by a letter in quotes.
func fill(r *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		switch c {
		case '$':
			fmt.Fprint(&b, r.Intn(9)-2)
		case '@':
			fmt.Fprintf(&b, "'%c'", 'a'+r.Intn(5))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// steps makes a case of setup and n random statements out of templates.
func steps(setup string, n int, templates ...string) lines {
	return func(r *rand.Rand) []string {
		out := strings.Split(fill(r, setup), "\n")
		for range n {
			out = append(out, fill(r, pick(r, templates...)))
		}
		return out
	}
}

func number(r *rand.Rand) func() string {
	return func() string { return fmt.Sprint(r.Intn(12)) }
}

func letter(r *rand.Rand) func() string {
	return func() string { return fmt.Sprintf("'%c'", 'a'+r.Intn(4)) }
}

func text(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.Intn(n + 1) {
		b.WriteByte("abc d"[r.Intn(5)])
	}
	return "'" + b.String() + "'"
}

func textLines(r *rand.Rand) string {
	return list(r, 12, func() string { return strings.TrimSuffix(text(r, 9), "'") + `\n'` })
}

var randomCases = map[string]struct {
	n    int
	make lines
}{
	"deque": {150, steps("from collections import deque\nd = deque([$, $, $, $])\ne = deque([$, $, $], maxlen=4)", 40,
		"d.append($)", "e.append($)", "d.appendleft($)", "e.appendleft($)", "d.pop()", "e.popleft()", "d.popleft()", "d.rotate($)", "e.rotate($)",
		"d.extend([$, $])", "e.extendleft([$, $, $])", "d.insert($, $)", "e.insert($, $)", "d.remove($)", "d.index($)", "d.index($, $, $)",
		"d.count($)", "del d[$]", "d[$] = $", "d[$]", "d.reverse()", "d", "e", "e.copy()", "d + e", "e += d", "d *= 2", "d == e", "d < e",
		"list(reversed(d))", "d = deque(e)", "$ in d", "d.clear()", "d = deque(d, 6)", "len(d)")},
	"ordered dict": {150, steps("from collections import OrderedDict\nd = OrderedDict(a=1)\ne = OrderedDict(b=2, c=3)", 40,
		"d[@] = $", "e[@] = $", "del d[@]", "d.move_to_end(@)", "d.move_to_end(@, last=False)", "d.popitem()", "e.popitem(last=False)", "d.pop(@, None)",
		"d", "e", "d == e", "d == dict(e)", "d.update(e)", "d | e", "e |= d", "list(reversed(d))", "d.setdefault(@, $)", "d.copy()", "list(d.items())",
		"e.clear()", "d.keys() & e.keys() == e.keys() & d.keys()", "d = OrderedDict(e)", "d[@]", "[k for k in d if d.move_to_end(k)]")},
	"counter": {150, steps("from collections import Counter\nc = Counter('abca')\nd = Counter(b=2, d=-1)", 40,
		"c[@] += $", "d[@] = $", "del c[@]", "c.update('abc')", "c.update({@: $})", "c.subtract([@, @])", "c.most_common()", "d.most_common(2)", "c", "d", "c + d",
		"c - d", "c | d", "c & d", "+c", "-d", "c += d", "c -= d", "d |= c", "d &= c", "c == d", "c <= d", "c > d", "list(c.elements())", "c.total()",
		"c = Counter(d)", "c[@]", "c.pop(@, 0)", "sorted(c.items())")},
	"default dict": {80, steps("from collections import defaultdict\nd = defaultdict(int)\ne = defaultdict(list)", 30,
		"d[@] += $", "e[@].append($)", "d", "e", "d.get(@)", "@ in d", "d[@]", "d.pop(@, None)", "d | {@: $}", "d.copy()", "d.setdefault(@, $)", "list(e.values())", "d == {@: $}", "del d[@]")},
	"heap": {100, func(r *rand.Rand) []string {
		out := []string{"import heapq", "h = " + list(r, 12, number(r)), "heapq.heapify(h)", "h"}
		for range 25 {
			out = append(out, fill(r, pick(r, "heapq.heappush(h, $)", "heapq.heappop(h)", "h", "heapq.heappushpop(h, $)", "heapq.heapreplace(h, $)",
				"heapq.nlargest($, h)", "heapq.nsmallest($, h)", "heapq.nsmallest(3, h, key=lambda v: v % 3)", "heapq.nlargest(3, iter(h), key=lambda v: v % 3)",
				"list(heapq.merge(sorted(h), [$, 9], [0, $ + 5]))")))
		}
		return out
	}},
	"itertools": {200, func(r *rand.Rand) []string {
		out := []string{"import itertools as it", "x = " + list(r, 6, number(r)), "y = " + list(r, 6, letter(r))}
		for range 12 {
			out = append(out, fill(r, pick(r, "list(it.islice(x, $, $))", "list(it.islice(x, 0, $, 2))", "list(it.combinations(y, $))", "list(it.permutations(x[:4], $))",
				"list(it.product(x[:3], y[:3]))", "[(k, list(g)) for k, g in it.groupby(sorted(y))]", "list(it.accumulate(x))", "list(it.zip_longest(x, y, fillvalue=$))",
				"list(it.combinations_with_replacement(x[:4], 2))", "list(it.pairwise(x))", "list(it.takewhile(lambda v: v > $, x))", "list(it.dropwhile(lambda v: v > $, x))",
				"list(it.compress(x, y))", "list(it.chain(x, y))", "list(map(list, it.tee(x, 2)))", "list(it.islice(it.cycle(x), 7))", "list(it.starmap(max, zip(x, x[::-1])))")))
		}
		return out
	}},
	"bisect": {60, func(r *rand.Rand) []string {
		out := []string{"import bisect", "x = sorted(" + list(r, 10, number(r)) + ")"}
		for range 15 {
			out = append(out, fill(r, pick(r, "bisect.bisect_left(x, $)", "bisect.bisect_right(x, $)", "bisect.insort(x, $)", "bisect.insort_left(x, $)", "x",
				"bisect.bisect(x, $, 1, 2)", "bisect.bisect_left(x, $, key=lambda v: v + 1)")))
		}
		return out
	}},
	"difflib": {120, func(r *rand.Rand) []string {
		return []string{
			"import difflib",
			"a, b = " + text(r, 30) + ", " + text(r, 30),
			"s = difflib.SequenceMatcher(None, a, b)", "s.get_opcodes()", "s.ratio()", "s.quick_ratio()", "list(s.get_grouped_opcodes(1))",
			"difflib.SequenceMatcher(lambda c: c in ' a', a, b).get_matching_blocks()",
			"m, n = " + textLines(r) + ", " + textLines(r),
			"list(difflib.ndiff(m, n))", "list(difflib.unified_diff(m, n, 'x', 'y'))", "list(difflib.context_diff(m, n, n=1))",
			"difflib.get_close_matches(a[:6], [v.strip() for v in m + n], cutoff=0.3)",
		}
	}},
	"pprint": {150, func(r *rand.Rand) []string {
		var build func(depth int) string
		build = func(depth int) string {
			item := func() string { return build(depth + 1) }
			switch k := r.Intn(9); {
			case depth > 3 || k < 3:
				return pick(r, fmt.Sprint(r.Intn(100000)), text(r, 60), "None", "1.5", "b'bytes'", "'two\\nlines '")
			case k < 5:
				return list(r, 8, item)
			case k == 5:
				return "tuple(" + list(r, 5, item) + ")"
			case k == 6:
				return "set(" + list(r, 30, number(r)) + ")"
			}
			return "{" + strings.TrimSuffix(strings.TrimPrefix(list(r, 6, func() string {
				return pick(r, text(r, 12), fmt.Sprint(r.Intn(50))) + ": " + item()
			}), "["), "]") + "}"
		}
		return []string{
			"import pprint", "x = " + build(0),
			fmt.Sprintf("pprint.pformat(x, width=%d, indent=%d, compact=%s)", 10+r.Intn(80), 1+r.Intn(4), pick(r, "True", "False")),
			"pprint.pformat(x)", "pprint.saferepr(x)", fmt.Sprintf("pprint.pformat(x, depth=%d, sort_dicts=False)", 1+r.Intn(3)),
		}
	}},
	"copy": {80, func(r *rand.Rand) []string {
		return []string{
			"import copy", "s = [1]", "x = " + strings.ReplaceAll(list(r, 6, func() string { return pick(r, "s", "[s, s]", "(s,)", "{1: s}", "5", "{1, 2}", "(1, 2)") }), "5", "5"),
			"y = copy.deepcopy(x)", "y == x", "[p is q for p, q in zip(x, y)]", "z = copy.copy(x)", "[p is q for p, q in zip(x, z)]",
			"[[p is q for q in y] for p in y if isinstance(p, list)]", "s.append(2)", "[x, y, z]",
		}
	}},
}

func TestRandomScripts(t *testing.T) {
	for name, k := range randomCases {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(7))
			var cases [][]string
			for range k.n {
				cases = append(cases, k.make(r))
			}
			compared, unknown := valuetest.Compare(t, cases, stdlib.Load)
			if unknown*20 > compared {
				t.Errorf("%d of %d lines are unknown", unknown, compared+unknown)
			}
			t.Logf("%d lines compared, %d unknown", compared, unknown)
		})
	}
}

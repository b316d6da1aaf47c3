package reach

import (
	"slices"
	"strconv"
	"strings"

	"augur/analysis/syntax"
	"augur/analysis/value"
)

// suggestions tries what the wanted value may have been made from: its parts,
// and what common operations would turn into it.
func (s *search) suggestions(g *returnGoal) {
	data := s.sources(g.datum)
	flat := s.en.flat
	bases := s.bases()
	for round := 0; round < 2; round++ {
		for _, d := range data {
			for i, p := range flat {
				if p.kind == star || p.kind == doubleStar {
					continue
				}
				likely := p.spec.root().weight[classOf(d)] > 0 || !p.spec.known()
				if likely != (round == 0) {
					continue
				}
				for _, b := range bases {
					c := slices.Clone(b)
					c[i] = d
					if !s.try(c) {
						return
					}
				}
				if len(flat) == 1 {
					break
				}
			}
			if round == 1 && s.run.runs > 3000 {
				return
			}
		}
		if round == 0 && len(flat) > 1 && !s.pairsOf(data) {
			return
		}
	}
}

// bases are argument lists to which suggestions are put one at a time.
func (s *search) bases() [][]*datum {
	var out [][]*datum
	for _, c := range s.pop[:min(4, len(s.pop))] {
		out = append(out, c.args)
	}
	if len(s.en.flat) > 1 {
		for range 3 {
			args := make([]*datum, len(s.en.flat))
			for i, p := range s.en.flat {
				if !p.optional {
					args[i] = s.m.make(p.spec, 2)
				}
			}
			out = append(out, args)
		}
	} else if len(out) > 1 {
		out = out[:1]
	}
	return out
}

// pairsOf tries combinations of two suggestions and constants.
func (s *search) pairsOf(data []*datum) bool {
	flat := s.en.flat
	pool := append(slices.Clone(data[:min(len(data), 14)]), s.m.pool.data[:min(len(s.m.pool.data), 20)]...)
	if len(s.pop) == 0 {
		return true
	}
	base := s.pop[0].args
	for i := range flat {
		for j := range flat {
			if i == j {
				continue
			}
			for _, d := range data[:min(len(data), 14)] {
				if flat[i].spec.excludes(classOf(d)) {
					continue
				}
				for _, e := range pool {
					if flat[j].spec.excludes(classOf(e)) {
						continue
					}
					c := slices.Clone(base)
					c[i], c[j] = d, e
					if !s.try(c) {
						return false
					}
				}
			}
		}
	}
	return true
}

const maxSources = 300

// sources are the value itself and what it may have been made from, the
// directest first.
func (s *search) sources(d *datum) []*datum {
	seen := map[string]bool{}
	var out []*datum
	add := func(x *datum) {
		if x == nil || len(out) >= maxSources {
			return
		}
		if k := x.String(); !seen[k] && len(k) < 1500 {
			seen[k] = true
			out = append(out, x)
		}
	}
	add(d)
	for at, depth := 0, 0; depth < 2; depth++ {
		end := len(out)
		for ; at < end; at++ {
			for _, x := range s.unmade(out[at]) {
				add(x)
			}
		}
	}
	return out
}

// unmade lists what one common operation would turn into d.
func (s *search) unmade(d *datum) []*datum {
	var out []*datum
	add := func(xs ...*datum) { out = append(out, xs...) }
	p := s.m.pool
	ints := p.ints[:min(len(p.ints), 12)]
	switch d.form {
	case listForm, tupleForm, setForm, frozenForm:
		s.unmadeSequence(d, add)
		return out
	case dictForm:
		s.unmadeDict(d, add)
		return out
	case codeForm:
		return nil
	}
	switch v := d.leaf.(type) {
	case value.Int:
		n := int64(v)
		add(strDatum(strconv.FormatInt(n, 10)), listDatum(d), intDatum(-n), floatDatum(float64(n)))
		if n >= 0 && n <= 60 {
			k := int(n)
			rep := make([]*datum, k)
			up := make([]*datum, k)
			var kv []*datum
			for i := range rep {
				rep[i], up[i] = intDatum(1), intDatum(int64(i))
				kv = append(kv, intDatum(int64(i)), intDatum(1))
			}
			add(strDatum(strings.Repeat("a", k)), listDatum(rep...), listDatum(up...), dictDatum(kv...))
			for _, c := range p.strs[:min(len(p.strs), 8)] {
				if c != "" {
					add(strDatum(strings.Repeat(c, k)), strDatum(strings.Repeat("a", k)+c))
				}
			}
		}
		for _, k := range ints {
			add(intDatum(n-k), intDatum(n+k))
			if k != 0 && n%k == 0 {
				add(intDatum(n / k))
			}
			add(intDatum(n * k))
		}
		if n >= 32 && n < 127 {
			add(strDatum(string(rune(n))))
		}
	case value.Float:
		f := float64(v)
		add(intDatum(int64(f)), strDatum(leafText(v)), listDatum(d), floatDatum(-f))
		for _, k := range ints {
			add(floatDatum(f-float64(k)), floatDatum(f*float64(k)))
			if k != 0 {
				add(floatDatum(f / float64(k)))
			}
		}
	case *value.Str:
		s.unmadeText(v.String(), add)
	case value.Bool:
		add(intDatum(1), zeroDatum, strDatum(""), listDatum())
	case *value.Bytes:
		add(strDatum(v.B))
	}
	return out
}

func (s *search) unmadeText(t string, add func(...*datum)) {
	p := s.m.pool
	rs := []rune(t)
	rev := slices.Clone(rs)
	slices.Reverse(rev)
	add(strDatum(string(rev)), strDatum(swapCase(t)), strDatum(strings.ToLower(t)), strDatum(strings.ToUpper(t)))
	chars := make([]*datum, len(rs))
	for i, r := range rs {
		chars[i] = strDatum(string(r))
	}
	if len(rs) < 60 {
		add(listDatum(chars...), listDatum(strDatum(t)))
	}
	split := func(parts []string) {
		if len(parts) > 40 {
			return
		}
		es := make([]*datum, len(parts))
		for i, x := range parts {
			es[i] = strDatum(x)
		}
		add(listDatum(es...))
		r := slices.Clone(es)
		slices.Reverse(r)
		add(listDatum(r...))
	}
	s.written(t, add)
	if strings.ContainsAny(t, " \n\t") {
		split(strings.Fields(t))
	}
	for _, c := range p.strs[:min(len(p.strs), 16)] {
		if c == "" || c == t {
			continue
		}
		if strings.Contains(t, c) {
			split(strings.Split(t, c))
			add(strDatum(strings.ReplaceAll(t, c, "")))
			if x, ok := strings.CutPrefix(t, c); ok {
				add(strDatum(x))
			}
			if x, ok := strings.CutSuffix(t, c); ok {
				add(strDatum(x))
			}
			for _, o := range p.strs[:min(len(p.strs), 8)] {
				if o != c {
					add(strDatum(strings.ReplaceAll(t, c, o)))
				}
			}
		}
		if len(c) < 8 {
			add(strDatum(t+c), strDatum(c+t))
		}
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(t), 10, 63); err == nil {
		add(intDatum(n))
	} else if f, err := strconv.ParseFloat(strings.TrimSpace(t), 64); err == nil {
		add(floatDatum(f))
	}
	add(strDatum(strings.TrimSpace(t)), strDatum(" "+t), strDatum(t+" "))
	if len(rs) > 1 {
		add(strDatum(string(rs[1:])), strDatum(string(rs[:len(rs)-1])), strDatum(string(rs[:(len(rs)+1)/2])))
		add(strDatum(string(rs[1:])+string(rs[:1])), strDatum(string(rs[len(rs)-1:])+string(rs[:len(rs)-1])))
		var even []rune
		for i := 0; i < len(rs); i += 2 {
			even = append(even, rs[i])
		}
		add(strDatum(string(even)))
	}
	for _, k := range p.ints[:min(len(p.ints), 6)] {
		if k != 0 && k > -30 && k < 30 {
			shifted := slices.Clone(rs)
			for i := range shifted {
				if x := shifted[i] - rune(k); x > 31 && x < 127 {
					shifted[i] = x
				}
			}
			add(strDatum(string(shifted)))
		}
	}
}

// written adds the literals that a text holds, as str() of values would write
// them.
func (s *search) written(t string, add func(...*datum)) {
	if !strings.ContainsAny(t, "([{'0123456789") || len(t) > 400 {
		return
	}
	literal := func(text string) *datum {
		e, err := syntax.ParseExpr(text)
		if err != nil {
			return nil
		}
		if d := parseDatum(e, text); d.form != codeForm {
			return d
		}
		return nil
	}
	if d := literal(t); d != nil {
		add(d)
	}
	var parts []*datum
	for i := 0; i < len(t); i++ {
		if strings.IndexByte("([{'", t[i]) < 0 {
			continue
		}
		for j := len(t); j > i+1; j-- {
			if strings.IndexByte(")]}'", t[j-1]) < 0 {
				continue
			}
			// The shortest literal that starts here.
			if k := strings.IndexByte(t[i+1:j], closing[t[i]]); k >= 0 {
				if d := literal(t[i : i+k+2]); d != nil {
					parts = append(parts, d)
					i += k + 1
				}
			}
			break
		}
	}
	if len(parts) > 1 {
		add(listDatum(parts...))
		s.unmadeSequence(listDatum(parts...), add)
		r := slices.Clone(parts)
		slices.Reverse(r)
		s.unmadeSequence(listDatum(r...), add)
	}
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}', '\'': '\''}

func (s *search) unmadeSequence(d *datum, add func(...*datum)) {
	es := d.elems
	n := len(es)
	for _, f := range []form{listForm, tupleForm} {
		if f != d.form {
			add(&datum{form: f, elems: es})
		}
	}
	rev := slices.Clone(es)
	slices.Reverse(rev)
	add(listDatum(rev...), listDatum(d))
	texts := make([]string, 0, n)
	allText, pairs, numbers := true, true, true
	for _, e := range es {
		t, ok := e.asText()
		allText = allText && ok
		texts = append(texts, t)
		pairs = pairs && (e.form == tupleForm || e.form == listForm) && len(e.elems) == 2 && e.elems[0].hashable()
		_, ok = e.asInt()
		numbers = numbers && ok
	}
	if allText {
		add(strDatum(strings.Join(texts, "")), strDatum(strings.Join(texts, " ")))
		for _, c := range s.m.pool.strs[:min(len(s.m.pool.strs), 8)] {
			if c != "" {
				add(strDatum(strings.Join(texts, c)))
			}
		}
		add(strDatum(strings.Join(texts, "\n")))
	}
	if pairs && n > 0 {
		var kv, vk, first, second []*datum
		for _, e := range es {
			kv = append(kv, e.elems[0], e.elems[1])
			if e.elems[1].hashable() {
				vk = append(vk, e.elems[1], e.elems[0])
			}
			first, second = append(first, e.elems[0]), append(second, e.elems[1])
		}
		add(dictDatum(uniqueKeys(kv)...), listDatum(first...), listDatum(second...))
		if len(vk) == len(kv) {
			add(dictDatum(uniqueKeys(vk)...), listDatum(swapPairs(es)...))
		}
	}
	hash := n > 0
	for _, e := range es {
		hash = hash && e.hashable()
	}
	if hash {
		var kv, vk []*datum
		for i, e := range es {
			kv = append(kv, e, intDatum(int64(i)))
			vk = append(vk, intDatum(int64(i)), e)
		}
		add(dictDatum(uniqueKeys(kv)...), dictDatum(vk...), &datum{form: setForm, elems: dedupe(es)})
	}
	if numbers && n > 0 {
		digits := make([]*datum, n)
		line := ""
		for i, e := range es {
			digits[i] = strDatum(e.String())
			line += e.String()
		}
		add(listDatum(digits...), strDatum(line))
		for _, k := range s.m.pool.ints[:min(len(s.m.pool.ints), 6)] {
			less, times, parts := make([]*datum, n), make([]*datum, n), make([]*datum, n)
			divisible := k != 0
			for i, e := range es {
				x, _ := e.asInt()
				less[i], times[i] = intDatum(x-k), intDatum(x*k)
				if divisible && x%k == 0 {
					parts[i] = intDatum(x / k)
				} else {
					divisible = false
				}
			}
			add(listDatum(less...), listDatum(times...))
			if divisible {
				add(listDatum(parts...))
			}
		}
	}
	if n > 0 {
		add(listDatum(es[1:]...), listDatum(es[:n-1]...), es[0], es[n-1])
		add(listDatum(append(slices.Clone(es), es[n-1])...), listDatum(append([]*datum{es[0]}, es...)...))
		add(listDatum(append(slices.Clone(es[1:]), es[0])...), listDatum(append([]*datum{es[n-1]}, es[:n-1]...)...))
		var flat []*datum
		for _, e := range es {
			if e.form == listForm || e.form == tupleForm {
				flat = append(flat, e.elems...)
			}
		}
		if len(flat) > 0 {
			add(listDatum(flat...))
		}
	}
	if n > 0 && n%2 == 0 {
		add(listDatum(es[:n/2]...))
		var even, odd []*datum
		for i, e := range es {
			if i%2 == 0 {
				even = append(even, e)
			} else {
				odd = append(odd, e)
			}
		}
		add(listDatum(even...), listDatum(odd...))
	}
	add(intDatum(int64(n)))
}

func swapPairs(es []*datum) []*datum {
	out := make([]*datum, len(es))
	for i, e := range es {
		out[i] = e.with([]*datum{e.elems[1], e.elems[0]})
	}
	return out
}

func (s *search) unmadeDict(d *datum, add func(...*datum)) {
	var keys, vals, pairs, swapped, repeated []*datum
	swap := true
	text := ""
	for i := 0; i+1 < len(d.elems); i += 2 {
		k, v := d.elems[i], d.elems[i+1]
		keys, vals = append(keys, k), append(vals, v)
		pairs = append(pairs, tupleDatum(k, v))
		if swap = swap && v.hashable(); swap {
			swapped = append(swapped, v, k)
		}
		if n, ok := v.asInt(); ok && n > 0 && n < 40 {
			for range n {
				repeated = append(repeated, k)
			}
			if t, ok := k.asText(); ok {
				text += strings.Repeat(t, int(n))
			}
		}
	}
	add(listDatum(keys...), listDatum(vals...), listDatum(pairs...))
	if swap {
		add(dictDatum(uniqueKeys(swapped)...))
	}
	if len(repeated) > 0 {
		add(listDatum(repeated...), strDatum(text))
	}
	var lists []*datum
	for i := range pairs {
		lists = append(lists, listDatum(pairs[i].elems...))
	}
	add(listDatum(lists...), listDatum(d))
}

package toml_test

import (
	"reflect"
	"strings"
	"testing"

	"augur/lsp/toml"
)

// plain returns a table as nested maps.
func plain(t *toml.Table) map[string]any {
	m := make(map[string]any)
	for key, v := range t.Values {
		switch v := v.(type) {
		case *toml.Table:
			m[key] = plain(v)
		case []*toml.Table:
			var list []any
			for _, t := range v {
				list = append(list, plain(t))
			}
			m[key] = list
		default:
			m[key] = v
		}
	}
	return m
}

func TestParse(t *testing.T) {
	const src = "\ufeff# a remark\r\n" + `a = 1 # one
b.c = "x # \"y\" \\ \u00e9 \n"
'd e' = 'raw \n'
[hints]
mode = "all"
maxLength = 1_000
deep.er = [1, 2.5, true, "x", ["y",],]
[hints.more]
x = -2e3
[[pin]]
file = "a.py"
[[pin]]
file = "b.py"
[pin.sub]
y = false
`
	want := map[string]any{
		"a": int64(1), "b": map[string]any{"c": "x # \"y\" \\ é \n"}, "d e": `raw \n`,
		"hints": map[string]any{"mode": "all", "maxLength": int64(1000), "deep": map[string]any{"er": []any{int64(1), 2.5, true, "x", []any{"y"}}}, "more": map[string]any{"x": -2e3}},
		"pin":   []any{map[string]any{"file": "a.py"}, map[string]any{"file": "b.py", "sub": map[string]any{"y": false}}},
	}
	got, err := toml.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(plain(got), want) {
		t.Errorf("got %v\nwant %v", plain(got), want)
	}
	if line := got.Tables("pin")[1].Lines["file"]; line != 14 {
		t.Errorf("the second pin's file is on line %d, want 14", line)
	}
}

func TestErrors(t *testing.T) {
	for src, want := range map[string]string{
		"a":                              "line 1: a key is followed by",
		"a = ":                           "a value is missing",
		"\na = x":                        "line 2: \"x\" is no value",
		"a = 1 2":                        "is not expected here",
		"a = 1\na = 2":                   "line 2: a is set twice",
		"a = 1\n[a]":                     "a is not a table",
		"a = 1\n[[a]]":                   "not an array of tables",
		"[a":                             "does not end with ]",
		"[[a]":                           "does not end with ]]",
		"= 1":                            "a key is expected",
		`a = "x`:                         "does not end",
		`a = "\`:                         "does not end",
		`a = "\q"`:                       "unknown escape",
		`a = "\ud800"`:                   "bad escape",
		`a = """x"""`:                    "several lines",
		"a = {x = 1}":                    "inline tables",
		"a = [1,":                        "a value is missing",
		"a = [1":                         "end on the line",
		"a = " + strings.Repeat("[", 99): "nested too deep",
		"a = \"\xff\"":                   "not UTF-8",
	} {
		if _, err := toml.Parse(src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one with %q", src, err, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, text := range []string{"", "a", `f("x\n", 'y')`, "line\nline\ttab\r", "é 𝔘 \x01 \x7f"} {
		got, err := toml.Parse("a = " + toml.Quote(text))
		if err != nil || got.Values["a"] != text {
			t.Errorf("%q does not come back: %v, %v", text, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[a]\nb = [1, \"x\"]\n[[c]]\nd.e = true")
	f.Fuzz(func(_ *testing.T, src string) { _, _ = toml.Parse(src) })
}

package settings

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	all := Default()
	all.Hints.Mode, all.Hints.MaxLength, all.Hints.NotReached, all.Oracle.Threshold = All, 40, true, 0.75
	off := Default()
	off.Hints.Mode = Off
	reports := Default()
	reports.Diagnostics = Diagnostics{SeverityError, SeverityOff, true, true, "me"}
	reports.Lens.Enabled, reports.Hints.Classes = false, true
	for _, test := range []struct {
		name, raw string
		want      Settings
	}{
		{"nothing", ``, Default()},
		{"null", `null`, Default()},
		{"empty", `{}`, Default()},
		{"nested", `{"hints": {"mode": "all", "maxLength": 40, "notReached": true}, "oracle": {"threshold": 0.75}}`, all},
		{"dotted", `{"hints.mode": "all", "hints.maxLength": 40.0, "hints.notReached": true, "oracle.threshold": 0.75}`, all},
		{"under its name", `{"augur": {"hints": {"mode": "all", "maxLength": 40, "notReached": true}, "oracle": {"threshold": 0.75}}}`, all},
		{"among those of others", `{"python": {"hints": 3}, "augur.hints.mode": "off"}`, off},
		{"the rest", `{"diagnostics": {"exceptions": "error", "assertions": "off", "notReached": true, "predicted": true, "source": "me"}, "lens.enabled": false, "hints.classes": true}`, reports},
		{"unset", `{"hints": {"mode": null}}`, Default()},
		{"for the editor alone", `{"server": {"path": "x"}, "trace": {"server": "off"}}`, Default()},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, problems := Parse([]byte(test.raw))
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if len(problems) > 0 {
				t.Errorf("unexpected problems: %q", problems)
			}
		})
	}
}

func TestParseReportsWhatItDoesNotUnderstand(t *testing.T) {
	for _, test := range []struct{ raw, problem string }{
		{`[]`, "not an object"},
		{`{"hints"`, "not an object"},
		{`{"hints": {"mode": "sometimes"}}`, `augur.hints.mode must be "cursor", "breakpoints", "all" or "off", not "sometimes"`},
		{`{"hints": {"mode": 1}}`, "augur.hints.mode"},
		{`{"hints": {"maxLength": 9}}`, "augur.hints.maxLength must be a whole number from 10"},
		{`{"hints": {"maxLength": 20.5}}`, "augur.hints.maxLength"},
		{`{"hints": {"maxLength": 1e300}}`, "augur.hints.maxLength"},
		{`{"hints": {"notReached": "yes"}}`, "augur.hints.notReached must be true or false"},
		{`{"oracle": {"threshold": 1.5}}`, "augur.oracle.threshold must be a number from 0 to 1"},
		{`{"diagnostics": {"exceptions": "fatal"}}`, `must be "error", "warning", "information", "hint" or "off", not "fatal"`},
		{`{"diagnostics": {"source": 3}}`, "must be text"},
		{`{"oracle": 3}`, "unknown settings are ignored: augur.oracle"},
		{`{"hints": {"mdoe": "all", "mode": "cursor"}, "zap": 1}`, "unknown settings are ignored: augur.hints.mdoe, augur.zap"},
	} {
		got, problems := Parse([]byte(test.raw))
		if got != Default() {
			t.Errorf("Parse(%s) = %+v, want the defaults", test.raw, got)
		}
		if len(problems) != 1 || !strings.Contains(problems[0], test.problem) {
			t.Errorf("Parse(%s) reports %q, want one line with %q", test.raw, problems, test.problem)
		}
	}
}

func TestFile(t *testing.T) {
	want := Default()
	want.Hints.Mode, want.Hints.MaxLength, want.Diagnostics.Source = All, 40, "values"
	got, problems := File("# for all\n[hints]\nmode = \"all\"\nmaxLength = 40\n[diagnostics]\nsource = 'values'\n")
	if got != want || len(problems) > 0 {
		t.Errorf("got %+v, %v; want %+v", got, problems, want)
	}
	// What an editor says goes before the file.
	over, _ := Over(got, []byte(`{"hints": {"mode": "off"}}`))
	if over.Hints.Mode != Off || over.Hints.MaxLength != 40 {
		t.Errorf("over the file the settings are %+v", over)
	}
	for _, test := range []struct {
		text string
		want Problem
	}{
		{"[hints]\nmdoe = 1", Problem{2, "there is no setting hints.mdoe"}},
		{"[hints]\n\nmaxLength = 5", Problem{3, "hints.maxLength must be a whole number from 10 to 10000"}},
		{"[[hints]]\n", Problem{1, "there is no setting hints"}},
		{"hints", Problem{1, `a key is followed by "", not by =`}},
	} {
		got, problems := File(test.text)
		if got != Default() || len(problems) != 1 || problems[0] != test.want {
			t.Errorf("File(%q) = %+v, %v; want the defaults and %v", test.text, got, problems, test.want)
		}
	}
}

// Every setting is complete, and its default is one of its values.
func TestFields(t *testing.T) {
	for _, f := range Fields() {
		s := Default()
		raw, err := json.Marshal(f.Default())
		if err != nil || !f.set(&s, raw) || s != Default() {
			t.Errorf("%s: the default %s is not one of its values: %v", f.Name, raw, err)
		}
		if f.Description == "" || f.Values() == "" || f.Schema()["type"] == nil {
			t.Errorf("%s is not described", f.Name)
		}
		if f.set(&s, []byte("[]")) {
			t.Errorf("%s may be a list", f.Name)
		}
	}
}

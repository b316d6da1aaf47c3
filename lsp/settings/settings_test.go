package settings

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	all := Settings{Hints{All, 40, true}, Oracle{0.75}}
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
		{"among those of others", `{"python": {"hints": 3}, "augur.hints.mode": "off"}`, Settings{Hints{Off, 80, false}, Oracle{0.5}}},
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

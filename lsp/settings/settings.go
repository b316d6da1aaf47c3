// Package settings reads what the user has set, as editors send it and as the
// file augur.toml of a workspace has it.
package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"augur/lsp/toml"
)

// Mode says where hints are shown.
type Mode string

// The modes.
const (
	Cursor      Mode = "cursor"      // in the function that the cursor is in
	Breakpoints Mode = "breakpoints" // at lines that have a breakpoint
	All         Mode = "all"         // everywhere
	Off         Mode = "off"         // nowhere
)

// Severity is how grave a diagnostic is.
type Severity string

// The severities.
const (
	SeverityError       Severity = "error"
	SeverityWarning     Severity = "warning"
	SeverityInformation Severity = "information"
	SeverityHint        Severity = "hint"
	SeverityOff         Severity = "off" // there is none
)

// Settings is everything that can be set.
type Settings struct {
	Hints       Hints
	Lens        Lens
	Diagnostics Diagnostics
	Oracle      Oracle
}

// Hints are the settings of the hints at the ends of lines.
type Hints struct {
	Mode       Mode
	MaxLength  int  // of a hint, in characters
	NotReached bool // whether blocks that the example does not reach are marked
	Classes    bool // whether the class of a predicted value is shown where the value is not sure enough
}

// Lens are the settings of what stands above functions.
type Lens struct {
	Enabled bool
}

// Diagnostics are the settings of what is reported as a problem.
type Diagnostics struct {
	Exceptions Severity // of an exception that an example will raise
	Assertions Severity // of an assertion that will fail
	NotReached bool     // whether lines that no example reaches are faded
	Predicted  bool     // whether problems are reported that rest on a prediction
	Source     string   // what the editor names as the source
}

// Oracle are the settings of predicted values.
type Oracle struct {
	Threshold float64 // the least probability with which a predicted value is shown
}

// Default returns the settings of a user who has set nothing.
func Default() Settings {
	return Settings{
		Hints:       Hints{Mode: Cursor, MaxLength: 80},
		Lens:        Lens{Enabled: true},
		Diagnostics: Diagnostics{Exceptions: SeverityWarning, Assertions: SeverityWarning, Source: "augur"},
		Oracle:      Oracle{Threshold: 0.5},
	}
}

// foreign are settings with the same prefix that the editor reads for itself.
var foreign = []string{"server", "trace"}

// Parse reads settings over the defaults; see [Over].
func Parse(raw []byte) (Settings, []string) { return Over(Default(), raw) }

// Over reads settings over others. It takes the section itself or an object that
// has it under "augur", with nested or with dotted names. Each returned problem is
// one line about a setting that was not understood and that stays as it was.
func Over(base Settings, raw []byte) (Settings, []string) {
	s := base
	if len(raw) == 0 || string(raw) == "null" {
		return s, nil
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(raw, &top); err != nil {
		return s, []string{"the settings are not an object"}
	}
	flat := make(map[string]json.RawMessage)
	flatten("", top, flat)
	// Some editors send the settings of all their plugins.
	if own := withPrefix(flat, "augur."); len(own) > 0 {
		flat = own
	}
	var unknown, problems []string
	for name, value := range flat {
		if section, _, _ := strings.Cut(name, "."); slices.Contains(foreign, section) {
			continue
		}
		f := named(name)
		switch {
		case f == nil:
			unknown = append(unknown, name)
		case string(value) == "null": // unset
		case !f.set(&s, value):
			problems = append(problems, fmt.Sprintf("the setting augur.%s must be %s, not %.60s", name, f.want(), value))
		}
	}
	slices.Sort(problems)
	if len(unknown) > 0 {
		slices.Sort(unknown)
		problems = append(problems, "unknown settings are ignored: augur."+strings.Join(unknown, ", augur."))
	}
	return s, problems
}

// FileName is the name of the file in the root of a workspace that has settings
// for everybody who works on it.
const FileName = "augur.toml"

// Problem is something wrong with a file.
type Problem struct {
	Line    int // 1-based
	Message string
}

// File reads the text of augur.toml over the defaults. It returns the names and
// values that are set, which an editor's own settings may be read over.
func File(text string) (Settings, []Problem) {
	s := Default()
	root, err := toml.Parse(text)
	if err != nil {
		bad := err.(*toml.Error)
		return s, []Problem{{bad.Line, bad.Message}}
	}
	var problems []Problem
	var visit func(prefix string, t *toml.Table)
	visit = func(prefix string, t *toml.Table) {
		for _, key := range t.Keys() {
			name, line := prefix+key, t.Lines[key]
			if inner, ok := t.Values[key].(*toml.Table); ok {
				visit(name+".", inner)
				continue
			}
			f := named(name)
			if f == nil {
				problems = append(problems, Problem{line, fmt.Sprintf("there is no setting %s", name)})
				continue
			}
			raw, err := json.Marshal(t.Values[key])
			if err != nil || !f.set(&s, raw) {
				problems = append(problems, Problem{line, fmt.Sprintf("%s must be %s", name, f.want())})
			}
		}
	}
	visit("", root)
	return s, problems
}

// flatten collects the values of nested objects under dotted names.
func flatten(prefix string, object, into map[string]json.RawMessage) {
	for name, value := range object {
		name = prefix + name
		var nested map[string]json.RawMessage
		if json.Unmarshal(value, &nested) == nil && nested != nil {
			flatten(name+".", nested, into)
			continue
		}
		into[name] = value
	}
}

// withPrefix returns the values whose names have a prefix, without it.
func withPrefix(flat map[string]json.RawMessage, prefix string) map[string]json.RawMessage {
	own := make(map[string]json.RawMessage)
	for name, value := range flat {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			own[rest] = value
		}
	}
	return own
}

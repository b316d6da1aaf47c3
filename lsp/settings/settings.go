// Package settings reads what the user has set, as editors send it.
package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
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

// Settings is everything that can be set.
type Settings struct {
	Hints  Hints
	Oracle Oracle
}

// Hints are the settings of the hints at the ends of lines.
type Hints struct {
	Mode       Mode
	MaxLength  int  // of a hint, in characters
	NotReached bool // whether blocks that the example does not reach are marked
}

// Oracle are the settings of predicted values.
type Oracle struct {
	Threshold float64 // the least probability with which a predicted value is shown
}

// Default returns the settings of a user who has set nothing.
func Default() Settings {
	return Settings{
		Hints:  Hints{Mode: Cursor, MaxLength: 80},
		Oracle: Oracle{Threshold: 0.5},
	}
}

// A field reads the value of one setting.
type field struct {
	set  func(s *Settings, raw json.RawMessage) bool
	want string // what a value must be, for the message when it is not
}

// fields are the settings by name.
var fields = map[string]field{
	"hints.mode": {setMode, `"cursor", "breakpoints", "all" or "off"`},
	"hints.maxLength": {func(s *Settings, raw json.RawMessage) bool {
		return setInt(&s.Hints.MaxLength, raw, 10, 10_000)
	}, "a whole number from 10 to 10000"},
	"hints.notReached": {func(s *Settings, raw json.RawMessage) bool {
		return setBool(&s.Hints.NotReached, raw)
	}, "true or false"},
	"oracle.threshold": {func(s *Settings, raw json.RawMessage) bool {
		return setFraction(&s.Oracle.Threshold, raw)
	}, "a number from 0 to 1"},
}

// foreign are settings with the same prefix that the editor reads for itself.
var foreign = []string{"server", "trace"}

// Parse reads settings over the defaults. It takes the section itself or an
// object that has it under "augur", with nested or with dotted names. Each
// returned problem is one line about a setting that was not understood and
// that keeps its default.
func Parse(raw []byte) (Settings, []string) {
	s := Default()
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
		f, ok := fields[name]
		switch {
		case !ok:
			unknown = append(unknown, name)
		case string(value) == "null": // unset
		case !f.set(&s, value):
			problems = append(problems, fmt.Sprintf("the setting augur.%s must be %s, not %.60s", name, f.want, value))
		}
	}
	slices.Sort(problems)
	if len(unknown) > 0 {
		slices.Sort(unknown)
		problems = append(problems, "unknown settings are ignored: augur."+strings.Join(unknown, ", augur."))
	}
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

func setMode(s *Settings, raw json.RawMessage) bool {
	var m Mode
	if json.Unmarshal(raw, &m) != nil || !slices.Contains([]Mode{Cursor, Breakpoints, All, Off}, m) {
		return false
	}
	s.Hints.Mode = m
	return true
}

func setInt(to *int, raw json.RawMessage, low, high int) bool {
	var n float64
	if json.Unmarshal(raw, &n) != nil || n != math.Trunc(n) || n < float64(low) || n > float64(high) {
		return false
	}
	*to = int(n)
	return true
}

func setBool(to *bool, raw json.RawMessage) bool {
	return json.Unmarshal(raw, to) == nil
}

func setFraction(to *float64, raw json.RawMessage) bool {
	var n float64
	if json.Unmarshal(raw, &n) != nil || n < 0 || n > 1 {
		return false
	}
	*to = n
	return true
}

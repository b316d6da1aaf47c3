package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Field is one setting: its name, what it may be, and what it means. What
// editors show of the settings is made from these.
type Field struct {
	Name        string
	Description string // Markdown, one sentence or two
	Choices     []Choice
	Low, High   float64 // the bounds of a number

	kind  kind
	value func(s *Settings) any // a pointer to the setting
}

// Choice is one of the values that a setting may have.
type Choice struct{ Value, Description string }

// kind is what the values of a setting are.
type kind uint8

const (
	oneOf kind = iota
	whole
	fraction
	truth
	text
)

var severities = []Choice{
	{string(SeverityError), "As an error."},
	{string(SeverityWarning), "As a warning."},
	{string(SeverityInformation), "As information."},
	{string(SeverityHint), "As a hint, which many editors hardly show."},
	{string(SeverityOff), "Not at all."},
}

// fields are the settings, in the order in which they are shown.
var fields = []Field{
	{Name: "hints.mode", kind: oneOf, value: func(s *Settings) any { return (*string)(&s.Hints.Mode) },
		Choices: []Choice{
			{string(Cursor), "In the function that the cursor is in."},
			{string(Breakpoints), "At lines that have a breakpoint."},
			{string(All), "Everywhere."},
			{string(Off), "Nowhere."},
		},
		Description: "Where values are shown at the ends of lines. *Augur: Toggle Hints* switches between this and `off`."},
	{Name: "hints.maxLength", kind: whole, Low: 10, High: 10_000, value: func(s *Settings) any { return &s.Hints.MaxLength },
		Description: "The longest hint, in characters; what does not fit is cut and can be read in full by hovering."},
	{Name: "hints.notReached", kind: truth, value: func(s *Settings) any { return &s.Hints.NotReached },
		Description: "Marks the blocks that the example does not reach."},
	{Name: "hints.classes", kind: truth, value: func(s *Settings) any { return &s.Hints.Classes },
		Description: "Shows the class of a value (`x: str ≈`) where the class can be predicted but the value can not."},
	{Name: "lens.enabled", kind: truth, value: func(s *Settings) any { return &s.Lens.Enabled },
		Description: "Shows above a function with which example its values were made."},
	{Name: "diagnostics.exceptions", kind: oneOf, Choices: severities, value: func(s *Settings) any { return (*string)(&s.Diagnostics.Exceptions) },
		Description: "How an exception is reported that a doctest, an assertion, a test or a call will raise."},
	{Name: "diagnostics.assertions", kind: oneOf, Choices: severities, value: func(s *Settings) any { return (*string)(&s.Diagnostics.Assertions) },
		Description: "How an assertion is reported that will fail, and a doctest that will print something else."},
	{Name: "diagnostics.notReached", kind: truth, value: func(s *Settings) any { return &s.Diagnostics.NotReached },
		Description: "Fades the lines of a function that none of its examples reaches."},
	{Name: "diagnostics.predicted", kind: truth, value: func(s *Settings) any { return &s.Diagnostics.Predicted },
		Description: "Reports also what rests on a prediction."},
	{Name: "diagnostics.source", kind: text, value: func(s *Settings) any { return &s.Diagnostics.Source },
		Description: "What the editor names as the source of the reports."},
	{Name: "oracle.threshold", kind: fraction, Low: 0, High: 1, value: func(s *Settings) any { return &s.Oracle.Threshold },
		Description: "A predicted value (`≈`) is shown only if its probability is at least this."},
}

// Fields returns all settings, in the order in which they are shown.
func Fields() []Field { return slices.Clone(fields) }

// named returns the setting of a name, nil if there is none.
func named(name string) *Field {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// set reads the value of a setting, and reports whether it was one.
func (f *Field) set(s *Settings, raw json.RawMessage) bool {
	switch to := f.value(s).(type) {
	case *string:
		var v string
		if json.Unmarshal(raw, &v) != nil || f.kind == oneOf && !slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == v }) {
			return false
		}
		*to = v
	case *bool:
		var v bool
		if json.Unmarshal(raw, &v) != nil {
			return false
		}
		*to = v
	case *int:
		var v float64
		if json.Unmarshal(raw, &v) != nil || v != math.Trunc(v) || v < f.Low || v > f.High {
			return false
		}
		*to = int(v)
	case *float64:
		var v float64
		if json.Unmarshal(raw, &v) != nil || v < f.Low || v > f.High {
			return false
		}
		*to = v
	}
	return true
}

// want says what a value must be.
func (f *Field) want() string {
	switch f.kind {
	case oneOf:
		var all []string
		for _, c := range f.Choices {
			all = append(all, fmt.Sprintf("%q", c.Value))
		}
		last := len(all) - 1
		return strings.Join(all[:last], ", ") + " or " + all[last]
	case whole:
		return fmt.Sprintf("a whole number from %g to %g", f.Low, f.High)
	case fraction:
		return fmt.Sprintf("a number from %g to %g", f.Low, f.High)
	case truth:
		return "true or false"
	}
	return "text"
}

// Default returns the value of a setting that is not set.
func (f *Field) Default() any {
	s := Default()
	switch v := f.value(&s).(type) {
	case *string:
		return *v
	case *bool:
		return *v
	case *int:
		return *v
	case *float64:
		return *v
	}
	return nil
}

// Schema returns what a JSON schema says of the setting. The same setting has
// always the same text.
func (f *Field) Schema() map[string]any {
	schema := map[string]any{"default": f.Default(), "markdownDescription": f.Description}
	switch f.kind {
	case oneOf:
		var values, about []string
		for _, c := range f.Choices {
			values, about = append(values, c.Value), append(about, c.Description)
		}
		schema["type"], schema["enum"], schema["enumDescriptions"] = "string", values, about
	case whole:
		schema["type"], schema["minimum"], schema["maximum"] = "integer", f.Low, f.High
	case fraction:
		schema["type"], schema["minimum"], schema["maximum"] = "number", f.Low, f.High
	case truth:
		schema["type"] = "boolean"
	case text:
		schema["type"] = "string"
	}
	return schema
}

// Values says in a few words what a setting may be, for documentation.
func (f *Field) Values() string {
	switch f.kind {
	case oneOf:
		var all []string
		for _, c := range f.Choices {
			all = append(all, "`"+c.Value+"`")
		}
		return strings.Join(all, ", ")
	case whole, fraction:
		return fmt.Sprintf("%g to %g", f.Low, f.High)
	case truth:
		return "`true`, `false`"
	}
	return "text"
}

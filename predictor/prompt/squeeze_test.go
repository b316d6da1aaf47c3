package prompt

import "testing"

func TestSqueeze(t *testing.T) {
	// The right sides are what re.sub(r"\s*\n\s*", " ", s.strip()) gives.
	for segment, want := range map[string]string{
		"f(1,\n    2)":        "f(1, 2)",
		"f(\n\n  1  \n)":      "f( 1 )",
		"x  =  'two  spaces'": "x  =  'two  spaces'",
		"g('a  b',\r\n\t'c')": "g('a  b', 'c')",
		"  y ":                "y",
		"":                    "",
	} {
		if got := Squeeze(segment); got != want {
			t.Errorf("Squeeze(%q) = %q, want %q", segment, got, want)
		}
	}
}

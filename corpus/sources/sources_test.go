package sources_test

import (
	"strings"
	"testing"

	"augur/corpus/dataset"
	"augur/corpus/sources"
)

func TestListOfProjects(t *testing.T) {
	ps, err := sources.Load("../SOURCES.toml")
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, p := range ps {
		for _, never := range []string{"boltons", "pydash", "humanize", "validators", "pyrsistent", "w3lib", "cruxeval", "human-eval", "mbpp"} {
			if strings.Contains(strings.ToLower(p.Name), never) {
				t.Errorf("%s must never be recorded", p.Name)
			}
		}
		if p.HeldOut != dataset.Validates(p.Folder()) {
			t.Errorf("%s: held out %v in the list, %v in the builder", p.Name, p.HeldOut, dataset.Validates(p.Folder()))
		}
		if p.HeldOut {
			held++
		}
	}
	if held < 5 {
		t.Errorf("%d projects are held out, want 5", held)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"name = \"a\"",
		"[[project]]\nname = a",
		"[[project]]\nnames = \"a\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = \"t\"",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = [\"t\"\nseconds = x",
		"[[project]]\nname = \"a\"\nlicence = \"MIT\"\ntests = [\"t\"]\nseconds = 1.5",
	} {
		if _, err := sources.Parse(text); err == nil {
			t.Errorf("Parse(%q) gives no error", text)
		}
	}
}

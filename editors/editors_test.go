// Package editors_test checks that the clients and the server agree on what
// they do not share in code: the settings and the messages of Augur's own.
package editors_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"augur/lsp/settings"
)

// property is a setting in the manifest of the VS Code extension.
type property struct {
	Default json.RawMessage
	Enum    []string
}

func manifest(t *testing.T) map[string]property {
	t.Helper()
	var m struct {
		Contributes struct {
			Configuration struct{ Properties map[string]property }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "vscode/package.json")), &m); err != nil {
		t.Fatal(err)
	}
	return m.Contributes.Configuration.Properties
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The defaults that VS Code shows are those of the server.
func TestSettingsDefaults(t *testing.T) {
	values := make(map[string]json.RawMessage)
	for name, p := range manifest(t) {
		values[name] = p.Default
	}
	raw, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	got, problems := settings.Parse(raw)
	if len(problems) > 0 {
		t.Errorf("the server does not know them all: %q", problems)
	}
	if got != settings.Default() {
		t.Errorf("got %+v, want the server's %+v", got, settings.Default())
	}
}

// Every choice that VS Code offers is one that the server takes.
func TestSettingsChoices(t *testing.T) {
	for name, p := range manifest(t) {
		for _, choice := range p.Enum {
			raw, err := json.Marshal(map[string]string{name: choice})
			if err != nil {
				t.Fatal(err)
			}
			if _, problems := settings.Parse(raw); len(problems) > 0 {
				t.Errorf("%s: %q", name, problems)
			}
		}
	}
}

// PROTOCOL.md names every setting and every message that a client sends.
func TestProtocolIsDocumented(t *testing.T) {
	protocol := read(t, "PROTOCOL.md")
	for name := range manifest(t) {
		short := strings.TrimPrefix(name, "augur.")
		if !strings.HasPrefix(short, "server.") && !strings.HasPrefix(short, "trace.") && !strings.Contains(protocol, "`"+short+"`") {
			t.Errorf("the setting %s is missing", short)
		}
	}
	messages := regexp.MustCompile(`'(augur/\w+)'`)
	for _, client := range []string{"vscode/src/protocol.ts", "neovim/lua/augur/cursor.lua", "neovim/lua/augur/breakpoints.lua"} {
		found := messages.FindAllStringSubmatch(read(t, client), -1)
		if len(found) == 0 {
			t.Errorf("%s: no message found", client)
		}
		for _, m := range found {
			if !strings.Contains(protocol, "`"+m[1]+"`") {
				t.Errorf("%s: the message %s is missing", client, m[1])
			}
		}
	}
}

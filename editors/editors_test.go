// Package editors_test checks that the clients and the server agree on what
// they do not share in code: the settings and the messages of Augur's own.
package editors_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"augur/lsp/settings"
)

var update = flag.Bool("update", false, "write what is made from the server's settings")

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

// made checks that a part of a file is what it is made from, or writes it.
func made(t *testing.T, path, before, after, want string) {
	t.Helper()
	text := read(t, path)
	head, rest, found := strings.Cut(text, before)
	got, tail, closed := strings.Cut(rest, after)
	if !found || !closed {
		t.Fatalf("%s has no part between %q and %q", path, before, after)
	}
	switch {
	case got == want:
	case *update:
		if err := os.WriteFile(path, []byte(head+before+want+after+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not have the server's settings; run `go test ./editors -update`. It should have:\n%s", path, want)
	}
}

// The settings that VS Code shows are made from those of the server.
func TestSettingsSchema(t *testing.T) {
	var b strings.Builder
	for i, f := range settings.Fields() {
		schema := f.Schema()
		schema["scope"], schema["order"] = "window", i+2
		var raw bytes.Buffer
		enc := json.NewEncoder(&raw)
		enc.SetEscapeHTML(false)
		enc.SetIndent("        ", "  ")
		if err := enc.Encode(schema); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "        %q: %s,\n", "augur."+f.Name, strings.TrimSpace(raw.String()))
	}
	made(t, "vscode/package.json", "        },\n        \"augur.hints.mode\"", "        \"augur.trace.server\"",
		strings.TrimPrefix(b.String(), "        \"augur.hints.mode\""))
}

// PROTOCOL.md and the page of VS Code list them.
func TestSettingsAreDocumented(t *testing.T) {
	var protocol, page strings.Builder
	for _, f := range settings.Fields() {
		value, err := json.Marshal(f.Default())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(value), `"`, "")
		meaning := strings.TrimSuffix(f.Description, ".")
		fmt.Fprintf(&protocol, "| `%s` | %s | `%s` | %s |\n", f.Name, f.Values(), text, meaning)
		fmt.Fprintf(&page, "| `augur.%s` | `%s` | %s |\n", f.Name, text, meaning)
	}
	made(t, "PROTOCOL.md", "| setting | values | default | meaning |\n| --- | --- | --- | --- |\n", "\n    {\"hints\"", protocol.String())
	made(t, "vscode/README.md", "only user settings count, never those of a workspace |\n", "| `augur.trace.server`", page.String())
}

// The defaults that VS Code shows are those of the server, which knows them all.
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

// PROTOCOL.md names every message and command that the server or a client has.
func TestProtocolIsDocumented(t *testing.T) {
	protocol := read(t, "PROTOCOL.md")
	messages := regexp.MustCompile(`'(augur/\w+)'|"(augur[/.]\w+)"`)
	for _, file := range []string{
		"vscode/src/protocol.ts", "neovim/lua/augur/cursor.lua", "neovim/lua/augur/breakpoints.lua",
		"../lsp/server/execute_command.go", "../lsp/server/timeline.go", "../lsp/server/example.go", "../lsp/server/cursor.go", "../lsp/server/breakpoints.go",
	} {
		found := messages.FindAllStringSubmatch(read(t, file), -1)
		if len(found) == 0 {
			t.Errorf("%s: no message found", file)
		}
		for _, m := range found {
			if name := m[1] + m[2]; !strings.Contains(protocol, "`"+name+"`") {
				t.Errorf("%s: %s is missing in PROTOCOL.md", file, name)
			}
		}
	}
}

// Every command that VS Code offers is registered by the extension.
func TestCommandsAreRegistered(t *testing.T) {
	var m struct {
		Contributes struct {
			Commands []struct{ Command string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "vscode/package.json")), &m); err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	files, err := os.ReadDir("vscode/src")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		source.WriteString(read(t, "vscode/src/"+f.Name()))
	}
	for _, c := range m.Contributes.Commands {
		if !strings.Contains(source.String(), "registerCommand('"+c.Command+"'") {
			t.Errorf("%s is offered and not registered", c.Command)
		}
	}
}

package sources

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Load reads a list of projects: the part of TOML that SOURCES.toml needs,
// which is tables [[project]] with strings, whole numbers, booleans and
// arrays of strings.
func Load(file string) ([]*Project, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	ps, err := Parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return ps, nil
}

// Parse reads the text of a list of projects.
func Parse(text string) ([]*Project, error) {
	var out []*Project
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		n := i + 1
		l := strings.TrimSpace(lines[i])
		if l == "" || l[0] == '#' {
			continue
		}
		if l == "[[project]]" {
			out = append(out, &Project{Mode: "functions", Root: ".", Seconds: 15})
			continue
		}
		key, value, ok := strings.Cut(l, "=")
		if !ok || len(out) == 0 {
			return nil, fmt.Errorf("line %d: want [[project]] or key = value", n)
		}
		value = strings.TrimSpace(value)
		for strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]") && i+1 < len(lines) {
			i++
			value += " " + strings.TrimSpace(lines[i])
		}
		if err := out[len(out)-1].set(strings.TrimSpace(key), value); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	for _, p := range out {
		if p.Name == "" || p.Licence == "" || len(p.Tests) == 0 {
			return nil, fmt.Errorf("project %q lacks its name, licence or tests", p.Name)
		}
	}
	return out, nil
}

func (p *Project) set(key, value string) (err error) {
	switch key {
	case "name":
		p.Name, err = strconv.Unquote(value)
	case "commit":
		p.Commit, err = strconv.Unquote(value)
	case "licence":
		p.Licence, err = strconv.Unquote(value)
	case "mode":
		p.Mode, err = strconv.Unquote(value)
	case "root":
		p.Root, err = strconv.Unquote(value)
	case "seconds":
		p.Seconds, err = strconv.Atoi(value)
	case "held_out":
		p.HeldOut, err = strconv.ParseBool(value)
	case "tests":
		p.Tests, err = array(value)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	if err != nil {
		return fmt.Errorf("%s = %s: %w", key, value, err)
	}
	return nil
}

func array(value string) ([]string, error) {
	inner, ok := strings.CutPrefix(value, "[")
	inner, ok2 := strings.CutSuffix(inner, "]")
	if !ok || !ok2 {
		return nil, fmt.Errorf("want an array of strings")
	}
	var out []string
	for part := range strings.SplitSeq(inner, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		s, err := strconv.Unquote(part)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

package syntax

import "strings"

// A Definition is a function of a file.
type Definition struct {
	Func  *FunctionDef
	Class *ClassDef // the class whose body holds it; nil if none does
}

// Definition returns the function with a qualified name such as "f",
// "Class.method" or "f.inner"; false if the file has none. Of several it is the
// last one, which is the one that a call reaches.
func (f *File) Definition(qualified string) (Definition, bool) {
	if qualified == "" {
		return Definition{}, false
	}
	return definition(f.Module.Body, nil, strings.Split(qualified, "."))
}

func definition(body []Stmt, in *ClassDef, path []string) (Definition, bool) {
	for i := len(body) - 1; i >= 0; i-- {
		switch s := body[i].(type) {
		case *FunctionDef:
			if s.Name != path[0] {
				continue
			}
			if len(path) == 1 {
				return Definition{s, in}, true
			}
			if d, ok := definition(s.Body, nil, path[1:]); ok {
				return d, true
			}
		case *ClassDef:
			if s.Name == path[0] && len(path) > 1 {
				if d, ok := definition(s.Body, s, path[1:]); ok {
					return d, true
				}
			}
		default:
			blocks := Blocks(s)
			for j := len(blocks) - 1; j >= 0; j-- {
				if d, ok := definition(blocks[j], in, path); ok {
					return d, true
				}
			}
		}
	}
	return Definition{}, false
}

// Method returns the last function with a name in the body of a class, nil if
// there is none.
func (c *ClassDef) Method(name string) *FunctionDef {
	d, _ := definition(c.Body, c, []string{name})
	return d.Func
}

// Blocks returns the blocks of a compound statement, in order; none for a
// simple one.
func Blocks(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *FunctionDef:
		return [][]Stmt{s.Body}
	case *ClassDef:
		return [][]Stmt{s.Body}
	case *For:
		return [][]Stmt{s.Body, s.Orelse}
	case *While:
		return [][]Stmt{s.Body, s.Orelse}
	case *If:
		return [][]Stmt{s.Body, s.Orelse}
	case *With:
		return [][]Stmt{s.Body}
	case *Try:
		blocks := [][]Stmt{s.Body}
		for _, h := range s.Handlers {
			blocks = append(blocks, h.Body)
		}
		return append(blocks, s.Orelse, s.Finalbody)
	case *Match:
		var blocks [][]Stmt
		for _, c := range s.Cases {
			blocks = append(blocks, c.Body)
		}
		return blocks
	}
	return nil
}

package eval

import (
	"sync"

	"augur/analysis/syntax"
)

// programs keeps the compiled form of files while they are in use: the same
// file is run once for every example, and again while the user reads.
var programs struct {
	sync.Mutex
	byFile map[*syntax.File]*program
	order  []*syntax.File
}

const keptPrograms = 64

func compiled(f *syntax.File, path, name string) *program {
	programs.Lock()
	defer programs.Unlock()
	if p, ok := programs.byFile[f]; ok && p.path == path && p.name == name {
		return p
	}
	p := compileFile(f, path, name)
	if programs.byFile == nil {
		programs.byFile = map[*syntax.File]*program{}
	}
	if _, again := programs.byFile[f]; !again {
		programs.order = append(programs.order, f)
	}
	programs.byFile[f] = p
	if len(programs.order) > keptPrograms {
		delete(programs.byFile, programs.order[0])
		programs.order = programs.order[1:]
	}
	return p
}

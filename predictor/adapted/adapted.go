// Package adapted finds what Augur has learnt about a project: calls that were
// recorded while its tests ran, and an adapter that fits the transformer to it.
// Both lie in the user's cache, a folder a project, and were made with the
// user's consent by augur adapt. Nothing here runs anything.
package adapted

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Files of a project's folder.
const (
	infoFile     = "project.json"
	observedFile = "observed.sqlite"
	adapterFile  = "adapter.safetensors"
)

// Info says what the folder of a project holds and how it was made.
type Info struct {
	Project string    `json:"project"` // its path
	Made    time.Time `json:"made"`
	Python  string    `json:"python"`  // what its tests were run with
	Weights string    `json:"weights"` // hash of the weights that the adapter is for

	Functions int `json:"functions"` // recorded
	Calls     int `json:"calls"`
	Values    int `json:"values"`

	Steps   int     `json:"steps"`   // of learning
	Trained int     `json:"trained"` // questions learnt from
	Held    int     `json:"held"`    // questions of functions held out
	Before  float64 `json:"before"`  // part of those that were answered right without the adapter
	After   float64 `json:"after"`   // and with it
	Kept    bool    `json:"kept"`    // the adapter is in use, since After is more than Before
}

// An Entry is what is there for one project.
type Entry struct {
	Dir string // in the cache
	Info
}

// ErrNone says that there is nothing for a project.
var ErrNone = errors.New("nothing is kept for this project")

// Observed is the path of the calls and values that were recorded.
func (e *Entry) Observed() string { return filepath.Join(e.Dir, observedFile) }

// Adapter is the path of the adapter; there may be none.
func (e *Entry) Adapter() string { return filepath.Join(e.Dir, adapterFile) }

// Size is the number of bytes that the entry takes.
func (e *Entry) Size() int64 {
	var n int64
	filepath.WalkDir(e.Dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// staged ends the name of a folder that is not complete.
const staged = ".part"

// Stage makes an empty folder that Publish puts in place of e.Dir, so that
// whoever reads the old one is not disturbed while the new one is made.
func (e *Entry) Stage() (*Entry, error) {
	s := &Entry{Dir: e.Dir + staged, Info: Info{Project: e.Project}}
	if err := os.RemoveAll(s.Dir); err != nil {
		return nil, err
	}
	return s, os.MkdirAll(s.Dir, 0o700)
}

// Publish completes what Stage began: e is the staged entry and becomes that of
// the project.
func (e *Entry) Publish() error {
	b, err := json.MarshalIndent(e.Info, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(e.Dir, infoFile), append(b, '\n'), 0o600); err != nil {
		return err
	}
	final := strings.TrimSuffix(e.Dir, staged)
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	if err := os.Rename(e.Dir, final); err != nil {
		return err
	}
	e.Dir = final
	return nil
}

// Discard removes what Stage began, unless it was published.
func (e *Entry) Discard() {
	if strings.HasSuffix(e.Dir, staged) {
		os.RemoveAll(e.Dir)
	}
}

// cache is the folder of all projects' folders.
func cache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "augur", "projects"), nil
}

// New returns an entry without info for the project at a path.
func New(project string) (*Entry, error) {
	path, err := canonical(project)
	if err != nil {
		return nil, err
	}
	all, err := cache()
	if err != nil {
		return nil, err
	}
	return &Entry{Dir: filepath.Join(all, key(path)), Info: Info{Project: path}}, nil
}

// canonical is the one path under which a project is known.
func canonical(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}

func key(path string) string {
	h := sha256.Sum256([]byte(path))
	return hex.EncodeToString(h[:8])
}

// Open returns the entry of the project at a path, ErrNone if there is none.
func Open(project string) (*Entry, error) {
	e, err := New(project)
	if err != nil {
		return nil, err
	}
	return e, e.read()
}

func (e *Entry) read() error {
	path := filepath.Join(e.Dir, infoFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNone
	}
	if err != nil {
		return err
	}
	project := e.Project
	if err := json.Unmarshal(b, &e.Info); err != nil || e.Project != project {
		e.Info = Info{Project: project}
		return fmt.Errorf("%s is damaged: run augur adapt --project %s again, or with --undo", path, project)
	}
	return nil
}

// Remove deletes what is kept for the project at a path; ErrNone if that is
// nothing.
func Remove(project string) (*Entry, error) {
	e, err := New(project)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(e.Dir); errors.Is(err, fs.ErrNotExist) {
		return e, ErrNone
	}
	if err := e.read(); err != nil {
		e.Info = Info{Project: e.Project}
	}
	return e, os.RemoveAll(e.Dir)
}

// found is what was found for folders of sources, until the cache changes.
var found struct {
	sync.Mutex
	cache  string
	mod    time.Time         // of the cache's folder, which changes as entries come and go
	nearby map[string]*Entry // by folder of a source
}

// maxNearby bounds the folders that are remembered.
const maxNearby = 4096

// Find returns the entry of the nearest project around a file, nil if there is
// none. To ask again costs one look at the disk.
func Find(path string) *Entry {
	if path == "" || path[0] == '<' {
		return nil
	}
	all, err := cache()
	if err != nil {
		return nil
	}
	info, err := os.Stat(all)
	if err != nil {
		return nil // nothing was ever adapted
	}
	dir := filepath.Dir(path)
	found.Lock()
	defer found.Unlock()
	if found.nearby == nil || found.cache != all || !found.mod.Equal(info.ModTime()) || len(found.nearby) > maxNearby {
		found.cache, found.mod, found.nearby = all, info.ModTime(), map[string]*Entry{}
	}
	e, ok := found.nearby[dir]
	if !ok {
		e = nearest(all, dir)
		found.nearby[dir] = e
	}
	return e
}

// nearest looks for an entry of a folder or of one above it.
func nearest(all, dir string) *Entry {
	path, err := canonical(dir)
	if err != nil {
		return nil
	}
	for {
		e := &Entry{Dir: filepath.Join(all, key(path)), Info: Info{Project: path}}
		switch err := e.read(); {
		case err == nil:
			return e
		case !errors.Is(err, ErrNone):
			Warn(err)
			return nil
		}
		up := filepath.Dir(path)
		if up == path {
			return nil
		}
		path = up
	}
}

var warned sync.Map

// Warn tells the user, once, of something in the cache that is not used. It
// goes to standard error, which editors keep in the server's log.
func Warn(err error) {
	if _, again := warned.LoadOrStore(err.Error(), true); !again {
		fmt.Fprintln(os.Stderr, "augur:", err)
	}
}

package observed

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	_ "modernc.org/sqlite" // the driver
)

// version is that of the tables.
const version = 1

const tables = `
CREATE TABLE functions (
	id   INTEGER PRIMARY KEY,
	file TEXT NOT NULL,
	name TEXT NOT NULL,
	hash TEXT NOT NULL,
	UNIQUE (hash, name, file)
);
CREATE TABLE calls (
	function  INTEGER NOT NULL REFERENCES functions(id),
	arguments TEXT NOT NULL,
	raised    INTEGER NOT NULL,
	result    TEXT NOT NULL,
	count     INTEGER NOT NULL,
	PRIMARY KEY (function, arguments, raised, result)
) WITHOUT ROWID;
CREATE TABLE lines (
	function   INTEGER NOT NULL REFERENCES functions(id),
	expression TEXT NOT NULL,
	target     TEXT NOT NULL,
	names      TEXT NOT NULL,
	raised     INTEGER NOT NULL,
	result     TEXT NOT NULL,
	line       INTEGER NOT NULL,
	count      INTEGER NOT NULL,
	PRIMARY KEY (function, expression, target, names, raised, result)
) WITHOUT ROWID;
`

// A Writer fills a new store. What it has so far is there only once it is
// closed.
type Writer struct {
	db        *sql.DB
	tx        *sql.Tx
	functions map[Function]int64
	Calls     int // different ones
	Lines     int
}

// Create makes a store at path, in place of what is there.
func Create(path string) (*Writer, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, "rwc"))
	if err != nil {
		return nil, err
	}
	w := &Writer{db: db, functions: map[Function]int64{}}
	if _, err = db.Exec(fmt.Sprintf("PRAGMA user_version = %d; PRAGMA journal_mode = MEMORY;", version) + tables); err == nil {
		w.tx, err = db.Begin()
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

func address(path, mode string) string {
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: "mode=" + mode}).String()
}

// Functions is how many functions there are.
func (w *Writer) Functions() int { return len(w.functions) }

func (w *Writer) function(f Function) (int64, error) {
	if id, ok := w.functions[f]; ok {
		return id, nil
	}
	r, err := w.tx.Exec("INSERT INTO functions (file, name, hash) VALUES (?, ?, ?)", f.File, f.Name, f.Hash)
	if err != nil {
		return 0, err
	}
	id, err := r.LastInsertId()
	w.functions[f] = id
	return id, err
}

// AddCall adds a call, or counts it again.
func (w *Writer) AddCall(c Call) error {
	id, err := w.function(c.Function)
	if err != nil {
		return err
	}
	return w.add(&w.Calls, `INSERT INTO calls (function, arguments, raised, result, count) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count`,
		c.Count, id, encode(c.Arguments), c.Raised, c.Result, c.Count)
}

// AddLine adds a line, or counts it again.
func (w *Writer) AddLine(l Line) error {
	id, err := w.function(l.Function)
	if err != nil {
		return err
	}
	return w.add(&w.Lines, `INSERT INTO lines (function, expression, target, names, raised, result, line, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count`,
		l.Count, id, l.Expression, l.Target, encode(l.Names), l.Raised, l.Result, l.Line, l.Count)
}

// add runs an insertion and counts it if it did not meet a row.
func (w *Writer) add(n *int, query string, count int, args ...any) error {
	var now int
	if err := w.tx.QueryRow(query, args...).Scan(&now); err != nil {
		return err
	}
	if now == count {
		*n++
	}
	return nil
}

// Close completes the store.
func (w *Writer) Close() error {
	err := w.tx.Commit()
	if e := w.db.Close(); err == nil {
		err = e
	}
	return err
}

// A Store answers what was observed. It is safe for concurrent use.
type Store struct {
	db    *sql.DB
	calls *sql.Stmt
	lines *sql.Stmt
}

// Open opens the store at path to read it.
func Open(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, "ro"))
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if err := s.prepare(); err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func (s *Store) prepare() error {
	var v int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	if v != version {
		return fmt.Errorf("tables of version %d where %d are read", v, version)
	}
	var err error
	s.calls, err = s.db.Prepare(`SELECT file, name, arguments, raised, result, count FROM functions JOIN calls ON function = id
		WHERE hash = ? ORDER BY count DESC, length(arguments), arguments`)
	if err == nil {
		s.lines, err = s.db.Prepare(`SELECT file, name, line, target, names, raised, result, count FROM functions JOIN lines ON function = id
			WHERE hash = ? AND expression = ? ORDER BY file, line, names`)
	}
	return err
}

// Close lets go of the store.
func (s *Store) Close() error { return s.db.Close() }

// Calls returns the calls of the functions with a hash, the most frequent ones
// first.
func (s *Store) Calls(hash string) ([]Call, error) {
	rows, err := s.calls.Query(hash)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Call
	for rows.Next() {
		c := Call{Function: Function{Hash: hash}}
		var arguments string
		if err := rows.Scan(&c.File, &c.Name, &arguments, &c.Raised, &c.Result, &c.Count); err != nil {
			return nil, err
		}
		if c.Arguments, err = decode(arguments); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// Lines returns what was seen of an expression in the functions with a hash.
func (s *Store) Lines(hash, expression string) ([]Line, error) {
	rows, err := s.lines.Query(hash, expression)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Line
	for rows.Next() {
		l := Line{Function: Function{Hash: hash}, Expression: expression}
		var names string
		if err := rows.Scan(&l.File, &l.Name, &l.Line, &l.Target, &names, &l.Raised, &l.Result, &l.Count); err != nil {
			return nil, err
		}
		if l.Names, err = decode(names); err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, rows.Err()
}

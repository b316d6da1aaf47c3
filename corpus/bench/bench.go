// Package bench scores answers against known truth: files of items, one JSON
// object a line. An answer is fixed before the scorer looks at the truth.
package bench

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"augur/analysis/project"
	"augur/analysis/syntax"
	"augur/predictor/forecast"
)

// Options say what to score and how.
type Options struct {
	Data   string          // the file of items
	Root   string          // where the sources of items with a repo lie
	Engine forecast.Engine //
	Limit  int             // score so many items at most; 0: all
	Out    string          // write the items that failed to this file
	// Answers writes every answer of inputs and reach to this file, for
	// CPython to check.
	Answers string
	// Sources is a file of items that have the code of those that have none.
	Sources string
	// Budget bounds the search for each input.
	Budget time.Duration
	// Examples lets the search use the examples found in the file.
	Examples bool
	// Foresee lets the neural engine go where a step is to end at once.
	Foresee bool
	// Progress is told how many items are done; may be nil.
	Progress func(done, total int)
}

// Report is what a benchmark prints.
type Report struct {
	Bench     string          `json:"bench"`
	Engine    forecast.Engine `json:"engine"`
	Items     int             `json:"items"`
	Skipped   int             `json:"skipped"` // sources missing or of another version
	Computed  Tally           `json:"computed"`
	Predicted Tally           `json:"predicted"`
	Unknown   int             `json:"unknown"`
	// Unreachable counts the unknown ones for which it is proved that no
	// input exists.
	Unreachable int     `json:"unreachable,omitempty"`
	Accuracy    float64 `json:"accuracy"`
	Baseline    int     `json:"baseline"` // right answers of "returns its first argument"
	ECE         float64 `json:"ece"`
	Seconds     float64 `json:"seconds"`
	MS          struct {
		P50 float64 `json:"p50"`
		P95 float64 `json:"p95"`
	} `json:"ms_per_item"`
}

// Tally counts answers.
type Tally struct {
	Right int `json:"right"`
	Wrong int `json:"wrong"`
}

// item is one line of a data file; which fields are set depends on the kind.
type item struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Repo   string `json:"repo"`
	Path   string `json:"path"`
	SHA    string `json:"module_source_sha"`
	Input  string `json:"input"`
	Output string `json:"output"`

	CallExpr     string `json:"call_expr"`
	ExpectedRepr string `json:"expected_repr"`

	EntryCall string `json:"entry_call"`
	Line      int    `json:"line"`
	Var       string `json:"var"`
	Hit       int    `json:"hit"`
	TrueRepr  string `json:"true_repr"`

	Exception string `json:"exception"`
	Message   string `json:"message"`
	RaiseLine int    `json:"raise_line"`

	Function     string   `json:"function"`
	TargetLine   int      `json:"target_line"`
	WitnessCalls []string `json:"witness_calls"`
	Unexecuted   []int    `json:"unexecuted_lines"`
}

// failure is an item that was not answered right, for the file of failures.
type failure struct {
	ID     string `json:"id"`
	Got    string `json:"got"`
	Kind   string `json:"kind"` // wrong, unknown
	Why    string `json:"why,omitempty"`
	Want   string `json:"want"`
	Source string `json:"source,omitempty"`
}

func readItems(path string) ([]item, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var items []item
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for n := 1; in.Scan(); n++ {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		var it item
		if err := json.Unmarshal(in.Bytes(), &it); err != nil {
			return nil, fmt.Errorf("%s:%d: not an item: %w", path, n, err)
		}
		items = append(items, it)
	}
	return items, in.Err()
}

// source finds the file of an item. ok is false when it is not there, or not
// the version that the item was made from.
func (it *item) source(root string) (f *syntax.File, path string, ok bool) {
	if it.Code != "" {
		return syntax.Parse([]byte(it.Code)), "", true
	}
	if it.Repo == "" || root == "" {
		return nil, "", false
	}
	path = filepath.Join(root, filepath.Base(it.Repo), filepath.FromSlash(it.Path))
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, "", false
	}
	if it.SHA != "" {
		sum := sha256.Sum256(src)
		if hex.EncodeToString(sum[:]) != it.SHA {
			return nil, "", false
		}
	}
	f, ok = project.Read(path)
	return f, path, ok
}

// answer is what one item got.
type answer struct {
	repr      string
	known     bool
	predicted bool
	p         float64
	why       string // when unknown
}

// scorer accumulates a report.
type scorer struct {
	report   Report
	times    []float64
	bins     bins
	failures []failure
}

func (s *scorer) add(it *item, a answer, right bool, want string) {
	switch {
	case !a.known:
		s.report.Unknown++
	case a.predicted && right:
		s.report.Predicted.Right++
	case a.predicted:
		s.report.Predicted.Wrong++
	case right:
		s.report.Computed.Right++
	default:
		s.report.Computed.Wrong++
	}
	if a.known && a.predicted {
		s.bins.add(a.p, right)
	}
	if !right {
		kind := "wrong"
		if !a.known {
			kind = "unknown"
		}
		source := it.Path
		if source == "" {
			source = it.Code
		}
		s.failures = append(s.failures, failure{ID: it.ID, Got: a.repr, Kind: kind, Why: a.why, Want: want, Source: source})
	}
}

func (s *scorer) finish(o Options, start time.Time) (*Report, error) {
	r := &s.report
	if r.Items > 0 {
		r.Accuracy = float64(r.Computed.Right+r.Predicted.Right) / float64(r.Items)
	}
	r.ECE = s.bins.error()
	r.Seconds = time.Since(start).Seconds()
	r.MS.P50, r.MS.P95 = percentiles(s.times)
	if o.Out == "" {
		return r, nil
	}
	f, err := os.Create(o.Out)
	if err != nil {
		return nil, err
	}
	enc := json.NewEncoder(f)
	enc.SetEscapeHTML(false)
	for _, x := range s.failures {
		if err := enc.Encode(x); err != nil {
			f.Close()
			return nil, err
		}
	}
	return r, f.Close()
}

// run scores the items of a file, one after the other.
func run(ctx context.Context, name string, o Options, score func(ctx context.Context, s *scorer, it *item, f *syntax.File, path string)) (*Report, error) {
	items, err := readItems(o.Data)
	if err != nil {
		return nil, err
	}
	if o.Limit > 0 && len(items) > o.Limit {
		items = items[:o.Limit]
	}
	if o.Engine == "" {
		o.Engine = forecast.Hybrid
	}
	s := &scorer{report: Report{Bench: name, Engine: o.Engine}}
	start := time.Now()
	for i := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		it := &items[i]
		t := time.Now()
		f, path, ok := it.source(o.Root)
		if !ok {
			s.report.Skipped++
			continue
		}
		s.report.Items++
		score(ctx, s, it, f, path)
		s.times = append(s.times, float64(time.Since(t).Microseconds())/1000)
		if o.Progress != nil {
			o.Progress(i+1, len(items))
		}
	}
	return s.finish(o, start)
}

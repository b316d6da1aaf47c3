package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"augur/analysis/reach"
	"augur/predictor/forecast"

	"github.com/spf13/cobra"
)

func reachCommand() *cobra.Command {
	var q reach.Query
	var goal, engine string
	var asJSON bool
	c := &cobra.Command{
		Use:   "reach FILE:LINE",
		Short: "Find inputs that reach a line, raise there or return a value",
		Long: `Find inputs with which a function reaches a line of a Python file, raises an
exception there, fails the assertion there, or returns a given value. Nothing of
the program is run; every input that is shown was evaluated and does what was
asked.

    augur reach a.py:12                          an input that reaches line 12
    augur reach a.py:12 --goal raise             ... with which line 12 raises
    augur reach a.py --function f --returns 42   ... with which f returns 42`,
		Args: exactly(1, "one place: augur reach FILE:LINE"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := parseEngine(engine)
			if err != nil {
				return err
			}
			path, line := splitLine(args[0])
			switch {
			case q.Returns != "" && q.Function == "" && line == 0:
				return usageError{fmt.Errorf("say with --function what returns %s", q.Returns)}
			case q.Returns != "":
				q.Goal = reach.Returns
			case line == 0:
				return usageError{fmt.Errorf("give a line: augur reach %s:LINE", path)}
			default:
				switch q.Goal = reach.Goal(goal); q.Goal {
				case reach.Line, reach.Raise, reach.AssertFails:
				default:
					return usageError{fmt.Errorf("no goal %q: use line, raise or assert-fails", goal)}
				}
			}
			if q.File, err = readPython(path); err != nil {
				return err
			}
			for _, p := range q.File.Problems {
				if int(p.Line) <= line && line <= int(p.EndLine) {
					return fmt.Errorf("%s:%d: %s", path, p.Line, p.Message)
				}
			}
			q.Path, q.Line = path, line
			forecast.PrepareReach(&q, e)
			r, err := reach.Find(c.Context(), q)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if asJSON {
				return writeReachJSON(c.OutOrStdout(), path, r)
			}
			printReach(c.OutOrStdout(), path, r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&goal, "goal", "line", "line, raise or assert-fails")
	f.StringVar(&q.Exception, "exception", "", "with --goal raise, the class of the exception")
	f.StringVar(&q.Returns, "returns", "", "the value to return, as a Python literal")
	f.StringVar(&q.Function, "function", "", "the function to call, as in 'f' or 'Class.method'")
	f.DurationVar(&q.Budget, "budget", 2*time.Second, "time for the search")
	f.IntVar(&q.Max, "all", 1, "so many inputs of different paths")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// The document that "reach --json" prints.
type (
	reachDoc struct {
		Target      targetDoc  `json:"target"`
		Function    string     `json:"function"`
		Status      string     `json:"status"`
		Inputs      []inputDoc `json:"inputs"`
		Unreachable bool       `json:"unreachable"`
		BlockedBy   *string    `json:"blocked_by"`
		Closest     *string    `json:"closest"`
		Tried       int        `json:"tried"`
		Seconds     float64    `json:"seconds"`
	}
	targetDoc struct {
		File string `json:"file"`
		Line int    `json:"line"`
		Goal string `json:"goal"`
	}
	inputDoc struct {
		Call       string            `json:"call"`
		Arguments  map[string]string `json:"arguments"`
		Verified   bool              `json:"verified"`
		Provenance string            `json:"provenance"`
		Path       []int             `json:"path"`
	}
)

func writeReachJSON(w io.Writer, path string, r *reach.Result) error {
	doc := reachDoc{
		Target: targetDoc{path, r.Line, string(r.Goal)}, Function: r.Function, Status: "not-found",
		Inputs: []inputDoc{}, Unreachable: r.Unreachable, Tried: r.Tried, Seconds: r.Seconds,
	}
	for _, in := range r.Inputs {
		d := inputDoc{Call: in.Call, Arguments: map[string]string{}, Verified: in.Verified, Provenance: string(in.Provenance), Path: in.Path}
		for _, a := range in.Arguments {
			d.Arguments[a.Name] = a.Text
		}
		doc.Status = "found"
		doc.Inputs = append(doc.Inputs, d)
	}
	if r.BlockedBy != "" {
		doc.BlockedBy = &r.BlockedBy
	}
	if r.Closest != "" {
		doc.Closest = &r.Closest
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

func printReach(w io.Writer, path string, r *reach.Result) {
	for _, in := range r.Inputs {
		var lines []string
		for _, n := range in.Path {
			lines = append(lines, strconv.Itoa(n))
		}
		mark := ""
		if in.Provenance != "computed" {
			mark = "  ≈ rests on a prediction"
		}
		fmt.Fprintf(w, "%s%s\n    lines %s\n", in.Call, mark, strings.Join(lines, " → "))
	}
	if len(r.Inputs) > 0 {
		return
	}
	if r.Unreachable {
		fmt.Fprintf(w, "no input does: %s\n", r.BlockedBy)
		return
	}
	fmt.Fprintf(w, "not found in %d runs and %.1f s\n", r.Tried, r.Seconds)
	if r.BlockedBy != "" {
		fmt.Fprintf(w, "    %s\n", r.BlockedBy)
	}
	if r.Closest != "" {
		fmt.Fprintf(w, "    closest: %s\n", r.Closest)
	}
}

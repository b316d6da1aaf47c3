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
	var goal, engine, outcome, from string
	var asJSON bool
	c := &cobra.Command{
		Use:   "reach FILE:LINE",
		Short: "Find inputs that reach a line, raise there or return a value",
		Long: `Find inputs with which a function reaches a line of a Python file, raises an
exception there, fails the assertion there, decides a branch there one way, or
returns a given value. Nothing of the program is run; every input that is shown
was evaluated and does what was asked.

    augur reach a.py:12                          an input that reaches line 12
    augur reach a.py:12 --function main          ... by way of a call of main
    augur reach a.py:12 --from b.py:run          ... by way of a call of run in b.py
    augur reach a.py:12 --goal raise             ... with which line 12 raises
    augur reach a.py:12 --goal branch --outcome false
                                                 ... with which the if or the loop is skipped
    augur reach a.py:12 --turn 3                 ... with which the loop has three turns
    augur reach a.py:12 --when 'total > 100'     ... and total is over 100 once it has run
    augur reach a.py --function f --returns 42   ... with which f returns 42
    augur reach a.py --function f --when 'result < 0'
                                                 ... with which f returns less than 0`,
		Args: exactly(1, "one place: augur reach FILE:LINE"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := parseEngine(engine)
			if err != nil {
				return err
			}
			path, line := splitLine(args[0])
			if q.Goal, err = reachGoal(&q, path, line, goal, outcome); err != nil {
				return usageError{err}
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
			if from != "" {
				if err := reachFrom(&q, from); err != nil {
					return err
				}
			}
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
	f.StringVar(&goal, "goal", "line", "line, branch, raise or assert-fails")
	f.StringVar(&outcome, "outcome", "true", "with --goal branch, how it comes out: true or false")
	f.StringVar(&q.Condition, "condition", "", "with --goal branch, the text of the part of the line that is meant")
	f.IntVar(&q.Turn, "turn", 0, "that the loop on the line has so many turns at least")
	f.StringVar(&q.Exception, "exception", "", "with --goal raise, the class of the exception")
	f.StringVar(&q.Returns, "returns", "", "the value to return, as a Python literal")
	f.StringVar(&q.When, "when", "", "a condition on the variables once the line has run, or on result")
	f.StringVar(&q.Function, "function", "", "the function to call, as in 'f' or 'Class.method'")
	f.StringVar(&from, "from", "", "the function to call in another file, as in b.py:main")
	f.DurationVar(&q.Budget, "budget", 2*time.Second, "time for the search")
	f.IntVar(&q.Max, "all", 1, "so many inputs of different paths")
	f.StringVar(&engine, "engine", "hybrid", "hybrid, exact or neural")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// reachGoal works out what is asked for; an error is one of usage.
func reachGoal(q *reach.Query, path string, line int, goal, outcome string) (reach.Goal, error) {
	switch outcome {
	case "true", "false":
		q.Outcome = outcome == "true"
	default:
		return "", fmt.Errorf("no outcome %q: use true or false", outcome)
	}
	switch g := reach.Goal(goal); {
	case q.Returns != "" && q.When != "":
		return "", fmt.Errorf("give one of --returns and --when")
	case (q.Returns != "" || q.When != "") && q.Function == "" && line == 0:
		return "", fmt.Errorf("say with --function which function is meant")
	case q.Returns != "", q.When != "" && line == 0:
		return reach.Returns, nil
	case line == 0:
		return "", fmt.Errorf("give a line: augur reach %s:LINE", path)
	case q.Turn > 0, q.Condition != "":
		return reach.Branch, nil
	case g == reach.Line, g == reach.Branch, g == reach.Raise, g == reach.AssertFails:
		return g, nil
	}
	return "", fmt.Errorf("no goal %q: use line, branch, raise or assert-fails", goal)
}

// reachFrom makes a query begin in a function of another file.
func reachFrom(q *reach.Query, place string) error {
	i := strings.LastIndexByte(place, ':')
	if i <= 0 || i == len(place)-1 {
		return usageError{fmt.Errorf("give --from as FILE:FUNCTION, not %q", place)}
	}
	f, err := readPython(place[:i])
	if err != nil {
		return err
	}
	q.From, q.Function = &reach.Source{File: f, Path: place[:i]}, place[i+1:]
	return nil
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
		Furthest    *int       `json:"furthest"`
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
	if r.Furthest > 0 {
		doc.Furthest = &r.Furthest
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
	switch {
	case r.Closest != "" && r.Furthest > 0:
		fmt.Fprintf(w, "    closest: %s, which gets to line %d\n", r.Closest, r.Furthest)
	case r.Closest != "":
		fmt.Fprintf(w, "    closest: %s\n", r.Closest)
	}
}

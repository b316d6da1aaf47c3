package score

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"augur/predictor/oracle"
)

// Command returns `augur score`, which measures a model.
func Command() *cobra.Command {
	var weights, tokenizer, calibration, report, on string
	var sets []string
	var limits map[string]int
	var limit int
	var asJSON bool
	c := &cobra.Command{
		Use:   "score --model WEIGHTS --set NAME=TRACES...",
		Short: "Measure a model on recorded programs",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := Open(weights, tokenizer)
			if err != nil {
				return err
			}
			var reports []*Report
			for _, a := range sets {
				name, pattern, ok := strings.Cut(a, "=")
				if !ok {
					return fmt.Errorf("--set %q: want NAME=TRACES", a)
				}
				set, err := s.Load(name, pattern, limit, limits)
				if err != nil {
					return err
				}
				r := &Report{Set: name}
				began := time.Now()
				if r.results, err = s.AskAll(c.Context(), set.Items); err != nil {
					return err
				}
				r.sum()
				r.Seconds = time.Since(began).Seconds()
				reports = append(reports, r)
				if !asJSON {
					r.print(c.OutOrStdout())
				}
			}
			if calibration != "" {
				if err := saveCalibration(calibration, on, reports); err != nil {
					return err
				}
			}
			if report != "" {
				if err := saveJSON(report, reports); err != nil {
					return err
				}
			}
			if asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", " ")
				return e.Encode(reports)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&weights, "model", "", "weights, as training saves them")
	f.StringVar(&tokenizer, "tokenizer", "predictor/weights/tokenizer.json", "tokenizer")
	f.StringArrayVar(&sets, "set", nil, "NAME=TRACES: file name patterns, separated by commas")
	f.IntVar(&limit, "limit", 400, "most questions of a task in a set")
	f.StringToIntVar(&limits, "limits", nil, "the same for single tasks, as in input=100,step=0")
	f.StringVar(&calibration, "calibration", "", "write curves and thresholds for the weights' metadata to this file")
	f.StringVar(&on, "calibrate-on", "real", "set that --calibration is fitted on: real projects that were not trained on")
	f.StringVar(&report, "report", "", "write what was measured to this file, for the model card")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// saveCalibration writes what predictor/oracle reads.
func saveCalibration(path, on string, reports []*Report) error {
	for _, r := range reports {
		if r.Set != on {
			continue
		}
		out := map[string]oracle.Calibration{}
		for _, section := range append(slices.Clone(sections), oracle.ValueClass) {
			if c, ok := r.Fit[section]; ok {
				out[section] = oracle.Calibration{Curve: c.Curve, Threshold: c.Threshold}
			}
		}
		return saveJSON(path, out)
	}
	return fmt.Errorf("no set %q to calibrate on: name one with --set %s=TRACES", on, on)
}

func saveJSON(path string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

package oracle

import (
	"encoding/json"
	"fmt"
)

// Calibration turns the model's probabilities into ones to be trusted.
type Calibration struct {
	Curve Curve `json:"curve"`
	// Threshold is the least calibrated probability that is worth showing.
	Threshold float64 `json:"threshold"`
}

// A Curve maps the probability that the model gives an answer to the part of such
// answers that was right: points of ascending probabilities, with straight lines
// between them, from 0 and to 1. Without points it changes nothing.
type Curve []Point

// A Point is a probability of the model's and the part that was right.
type Point [2]float64

// At is the calibrated form of a probability.
func (c Curve) At(p float64) float64 {
	from, to := Point{0, 0}, Point{1, 1}
	for _, k := range c {
		if p < k[0] {
			to = k
			break
		}
		from = k
	}
	if from[0] >= to[0] {
		return to[1]
	}
	return from[1] + (p-from[0])/(to[0]-from[0])*(to[1]-from[1])
}

// CalibrationKey names the calibrations in the metadata of weights.
const CalibrationKey = "calibration"

// ParseCalibration reads calibrations, a JSON object by key: the names of tasks,
// Undecided and ValueClass.
func ParseCalibration(text string) (map[string]Calibration, error) {
	out := map[string]Calibration{}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return nil, fmt.Errorf("calibration: %w", err)
	}
	for k, c := range out {
		last := Point{0, 0}
		for i, x := range c.Curve {
			if x[0] > 1 || x[1] > 1 || x[1] < last[1] || x[0] < last[0] || i > 0 && x[0] == last[0] {
				return nil, fmt.Errorf("calibration of %s: a curve rises from 0 to 1", k)
			}
			last = x
		}
		if !(c.Threshold > 0) {
			return nil, fmt.Errorf("calibration of %s: want a threshold above 0", k)
		}
	}
	return out, nil
}

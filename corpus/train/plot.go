package train

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plotCommand makes pictures of a log.
func plotCommand() *cobra.Command {
	out := "."
	c := &cobra.Command{
		Use:   "plot LOG.csv [--out DIR]",
		Short: "Draw the loss and the held-out exactness of each task over the tokens",
		Long: `Draw what a run's log.csv holds, also while it goes on: for each set loss-SET.png,
and for each held-out set exact-SET.png, with a curve a task over the tokens
trained on. The loss while training is averaged over parts of the run.`,
		Args: cobra.ExactArgs(1),

		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := openHistory(args[0])
			if err != nil {
				return err
			}
			paths, err := drawHistory(h, out)
			for _, p := range paths {
				fmt.Fprintln(cmd.OutOrStdout(), p)
			}
			return err
		},
	}
	c.Flags().StringVar(&out, "out", out, "folder for the pictures")
	return c
}

// trainSet is the name of the rows trained on in a log.
const trainSet = "train"

// palette is told apart by the colour-blind too.
var palette = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255},
	color.RGBA{213, 94, 0, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{0, 0, 0, 255}, color.RGBA{150, 140, 60, 255},
}

// drawHistory writes the pictures into dir and returns their paths.
func drawHistory(h history, dir string) ([]string, error) {
	sets, tasks := h.names()
	if len(sets) == 0 {
		return nil, errors.New("the log holds no figures yet")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var paths []string
	for _, set := range sets {
		pictures := []picture{{"loss", "loss in nats a token", func(p point) float64 { return p.loss }}}
		if set != trainSet {
			pictures = append(pictures, picture{"exact", "answers exact, %", func(p point) float64 { return 100 * p.exact }})
		}
		for _, x := range pictures {
			path := filepath.Join(dir, x.name+"-"+filepath.Base(set)+".png")
			if err := x.draw(h, set, tasks, path); err != nil {
				return paths, fmt.Errorf("%s: %w", path, err)
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// A picture is one figure of all tasks on one set.
type picture struct {
	name, label string
	of          func(point) float64
}

func (x picture) draw(h history, set string, tasks []string, path string) error {
	p := plot.New()
	p.Title.Text, p.Title.Padding = "held-out set "+set, vg.Points(8)
	if set == trainSet {
		p.Title.Text = "while training"
	}
	p.X.Label.Text, p.Y.Label.Text = "tokens trained on, millions", x.label
	p.X.Min, p.Y.Min = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(ticks), plot.TickerFunc(ticks)
	// Losses are low where exactness is high.
	p.Legend.Top, p.Legend.Left, p.Legend.XOffs = true, x.name != "loss", vg.Points(8)
	if !p.Legend.Left {
		p.Legend.XOffs = -p.Legend.XOffs
	}
	p.Add(plotter.NewGrid())
	highest := 0.0
	for i, task := range tasks {
		s := h.find(set, task)
		if s == nil {
			continue
		}
		points := s.points
		if set == trainSet {
			points = means(points, 200)
		}
		var xy plotter.XYs
		for _, q := range points {
			if y := x.of(q); !math.IsNaN(y) && !math.IsInf(y, 0) {
				xy = append(xy, plotter.XY{X: q.tokens / 1e6, Y: y})
				highest = max(highest, y)
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(xy)
		if err != nil {
			return err
		}
		line.Color, line.Width = palette[i%len(palette)], vg.Points(1.5)
		dots.Color, dots.Shape, dots.Radius = line.Color, draw.CircleGlyph{}, vg.Points(1.5)
		p.Add(line)
		if len(xy) < 100 {
			p.Add(dots)
		}
		p.Legend.Add(task, line)
	}
	p.Y.Max = max(1.05*highest, 0.01)
	return p.Save(8*vg.Inch, 5*vg.Inch, path)
}

// ticks marks an axis at about six round numbers.
func ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-9))))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if (high-low)/(f*step) <= 7 {
			step *= f
			break
		}
	}
	var out []plot.Tick
	for i := math.Ceil(low / step); i*step <= high; i++ {
		out = append(out, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step, 'g', 4, 64)})
	}
	return out
}

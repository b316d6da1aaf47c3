package train

import (
	"fmt"
	"io"
	"strings"
	"time"

	"augur/predictor/nn/graph"
)

// A view shows a person how a run goes on.
type view interface {
	report(at moment, set string, s graph.Stats)
	note(text string)
}

// lines is a view for logs and pipes: a line for each report.
type lines struct {
	c Config
	w io.Writer
}

func (l lines) report(at moment, set string, s graph.Stats) {
	var line strings.Builder
	fmt.Fprintf(&line, "%-6s step %d  %s tokens  %.0f/s  rate %.2g  norm %.2f", set, at.p.Step, short(at.p.Tokens), at.speed, at.rate, at.norm)
	for i, t := range s.Tasks {
		if t.Tokens == 0 {
			continue
		}
		p := pointOf(at, t)
		fmt.Fprintf(&line, "  | %s %.3f %.0f%% %.1f%%", l.c.taskName(i), p.loss, 100*p.accuracy, 100*p.exact)
	}
	fmt.Fprintln(l.w, line.String())
}

func (l lines) note(text string) {
	fmt.Fprintf(l.w, "%s  %s\n", time.Now().Format("15:04:05"), text)
}

// A screen is a view for terminals: one page that is drawn anew.
type screen struct {
	c     Config
	w     io.Writer
	width func() int // of the terminal, in columns
	past  history
	at    moment // of the last report on training
	notes []string
	drawn bool
}

// keptNotes is how many notes the page shows.
const keptNotes = 3

func (s *screen) report(at moment, set string, stats graph.Stats) {
	if set == trainSet {
		s.at = at
	}
	for i, t := range stats.Tasks {
		if t.Tokens > 0 {
			s.past.add(set, s.c.taskName(i), pointOf(at, t))
		}
	}
	s.draw()
}

func (s *screen) note(text string) {
	s.notes = append(s.notes, time.Now().Format("15:04:05")+"  "+text)
	s.notes = s.notes[max(0, len(s.notes)-keptNotes):]
	s.draw()
}

// draw writes the page over the last one, so that it does not flicker.
func (s *screen) draw() {
	var b strings.Builder
	if !s.drawn {
		b.WriteString("\x1b[2J")
		s.drawn = true
	}
	b.WriteString("\x1b[H")
	width := s.width()
	for _, line := range s.page() {
		if r := []rune(line); len(r) > width {
			line = string(r[:width])
		}
		b.WriteString(line + "\x1b[K\r\n")
	}
	b.WriteString("\x1b[J")
	io.WriteString(s.w, b.String())
}

// page is the text to be seen.
func (s *screen) page() []string {
	out := []string{"training " + s.c.Out}
	if s.at.p.Step > 0 {
		out = append(out,
			fmt.Sprintf("step %d   %s tokens   %.0f tokens/s   rate %.2g   gradient %.2f", s.at.p.Step, short(s.at.p.Tokens), s.at.speed, s.at.rate, s.at.norm),
			progressBar(s.at.done, 30)+s.time())
	}
	sets, tasks := s.past.names()
	if len(tasks) > 0 {
		head := fmt.Sprintf("%-10s %6s  %-20s %6s %6s", "task", "loss", "", "tokens", "exact")
		for _, set := range sets {
			if set != trainSet {
				head += fmt.Sprintf("  %12s", "exact "+cut(set, 6))
			}
		}
		out = append(out, "", head)
	}
	for _, task := range tasks {
		line := fmt.Sprintf("%-10s", cut(task, 10))
		if t := s.past.find(trainSet, task); t != nil {
			p := t.points[len(t.points)-1]
			line += fmt.Sprintf(" %6.3f  %-20s %5.1f%% %5.1f%%", p.loss, sparkline(t.points, 20), 100*p.accuracy, 100*p.exact)
		} else {
			line += strings.Repeat(" ", 43)
		}
		for _, set := range sets {
			if set == trainSet {
				continue
			}
			figure := "-"
			if t := s.past.find(set, task); t != nil {
				figure = fmt.Sprintf("%.1f%%", 100*t.points[len(t.points)-1].exact)
				if n := len(t.points); n > 1 {
					figure += trend(t.points[n-2].exact, t.points[n-1].exact)
				}
			}
			line += fmt.Sprintf("  %12s", figure)
		}
		out = append(out, line)
	}
	if len(s.notes) > 0 {
		out = append(out, "")
	}
	return append(out, s.notes...)
}

// time says how long the run took and may still take.
func (s *screen) time() string {
	gone := time.Duration(s.at.p.Seconds * float64(time.Second))
	text := fmt.Sprintf(" %.1f%%   %s gone", 100*s.at.done, gone.Round(time.Second))
	if d := s.at.done; d > 0.001 {
		text += fmt.Sprintf(", %s to go", time.Duration(float64(gone)*(1-d)/d).Round(time.Second))
	}
	return text
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

func trend(before, now float64) string {
	switch {
	case now > before:
		return " ↑"
	case now < before:
		return " ↓"
	}
	return " ="
}

func progressBar(done float64, width int) string {
	n := int(done*float64(width) + 0.5)
	return "[" + strings.Repeat("#", n) + strings.Repeat(".", width-n) + "]"
}

// sparkline draws the losses of a run in n columns at most.
func sparkline(points []point, n int) string {
	const bars = "▁▂▃▄▅▆▇█"
	m := means(points, n)
	low, high := m[0].loss, m[0].loss
	for _, p := range m {
		low, high = min(low, p.loss), max(high, p.loss)
	}
	var b strings.Builder
	for _, p := range m {
		k := 0.0
		if high > low {
			k = (p.loss - low) / (high - low)
		}
		b.WriteRune([]rune(bars)[min(7, max(0, int(8*k)))])
	}
	return b.String()
}

package dataset

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"augur/corpus/pack"
)

func statsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "stats SHARD... | FOLDER", Short: "Count the tokens of shards by task, or the calls of a folder of traces by project", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			for _, a := range args {
				info, err := os.Stat(a)
				if err != nil {
					return err
				}
				count := shardStats
				if info.IsDir() {
					count = traceStats
				}
				if err := count(c.OutOrStdout(), a); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func shardStats(w io.Writer, file string) error {
	r, err := pack.Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	row := pack.NewRow(r.RowLen)
	var all int
	var task [Condition + 1]int
	for i := range r.Rows {
		if err := r.Read(i, row); err != nil {
			return err
		}
		for j := range row.Tok {
			if row.Fn[j] > 0 {
				all++
			}
			task[min(row.Task[j], Condition)]++
		}
	}
	fmt.Fprintf(w, "%s rows %d tokens %d fill %.3f targets line %d condition %d value %d input %d invert %d\n",
		filepath.Base(file), r.Rows, all, float64(all)/float64(r.Rows*r.RowLen), task[1], task[Condition], task[2], task[3], task[4])
	return nil
}

// A tally counts what traces hold.
type tally struct{ files, functions, calls, events int }

func (t *tally) add(u tally) {
	t.files += u.files
	t.functions += u.functions
	t.calls += u.calls
	t.events += u.events
}

func (t tally) String() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t", t.files, t.functions, t.calls, t.events)
}

// realProject reports whether a folder of traces is of a real project rather
// than of generated programs or of a benchmark.
func realProject(folder string) bool {
	return strings.Contains(folder, "+") || folder == "stdlib"
}

// traceStats writes a line for each project's folder in raw, and their sum
// over real projects. A function counts once in each file that recorded it.
func traceStats(w io.Writer, raw string) error {
	dirs, err := os.ReadDir(raw)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "files\tfunctions\tcalls\tevents\t  project")
	var total tally
	projects := 0
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		n, err := count(filepath.Join(raw, d.Name()))
		if err != nil {
			return err
		}
		if n.functions == 0 {
			continue
		}
		fmt.Fprintf(t, "%v  %s\n", n, d.Name())
		if realProject(d.Name()) {
			total.add(n)
			projects++
		}
	}
	fmt.Fprintf(t, "%v  %d real projects\n", total, projects)
	return t.Flush()
}

// count reads the traces of one folder.
func count(dir string) (tally, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.gz"))
	if err != nil {
		return tally{}, err
	}
	var n tally
	for _, f := range files {
		n.files++
		err := Read(f, func(r *Record) error {
			n.add(tally{functions: 1, calls: len(r.Calls), events: len(r.Events)})
			return nil
		})
		if err != nil {
			return tally{}, err
		}
	}
	return n, nil
}

// Package generate writes random Python programs and records what they do. The
// work is done by generate.py and the modules beside it: a case is its seed.
package generate

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"augur/corpus/tracer"
)

//go:embed *.py
var scripts embed.FS

// Run records count cases from seed first on to the file out.
func Run(ctx context.Context, python, out string, first, count int) error {
	dir, err := os.MkdirTemp("", "generate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := tracer.WriteTo(dir); err != nil {
		return err
	}
	if err := os.CopyFS(dir, scripts); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, python, filepath.Join(dir, "generate.py"), "--out", out, "--first", strconv.Itoa(first), "--count", strconv.Itoa(count))
	c.Env = append(os.Environ(), "PYTHONHASHSEED=0")
	if msg, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("generate: %w: %.300s", err, msg)
	}
	return nil
}

// FirstHeldOut is the first seed of the programs that are never trained on.
const FirstHeldOut = 10_000_000

// Command returns the command that generates programs.
func Command() *cobra.Command {
	var python, out string
	var files, count, held int
	c := &cobra.Command{
		Use: "generate", Short: "Generate random programs and record them", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir := filepath.Join(out, "gen")
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			one := func(name string, first, n int) error {
				path := filepath.Join(dir, name+".jsonl.gz")
				if _, err := os.Stat(path); err == nil {
					return nil // a case is its seed, so the file is current
				}
				return Run(c.Context(), python, path, first, n)
			}
			if err := one("val-0", FirstHeldOut, held); err != nil {
				return err
			}
			for i := range files {
				if err := one(fmt.Sprintf("train-%d", i), i*count, count); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&python, "python", "python3", "interpreter, 3.11")
	f.StringVar(&out, "out", "raw", "folder of traces")
	f.IntVar(&files, "files", 12, "files of programs to train on")
	f.IntVar(&count, "count", 4000, "programs in a file")
	f.IntVar(&held, "held-out", 600, "programs to validate on")
	return c
}

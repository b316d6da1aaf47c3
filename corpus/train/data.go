package train

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"augur/corpus/pack"
	"augur/predictor/nn/graph"
)

// A dataset is the rows of several shards in an order shuffled for each epoch.
type dataset struct {
	shards []*pack.Reader
	index  []place // of every row, as often as it counts
	order  []int32
	epoch  int
	seed   uint64
}

type place struct {
	shard, row int32
}

// openData opens the shards of patterns; all must hold the same kind of rows.
func openData(patterns []string, seed uint64) (*dataset, error) {
	d := &dataset{seed: seed, epoch: -1}
	for _, p := range patterns {
		times := 1
		if i := strings.LastIndexByte(p, '*'); i > 0 {
			if n, err := strconv.Atoi(p[i+1:]); err == nil && n > 0 {
				p, times = p[:i], n
			}
		}
		paths, err := filepath.Glob(p)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", p, err)
		}
		if len(paths) == 0 {
			d.close()
			return nil, fmt.Errorf("no shard matches %q", p)
		}
		slices.Sort(paths)
		for _, path := range paths {
			if err := d.open(path, times); err != nil {
				d.close()
				return nil, err
			}
		}
	}
	if len(d.index) == 0 {
		d.close()
		return nil, fmt.Errorf("the shards have no rows")
	}
	d.order = make([]int32, len(d.index))
	return d, nil
}

func (d *dataset) open(path string, times int) error {
	r, err := pack.Open(path)
	if err != nil {
		return err
	}
	d.shards = append(d.shards, r)
	if err := d.same(r.Header); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for range times {
		for i := range r.Rows {
			d.index = append(d.index, place{int32(len(d.shards) - 1), int32(i)})
		}
	}
	return nil
}

// same says whether rows of h go with the dataset's.
func (d *dataset) same(h pack.Header) error {
	f := d.header()
	if h.RowLen != f.RowLen || h.Vocab != f.Vocab || h.Fingerprint != f.Fingerprint {
		return fmt.Errorf("rows of %d with a vocabulary of %d (%x) do not go with rows of %d and %d (%x): pack them with one tokenizer", h.RowLen, h.Vocab, h.Fingerprint, f.RowLen, f.Vocab, f.Fingerprint)
	}
	return nil
}

func (d *dataset) header() pack.Header { return d.shards[0].Header }

func (d *dataset) close() {
	for _, r := range d.shards {
		r.Close()
	}
}

// read returns n rows from position at of the endless, shuffled sequence.
func (d *dataset) read(at, n int, rows []graph.Row) ([]graph.Row, error) {
	rows = rows[:0]
	for i := at; i < at+n; i++ {
		d.shuffle(i / len(d.index))
		p := d.index[d.order[i%len(d.index)]]
		row := pack.NewRow(d.header().RowLen)
		if err := d.shards[p.shard].Read(int(p.row), row); err != nil {
			return nil, err
		}
		rows = append(rows, graph.Row(*row))
	}
	return rows, nil
}

// shuffle sets the order of an epoch.
func (d *dataset) shuffle(epoch int) {
	if epoch == d.epoch {
		return
	}
	d.epoch = epoch
	for i := range d.order {
		d.order[i] = int32(i)
	}
	rng := rand.New(rand.NewPCG(d.seed, uint64(epoch)))
	rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
}

// spread returns up to n rows of a shard, evenly spaced.
func spread(path string, like *dataset, n int) ([]graph.Row, error) {
	r, err := pack.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := like.same(r.Header); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	n = min(n, r.Rows)
	rows := make([]graph.Row, n)
	for i := range rows {
		row := pack.NewRow(r.RowLen)
		if err := r.Read(i*r.Rows/n, row); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rows[i] = graph.Row(*row)
	}
	return rows, nil
}

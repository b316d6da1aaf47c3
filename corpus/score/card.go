package score

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"augur/corpus/bench"
	"augur/corpus/pack"
	"augur/corpus/sources"
	"augur/corpus/train"
	"augur/predictor/nn"
	"augur/predictor/oracle"
	"augur/predictor/prompt"
)

//go:embed card.md.tmpl
var cardTemplate string

// card is what the model card tells.
type card struct {
	SHA256 string
	Model  nn.Config
	Recipe train.Config
	Size   int // bytes
	Params int

	Step, Tokens int
	Seconds      float64
	Hardware     string
	Notes        []string

	// What the card that there is tells of the data and the training, if the same
	// weights are only measured anew.
	KeptData, KeptTraining string

	Licences []licence
	HeldOut  []project
	Kinds    []dataKind
	Packed   []tokens // by task

	Reports   []*Report
	Fitted    *Report // the set that the calibration was fitted on
	Shipped   map[string]oracle.Calibration
	WholeRuns *bench.Report
	Steps     []stepping
	Stress    *bench.StressReport
}

// stepping is how single steps of a debugger were predicted on some traces.
type stepping struct {
	Name string
	*bench.StepReport
}

// licence is a licence and what of the training data is under it.
type licence struct {
	Name     string
	Projects []project
}

// project is what of a project went into the data.
type project struct {
	Name                 string
	Functions, Questions int
}

// dataKind sums up shards of one kind.
type dataKind struct {
	Name   string
	Rows   int
	Tokens int
}

// tokens counts the tokens of answers to one task.
type tokens struct {
	Task   string
	Tokens int
}

// CardCommand returns `augur corpus card`, which writes the model card.
func CardCommand() *cobra.Command {
	var weights, whole, stress, list, log, on, hardware, out string
	var reports, data, notes, stepped []string
	c := &cobra.Command{
		Use:   "card --report MEASURED --out MODEL_CARD.md",
		Short: "Write the model card of weights",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			k := card{Recipe: train.NewConfig(), Hardware: hardware, Notes: notes}
			for _, step := range []func() error{
				func() error { return k.readWeights(weights) },
				func() error {
					if log == "" {
						return k.keep(out)
					}
					return errors.Join(k.readSources(list, log), k.readShards(data))
				},
				func() error { return k.readReports(reports, on) },
				func() error { return readJSON(whole, &k.WholeRuns) },
				func() error { return k.readSteps(stepped, stress) },
			} {
				if err := step(); err != nil {
					return err
				}
			}
			text, err := k.render()
			if err != nil {
				return err
			}
			return os.WriteFile(out, text, 0o644)
		},
	}
	f := c.Flags()
	f.StringVar(&weights, "weights", "predictor/weights/model.safetensors", "weights as they ship")
	f.StringArrayVar(&reports, "report", nil, "what augur score --report wrote")
	f.StringVar(&on, "calibrate-on", "real", "set that the calibration was fitted on")
	f.StringVar(&whole, "whole-runs", "", "what augur bench values --engine neural --json printed")
	f.StringArrayVar(&stepped, "steps", nil, "NAME=FILE, what augur bench steps --engine neural --json printed about some traces")
	f.StringVar(&stress, "stress", "", "what augur bench steps --engine neural --stress --json printed")
	f.StringVar(&list, "sources", "corpus/SOURCES.toml", "list of the projects")
	f.StringVar(&log, "build-log", "", "what augur corpus build printed; without it, data and training are what --out says already of the same weights")
	f.StringArrayVar(&data, "data", nil, "shards that were trained on: file name patterns")
	f.StringVar(&hardware, "hardware", "", "what it was trained on, for a reader")
	f.StringArrayVar(&notes, "note", nil, "sentence about the training")
	f.StringVar(&out, "out", "predictor/weights/MODEL_CARD.md", "file to write")
	return c
}

func (k *card) readWeights(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	m, err := nn.LoadModel(b)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	k.SHA256, k.Size, k.Model = fmt.Sprintf("%x", sha256.Sum256(b)), len(b), m.Config()
	for _, t := range nn.NewWeights(m.Config()).Tensors() {
		k.Params += len(t.Data)
	}
	var p struct {
		Step, Tokens int
		Seconds      float64
	}
	if err := json.Unmarshal([]byte(m.Meta("progress")), &p); err != nil {
		return fmt.Errorf("%s: how far training went: %w", path, err)
	}
	k.Step, k.Tokens, k.Seconds = p.Step, p.Tokens, p.Seconds
	if text := m.Meta(oracle.CalibrationKey); text != "" {
		if k.Shipped, err = oracle.ParseCalibration(text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// readSources lists the projects of which a build used anything.
func (k *card) readSources(path, log string) error {
	list, err := sources.Load(path)
	if err != nil {
		return err
	}
	built, err := readBuild(log)
	if err != nil {
		return err
	}
	by := map[string][]project{}
	for _, s := range list {
		p, ok := built[s.Folder()]
		if !ok || p.Functions == 0 || p.Name != "" {
			continue // not recorded, or seen already in another mode
		}
		p.Name = s.Name
		if s.HeldOut {
			k.HeldOut = append(k.HeldOut, *p)
		} else {
			by[s.Licence] = append(by[s.Licence], *p)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(by)) {
		k.Licences = append(k.Licences, licence{l, by[l]})
	}
	return nil
}

var (
	buildLine = regexp.MustCompile(`^([^ /]+)/\S+ functions (\d+) `)
	questions = regexp.MustCompile(`(?:line|value|input|invert|step|back) (\d+)/`)
)

// readBuild adds up what augur corpus build printed, by folder of traces.
func readBuild(path string) (map[string]*project, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := map[string]*project{}
	for l := range strings.Lines(string(b)) {
		m := buildLine.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		p := out[m[1]]
		if p == nil {
			p = &project{}
			out[m[1]] = p
		}
		n, _ := strconv.Atoi(m[2])
		p.Functions += n
		for _, q := range questions.FindAllStringSubmatch(l, -1) {
			n, _ := strconv.Atoi(q[1])
			p.Questions += n
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is not what augur corpus build prints", path)
	}
	return out, nil
}

// keep takes over what a card says of the data and the training of the same weights.
func (k *card) keep(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := string(b)
	if trained := k.Trained(); !strings.Contains(text, trained) {
		return fmt.Errorf("%s is of weights that were trained otherwise than for %s: give --build-log and --data", path, trained)
	}
	k.KeptData, k.KeptTraining = section(text, "Data"), section(text, "Training")
	if k.KeptData == "" || k.KeptTraining == "" {
		return fmt.Errorf("%s has no sections Data and Training", path)
	}
	return nil
}

// Trained is how long the weights were trained.
func (k *card) Trained() string { return fmt.Sprintf("%d steps, %d tokens", k.Step, k.Tokens) }

// section is what stands under a heading of a document.
func section(text, heading string) string {
	_, rest, _ := strings.Cut(text, "\n## "+heading+"\n\n")
	body, _, ok := strings.Cut(rest, "\n## ")
	if !ok {
		return ""
	}
	return strings.TrimRight(body, "\n")
}

// readSteps reads what was measured of stepping.
func (k *card) readSteps(named []string, stress string) error {
	for _, n := range named {
		name, path, ok := strings.Cut(n, "=")
		if !ok {
			return fmt.Errorf("--steps %q: want NAME=FILE", n)
		}
		s := stepping{Name: name}
		if err := readJSON(path, &s.StepReport); err != nil {
			return err
		}
		k.Steps = append(k.Steps, s)
	}
	if stress == "" {
		return nil
	}
	return readJSON(stress, &k.Stress)
}

func (k *card) readShards(patterns []string) error {
	kinds := map[string]*dataKind{}
	var tasks []tokens
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			return fmt.Errorf("no shards at %s", pattern)
		}
		for _, p := range paths {
			name := "real"
			if strings.Contains(filepath.Base(p), "generated") {
				name = "generated"
			}
			if kinds[name] == nil {
				kinds[name] = &dataKind{Name: name}
			}
			if tasks, err = count(p, kinds[name], tasks); err != nil {
				return err
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(kinds)) {
		k.Kinds = append(k.Kinds, *kinds[n])
	}
	k.Packed = tasks
	return nil
}

// count adds up a shard.
func count(path string, kind *dataKind, tasks []tokens) ([]tokens, error) {
	r, err := pack.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	row := pack.NewRow(r.RowLen)
	for i := range r.Rows {
		if err := r.Read(i, row); err != nil {
			return nil, err
		}
		kind.Rows++
		for j := range row.Tok {
			if row.Fn[j] > 0 {
				kind.Tokens++
			}
			if t := int(row.Task[j]); t > 0 {
				for len(tasks) < t {
					tasks = append(tasks, tokens{Task: taskName(len(tasks) + 1)})
				}
				tasks[t-1].Tokens++
			}
		}
	}
	return tasks, nil
}

// taskName names a task of shards. Conditions are packed as a task of their own.
func taskName(t int) string {
	if p := prompt.Task(t); p <= prompt.Back {
		return p.String()
	}
	return "condition"
}

func (k *card) readReports(paths []string, on string) error {
	for _, path := range paths {
		var list []*Report
		if err := readJSON(path, &list); err != nil {
			return err
		}
		k.Reports = append(k.Reports, list...)
	}
	for _, r := range k.Reports {
		if r.Set != on {
			continue
		}
		k.Fitted = r
		for key, c := range k.Shipped {
			if f := r.Fit[key]; !slices.Equal(f.Curve, c.Curve) || f.Threshold != c.Threshold {
				return fmt.Errorf("the weights carry another calibration of %s than the reports: quantise them with the one that was fitted", key)
			}
		}
		return nil
	}
	return fmt.Errorf("no report has a set %q", on)
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (k *card) render() ([]byte, error) {
	t, err := template.New("card").Funcs(template.FuncMap{
		"part": func(a, n int) string {
			if n == 0 {
				return "-"
			}
			return fmt.Sprintf("%.1f %%", 100*float64(a)/float64(n))
		},
		"million": func(n int) string { return fmt.Sprintf("%.1f million", float64(n)/1e6) },
		"hours":   func(s float64) string { return fmt.Sprintf("%.1f", s/3600) },
		"list":    listProjects,
		"trim":    strings.TrimSpace,
		"accuracy": func(m map[string]*bench.StepTally, key string) string {
			if m[key] == nil {
				return "-"
			}
			return fmt.Sprintf("%.1f %%", 100*m[key].Accuracy)
		},
		"lengths": func(m map[string]map[int]*bench.StepTally) []int {
			for _, by := range m {
				return slices.Sorted(maps.Keys(by))
			}
			return nil
		},
		"add": func(ns ...int) (sum int) {
			for _, n := range ns {
				sum += n
			}
			return sum
		},
		"never": func(t float64) bool { return t > 1 },
		"name":  sectionName,
	}).Parse(cardTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, k)
	return b.Bytes(), err
}

func listProjects(ps []project) string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%s (%d, %d)", p.Name, p.Functions, p.Questions))
	}
	return strings.Join(out, ", ")
}

func sectionName(section string) string {
	if section == oracle.Undecided {
		return "condition of which something is unknown"
	}
	return section
}

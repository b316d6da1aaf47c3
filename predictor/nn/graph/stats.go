package graph

// Stats sums up what the model made of some rows.
type Stats struct {
	Tokens int // that are not padding
	Tasks  []Task
}

// A Task is the part of one task in Stats.
type Task struct {
	Loss    float64 // summed over the answers' tokens, in nats
	Tokens  int     // of answers
	Right   int     // of those, predicted first
	Answers int
	Exact   int // of those, with every token predicted first: what greedy decoding gets right
	Weight  float64
}

// Add adds o to s.
func (s *Stats) Add(o Stats) {
	s.Tokens += o.Tokens
	for len(s.Tasks) < len(o.Tasks) {
		s.Tasks = append(s.Tasks, Task{})
	}
	for i, t := range o.Tasks {
		d := &s.Tasks[i]
		d.Loss += t.Loss
		d.Tokens += t.Tokens
		d.Right += t.Right
		d.Answers += t.Answers
		d.Exact += t.Exact
		d.Weight += t.Weight
	}
}

// Weight is the sum of the weights of the answers' tokens.
func (s *Stats) Weight() (w float64) {
	for _, t := range s.Tasks {
		w += t.Weight
	}
	return w
}

// count adds the row that a worker has just run to s.
func (in *input) count(s *Stats) {
	s.Tokens += in.n
	exact := true
	for i, h := range in.hid {
		p := int(h) + 1
		task := int(in.row.Task[p])
		for len(s.Tasks) < task {
			s.Tasks = append(s.Tasks, Task{})
		}
		t := &s.Tasks[task-1]
		t.Loss += float64(in.loss[i])
		t.Weight += float64(in.wt[i])
		t.Tokens++
		if in.best[i] == in.want[i] {
			t.Right++
		} else {
			exact = false
		}
		if i+1 == len(in.hid) || in.hid[i+1] != h+1 || in.row.Qi[p+1] != in.row.Qi[p] || in.row.Fn[p+1] != in.row.Fn[p] {
			t.Answers++
			if exact {
				t.Exact++
			}
			exact = true
		}
	}
}

package prove

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// mostOutputs bounds the outputs that a proof has in memory, in bytes. More would
// not fit in evidence.json.
const mostOutputs = evidence.MaxBytes

// outputs bounds the outputs of the runs of a proof.
type outputs struct {
	size  int
	limit int // of the start and of the end of each; 0: none
}

// keep adds a run to the evidence. If its outputs are too large together, all
// are cut to the same length.
func (p *proof) keep(run evidence.Run) {
	o := &p.outputs
	p.runs = append(p.runs, run)
	o.size += o.cut(&p.runs[len(p.runs)-1])
	for o.size > mostOutputs && (o.limit == 0 || o.limit > 1<<10) {
		if o.limit == 0 {
			o.limit = evidence.MaxPart
		}
		o.limit /= 2
		o.size = 0
		for i := range p.runs {
			o.size += o.cut(&p.runs[i])
		}
	}
}

// cut cuts the outputs of a run, and returns how many bytes are left.
func (o *outputs) cut(run *evidence.Run) int {
	size := 0
	for _, out := range []*evidence.Output{&run.Stdout, &run.Stderr} {
		if o.limit > 0 && (len(out.Head) > o.limit || len(out.Tail) > o.limit) {
			*out = out.Cut(o.limit)
			// A part of a string keeps all of it in memory.
			out.Head, out.Tail = strings.Clone(out.Head), strings.Clone(out.Tail)
		}
		size += len(out.Head) + len(out.Tail)
	}
	return size
}

// notes says whether outputs are cut.
func (o *outputs) notes() []string {
	if o.limit == 0 {
		return nil
	}
	return []string{evidence.CutNote(o.limit)}
}

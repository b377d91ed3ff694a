package reports

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

type phaseView struct {
	Title string
	Runs  []*runView
}

// A runView is a run.
type runView struct {
	At       int // the number of its place in the page, from 1
	ID, What string
	Ended    string
	Passed   bool
	Took     string
	Counts   string
	Attempt  int
	NotBuilt bool
	Command  string
	Reader   string
	Problems []string
	Written  []string
	Red      []caseView // cases that ran and did not pass
	Cases    []caseView // cases that did not pass first
	Streams  []streamView
	More     struct{ Problems, Written, Cases int }
}

type caseView struct{ Name, Message, Status string }

// A streamView is the end of an output of a run.
type streamView struct {
	Name, Text, SHA256 string
	Bytes              int64
	Left               int64 // bytes before Text
	Redactions         int
}

// states describe the content of the tree.
var states = map[evidence.State]string{
	evidence.AtBase: "the base", evidence.WithTests: "the base with the tests of the patch", evidence.WithSources: "the patch without its tests",
	evidence.WithServing: "the patch without its tests and what may serve only tests",
	evidence.AtCandidate: "the whole patch",
	evidence.Reverted:    "the patch, its fix undone again", evidence.WithoutHunk: "the patch without a part of its fix",
	evidence.Mutated: "the patch with a small mistake", evidence.Canaried: "the whole patch, its tests broken",
	evidence.Rewritten: "the whole patch, its sources written in another way", evidence.CleanRoom: "the whole patch, in a new tree",
}

// runs adds the runs by phase, and returns the places of the runs shown.
func (p *page) runs(e *evidence.Evidence, l *limits) map[string]int {
	ids := map[string]int{}
	shown, rest := few(e.Runs, l.runs)
	p.More.Runs = rest
	for _, section := range phases {
		view := phaseView{Title: section.title}
		for i := range shown {
			if shown[i].Phase == section.phase {
				view.Runs = append(view.Runs, newRunView(&shown[i], i+1, l))
				ids[shown[i].ID] = i + 1
			}
		}
		if len(view.Runs) > 0 {
			p.Phases = append(p.Phases, view)
		}
	}
	return ids
}

func newRunView(r *evidence.Run, at int, l *limits) *runView {
	v := &runView{
		At: at, ID: l.line(r.ID), What: states[r.State], Ended: ended(r), Passed: r.Passed(), Took: took(r.Duration), Counts: counts(r), Attempt: r.Attempt,
		NotBuilt: !r.Built, Command: l.line(commandOf(r.Command)), Reader: l.line(r.Reader),
	}
	switch {
	case r.Alone:
		v.What += ", tests alone that another run hides"
	case r.Suite:
		v.What += ", tests around the change"
	}
	if r.Candidate > 1 {
		v.What += fmt.Sprintf(", candidate %d", r.Candidate)
	}
	if r.Subject != "" {
		v.What += ", " + l.line(r.Subject)
	}
	problems, rest := few(r.Problems, l.cases)
	v.More.Problems = rest
	for _, problem := range problems {
		v.Problems = append(v.Problems, l.line(problem.Code+": "+problem.Detail))
	}
	written, rest := few(r.Written, l.cases)
	v.More.Written = rest
	for _, path := range written {
		v.Written = append(v.Written, l.line(path))
	}
	v.cases(r, l)
	v.stream("Standard output", &r.Stdout, l)
	v.stream("Standard error", &r.Stderr, l)
	return v
}

func (v *runView) cases(r *evidence.Run, l *limits) {
	order := make([]*evidence.Case, 0, len(r.Cases))
	for _, passed := range []bool{false, true} {
		for i := range r.Cases {
			if (r.Cases[i].Status == evidence.Passed) == passed {
				order = append(order, &r.Cases[i])
			}
		}
	}
	order, v.More.Cases = few(order, l.cases)
	for _, c := range order {
		message, _ := l.lines(c.Message)
		view := caseView{l.line(caseName(c)), message, l.line(string(c.Status))}
		v.Cases = append(v.Cases, view)
		if c.Status.Red() {
			v.Red = append(v.Red, view)
		}
	}
}

// stream adds a stream, unless it is empty. If its middle is missing, only the
// text after that is the end.
func (v *runView) stream(name string, o *evidence.Output, l *limits) {
	text := o.Head + o.Tail
	if o.Omitted > 0 {
		text = o.Tail
	}
	end, more := l.lines(printed.Unfold(text))
	if strings.TrimSpace(end) == "" {
		return
	}
	left := int64(more)
	if o.Omitted > 0 {
		left += o.Omitted + int64(len(o.Head))
	}
	v.Streams = append(v.Streams, streamView{name, end, l.line(o.SHA256), o.Bytes, left, o.Redactions})
}

package verify

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

// textsWith returns the files that differ from those on disk when the units
// with the given numbers are applied, and no others that are to be verified.
func (in *inquiry) textsWith(numbers []int) ([]shadow.File, error) {
	ids := map[string]bool{}
	for id := range in.base {
		ids[id] = true
	}
	for _, n := range numbers {
		ids[in.units[n].outcome.ID] = true
	}
	if len(ids) == 0 {
		return in.textsOf(&fixedits.Plan{}), nil
	}
	plan, err := in.trial.Only(ids)
	if err != nil {
		return nil, err
	}
	return in.textsOf(plan), nil
}

// textsOf returns the files that differ from those on disk when a plan is
// applied, by path.
func (in *inquiry) textsOf(plan *fixedits.Plan) []shadow.File {
	texts := map[string]shadow.File{}
	for _, changes := range [][]fixedits.FileChange{in.trial.Earlier, plan.Files} {
		for i := range changes {
			c := &changes[i]
			texts[c.Path] = shadow.File{Path: c.Path, Text: c.After, Executable: c.Executable, Deleted: c.Deleted}
		}
	}
	files := make([]shadow.File, 0, len(texts))
	for _, file := range texts {
		files = append(files, file)
	}
	slices.SortFunc(files, func(a, b shadow.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

func (in *inquiry) set(files []shadow.File) error {
	if in.ctx.Err() != nil {
		return context.Cause(in.ctx)
	}
	return in.v.shadow.Set(files)
}

// A question identifies the answer for a target by the texts that it depends
// on.
type question struct {
	target string
	test   bool
	texts  [sha256.Size]byte
}

func (in *inquiry) question(target Target, files []shadow.File) question {
	hash := sha256.New()
	field := func(text []byte) {
		hash.Write(binary.AppendUvarint(nil, uint64(len(text))))
		hash.Write(text)
	}
	for _, file := range files {
		if _, depends := slices.BinarySearch(target.Files, file.Path); !depends {
			continue
		}
		field([]byte(file.Path))
		fmt.Fprint(hash, file.Executable, file.Deleted)
		field(file.Text)
	}
	q := question{target: target.Name, test: in.tests[target.Name]}
	hash.Sum(q.texts[:0])
	return q
}

// try returns the answers for targets with the given texts.
func (in *inquiry) try(files []shadow.File, targets []Target, runs int) ([]Answer, error) {
	return in.tryEach(files, targets, slices.Repeat([]int{runs}, len(targets)))
}

// tryEach is like try, with the number of runs of each test. Known answers
// are not built again.
func (in *inquiry) tryEach(files []shadow.File, targets []Target, runs []int) ([]Answer, error) {
	answers := make([]Answer, len(targets))
	var requests []Request
	var open []int
	step := Step{Build: in.v.Builds + 1, Searching: in.v.searching, Remaining: in.v.remaining}
	for i, target := range targets {
		test := in.tests[target.Name]
		if answer, known := in.v.known[in.question(target, files)]; known && (!test || runs[i] == 1) {
			answers[i] = answer
			continue
		}
		open = append(open, i)
		request := Request{Target: target.Name, Test: test, Runs: 1}
		step.Targets = append(step.Targets, target.Name)
		if test {
			request.Runs = runs[i]
			step.Tests++
		}
		requests = append(requests, request)
	}
	if len(requests) == 0 {
		return answers, nil
	}
	if err := in.set(files); err != nil {
		return nil, err
	}
	if in.v.Watch != nil {
		in.v.Watch(step)
	}
	in.v.Builds++
	did, err := in.v.judge.Try(in.ctx, requests)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(did, func(a Answer) bool { return a.Color != Green }) {
		if err := in.v.shadow.Full(); err != nil {
			return nil, err
		}
	}
	if disturbed := in.v.shadow.Disturbed(); len(disturbed) > 0 {
		return nil, fmt.Errorf("a build or test changed its own sources, so its result says nothing: %s; leave its targets out with --verify-universe", strings.Join(disturbed, ", "))
	}
	for i, n := range open {
		answers[n] = did[i]
		if requests[i].Runs == 1 {
			in.v.known[in.question(targets[n], files)] = did[i]
		}
	}
	return answers, nil
}

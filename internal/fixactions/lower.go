// Package fixactions lowers structured operations on YAML, JSON and TOML files
// to edits. It chooses the language of a file by its name, applies the
// operations of an action one after the other, and verifies that the new texts
// decode to the results of the operations.
package fixactions

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// An Action is one fix: all its operations or none.
type Action struct {
	Operations []fixedits.Operation
	Targets    []Target // places to find in the texts, for findings
	Priority   int      // of actions that contradict each other, Combine keeps the one with the least
}

// A Target is a place of a file.
type Target struct {
	File     string
	Document *int // of a YAML file of several documents, from 0
	Pointer  string
}

// A Lowered is the result of an action: either its edits, or the reason why it
// is rejected.
type Lowered struct {
	Edits     []fixedits.Edit // by path, ascending; empty if the operations change nothing
	Isolation string          // if not empty, at most one action with the same key can be applied to these texts
	Rejected  *Rejection
	Places    []Found // of the targets
}

// Found is the range of a target in the text of its file, in bytes. If nothing
// is at its pointer, it is the key of the nearest value around it, or the start
// of one without a key. It is empty at 0 in a file that cannot be parsed.
type Found struct{ Start, End int }

// A Rejection is the reason why an action is rejected.
type Rejection struct {
	File      string
	Operation int // index in the action, or -1 if all operations in the file are to blame together
	Reason    *operation.Error
}

// Error returns `FILE: POINTER: CODE: WHY`.
func (r *Rejection) Error() string { return r.File + ": " + r.Reason.Error() }

func (r *Rejection) Unwrap() error { return r.Reason }

// A Reader returns the text of a file, by its workspace path. Its error may be
// an *operation.Error, which then becomes the rejection's.
type Reader func(path string) ([]byte, error)

// Lower lowers actions to edits of the texts that read returns. Each action is
// about these texts, whatever the others do: which of several actions are
// applied together is decided by a merge. The results are in the order of
// actions. read is called once for each file, and never concurrently.
func Lower(read Reader, actions []Action) []Lowered {
	lowered := make([]Lowered, len(actions))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0)) // which bounds the memory, too
	for _, group := range groups(actions) {
		l := &lowerer{actions: actions, lowered: lowered, files: map[string]*file{}}
		for _, i := range group {
			for _, path := range actions[i].files() {
				l.read(path, read)
			}
		}
		workers.Go(func() error {
			l.all(group)
			return nil
		})
	}
	_ = workers.Wait() // no worker fails
	return lowered
}

// A lowerer lowers actions that have files in common. Others may run at the
// same time, for other actions and files.
type lowerer struct {
	actions []Action
	lowered []Lowered
	files   map[string]*file
}

// all lowers actions and verifies them.
func (l *lowerer) all(group []int) {
	for _, i := range group {
		if err := guarded("", func() error { l.lower(i); return nil }); err != nil {
			l.reject(i, 0, err)
		}
		_ = guarded("", func() error { l.find(i); return nil }) // a finding without a place
	}
	err := guarded("", func() error { l.verify(); return nil })
	if err == nil {
		return
	}
	for _, i := range group {
		if l.lowered[i].Rejected == nil {
			l.reject(i, 0, err)
		}
	}
}

// A file is a file that operations change.
type file struct {
	path     string
	text     []byte
	language *language
	parsed   operation.File
	failed   *operation.Error // if it cannot be opened
	values   map[int]any      // the decoded documents, by index, as far as they were needed
	changes  []change         // by the actions that were lowered
}

// A change is the part of an action in one file.
type change struct {
	action int
	edits  []fixedits.Edit
}

// groups returns the indexes of actions, grouped by common files. The groups
// are in the order of their first actions.
func groups(actions []Action) [][]int {
	parent := make([]int, len(actions))
	var root func(i int) int
	root = func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[string]int{} // action, by file
	for i := range actions {
		parent[i] = i
		for _, path := range actions[i].files() {
			if other, ok := first[path]; ok {
				a, b := root(i), root(other)
				parent[max(a, b)] = min(a, b)
			} else {
				first[path] = i
			}
		}
	}
	members := map[int][]int{}
	var all [][]int
	var roots []int
	for i := range actions {
		r := root(i)
		if r == i {
			roots = append(roots, r)
		}
		members[r] = append(members[r], i)
	}
	for _, r := range roots {
		all = append(all, members[r])
	}
	return all
}

func (a *Action) files() []string {
	var files []string
	for i := range a.Operations {
		files = append(files, a.Operations[i].File)
	}
	for i := range a.Targets {
		files = append(files, a.Targets[i].File)
	}
	return files
}

// read reads a file.
func (l *lowerer) read(path string, read Reader) {
	if l.files[path] != nil {
		return
	}
	f := &file{path: path, language: languageOf(path), values: map[int]any{}}
	l.files[path] = f
	text, err := read(path)
	if err != nil {
		f.failed = errorOf(err)
		return
	}
	f.text = text
}

// open returns a file, parsed.
func (l *lowerer) open(path string) *file {
	f := l.files[path]
	if f.parsed != nil || f.failed != nil {
		return f
	}
	f.failed = guarded("", func() (err error) {
		f.parsed, err = Open(path, f.text)
		return err
	})
	return f
}

// errorOf returns err as one with a code.
func errorOf(err error) *operation.Error {
	if coded, ok := errors.AsType[*operation.Error](err); ok {
		return coded
	}
	return &operation.Error{Code: operation.CodeNoFile, Why: err.Error()}
}

// value returns a decoded document.
func (f *file) value(document int) any {
	value, ok := f.values[document]
	if !ok {
		value = f.parsed.Value(document)
		f.values[document] = value
	}
	return value
}

// document returns the index of a document, for a place in it.
func (f *file) document(index *int, pointer string) (int, *operation.Error) {
	n := f.parsed.Documents()
	switch {
	case index == nil && n == 1:
		return 0, nil
	case index == nil:
		return 0, &operation.Error{
			Code: operation.CodeDocument, Pointer: pointer,
			Why: fmt.Sprintf("the file has %d documents: name one by its index in the field document", n),
		}
	case *index < 0 || *index >= n:
		return 0, &operation.Error{
			Code: operation.CodeDocument, Pointer: pointer,
			Why: fmt.Sprintf("there is no document %d: the file has %d, and the first is 0", *index, n),
		}
	}
	return *index, nil
}

// find finds the targets of an action.
func (l *lowerer) find(action int) {
	targets := l.actions[action].Targets
	places := make([]Found, len(targets))
	l.lowered[action].Places = places
	for i, target := range targets {
		f := l.open(target.File)
		if f.failed != nil {
			continue
		}
		document, err := f.document(target.Document, target.Pointer)
		if err != nil {
			continue
		}
		places[i] = f.find(document, target.Pointer)
	}
}

func (f *file) find(document int, pointer string) Found {
	if place, ok := f.parsed.Find(document, pointer); ok {
		return Found{place.Start, place.End}
	}
	for pointer != "" {
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
		switch place, ok := f.parsed.Find(document, pointer); {
		case ok && place.KeyEnd > place.KeyStart:
			return Found{place.KeyStart, place.KeyEnd}
		case ok:
			return Found{place.Start, place.Start}
		}
	}
	return Found{}
}

// lower lowers one action, whose edits are still to be verified.
func (l *lowerer) lower(action int) {
	operations := l.actions[action].Operations
	var touched []*file
	states := map[place]*operation.State{}
	defer func() {
		for _, f := range touched {
			f.parsed.Reset()
		}
	}()
	for i := range operations {
		op := &operations[i]
		f := l.open(op.File)
		if f.failed != nil {
			l.reject(action, i, f.failed)
			return
		}
		document, err := f.document(op.Document, op.Pointer)
		if err != nil {
			l.reject(action, i, err)
			return
		}
		changes, err := step(states, f, document, op, len(operations) == 1)
		if err != nil {
			l.reject(action, i, err)
			return
		}
		if !changes {
			continue
		}
		if !slices.Contains(touched, f) {
			touched = append(touched, f)
		}
		if err := guarded(op.Pointer, func() error { return f.parsed.Apply(op) }); err != nil {
			l.reject(action, i, err)
			return
		}
	}
	slices.SortFunc(touched, func(a, b *file) int { return cmp.Compare(a.path, b.path) })
	for _, f := range touched {
		edits := f.parsed.Edits()
		if len(edits) == 0 {
			continue // operations that undo each other
		}
		for i := range edits {
			edits[i].Path = f.path
		}
		l.lowered[action].Edits = append(l.lowered[action].Edits, edits...)
		f.changes = append(f.changes, change{action, edits})
	}
}

// A place is a document of a file.
type place struct {
	path     string
	document int
}

// step applies an operation to the decoded document, and reports whether it
// changes anything. If it is the only one, nothing is changed.
func step(states map[place]*operation.State, f *file, document int, op *fixedits.Operation, only bool) (changes bool, err *operation.Error) {
	if only {
		return operation.Try(f.value(document), op)
	}
	state := states[place{f.path, document}]
	if state == nil {
		state = operation.NewState(f.value(document))
		states[place{f.path, document}] = state
	}
	return state.Step(op)
}

// guarded calls a language. A panic becomes an error: a file that confuses a
// language must not end a run over all others.
func guarded(pointer string, do func() error) (err *operation.Error) {
	defer func() {
		if p := recover(); p != nil {
			err = &operation.Error{Code: operation.CodeUnsupportedPlace, Pointer: pointer, Why: fmt.Sprintf("a bug in the lowering: %v", p)}
		}
	}()
	if err := do(); err != nil {
		return errorOf(err)
	}
	return nil
}

func (l *lowerer) reject(action, index int, err *operation.Error) {
	operations := l.actions[action].Operations
	file := ""
	if len(operations) > 0 {
		file = operations[index].File
	}
	l.lowered[action].Edits = nil
	l.lowered[action].Rejected = &Rejection{File: file, Operation: index, Reason: err}
}

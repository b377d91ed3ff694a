package fixactions

import (
	"cmp"
	"slices"
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// verify rejects the actions whose new texts do not decode to the results of
// their operations. Decoding costs as much as all else, so changes that are
// apart are verified together, and only where that fails one by one.
func (l *lowerer) verify() {
	paths := make([]string, 0, len(l.files))
	for path, f := range l.files {
		if len(f.changes) > 0 {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		f := l.files[path]
		for _, batch := range l.beside(f, batches(f.changes)) {
			l.verifyAll(f, batch)
		}
	}
}

// beside verifies changes that insert at one place, such as many keys that are
// added to one object: with a list for each, they would all be decoded one by
// one. It returns the remaining lists.
func (l *lowerer) beside(f *file, all [][]change) [][]change {
	at := map[int][]change{} // by the place of the insertion
	for _, batch := range all {
		if c := batch[0]; len(batch) == 1 && len(c.edits) == 1 && c.edits[0].Start == c.edits[0].End {
			at[c.end()] = append(at[c.end()], c)
		}
	}
	held := map[int]bool{} // actions
	for _, group := range at {
		ascending := slices.Clone(group)
		slices.Reverse(group)
		if len(group) > 2 && (l.holds(f, group, group) == nil || l.holds(f, group, ascending) == nil) {
			for _, c := range group {
				held[c.action] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(batch []change) bool { return len(batch) == 1 && held[batch[0].action] })
}

// batches splits changes into as few lists as possible so that the changes in
// one list do not overlap. A list is in descending order of its places: an
// operation may change the indexes of later items, which does not matter to the
// operations after it in the list. Changes may touch, since a merge accepts
// that at the start of a line.
func batches(changes []change) [][]change {
	sorted := slices.Clone(changes)
	slices.SortStableFunc(sorted, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.edits[0].Start, b.edits[0].Start), cmp.Compare(a.end(), b.end()))
	})
	var all [][]change
	for _, c := range sorted {
		i := slices.IndexFunc(all, func(batch []change) bool { return batch[len(batch)-1].before(c) })
		if i < 0 {
			i = len(all)
			all = append(all, nil)
		}
		all[i] = append(all[i], c)
	}
	for _, batch := range all {
		slices.Reverse(batch)
	}
	return all
}

func (c change) end() int { return c.edits[len(c.edits)-1].End }

// before reports whether a change ends where another starts, or before that,
// and not both insert at one place.
func (c change) before(d change) bool {
	start := d.edits[0].Start
	return c.end() < start || c.end() == start && (c.edits[0].Start < start || d.end() > start)
}

// verifyAll rejects the actions of a batch that do not hold. Actions that hold
// one by one, and not together, become isolated from each other.
func (l *lowerer) verifyAll(f *file, batch []change) {
	batch = slices.DeleteFunc(batch, func(c change) bool { return l.lowered[c.action].Rejected != nil })
	if len(batch) == 0 {
		return
	}
	err := l.holds(f, batch, batch)
	switch {
	case err == nil:
		return
	case len(batch) == 1:
		lowered := &l.lowered[batch[0].action]
		lowered.Edits, lowered.Rejected = nil, &Rejection{File: f.path, Operation: -1, Reason: err}
		return
	}
	half := len(batch) / 2
	l.verifyAll(f, slices.Clone(batch[:half]))
	l.verifyAll(f, slices.Clone(batch[half:]))
	l.isolate(f, batch)
}

// isolate isolates actions of a batch from each other until the others hold
// together. Each of them holds alone.
func (l *lowerer) isolate(f *file, batch []change) {
	batch = slices.DeleteFunc(slices.Clone(batch), func(c change) bool {
		lowered := &l.lowered[c.action]
		return lowered.Rejected != nil || lowered.Isolation != ""
	})
	fails := func(part []change) bool { return l.holds(f, part, part) != nil }
	for len(batch) > 1 && fails(batch) {
		last := sort.Search(len(batch), func(i int) bool { return fails(batch[:i+1]) })
		last = min(last, len(batch)-1)
		first := last - sort.Search(last+1, func(i int) bool { return fails(batch[last-i : last+1]) })
		for _, i := range []int{last, max(first, 0)} {
			l.lowered[batch[i].action].Isolation = isolation + f.path
		}
		batch = slices.Delete(batch, last, last+1)
	}
}

// isolation is the prefix of the isolation keys of fixes whose operations hold
// one by one only.
const isolation = "fix-actions:"

// holds returns why the text of a file with a batch of changes does not decode
// to its documents with the operations of the batch, in some order.
func (l *lowerer) holds(f *file, batch, order []change) *operation.Error {
	states := map[int]*operation.State{}
	var first *fixedits.Operation
	for _, c := range order {
		operations := l.actions[c.action].Operations
		for i := range operations {
			op := &operations[i]
			if op.File != f.path {
				continue
			}
			if first == nil {
				first = op
			}
			document, err := f.document(op.Document, op.Pointer)
			if err != nil {
				return err
			}
			state := states[document]
			if state == nil {
				state = operation.NewState(f.value(document))
				states[document] = state
			}
			if err := state.Apply(op); err != nil {
				return err
			}
		}
	}
	var documents []any
	err := guarded(first.Pointer, func() (err error) {
		documents, err = f.language.decode(applied(f.text, batch))
		return err
	})
	if err != nil {
		return &operation.Error{Code: operation.CodeChangedValue, Pointer: first.Pointer, Why: "the new text would be malformed: " + string(err.Code) + ": " + err.Why}
	}
	if len(documents) != f.parsed.Documents() {
		return &operation.Error{Code: operation.CodeChangedValue, Pointer: first.Pointer, Why: "the new text would have another number of documents"}
	}
	for i, document := range documents {
		want := any(nil)
		if state := states[i]; state != nil {
			want = state.Value()
		} else {
			want = f.value(i)
		}
		if !operation.Equal(document, want) {
			return &operation.Error{Code: operation.CodeChangedValue, Pointer: first.Pointer, Why: "the new text would decode to another value than the operations give"}
		}
	}
	return nil
}

// applied returns a text with a batch of changes, which are apart and in
// descending order.
func applied(text []byte, batch []change) []byte {
	size := len(text)
	for _, c := range batch {
		for _, e := range c.edits {
			size += len(e.New) - (e.End - e.Start)
		}
	}
	out := make([]byte, 0, size)
	done := 0
	for i := len(batch) - 1; i >= 0; i-- {
		for _, e := range batch[i].edits {
			out = append(append(out, text[done:e.Start]...), e.New...)
			done = e.End
		}
	}
	return append(out, text[done:]...)
}

package fixedits_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// naiveMerge is rules 1 to 7 on merging, implemented as directly as possible:
// every edit against every other, byte by byte, without regard to time. Merge
// is fuzzed against it. It supports no formatter, no parser and no
// alternatives. Fixes must have distinct ids.
func naiveMerge(s *scenario) (statuses map[string]fixedits.Status, texts map[string]string) {
	statuses = map[string]fixedits.Status{}
	var order []*naiveFix
	for i := range s.fixes {
		f := &naiveFix{Fix: s.fixes[i]}
		if statuses[f.ID] = f.judge(s, s.stale[i]); statuses[f.ID] == "" {
			order = append(order, f)
		}
	}
	slices.SortFunc(order, compareNaive)

	seen := map[string]*naiveFix{} // rule 3
	var distinct []*naiveFix
	for _, f := range order {
		key := fmt.Sprintf("%q", f.edits)
		if first := seen[key]; first != nil {
			statuses[f.ID] = fixedits.StatusDuplicate
			first.Idempotent = first.Idempotent && f.Idempotent
			first.keys = append(first.keys, f.Isolation)
			continue
		}
		seen[key] = f
		f.keys = []string{f.Isolation}
		distinct = append(distinct, f)
	}

	var accepted []naiveEdit
	keys := map[string]bool{"": false}
	for _, f := range distinct {
		switch {
		case slices.ContainsFunc(f.keys, func(k string) bool { return keys[k] }):
			statuses[f.ID] = fixedits.StatusDeferred
		default:
			statuses[f.ID] = f.against(accepted, s)
		}
		if statuses[f.ID] == fixedits.StatusApplied {
			for _, e := range f.edits {
				e.idempotent = f.Idempotent // its duplicates had a say in it
				accepted = append(accepted, e)
			}
			for _, k := range f.keys {
				keys[k] = k != ""
			}
		}
	}
	for _, f := range distinct { // rule 6
		if st := statuses[f.ID]; st != fixedits.StatusApplied && f.isDeleted(accepted) {
			statuses[f.ID] = fixedits.StatusSubsumed
		}
	}

	texts = map[string]string{}
	for _, e := range accepted {
		if e.kind == fixedits.EditCreate {
			texts[e.path] = e.text
		}
	}
	for path, text := range s.files {
		if slices.ContainsFunc(accepted, func(e naiveEdit) bool { return e.path == path && e.kind == fixedits.EditDelete }) {
			continue
		}
		var out strings.Builder
		for i := 0; i <= len(text); i++ {
			for _, e := range distinctEdits(accepted) {
				if e.path == path && e.start == i && e.start == e.end {
					out.WriteString(e.text)
				}
			}
			gone := false
			for _, e := range distinctEdits(accepted) {
				if e.path == path && e.start == i && e.start < e.end {
					out.WriteString(e.text)
				}
				gone = gone || e.path == path && e.start <= i && i < e.end
			}
			if i < len(text) && !gone {
				out.WriteByte(text[i])
			}
		}
		texts[path] = out.String()
	}
	return statuses, texts
}

type naiveFix struct {
	fixedits.Fix
	edits []naiveEdit
	keys  []string
}

type naiveEdit struct {
	path       string
	start, end int
	text       string
	idempotent bool
	kind       fixedits.EditKind
	executable bool
}

func (e naiveEdit) String() string {
	return fmt.Sprintf("%s %d %d %q %d %t", e.path, e.start, e.end, e.text, e.kind, e.executable)
}

func distinctEdits(edits []naiveEdit) []naiveEdit {
	var out []naiveEdit
	for _, e := range edits {
		if !slices.ContainsFunc(out, func(o naiveEdit) bool { return o.String() == e.String() }) {
			out = append(out, e)
		}
	}
	return out
}

// judge returns the status of a fix that is ruled out, or "", and sets the
// edits of one that is not.
func (f *naiveFix) judge(s *scenario, stale bool) fixedits.Status {
	if f.Rule == "off" {
		return fixedits.StatusFiltered
	}
	if len(f.Edits) == 0 {
		return fixedits.StatusInvalid
	}
	names := map[string]string{}
	for _, e := range f.Edits {
		if strings.HasPrefix(e.Path, "../") {
			return fixedits.StatusForeign
		}
	}
	twice := false
	for _, e := range f.Edits {
		file := strings.TrimPrefix(e.Path, "link-to-")
		twice = twice || names[file] != "" && names[file] != e.Path
		names[file] = e.Path
	}
	if twice {
		return fixedits.StatusInvalid
	}
	if stale {
		return fixedits.StatusStale
	}
	absent := map[string]bool{} // by file: what the first edit of it says
	for _, e := range f.Edits {
		file := strings.TrimPrefix(e.Path, "link-to-")
		if _, known := absent[file]; !known {
			absent[file] = e.Kind == fixedits.EditCreate
		}
		_, there := s.files[file]
		if absent[file] == there || absent[file] && s.isBelowFile(file) {
			return fixedits.StatusStale
		}
	}
	for _, e := range f.Edits {
		file := strings.TrimPrefix(e.Path, "link-to-")
		text := s.files[file]
		if absent[file] != (e.Kind == fixedits.EditCreate) || e.Kind == fixedits.EditDelete && file != e.Path {
			return fixedits.StatusInvalid
		}
		if e.Kind != fixedits.EditText {
			n := naiveEdit{path: file, end: len(text), text: string(e.New), kind: e.Kind, executable: e.Executable}
			if slices.ContainsFunc(f.edits, func(o naiveEdit) bool { return o.path == file || n.rivals(o) != 0 }) {
				return fixedits.StatusInvalid
			}
			f.edits = append(f.edits, n)
			continue
		}
		if e.Start < 0 || e.End < e.Start || len(text) < e.End {
			return fixedits.StatusInvalid
		}
		for _, at := range []int{e.Start, e.End} {
			head, tail := text[:at], text[at:]
			if strings.HasSuffix(head, "\r") && strings.HasPrefix(tail, "\n") {
				return fixedits.StatusInvalid
			}
			if utf8.ValidString(text) && !(utf8.ValidString(head) && utf8.ValidString(tail)) {
				return fixedits.StatusInvalid
			}
		}
		n := naiveEdit{path: file, start: e.Start, end: e.End, text: string(e.New)}
		for i, o := range f.edits {
			if o.path != n.path {
				continue
			}
			if o.overlaps(n) || o.kind != fixedits.EditText {
				return fixedits.StatusInvalid
			}
			if o.start == o.end && n.start == n.end && o.start == n.start {
				f.edits[i].text += n.text
				n.path = ""
			}
		}
		if n.path != "" {
			f.edits = append(f.edits, n)
		}
	}
	for _, e := range f.edits {
		if e.kind == fixedits.EditText && e.start == 0 && e.end == 0 && e.text != "" && strings.HasPrefix(s.files[e.path], "\ufeff") &&
			!slices.ContainsFunc(f.edits, func(o naiveEdit) bool { return o.path == e.path && o.start == 0 && o.end > 0 }) {
			return fixedits.StatusInvalid
		}
	}
	f.edits = slices.DeleteFunc(f.edits, func(e naiveEdit) bool {
		return e.kind == fixedits.EditText && s.files[e.path][e.start:e.end] == e.text
	})
	if len(f.edits) == 0 {
		return fixedits.StatusSubsumed
	}
	slices.SortFunc(f.edits, func(a, b naiveEdit) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	return ""
}

// isBelowFile reports whether a path needs a folder that is a file.
func (s *scenario) isBelowFile(path string) bool {
	for i, c := range path {
		if _, there := s.files[path[:i]]; c == '/' && there {
			return true
		}
	}
	return false
}

// rivals returns 2 if two creations need a file and a folder of one name, 1 if
// their names differ only in letter case, and 0 if they may be side by side.
func (e naiveEdit) rivals(o naiveEdit) int {
	a, b := strings.ToLower(e.path), strings.ToLower(o.path)
	switch {
	case e.kind != fixedits.EditCreate || o.kind != fixedits.EditCreate || e.path == o.path:
		return 0
	case strings.HasPrefix(a, b+"/"), strings.HasPrefix(b, a+"/"):
		return 2
	case a == b:
		return 1
	}
	return 0
}

// overlaps reports whether two edits of one file share a byte, or one inserts
// strictly inside the other's range.
func (e naiveEdit) overlaps(o naiveEdit) bool {
	if e.start == e.end && o.start == o.end {
		return false
	}
	return e.start < o.end && o.start < e.end
}

func compareNaive(a, b *naiveFix) int {
	safety := []fixedits.Safety{fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe}
	phase := []fixedits.Phase{fixedits.PhaseSyntax, fixedits.PhaseSemantic, fixedits.PhaseStyle}
	x, y := a.edits[0], b.edits[0]
	return cmp.Or(
		cmp.Compare(slices.Index(safety, a.Safety), slices.Index(safety, b.Safety)),
		cmp.Compare(slices.Index(phase, a.Phase), slices.Index(phase, b.Phase)),
		cmp.Compare(priorityOf(a.Rule), priorityOf(b.Rule)),
		cmp.Compare(x.path, y.path), cmp.Compare(x.start, y.start), cmp.Compare(x.end, y.end),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.ID, b.ID),
	)
}

// against returns the status of a fix, given the edits accepted before it
// (rules 4 and 5).
func (f *naiveFix) against(accepted []naiveEdit, s *scenario) fixedits.Status {
	status := fixedits.StatusApplied
	for _, e := range f.edits {
		var others []naiveEdit
		same, conflict := false, false
		for _, a := range accepted {
			switch e.rivals(a) {
			case 2:
				conflict = true
			case 1:
				status = fixedits.StatusDeferred
			}
			if a.path != e.path {
				continue
			}
			if a.String() == e.String() {
				same = true
				conflict = conflict || e.kind == fixedits.EditText && e.start == e.end && !(f.Idempotent && a.idempotent)
				continue
			}
			others = append(others, a)
		}
		if conflict {
			return fixedits.StatusConflict
		}
		if same {
			continue
		}
		for _, a := range others {
			if a.kind != fixedits.EditText || e.kind != fixedits.EditText {
				return fixedits.StatusConflict
			}
			if a.overlaps(e) || a.start == a.end && e.start == e.end && a.start == e.start {
				return fixedits.StatusConflict
			}
			left, right := a, e
			if e.end < a.end || e.end == a.start {
				left, right = e, a
			}
			if left.end == right.start && !s.mayTouch(left, right) {
				status = fixedits.StatusDeferred
			}
		}
	}
	return status
}

// mayTouch implements rule 5 for two edits. The left one ends at the offset
// where the right one starts.
func (s *scenario) mayTouch(left, right naiveEdit) bool {
	text, at := s.files[left.path], right.start
	isStart := func(at int) bool {
		return at == 0 || text[at-1] == '\n' || at == 3 && strings.HasPrefix(text, "\ufeff")
	}
	if !isStart(at) {
		return at == len(text)
	}
	if strings.HasSuffix(left.text, "\n") {
		return true
	}
	if left.start < left.end {
		return left.text == "" && isStart(left.start)
	}
	return right.text != "" || !(right.end == len(text) || isStart(right.end))
}

// isDeleted reports whether each byte that a fix deletes is deleted by accepted
// deletions, with nothing inserted in between, and the fix does nothing else
// (rule 6).
func (f *naiveFix) isDeleted(accepted []naiveEdit) bool {
	for _, e := range f.edits {
		if e.text != "" || e.kind != fixedits.EditText {
			return false
		}
		for i := e.start; i < e.end; i++ {
			if !slices.ContainsFunc(accepted, func(a naiveEdit) bool {
				return a.path == e.path && a.text == "" && a.start <= i && i < a.end
			}) {
				return false
			}
		}
		if slices.ContainsFunc(accepted, func(a naiveEdit) bool {
			return a.path == e.path && a.start == a.end && e.start < a.start && a.start < e.end
		}) {
			return false
		}
	}
	return true
}

// naiveApply is Apply, byte by byte.
func naiveApply(content []byte, edits []fixedits.Edit) (out []byte, ok bool) {
	if slices.ContainsFunc(edits, func(e fixedits.Edit) bool { return e.Kind != fixedits.EditText }) {
		creates := edits[0].Kind == fixedits.EditCreate
		if len(edits) > 1 || creates && len(content) > 0 {
			return nil, false
		}
		return edits[0].New, true
	}
	for i, e := range edits {
		if e.Path != edits[0].Path || e.Start < 0 || e.End < e.Start || len(content) < e.End {
			return nil, false
		}
		for _, o := range edits[:i] {
			if (naiveEdit{start: e.Start, end: e.End}).overlaps(naiveEdit{start: o.Start, end: o.End}) {
				return nil, false
			}
		}
	}
	for at := 0; at <= len(content); at++ {
		gone := false
		for _, inserts := range []bool{true, false} {
			for _, e := range edits {
				if e.Start == at && (e.Start == e.End) == inserts {
					out = append(out, e.New...)
				}
				gone = gone || e.Start <= at && at < e.End
			}
		}
		if at < len(content) && !gone {
			out = append(out, content[at])
		}
	}
	return bytes.Clone(out), true
}

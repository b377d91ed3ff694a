package fixedits

import "errors"

// Merge merges the fixes of all proposals into one plan. A bad fix is no error,
// but an outcome, and a file that cannot be read is in Plan.Failed. The error
// is that of options that lack something.
//
// The plan shares memory with what Read returned and with the edits of the
// proposals.
func Merge(proposals []Proposal, opts Options) (*Plan, error) {
	if opts.Read == nil {
		return nil, errors.New("Options.Read is missing")
	}
	m := &merger{opts: opts, proposals: proposals}
	m.gather()
	m.resolveFiles()
	m.readFiles()
	m.findRivals()
	m.classifyAll()
	m.sortCandidates()
	m.chooseAlternatives()
	m.buildSlots()
	m.joinDuplicates()

	var fixes, formats []int32
	for i := range m.candidates {
		switch c := &m.candidates[i]; {
		case c.status != pending:
		case c.fix.Phase == PhaseFormat:
			formats = append(formats, int32(i))
		default:
			fixes = append(fixes, int32(i))
		}
	}
	m.settle(fixes)
	m.settle(formats)
	m.markSubsumed()

	plan := &Plan{Failed: m.failures()}
	if !opts.NoFiles {
		plan.Files = m.render()
	}
	if opts.Atomic {
		plan.Blocked = m.block()
		if plan.Blocked {
			plan.Files = nil
		}
	}
	plan.Outcomes = m.outcomes()
	return plan, nil
}

// pending is the status of a candidate that is still eligible.
const pending Status = ""

// A merger is the state of one Merge.
type merger struct {
	opts      Options
	proposals []Proposal

	candidates []candidate // in input order until sortCandidates, then in the total order
	rules      []string    // distinct
	uses       []use
	editUse    []int32 // for each edit of each fix, in input order: its index in uses
	names      []name
	files      []file // sorted by path
	failed     []*FileError

	isolated map[string]int32   // isolation key: the accepted candidate that has it
	shared   map[slotID][]int32 // candidates that hold a slot, where there is more than one
}

// A candidate is one input fix.
type candidate struct {
	fix      *Fix
	proposal int32
	rule     int32  // index in merger.rules
	firstUse int32  // index in editUse of its first edit
	edits    []edit // what is left of the fix's edits, sorted by file, start and end; none unless eligible

	status Status
	why    why
	by     int32 // the candidate to blame, or none
	file   int32 // where, for some reasons
	slot   int32
	detail string // for some reasons

	settled    bool  // it is accepted, and the texts of its files were checked with it
	idempotent bool  // the fix and all of its duplicates are
	duplicate  int32 // the next one in the list of its duplicates, or none
}

const none int32 = -1

// An edit is one edit of a candidate, in the terms of the merge.
type edit struct {
	text       []byte
	start, end int
	file       int32 // index in merger.files
	slot       int32 // index in the file's slots
	candidate  int32
	kind       EditKind
	executable bool // of EditCreate
}

// inserts reports whether an edit puts text into a file that is there.
func (e *edit) inserts() bool { return e.kind == EditText && e.start == e.end }

// A use is one path that the fixes of one proposal name, with the snapshot that they refer to.
type use struct {
	name     int32
	snapshot *Snapshot // nil: there is none
	torn     bool      // there are two that differ
}

// A name is one path as proposals spell it.
type name struct {
	path    string
	refused error
	file    int32
}

// A file is one file of the workspace, or a path that was refused.
type file struct {
	path    string
	refused error // the path is not ours, or could not be looked up

	seenIn int32 // 1 more than the last candidate that was seen to name the file, and how
	seenAs *name

	live       bool // some eligible fix names it
	content    []byte
	sha256     string
	missing    bool
	generated  bool
	utf8       bool
	readErr    error
	bom        bool
	edits      []*edit // of all eligible candidates, sorted by start, end and text
	slots      []slot
	taken      bitset // the slots that accepted candidates hold
	text       []byte // the merged text, where current
	current    bool
	deletion   int32   // the slot of the edit that deletes the file, or none
	rivals     []rival // of a file that is missing
	obstacle   string  // of a file that is missing: the path of the file that is in the place of one of its folders
	superseded bool    // a formatting fix of the file gave way to its formatter
	formatErr  error
	formatted  bool // a formatter is known, and gave no error
}

// A slot is one distinct edit of a file: all candidates that want exactly these bytes here share it.
type slot struct {
	edit   *edit
	holder int32 // the first accepted candidate that has the edit, or none
}

type slotID struct{ file, slot int32 }

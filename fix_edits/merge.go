package fixedits

import "errors"

// Merge merges the fixes of all proposals into one plan. A bad fix is an
// outcome, not an error, and a file that cannot be read is listed in
// Plan.Failed. Merge returns an error only for incomplete options.
//
// The plan shares memory with the results of Read and with the edits of the
// proposals.
func Merge(proposals []Proposal, opts Options) (*Plan, error) {
	if opts.Read == nil {
		return nil, errors.New("Options.Read is missing")
	}
	in := newInputs(proposals, opts)
	parts := in.parts()
	plan := &Plan{Outcomes: make([]Outcome, 0, in.fixes)}
	places := make([]sortPlace, 0, in.fixes)
	for i, part := range parts {
		parts[i] = nil
		m := in.mergePart(part)
		plan.Files = append(plan.Files, m.changes...)
		plan.Failed = append(plan.Failed, m.failures()...)
		plan.Outcomes, places = m.appendOutcomes(plan.Outcomes, places)
	}
	if len(parts) > 1 {
		in.sort(plan, places)
	}
	if opts.Atomic {
		plan.block()
	}
	return plan, nil
}

// mergePart returns the finished merge of a part.
func (in *inputs) mergePart(p part) *merger {
	undone := map[*Fix]string{}
	for {
		m := &merger{inputs: in, part: p, undone: undone}
		if !m.merge() {
			in.take(m.changes)
			return m
		}
	}
}

// merge settles the fixes of the part. It reports whether it found fixes that
// are undone, which it adds to m.undone: without them, others may be applied.
func (m *merger) merge() (again bool) {
	m.gather()
	m.readFiles()
	m.staleReads()
	m.findRivals()
	m.classifyAll()
	m.leaveUndone()
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

	m.changes = m.render()
	return m.findUndone()
}

// pending is the status of a candidate that is still eligible.
const pending Status = ""

// A merger is the state of the merge of one part.
type merger struct {
	*inputs
	part   part
	undone map[*Fix]string // fixes that change nothing once they are applied: why

	candidates []candidate // in input order until sortCandidates, then in the total order
	uses       []use
	editUse    []int32 // for each edit of each fix, in input order: its index in uses
	files      []file  // sorted by path
	failed     []*FileError
	changes    []FileChange // of the files, in their order

	isolated map[string]int32   // isolation key: the accepted candidate that has it
	shared   map[slotID][]int32 // candidates that hold a slot, if there are several
	verdicts map[*Fix]Reason    // of Options.Verdict
}

// A candidate is one input fix.
type candidate struct {
	fix      *Fix
	proposal int32
	rule     int32  // index in inputs.rules
	firstUse int32  // index in editUse of its first edit
	edits    []edit // the fix's remaining edits, sorted by file, start and end; none unless eligible

	status Status
	why    why
	by     int32 // the candidate to blame, or none
	file   int32 // the place, for some reasons
	slot   int32
	detail string // for some reasons
	read   string // the file that its check read and that has changed

	settled    bool  // accepted, and the texts of its files have been checked with it
	idempotent bool  // so are the fix and all of its duplicates
	duplicate  int32 // the next one in the list of its duplicates, or none
}

const none int32 = -1

// An edit is one edit of a candidate, as the merge represents it.
type edit struct {
	text       []byte
	start, end int
	file       int32 // index in merger.files
	slot       int32 // index in the file's slots
	candidate  int32
	kind       EditKind
	executable bool // of EditCreate
}

// inserts reports whether an edit inserts text into an existing file.
func (e *edit) inserts() bool { return e.kind == EditText && e.start == e.end }

// A use is one path that the fixes of a proposal name, with the snapshot that
// they refer to.
type use struct {
	name     int32     // index in inputs.names
	file     int32     // index in merger.files
	snapshot *Snapshot // nil: there is none
	torn     bool      // there are two different ones
	looked   bool      // refused is known
	refused  error     // no fix of the proposal may change the file
}

// A name is one path as spelled in the proposals.
type name struct {
	path    string
	refused error
	file    int32 // index in inputs.paths
}

// A file is one file of the workspace, or a path that was refused.
type file struct {
	named   int32 // index in inputs.paths
	path    string
	refused error // the path is foreign, or could not be looked up

	seenIn int32 // 1 more than the last candidate known to name the file, and its use
	seenAs *name

	live       bool // an eligible fix names it
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
	text       []byte // the merged text, if current
	current    bool
	deletion   int32   // the slot of the edit that deletes the file, or none
	rivals     []rival // of a missing file
	obstacle   string  // of a missing file: the path of the file in place of one of its folders
	superseded bool    // a formatting fix of the file gave way to its formatter
	undone     bool    // fixes were accepted, and its text stays the same
	formatErr  error
	formatted  bool // a formatter is known and returned no error
}

// A slot is one distinct edit of a file. All candidates that make exactly this
// edit share it.
type slot struct {
	edit   *edit
	holder int32 // the first accepted candidate that has the edit, or none
}

type slotID struct{ file, slot int32 }

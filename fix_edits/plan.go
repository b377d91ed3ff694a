package fixedits

import "bytes"

// A Proposal is the contribution of one artifact to a merge.
type Proposal struct {
	Origin      string
	Snapshots   []Snapshot // one for each path that a fix names
	Diagnostics []Diagnostic
	Fixes       []Fix

	// Reads are snapshots of the further files that the check read. If one has
	// changed since, or is gone, all fixes of the proposal are stale. A merge
	// within the run that made the check leaves them out: the run keeps to the
	// texts that it read at its start.
	Reads []Snapshot

	// Refuses returns a *ForeignError if no fix of the proposal may change the
	// file at a canonical path, and nil otherwise. It is called from the
	// goroutine of Merge. If nil, the fixes may change any file.
	Refuses func(path string) error
}

// Options configure a merge. Read is required.
//
// Canonical, Generated, Read, Format, Parse, Same and SettleImports are called
// concurrently from several goroutines, at most once for one path and text.
// They must not modify their arguments; a panic counts as an error. Each is
// called from several goroutines too. Verdict, Priority and AddsImports are
// called from the goroutine of Merge.
type Options struct {
	// Read returns the current bytes of a canonical path. An error that is
	// fs.ErrNotExist makes the fixes of that path stale, unless they create it,
	// and a *ForeignError makes them foreign; any other error is a failure,
	// listed in Plan.Failed. A *ForeignError that is also fs.ErrExist, such as
	// the error for a folder, makes fixes that create the path stale. For a
	// path that a fix creates, the parent folders are read too, to find out
	// whether one is a file.
	Read func(path string) ([]byte, error)

	// Canonical returns the unique name of the file at path. A *ForeignError
	// makes the fixes of that path foreign, with the error as their reason; any
	// other error is a failure, listed in Plan.Failed. In both cases the path
	// is not read. If nil, the name is the path itself, provided that it is
	// relative, clean and below the root.
	Canonical func(path string) (string, error)

	// Generated reports whether fixes may change or create a file though its text
	// says that it is generated. If nil, they may not (rule 9).
	Generated func(path string) bool

	// Verdict returns the status of a fix that is left out, and the reason: a
	// code with the words in Detail. It returns "" for a fix to merge. If nil,
	// all fixes are merged.
	Verdict func(fix *Fix) (Status, Reason)

	// Priority ranks rules of the same safety and phase: lower goes first. If
	// nil, all are equal.
	Priority func(rule string) int

	// Format returns the canonical layout of a file's text. known is false if
	// the file has no formatter. An error leaves the text as the edits made it,
	// and is reported in FileChange.FormatErr. If nil, no file has a formatter.
	Format func(path string, text []byte) (out []byte, known bool, err error)

	// Parse returns an error if text is not valid in the language of path, and
	// nil if it is valid or the language is unknown. If nil, no language is
	// known.
	Parse func(path string, text []byte) error

	// Same returns an error if two texts of path have different meanings, and
	// nil if they have the same meaning or it is unknown. Fixes of the phases
	// style and format must pass it: before has only the other fixes applied.
	// If nil, nothing is known about any file.
	Same func(path string, before, after []byte) error

	// AddsImports reports whether added, inserted at an offset into the text of
	// path, adds nothing but imports. Fixes share such insertions, and may make
	// several at one offset. If nil, the imports of no file are known.
	AddsImports func(path string, text []byte, at int, added []byte) bool

	// SettleImports returns the text of path that a plan changes from before to
	// after, without the imports that before uses and after does not, and with
	// each added import once. The result parses if after does. If nil, the
	// imports of no file are known.
	SettleImports func(path string, before, after []byte) []byte

	// NoFiles omits Plan.Files, for runs that only need the outcomes of fixes. A
	// reason does not mention the result of a formatter.
	NoFiles bool

	// Owners fills FileChange.Owners.
	Owners bool

	// Each, if not nil, is called with each file of the plan, as soon as all
	// fixes are settled that have to do with it. It may take away the texts, so
	// that a plan need not retain all of them: see FileChange.DropBefore and
	// DropTexts. With Atomic, the plan may be blocked afterwards.
	Each func(file *FileChange)

	// Atomic applies either all fixes or none: see Plan.Blocked.
	Atomic bool

	together int // for tests: mostTogether
}

// A ForeignError is returned by Options.Canonical and Options.Read for a path
// that does not name a file of the workspace.
type ForeignError struct {
	Code Code // of the outcomes; default CodeOutside
	Err  error
}

func (e *ForeignError) Error() string { return e.Err.Error() }
func (e *ForeignError) Unwrap() error { return e.Err }

// A FileError reports a file that could not be looked up, read or written.
type FileError struct {
	Path string // canonical if it could be looked up, otherwise as spelled in a fix
	Err  error
}

func (e *FileError) Error() string { return e.Err.Error() }
func (e *FileError) Unwrap() error { return e.Err }

// A FileChange is the change that a plan makes to one file.
type FileChange struct {
	Path         string   // canonical
	Before       []byte   // the result of Read; nil if Created
	After        []byte   // differs from Before, unless Created or Deleted; nil if Deleted
	BeforeSHA256 string   // of Before, which must still be the file's bytes when After is written; "" if Created
	Edits        []Edit   // sorted, not overlapping; After is Apply(Before, Edits), unless Formatted; nil if only the texts are known
	Owners       []string // with Options.Owners, for each of Edits: the rule of its fix, the first of several that make the edit
	LaidOut      bool     // a formatter ran on the text that Edits made
	Formatted    bool     // it, or the settling of imports, changed that text
	FormatErr    error    // its error, unless LaidOut

	Created     bool // there was no file, and there must be none when After is written
	Deleted     bool // the file is removed
	Executable  bool // the mode of a Created file; of others, if the caller looked it up
	ModeChanged bool // of a file that is there before and after; a plan changes no mode

	Dropped string // the digest of After, if DropTexts has removed it
}

// AfterSHA256 returns the digest of After, or "" if the file is removed.
func (c *FileChange) AfterSHA256() string {
	switch {
	case c.Deleted:
		return ""
	case c.Dropped != "":
		return c.Dropped
	}
	return Digest(c.After)
}

// DropBefore removes Before.
func (c *FileChange) DropBefore() { c.Before = nil }

// DropTexts removes Before, After and Edits. Their digests remain.
func (c *FileChange) DropTexts() {
	c.Dropped = c.AfterSHA256()
	c.Before, c.After, c.Edits, c.Owners = nil, nil, nil, nil
}

// Then adds the change of a later plan to the same file, so that c spans both.
// It reports whether the file still changes: a file that is created and then
// deleted, or that has its original bytes again, does not. A file that is
// deleted and then created is edited, and keeps its mode.
func (c *FileChange) Then(next *FileChange) bool {
	c.After, c.Deleted = next.After, next.Deleted
	if next.Created || next.Deleted {
		c.Executable = next.Executable
	}
	c.Edits, c.Owners, c.Formatted, c.FormatErr = nil, nil, true, next.FormatErr // no longer the edits of one merge
	return c.Changes()
}

// Changes reports whether the file differs before and after the change.
func (c *FileChange) Changes() bool {
	return c.Created != c.Deleted || !c.Created && (c.ModeChanged || !bytes.Equal(c.Before, c.After))
}

// A Plan is the result of a merge. It depends on the proposals and the options,
// but not on the order of the proposals or of their contents.
type Plan struct {
	Files    []FileChange // sorted by path; only files that change; none with Options.NoFiles
	Outcomes []Outcome    // one for each input fix, in the total order of fixes
	Failed   []*FileError // by path: files that could not be looked up or read, each once. Their fixes are filtered

	// Blocked is set with Options.Atomic if a fix ended in a status that
	// Blocks, or a file failed. Files is then empty, and the fixes that would
	// have been applied are deferred by the first one that blocks.
	Blocked bool
}

// Count returns how many fixes ended in status.
func (p *Plan) Count(status Status) int {
	n := 0
	for i := range p.Outcomes {
		if p.Outcomes[i].Status == status {
			n++
		}
	}
	return n
}

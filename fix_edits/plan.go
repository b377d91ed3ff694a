package fixedits

import "bytes"

// A Proposal is what one artifact brings to a merge.
type Proposal struct {
	Origin      string
	Snapshots   []Snapshot // of every path that a fix names, once
	Diagnostics []Diagnostic
	Fixes       []Fix

	// Refuses returns a *ForeignError if no fix of the proposal may change the file
	// at a canonical path, and else nil. It is called from the goroutine of Merge.
	// Nil: the fixes may change any file.
	Refuses func(path string) error
}

// Options says how a merge sees the world. Read is required.
//
// Canonical, Read, Format, Parse and Same are called from several goroutines at
// once, at most once for one path and text, and must not change what they are
// given; a panic of theirs counts as an error. Filter and Priority are called
// from the goroutine of Merge.
type Options struct {
	// Read returns the current bytes of a canonical path. An error that is
	// fs.ErrNotExist makes the fixes of that path stale, unless they create it,
	// and a *ForeignError foreign; any other is a failure, for Plan.Failed. A
	// *ForeignError that is fs.ErrExist as well, such as that of a folder,
	// makes fixes that create the path stale. Of a path that a fix creates, the
	// folders are read too, to learn whether one is a file.
	Read func(path string) ([]byte, error)

	// Canonical returns the one name of the file that path names. A
	// *ForeignError makes the fixes of that path foreign, with the error as
	// their reason; any other error is a failure, for Plan.Failed. The path is
	// not read then. Nil: the path itself, if it is relative, clean, and stays
	// below the root.
	Canonical func(path string) (string, error)

	// Filter returns why a fix is left out, by a code and the words as detail;
	// no code if it is not. Nil: none is.
	Filter func(fix *Fix) Reason

	// Priority ranks rules of one safety and phase: lower goes first. Nil: all are equal.
	Priority func(rule string) int

	// Format returns the canonical layout of a file's text. known is false where the file has no formatter. An
	// error leaves the text as the edits made it, and is reported in FileChange.FormatErr. Nil: no file has one.
	Format func(path string, text []byte) (out []byte, known bool, err error)

	// Parse returns an error where text is not in the language of path, and nil where it is or where nothing is
	// known about that language. Nil: nothing is known about any.
	Parse func(path string, text []byte) error

	// Same returns an error if two texts of path say different things, and nil
	// if they say the same or nothing is known about that. Fixes of the phases
	// style and format are held to it: before has only the others made. Nil:
	// nothing is known about any.
	Same func(path string, before, after []byte) error

	// DropBefore leaves FileChange.Before out, for runs that show no
	// differences: the plan then holds on to one text of each file and not to
	// two.
	DropBefore bool

	// NoFiles leaves Plan.Files out, for runs that only ask what becomes of the fixes: Format is not called, and a reason
	// does not say what a formatter did.
	NoFiles bool

	// Atomic makes the plan all or nothing: see Plan.Blocked.
	Atomic bool
}

// A ForeignError is what Options.Canonical and Options.Read return for a path
// that names no file of ours.
type ForeignError struct {
	Code Code // of the outcomes; default CodeOutside
	Err  error
}

func (e *ForeignError) Error() string { return e.Err.Error() }
func (e *ForeignError) Unwrap() error { return e.Err }

// A FileError is a file that could not be looked up, read or written.
type FileError struct {
	Path string // canonical if it could be looked up, else as a fix has it
	Err  error
}

func (e *FileError) Error() string { return e.Err.Error() }
func (e *FileError) Unwrap() error { return e.Err }

// A FileChange is what a plan does to one file.
type FileChange struct {
	Path         string // canonical
	Before       []byte // what Read returned; nil with Options.DropBefore, and if Created
	After        []byte // differs from Before, unless one of them is no file; nil if Deleted
	BeforeSHA256 string // of Before: whoever writes After must find these bytes in the file, or not write; "" if Created
	Edits        []Edit // sorted, not overlapping; After is Apply(Before, Edits), unless Formatted
	Formatted    bool   // the formatter changed the text that Edits made
	FormatErr    error  // why the formatter gave nothing

	Created    bool // no file had the path: whoever writes After must find none
	Deleted    bool // the file is removed
	Executable bool // the mode of a file that is Created; of one that is Deleted, if whoever merged looked it up
}

// AfterSHA256 returns the digest of After, or "" if the file is removed.
func (c *FileChange) AfterSHA256() string {
	if c.Deleted {
		return ""
	}
	return Digest(c.After)
}

// Then adds what a later plan does to the same file, so that c is from before
// the one to after the other. It reports whether anything is left of it: a file
// that is created and then deleted, or that has its first bytes again, was not
// changed.
func (c *FileChange) Then(next *FileChange) bool {
	c.After, c.Deleted = next.After, next.Deleted
	if next.Created || next.Deleted {
		c.Executable = next.Executable
	}
	c.Edits, c.Formatted, c.FormatErr = nil, true, next.FormatErr // no longer the edits of one merge
	return c.Changes()
}

// Changes reports whether the file is not after the change as it was before.
func (c *FileChange) Changes() bool {
	return c.Created != c.Deleted || !c.Created && !bytes.Equal(c.Before, c.After)
}

// A Plan is the result of a merge. It depends on the proposals and the options, and not on the order of the
// proposals or of anything in them.
type Plan struct {
	Files    []FileChange // sorted by path; only files that change; none with Options.NoFiles
	Outcomes []Outcome    // one for each input fix, in the total order of fixes
	Failed   []*FileError // by path: what could not be looked up or read, each once. The fixes are filtered

	// Blocked is set by Options.Atomic where a fix ended in a status that
	// Blocks, or a file failed. Files is then empty, and the fixes that would
	// have been applied are deferred, by the first one that blocks.
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

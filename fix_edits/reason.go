package fixedits

import "fmt"

// A why is what an outcome's reason is made from. Reasons are put into words at the end, for there may be very
// many, and only then is it sure who is to blame.
type why uint8

const (
	whyNot why = iota // there is no reason, or it is in words already
	whyAlternative
	whyDuplicate
	whyOverlaps
	whySameOffset
	whyNotShared
	whyTouches
	whyGlues
	whyIsolated
	whyOthersEdit
	whyDeleted
	whyBlocked

	// From here on, the detail has the words.
	whyFilter
	whyUnreadable
	whyResolver
	whyOutside
	whySubmodule
	whyProtected
	whyGenerated
	whyOfBazel
	whyGone
	whyChanged
	whyNoEdits
	whyNoSnapshot
	whyTwoSnapshots
	whyOneFile
	whyRange
	whyOwnOverlap
	whyBeforeMark
	whyNoChange
	whyNoSyntax
	whyNoValue
)

// The codes of a ForeignError.
const (
	CodeOutside   Code = "outside"   // the path is not in the workspace, or no regular file
	CodeSubmodule Code = "submodule" // the file is in a repository of its own
	CodeProtected Code = "protected" // the file is not for this checker to change
)

// codes are the names of reasons, which programs may rely on.
var codes = [...]Code{
	whyNot:          "",
	whyAlternative:  "alternative",
	whyDuplicate:    "duplicate",
	whyOverlaps:     "overlaps",
	whySameOffset:   "same_offset",
	whyNotShared:    "not_shared",
	whyTouches:      "touches",
	whyGlues:        "glues",
	whyIsolated:     "isolated",
	whyOthersEdit:   "formatter",
	whyDeleted:      "deleted",
	whyBlocked:      CodeBlocked,
	whyFilter:       "filter",
	whyUnreadable:   "unreadable",
	whyResolver:     "resolver",
	whyOutside:      CodeOutside,
	whySubmodule:    CodeSubmodule,
	whyProtected:    CodeProtected,
	whyGenerated:    "generated",
	whyOfBazel:      "of_bazel",
	whyGone:         CodeGone,
	whyChanged:      CodeChanged,
	whyNoEdits:      "no_edits",
	whyNoSnapshot:   "no_snapshot",
	whyTwoSnapshots: "two_snapshots",
	whyOneFile:      "one_file",
	whyRange:        "range",
	whyOwnOverlap:   "own_overlap",
	whyBeforeMark:   "before_mark",
	whyNoChange:     "no_change",
	whyNoSyntax:     "syntax",
	whyNoValue:      "value",
}

// inWords reports whether the reason's words are the candidate's detail.
func (w why) inWords() bool { return w == whyNot || w >= whyFilter }

// waits reports whether what keeps a fix out may be gone in the next round.
func (w why) waits() bool { return w == whyTouches || w == whyGlues }

func (m *merger) reason(c *candidate) string {
	if c.why.inWords() {
		return c.detail
	}
	by := &m.candidates[c.by]
	id := by.fix.ID
	switch c.why {
	case whyAlternative:
		return "alternative to " + id
	case whyDuplicate:
		return fmt.Sprintf("same edits as %s of %s", id, m.proposals[by.proposal].Origin)
	case whyIsolated:
		return fmt.Sprintf("waits for the next round: %s has its isolation key %q in this one", id, c.detail)
	case whyDeleted:
		return "what it deletes is deleted by accepted fixes, such as " + id
	case whyBlocked:
		return fmt.Sprintf("all or nothing: %s ended as %s", id, by.status)
	}
	f := &m.files[c.file]
	at := f.slots[c.slot].edit
	place := fmt.Sprintf("%s at %s:%d-%d", id, f.path, at.start, at.end)
	if c.status == StatusSuperseded {
		switch {
		case m.opts.NoFiles:
			return "gives way to " + place
		case f.formatErr != nil:
			return fmt.Sprintf("gives way to %s, but the formatter failed on the merged text: %v", place, f.formatErr)
		case f.formatted:
			return fmt.Sprintf("gives way to %s: the formatter ran on the merged text", place)
		}
		return fmt.Sprintf("gives way to %s; no formatter of the file is known here, so it waits for the next round", place)
	}
	switch c.why {
	case whyOverlaps:
		return "overlaps " + place
	case whySameOffset:
		return "inserts other text at the offset of " + place
	case whyNotShared:
		return "inserts the text of " + place + " again, and one of them is not idempotent"
	}
	if c.why == whyGlues {
		return "waits for the next round: would run into " + place + " without a line end between them"
	}
	return "waits for the next round: touches " + place + " inside a line"
}

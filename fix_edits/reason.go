package fixedits

import (
	"fmt"
	"slices"
	"strings"
)

// A why is the source of an outcome's reason. Reasons are put into words at the
// end, because there may be very many and the fix to blame is certain only
// then.
type why uint8

const (
	whyNot why = iota // there is no reason, or it is already in words
	whyAlternative
	whyDuplicate
	whyOverlaps
	whySameOffset
	whyNotShared
	whyTouches
	whyGlues
	whyIsolated
	whyCreates
	whyDeletes
	whyFolder
	whyLetterCase
	whyOthersEdit
	whyDeleted
	whyBlocked

	// From here on, the detail holds the words.
	whyVerdict // the reason is Options.Verdict's
	whyUnreadable
	whyResolver
	whyOutside
	whySubmodule
	whyProtected
	whyGenerated
	whyOfBazel
	whyGone
	whyExists
	whyChanged
	whyNoEdits
	whyNoSnapshot
	whyTwoSnapshots
	whyOneFile
	whyKind
	whyRange
	whyOwnOverlap
	whyBeforeMark
	whyNoChange
	whyNoSyntax
	whyNoValue
	whyUndone
)

// The codes of a ForeignError.
const (
	CodeOutside   Code = "outside"   // the path is outside the workspace, or not a regular file
	CodeSubmodule Code = "submodule" // the file is in another repository
	CodeProtected Code = "protected" // this checker may not change the file
	CodeGenerated Code = "generated" // the file is marked as generated
)

// The codes of fixes that Options.Verdict leaves out.
const (
	CodeRule      Code = "rule"       // the run does not select the rule
	CodeNever     Code = "never"      // the configuration disables fixes of the rule
	CodeExplicit  Code = "explicit"   // the configuration requires selecting the rule by name
	CodeSafety    Code = "safety"     // the run allows only safer fixes
	CodeLeftAlone Code = "left_alone" // no fix may change the file in this run

	CodeUncertified Code = "uncertified" // the run allows only fixes with a certificate that holds
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
	whyCreates:      "creates",
	whyDeletes:      "deletes",
	whyFolder:       "folder",
	whyLetterCase:   "letter_case",
	whyOthersEdit:   "formatter",
	whyDeleted:      "deleted",
	whyBlocked:      CodeBlocked,
	whyVerdict:      "",
	whyUnreadable:   "unreadable",
	whyResolver:     "resolver",
	whyOutside:      CodeOutside,
	whySubmodule:    CodeSubmodule,
	whyProtected:    CodeProtected,
	whyGenerated:    CodeGenerated,
	whyOfBazel:      "of_bazel",
	whyGone:         CodeGone,
	whyExists:       CodeExists,
	whyChanged:      CodeChanged,
	whyNoEdits:      "no_edits",
	whyNoSnapshot:   "no_snapshot",
	whyTwoSnapshots: "two_snapshots",
	whyOneFile:      "one_file",
	whyKind:         "edit_kind",
	whyRange:        "range",
	whyOwnOverlap:   "own_overlap",
	whyBeforeMark:   "before_mark",
	whyNoChange:     "no_change",
	whyNoSyntax:     "syntax",
	whyNoValue:      "value",
	whyUndone:       "undone",
}

// waits reports whether the reason may no longer hold in the next round.
func (w why) waits() bool { return w == whyTouches || w == whyGlues || w == whyLetterCase }

// whyOf returns the why of a code, or other if there is none.
func whyOf(code Code, other why) why {
	if i := slices.Index(codes[:], code); i > 0 {
		return why(i)
	}
	return other
}

// A Reason explains the status of a fix. It is empty for an applied fix.
type Reason struct {
	Code   Code   // for programs
	By     string // id of the fix to blame, if one is
	At     Place  // the edit of that fix that is in the way, or the file that the check read and that has changed since
	Detail string // further words, or the whole text if the code has none
}

// A Place is a range of bytes in a file. Its zero value means no place.
type Place struct {
	Path       string
	Start, End int
}

// String returns "path:start-end".
func (p Place) String() string { return fmt.Sprintf("%s:%d-%d", p.Path, p.Start, p.End) }

// Shown returns the reason of a fix with its paths as show returns them. paths
// are the paths of the fix; Detail may begin or end with one of them.
func (r Reason) Shown(show func(path string) string, paths []string) Reason {
	if r.At != (Place{}) {
		r.At.Path = show(r.At.Path)
	}
	for _, path := range paths {
		rest, begins := strings.CutPrefix(r.Detail, path)
		if begins && (rest == "" || rest[0] == ':' || rest[0] == ' ') {
			r.Detail = show(path) + rest
			break
		}
	}
	for _, path := range paths {
		if start, ends := strings.CutSuffix(r.Detail, " "+path); ends {
			r.Detail = start + " " + show(path)
			break
		}
	}
	return r
}

// String returns the reason in words, on one line, or "" if there is no reason.
func (r Reason) String() string { return r.Naming(r.By, "") }

// Naming is like String, but names the fix to blame by fix instead of its id.
// at is the place of that fix; if it is empty, r.At is used.
func (r Reason) Naming(fix, at string) string {
	if at == "" && r.At != (Place{}) {
		at = r.At.String()
	}
	if at != "" {
		fix += " at " + at
	}
	switch r.Code {
	case codes[whyAlternative]:
		return "alternative to " + fix
	case codes[whyDuplicate]:
		return fmt.Sprintf("same edits as %s of %s", fix, r.Detail)
	case codes[whyIsolated]:
		return fmt.Sprintf("waits for the next round: %s has its isolation key %q in this one", fix, r.Detail)
	case codes[whyDeleted]:
		return "everything it deletes is also deleted by accepted fixes, such as " + fix
	case codes[whyOverlaps]:
		return "overlaps " + fix
	case codes[whySameOffset]:
		return "inserts different text at the offset of " + fix
	case codes[whyNotShared]:
		return "inserts the text of " + fix + " again, and one of them is not idempotent"
	case codes[whyGlues]:
		return "waits for the next round: would run into " + fix + " without a line end between them"
	case codes[whyTouches]:
		return "waits for the next round: touches " + fix + " inside a line"
	case codes[whyCreates]:
		return fmt.Sprintf("creates %s, which %s creates with another text or mode", r.Detail, fix)
	case codes[whyDeletes]:
		return fmt.Sprintf("cannot be applied together with %s: one of them deletes %s", fix, r.Detail)
	case codes[whyFolder]:
		return fmt.Sprintf("cannot be applied together with %s: %s would be both a file and a folder", fix, r.Detail)
	case codes[whyLetterCase]:
		return fmt.Sprintf("waits for the next round: %s and the file that %s creates differ only in letter case", r.Detail, fix)
	case codes[whyOthersEdit]:
		return "gives way to " + fix + r.Detail
	case CodeBlocked:
		if r.Detail == "" {
			return "the strict policy applies all or nothing"
		}
		return fmt.Sprintf("all or nothing: %s ended as %s", fix, r.Detail)
	case CodeRounds:
		return "this run has no rounds left"
	}
	return r.Detail
}

// reason returns the reason of the status of a candidate.
func (m *merger) reason(c *candidate) Reason {
	r := Reason{Code: codes[c.why], Detail: c.detail, At: Place{Path: c.read}}
	if c.why == whyVerdict {
		return m.verdicts[c.fix]
	}
	if c.by == none {
		return r
	}
	by := &m.candidates[c.by]
	r.By = by.fix.ID
	switch c.why {
	case whyDuplicate:
		r.Detail = m.proposals[by.proposal].Origin
	case whyCreates, whyDeletes, whyFolder, whyLetterCase:
		r.Detail = m.files[c.file].path
		if c.why == whyFolder {
			r.Detail = m.folderOf(c)
		}
		if c.status == StatusSuperseded {
			r.Code, r.Detail = codes[whyOthersEdit], m.formatted(&m.files[c.file])
		}
	case whyOverlaps, whySameOffset, whyNotShared, whyGlues, whyTouches, whyOthersEdit:
		f := &m.files[c.file]
		at := f.slots[c.slot].edit
		r.At = Place{f.path, at.start, at.end}
		if c.status == StatusSuperseded {
			r.Code, r.Detail = codes[whyOthersEdit], m.formatted(f)
		}
	}
	return r
}

// formatted describes the result of the formatter of a file to which a
// formatting fix gave way. It follows the name of the fix that it gave way to.
func (m *merger) formatted(f *file) string {
	switch {
	case f.deleted():
		return ", which deletes the file"
	case m.opts.NoFiles:
		return ""
	case f.formatErr != nil:
		return fmt.Sprintf(", but the formatter failed on the merged text: %v", f.formatErr)
	case f.formatted:
		return ": the formatter ran on the merged text"
	}
	return "; no formatter of the file is known here, so it waits for the next round"
}

package patch

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/coded"
)

// A Code names the reason for which an answer or a change is refused. Codes are
// stable.
type Code string

// The codes of answers. An answer with one of them is malformed.
const (
	AnswerEmpty       Code = "answer_empty"
	AnswerTooLarge    Code = "answer_too_large"
	AnswerNotText     Code = "answer_not_text"
	AnswerNoBlock     Code = "answer_no_block"
	AnswerManyBlocks  Code = "answer_many_blocks"
	AnswerBoth        Code = "answer_block_and_no_change"
	AnswerUnclosed    Code = "answer_block_not_closed"
	AnswerEmptyBlock  Code = "answer_empty_block"
	AnswerWrongFormat Code = "answer_wrong_format"
)

// The codes of diffs.
const (
	DiffEmpty         Code = "patch_empty"
	DiffNoHunks       Code = "patch_no_hunks"
	DiffForeign       Code = "patch_foreign_format"
	DiffMalformed     Code = "patch_malformed"
	DiffManyFiles     Code = "patch_many_files"
	DiffFileMismatch  Code = "patch_file_mismatch"
	DiffCreates       Code = "patch_creates_file"
	DiffDeletes       Code = "patch_deletes_file"
	DiffRenames       Code = "patch_renames_file"
	DiffCopies        Code = "patch_copies_file"
	DiffMode          Code = "patch_changes_mode"
	DiffBinary        Code = "patch_binary"
	DiffLink          Code = "patch_symlink"
	DiffSubmodule     Code = "patch_submodule"
	DiffApplyFailed   Code = "patch_apply_failed"
	DiffAmbiguous     Code = "patch_ambiguous"
	DiffNoAnchor      Code = "patch_no_anchor"
	DiffOverlap       Code = "patch_overlap"
	DiffTooComplex    Code = "patch_too_complex"
	DiffLinesLost     Code = "patch_lines_lost"
	DiffNoChanges     Code = "patch_no_changes"
	DiffBadName       Code = "patch_bad_name"
	DiffSameFileTwice Code = "patch_same_file_twice"
	DiffFileExists    Code = "patch_file_exists"
	DiffFileMissing   Code = "patch_file_missing"
	DiffReadFailed    Code = "patch_read_failed"
	BaseNotLF         Code = "patch_base_not_lf"
)

// The codes of changes of several files, see package change.
const (
	FileAndFolder  Code = "change_file_and_folder"
	ChangeTooLarge Code = "change_too_large"
)

// The codes of search/replace blocks. They also use some of the codes above.
const (
	EditsMalformed   Code = "edits_malformed"
	EditsNone        Code = "edits_none"
	EditsEmptySearch Code = "edits_empty_search"
	EditsNotFound    Code = "edits_not_found"
	EditsAmbiguous   Code = "edits_ambiguous"
	EditsOverlap     Code = "edits_overlap"
	EditsNoFileName  Code = "edits_no_file_name"
)

// waysOut says, for each code, what to do about it. The reader is whoever wrote
// the answer or the diff.
var waysOut = map[Code]string{
	AnswerEmpty:       "answer NO_CHANGE, or with one fenced block",
	AnswerTooLarge:    "answer with a smaller change, or allow larger answers",
	AnswerNotText:     "answer in UTF-8 without NUL",
	AnswerNoBlock:     "put the change into one fenced block, or end the answer with the line NO_CHANGE",
	AnswerManyBlocks:  "put the whole change into one fenced block, and use no other; a block whose text has fences needs a longer fence",
	AnswerBoth:        "answer NO_CHANGE or with a block, not with both",
	AnswerUnclosed:    "close the block by a fence of at least the same length, no further indented, on a line of its own",
	AnswerEmptyBlock:  "put the change into the block, or answer NO_CHANGE",
	AnswerWrongFormat: "use one of the formats that are asked for",

	DiffEmpty:         "write a unified diff, or answer NO_CHANGE",
	DiffNoHunks:       "write a unified diff: each hunk starts with a line such as @@ -1,3 +1,4 @@",
	DiffForeign:       "write a unified diff as git diff does, with --- and +++ lines, and hunks that start with @@",
	DiffMalformed:     "write a unified diff as git diff does; added and deleted lines are in hunks only",
	DiffManyFiles:     "change only the file that was given",
	DiffFileMismatch:  "name the file that was given in the --- and +++ lines, with or without a/ and b/",
	DiffCreates:       "change the file that was given, and create none",
	DiffDeletes:       "change the file that was given, and do not delete it",
	DiffRenames:       "keep the name of the file",
	DiffCopies:        "change the file in place",
	DiffMode:          "keep the mode of the file; only 100644 and 100755 are allowed where modes are",
	DiffBinary:        "write a text diff",
	DiffLink:          "change regular files only",
	DiffSubmodule:     "change regular files only",
	DiffApplyFailed:   "copy context and deleted lines exactly from the file, with their whitespace",
	DiffAmbiguous:     "give more context lines, so that the hunk fits in one place only",
	DiffNoAnchor:      "give context lines around the added lines: a line number alone is not enough",
	DiffOverlap:       "join hunks that change or show the same lines",
	DiffTooComplex:    "write fewer and more telling hunks, with right line numbers",
	DiffLinesLost:     "report this: the result does not have the lines that the diff adds and deletes",
	DiffNoChanges:     "change something, or answer NO_CHANGE",
	DiffBadName:       "use relative names with slashes, without .. and .git",
	DiffSameFileTwice: "put all hunks of a file under one header",
	DiffFileExists:    "change the file instead of creating it",
	DiffFileMissing:   "create the file, or name one that exists",
	DiffReadFailed:    "see the cause",
	BaseNotLF:         "convert the ends of lines to LF first",

	FileAndFolder:  "delete the file, or put the other one elsewhere",
	ChangeTooLarge: "make a smaller change",

	EditsMalformed:   "write blocks of the lines <<<<<<< SEARCH, =======, and >>>>>>> REPLACE, with nothing between blocks",
	EditsNone:        "write at least one block, or answer NO_CHANGE",
	EditsEmptySearch: "put lines to search for into the block: only an empty file has none",
	EditsNotFound:    "copy the searched lines exactly from the file, whole and with their whitespace",
	EditsAmbiguous:   "search for more lines, so that they are in one place only",
	EditsNoFileName:  "write the path of the file on the line before each search/replace block",
	EditsOverlap:     "join blocks that change the same lines; all blocks search the file as it was given",
}

// Codes returns all codes, sorted.
func Codes() []Code { return slices.Sorted(maps.Keys(waysOut)) }

// WayOut says in a few words what to do about the code, for whoever wrote the
// answer or the diff.
func (c Code) WayOut() string { return waysOut[c] }

// Shown puts the code at the end of the text of an error.
func (Code) Shown() {}

// An Error says why an answer or a change is refused. Its parts have no text of
// the file or of the change; Line is one of the answer, the diff or the blocks.
type Error = coded.Error[Code]

// Malformed reports whether a code is about the form of an answer, so that
// asking again for the right form makes sense.
func (c Code) Malformed() bool {
	switch c {
	case AnswerEmpty, AnswerTooLarge, AnswerNotText, AnswerNoBlock, AnswerManyBlocks, AnswerBoth, AnswerUnclosed, AnswerEmptyBlock, AnswerWrongFormat,
		DiffEmpty, DiffNoHunks, DiffForeign, DiffMalformed, EditsMalformed, EditsNone:
		return true
	}
	return false
}

func refuse(code Code, line int, format string, args ...any) *Error {
	return &Error{Code: code, Line: line, Detail: fmt.Sprintf(format, args...)}
}

package patch

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// NoChange is the answer that nothing is to be changed.
const NoChange = "NO_CHANGE"

// A Kind is the form of an answer.
type Kind int

// The kinds of answers.
const (
	KindNoChange Kind = iota // nothing is to be changed
	KindDiff                 // a unified diff; see Apply
	KindEdits                // search/replace blocks; see ApplyEdits
	KindFile                 // the whole new text; see Replace
)

// String returns a word for the kind.
func (k Kind) String() string {
	return [...]string{"no change", "diff", "list of search/replace blocks", "whole file"}[k]
}

// Formats are the forms of answers that are accepted. NO_CHANGE always is.
type Formats struct {
	Diff, Edits, File bool
	MaxBytes          int // of an answer; 0: any
}

func (f Formats) accepts(k Kind) bool {
	return k == KindNoChange || k == KindDiff && f.Diff || k == KindEdits && f.Edits || k == KindFile && f.File
}

// String returns the accepted kinds, such as "diff or whole file".
func (f Formats) String() string {
	var names []string
	for _, kind := range []Kind{KindDiff, KindEdits, KindFile} {
		if f.accepts(kind) {
			names = append(names, kind.String())
		}
	}
	return strings.Join(names, " or ")
}

// An Answer is a change that a model proposes.
type Answer struct {
	Kind Kind
	Body string // the text of the block, with LF
	Line int    // of the answer, that Body starts at, from 1; 0 for NO_CHANGE
}

// ParseAnswer reads an answer. It is one of:
//
//   - NO_CHANGE as the last line that is not blank, in a text without blocks; or
//     as the only text of the only block,
//   - a text with one fenced block, wherever it stands. Text around it, such as
//     the notices that agents put before their answer, is ignored,
//   - a patch from *** Begin Patch to *** End Patch, in a block or not.
//
// Thoughts before all that, up to a line that ends with </think>, are ignored.
//
// A block is fenced as in Markdown: by three or more backticks or tildes, with
// an optional info string, up to a fence of the same character that is not
// shorter. Other than in Markdown, a closing fence is not further indented than
// the opening one, so that a context line of a diff does not close it; and an
// opening fence with an info string may come right after a notice.
//
// The first line of the block tells a diff from search/replace blocks. If it
// does not, the info string does: diff, patch or edits. All others are files.
func ParseAnswer(text string, accepts Formats) (Answer, error) {
	switch {
	case accepts.MaxBytes > 0 && len(text) > accepts.MaxBytes:
		return Answer{}, refuse(AnswerTooLarge, 0, "the answer has %d bytes, more than the %d that are allowed", len(text), accepts.MaxBytes)
	case !utf8.ValidString(text):
		return Answer{}, refuse(AnswerNotText, 0, "the answer is not UTF-8")
	case strings.Contains(text, "\x00"):
		return Answer{}, refuse(AnswerNotText, 0, "the answer has a NUL")
	case strings.TrimSpace(text) == "":
		return Answer{}, refuse(AnswerEmpty, 0, "the answer has no text")
	}
	lines, err := withoutThoughts(bare(text))
	if err != nil {
		return Answer{}, err
	}
	blocks, outside, err := findBlocks(lines)
	if err != nil {
		return Answer{}, err
	}
	unchanged := slices.IndexFunc(outside, func(at int) bool { return strings.TrimSpace(lines[at]) == NoChange })
	switch {
	case len(blocks) > 1:
		return Answer{}, refuse(AnswerManyBlocks, blocks[1].line, "the answer has %d blocks", len(blocks))
	case len(blocks) == 1 && unchanged >= 0:
		return Answer{}, refuse(AnswerBoth, outside[unchanged]+1, "the answer is both a block and %s", NoChange)
	case len(blocks) == 1:
		return blocks[0].answer(accepts)
	}
	if start, end, found := findEnvelope(lines, outside); found {
		if unchanged >= 0 {
			return Answer{}, refuse(AnswerBoth, outside[unchanged]+1, "the answer is both a patch and %s", NoChange)
		}
		b := block{line: start, body: strings.Join(lines[start:end], "\n") + "\n"}
		return b.answer(accepts)
	}
	for _, at := range slices.Backward(outside) {
		switch line := strings.TrimSpace(lines[at]); line {
		case "":
		case NoChange:
			return Answer{Kind: KindNoChange}, nil
		default:
			return Answer{}, refuse(AnswerNoBlock, 0, "the answer has no block, and its last line is not %s", NoChange)
		}
	}
	return Answer{}, refuse(AnswerEmpty, 0, "the answer has no text")
}

func (b *block) answer(accepts Formats) (Answer, error) {
	body := strings.TrimSpace(b.body)
	switch body {
	case "":
		return Answer{}, refuse(AnswerEmptyBlock, b.line, "the block is empty")
	case NoChange:
		return Answer{Kind: KindNoChange}, nil
	}
	a := Answer{Kind: b.kind(), Body: b.body, Line: b.line + 1}
	if !accepts.accepts(a.Kind) {
		return Answer{}, refuse(AnswerWrongFormat, b.line, "the block is a %s, and the answer is to be a %s", a.Kind, accepts)
	}
	return a, nil
}

// Apply applies an answer to the text that was given, which is LF text. See
// Apply, ApplyEdits and Replace. For NO_CHANGE, the result is the base.
func (a Answer) Apply(base []byte, names Names) (*Result, error) {
	switch a.Kind {
	case KindDiff:
		return Apply(base, a.Body, names)
	case KindEdits:
		return ApplyEdits(base, a.Body, names)
	case KindFile:
		return Replace(base, a.Body)
	}
	return newResult(base, base), nil
}

// Replace returns the result of replacing a whole text by another one. The text
// ends as the base does: with a newline or without.
func Replace(base []byte, text string) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if n := len(base); n > 0 && base[n-1] != '\n' {
		text = strings.TrimSuffix(text, "\n")
	} else if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return changed(newResult(base, []byte(text)))
}

// changed refuses results that change nothing.
func changed(r *Result) (*Result, error) {
	if !r.Changed() {
		return nil, refuse(DiffNoChanges, 0, "the text after the change is the text before")
	}
	return r, nil
}

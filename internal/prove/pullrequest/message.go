package pullrequest

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// The author of commits, and the line that marks them as ours.
const (
	author  = "autofix prove"
	email   = "autofix-prove@users.noreply.github.com"
	trailer = "Autofix-Proof"
)

// message returns the message of the commit.
func (p *publication) message() worktree.Message {
	e := p.folder.evidence
	when := p.Epoch
	if when.IsZero() && len(e.Runs) > 0 {
		when = e.Runs[0].Started
	}
	if when.Unix() < 0 || when.Year() > 2100 {
		when = time.Unix(0, 0)
	}
	text := fmt.Sprintf("%s\n\nVerdict: %s. %s\n\n%s: %s\nAutofix-Patch: %s\n", title(e), e.Verdict, reports.Meaning(e.Verdict), trailer, e.ID, p.folder.best.SHA256)
	return worktree.Message{Author: author, Email: email, When: when, Text: text}
}

// title returns the title of the pull request and of the commit. Words of a
// model in it have no effect on GitHub: they close no issue, mention no person
// and skip no check.
func title(e *evidence.Evidence) string {
	text := strings.NewReplacer("[", "(", "]", ")", "://", ": //", "***", "* * *").Replace(reports.Title(e))
	text = reference().ReplaceAllString(text, "$1 $2")
	text = strings.TrimLeft(text, "# ") // git leaves out lines that start so
	if text == "" {
		text = "Fix a failing command"
	}
	return clip.Ended(text, github.MaxTitle, "...")
}

// reference is a mention of a person, or of an issue. Skip-checks is a line of
// its own for GitHub, which a title could be.
var reference = lazyregexp.New(`(?i)(@|#|\bGH-|\bskip-checks)([\w:])`)

// maxLine is the length of a line that is left out whole where a body is cut, in
// bytes.
const maxLine = 1000

// bounded returns a body that GitHub accepts, with notes below the marker,
// which is its first line. If the body is cut, a note reports it: at the top,
// where no truncated code block can hide it.
func bounded(body string, notes []string) string {
	marker, rest, _ := strings.Cut(body, "\n")
	top := func(notes []string) string {
		out := marker + "\n"
		for _, n := range notes {
			out += "\n" + n + "\n"
		}
		if len(notes) > 0 {
			out += "\n"
		}
		return out
	}
	whole := top(notes) + rest
	size := utf8.RuneCountInString(whole)
	if size <= github.MaxText {
		return whole
	}
	cut := fmt.Sprintf("This text is cut: it has %d characters, and GitHub takes %d. evidence.md in the artifacts of the proof has the rest.", size, github.MaxText)
	whole = clip.Ended(top(append(notes[:len(notes):len(notes)], cut))+rest, github.MaxText, "")
	if end := strings.LastIndexByte(whole, '\n'); end > len(whole)-maxLine {
		whole = whole[:end+1]
	}
	return whole
}

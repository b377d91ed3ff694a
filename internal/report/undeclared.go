package report

import (
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// Undeclared are files that no target names and that nothing has checked.
type Undeclared struct {
	Files []string // workspace relative, sorted; in text as Shown has them
	List  string   // the command that lists them, if Text only counts; may be empty
	Gate  string   // the command that fails while there are any, if Text only counts; may be empty
	Fix   string   // the command that checks and fixes them, if Text lists them; may be empty
}

// Text writes, without a final newline, how many files there are and how to
// list them, or the files and how to get them checked. Each sentence is on a
// line of its own that begins with prefix. It writes nothing if there are no
// files.
func (u *Undeclared) Text(w io.Writer, prefix string) {
	if len(u.Files) == 0 {
		return
	}
	have := "have"
	if len(u.Files) == 1 {
		have = "has"
	}
	fmt.Fprintf(w, "%s%s %s no target, so nothing checked %s", prefix, NumberOf(len(u.Files), "file"), have, itThem(len(u.Files)))
	if u.List != "" {
		fmt.Fprintf(w, "; list %s with: %s", itThem(len(u.Files)), u.List)
		if u.Gate != "" {
			fmt.Fprintf(w, "\n%sto fail in CI while there are any: %s", prefix, u.Gate)
		}
		return
	}
	fmt.Fprintf(w, ":\n")
	for _, file := range u.Files {
		fmt.Fprintf(w, "  %s\n", inert.Line(file))
	}
	fmt.Fprintf(w, "%slist %s in autofix_sources targets, which the Gazelle extension of rules_autofix can write (see its docs/gazelle.md)",
		prefix, itThem(len(u.Files)))
	if u.Fix != "" {
		fmt.Fprintf(w, ", or check and fix %s with: %s", itThem(len(u.Files)), u.Fix)
	}
}

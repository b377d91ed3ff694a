package suggest

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// marker is the first line of the comment, by which it is found.
const marker = "<!-- autofix suggest -->"

// The limits of texts. Titles, rules and paths come from strangers.
const (
	mostWords   = 200      // bytes of each
	mostTitles  = 3        // of a block
	mostRows    = 30       // of the comment
	mostComment = 48 << 10 // bytes
)

// body returns the text of a suggestion: the titles of its fixes, and the new
// lines.
func (b *block) body() string {
	text := ""
	for i, fix := range b.fixes() {
		if i == mostTitles {
			text += fmt.Sprintf("and %d more\n", len(b.fixes())-i)
			break
		}
		text += words(fix.Title) + " " + name(fix.Rule) + "\n\n"
	}
	after := string(b.after)
	fence := inert.Fence(after)
	return strings.TrimRight(text, "\n") + "\n\n" + fence + "suggestion\n" + after + fence + "\n"
}

func words(text string) string { return inert.Text(clip.Within(text, mostWords)) }
func name(text string) string  { return inert.Code(clip.Within(text, mostWords)) }

// above returns the text above the suggestions of a review.
func above(n int, command string) string {
	return fmt.Sprintf("autofix has %s for lines of this change. The check of the change made them: read each before you commit it, or apply all with %s\n", report.NumberOf(n, "suggestion"), inert.Code(command))
}

// comment returns the comment about the blocks that are no suggestions.
func comment(rest []*block, command string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n### autofix can fix %s\n\nApply all fixes with: %s\n\n| File | Line | Fix | Rule | Why not a suggestion |\n|---|---:|---|---|---|\n", marker, report.NumberOf(len(rest), "more place"), inert.Code(command))
	for i, b := range rest {
		fix := b.fixes()[0]
		row := fmt.Sprintf("| %s | %d | %s | %s | %s |\n", name(b.path), b.first, words(fix.Title), name(fix.Rule), b.why)
		if i == mostRows || text.Len()+len(row) > mostComment {
			fmt.Fprintf(&text, "\nand %d more\n", len(rest)-i)
			break
		}
		text.WriteString(row)
	}
	return text.String()
}

// done is the comment once nothing is left for it.
const done = marker + "\n### autofix has nothing more to fix\n\nNo fix is pending for lines of this change, except for the suggestions at the lines.\n"

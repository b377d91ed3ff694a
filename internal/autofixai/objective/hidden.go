package objective

import (
	"fmt"
	"unicode"
)

// noHiddenCharacters returns an issue for each added line with a character that
// nobody sees: a control character, which can also overwrite text on a
// terminal, one that changes the direction of the text, or one without a width.
// A person who reads the patch would see another text than the build uses.
func noHiddenCharacters(c *Change) []Issue {
	had := map[rune]int{}
	for _, line := range c.Patch.DeletedLines() {
		for _, r := range line.Text {
			had[r]++
		}
	}
	var issues []Issue
	for _, line := range c.Patch.AddedLines() {
		for _, r := range line.Text {
			if !isHidden(r) {
				continue
			}
			if had[r]--; had[r] < 0 {
				issues = append(issues, Issue{Line: line.Number, Message: fmt.Sprintf("the line has the character %U, which nobody sees; leave it out", r)})
				break
			}
		}
	}
	return issues
}

func isHidden(r rune) bool {
	return r != '\t' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

package lint

import (
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Delete returns the edits that delete a span of a command's script, or of the
// text of the exec form, such as some words with the separator after them.
func (c *Command) Delete(start, end int) []fixedits.Edit {
	if !c.Shell() {
		return c.Script.file.Replace(c.Script.Ins, start, end, "")
	}
	return c.Script.Replace(start, end, "")
}

// Rewrite returns the edit that replaces a span of the file, including its line
// breaks. It returns nil if the span contains comments, which would be lost.
func (f *File) Rewrite(s Span, text string) []fixedits.Edit {
	i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= s.Start })
	if i < len(f.Comments) && f.Comments[i].Start < s.End {
		return nil
	}
	return f.ReplaceSpan(s, text)
}

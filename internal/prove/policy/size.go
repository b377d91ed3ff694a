package policy

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// maxLineBytes is the average size of a changed line beyond which the number of
// lines does not measure a patch: a file can be one line.
const maxLineBytes = 400

// size judges how large a patch is. Created and deleted files count like all
// others, because a change has them as any other.
func (j *Judgment) size(r *Rules, in Input) {
	files, lines, size := len(j.Files), 0, 0
	for i := range in.Change.Files {
		f := &in.Change.Files[i]
		lines += j.Files[i].Added + j.Files[i].Deleted
		between := patch.Between(f.Before, f.After)
		for _, line := range between.AddedLines() {
			size += len(line.Text) + 1
		}
	}
	if files == 0 {
		j.refuse(DiffEmpty, "", "the patch changes nothing")
	}
	switch told := fmt.Sprintf("%d of at most %d files", files, r.MaxFiles); {
	case files > r.MaxFiles:
		j.refuse(DiffFiles, "", told+"; split the change, or raise diff.max-files")
	default:
		j.note(DiffFiles, "", told)
	}
	switch told := fmt.Sprintf("%d of at most %d lines", lines, r.MaxLines); {
	case lines > r.MaxLines:
		j.refuse(DiffLines, "", told+"; split the change, or raise diff.max-loc")
	case size > r.MaxLines*maxLineBytes:
		j.refuse(DiffLines, "", fmt.Sprintf("the added lines have %d bytes, more than %d of average lines; break long lines", size, r.MaxLines))
	default:
		j.note(DiffLines, "", told)
	}
	if in.Justifications == nil || files <= r.JustifyFiles {
		return
	}
	for i := range j.Files {
		if f := &j.Files[i]; strings.TrimSpace(f.Justification) == "" {
			j.refuse(DiffJustified, f.Path, fmt.Sprintf("a patch of more than %d files needs a justification of each, and this one has none", r.JustifyFiles))
		}
	}
}

// texts judges whether people can review the files.
func (j *Judgment) texts(c *change.Change) {
	for i := range c.Files {
		f := &c.Files[i]
		switch {
		case f.Created && f.Executable:
			j.refuse(DiffModes, f.Path, "the new file is executable")
		case f.ModeChanged && f.Executable:
			j.refuse(DiffModes, f.Path, "the mode changes from 0644 to 0755")
		case f.ModeChanged:
			j.refuse(DiffModes, f.Path, "the mode changes from 0755 to 0644")
		}
		if f.Deleted {
			continue
		}
		switch added := patch.Between(f.Before, f.After).AddedLines(); {
		case bytes.IndexByte(f.After, 0) >= 0 && bytes.IndexByte(f.Before, 0) < 0:
			j.refuse(DiffText, f.Path, "the file is binary")
		default:
			for _, line := range added {
				if why := deceptive(line.Text); why != "" {
					j.refuse(DiffText, f.Path, fmt.Sprintf("line %d %s", line.Number, why))
					break
				}
			}
		}
	}
}

// deceptive says how the appearance of a line deceives, or returns "".
func deceptive(line string) string {
	if !utf8.ValidString(line) {
		return "" // a text in another encoding, of which control characters are not known
	}
	for i, r := range line {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return "has a character that changes the direction of text"
		case r == '\u200b', r == '\u2060', r == '\u00ad', r == '\ufeff' && i > 0, r >= 0xe0000 && r <= 0xe007f:
			return "has a character that cannot be seen"
		case r == '\r' && i < len(line)-1, r == '\x1b', r == '\b':
			return "has a control character that hides text on a terminal"
		}
	}
	return ""
}

package pipeline

import (
	"strconv"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Recorded adds the files that were not checked to the artifact.
func (c *Checked) Recorded() *Checked {
	if c == nil || len(c.LeftAlone) == 0 {
		return c
	}
	byDefault := map[string]int{} // index by reason
	for _, file := range c.LeftAlone {
		entry := artifact.LeftAlone{Path: file.Path, Reason: file.Reason, Default: file.Default}
		if !utf8.ValidString(file.Path) {
			entry.Path = strconv.Quote(file.Path)
		}
		if i, ok := byDefault[file.Reason]; ok && file.Default {
			c.Artifact.LeftAlone[i].More++
			continue
		}
		if file.Default {
			byDefault[file.Reason] = len(c.Artifact.LeftAlone)
		}
		c.Artifact.LeftAlone = append(c.Artifact.LeftAlone, entry)
	}
	c.Artifact.Normalize()
	return c
}

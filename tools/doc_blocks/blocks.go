// Package docblocks reads the fenced code blocks of this repository's guides,
// so that tests can verify them.
package docblocks

import (
	"fmt"
	"regexp"
	"strings"
)

// A Block is a fenced block of code.
type Block struct {
	Line     int    // 1-based, of the fence
	Language string // the first word after the fence; may be empty
	Text     string // without the indentation of the fence
	Heading  string // of the containing section, without marks
	File     string // the first `name` of the paragraph before it; may be empty
}

var (
	fence   = regexp.MustCompile("^( *)```(\\w*)$")
	heading = regexp.MustCompile(`^#+ (.*)$`)
	quoted  = regexp.MustCompile("`([^`]+)`")
)

// Read returns the blocks of a text, in order. It supports the parts of
// Markdown that the guides use. An unclosed fence is an error.
func Read(markdown string) ([]Block, error) {
	var blocks []Block
	var paragraph []string
	var section string
	var open *Block
	var indent string
	for i, line := range strings.Split(markdown, "\n") {
		marks := fence.FindStringSubmatch(line)
		switch {
		case open != nil && marks != nil && marks[2] == "":
			blocks = append(blocks, *open)
			open, paragraph = nil, nil
		case open != nil:
			open.Text += strings.TrimPrefix(line, indent) + "\n"
		case marks != nil:
			indent = marks[1]
			open = &Block{Line: i + 1, Language: marks[2], Heading: section}
			if name := quoted.FindStringSubmatch(strings.Join(paragraph, " ")); name != nil {
				open.File = name[1]
			}
		case heading.MatchString(line):
			section, paragraph = heading.FindStringSubmatch(line)[1], nil
		case strings.TrimSpace(line) == "" && len(paragraph) > 0 && paragraph[len(paragraph)-1] != "":
			paragraph = append(paragraph, "") // it ends, if no block follows
		case len(paragraph) > 0 && paragraph[len(paragraph)-1] == "":
			paragraph = []string{line}
		default:
			paragraph = append(paragraph, line)
		}
	}
	if open != nil {
		return nil, fmt.Errorf("line %d: the block is not closed", open.Line)
	}
	return blocks, nil
}

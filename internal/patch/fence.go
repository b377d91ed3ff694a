package patch

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A block is a fenced block of an answer.
type block struct {
	line int    // of the opening fence, from 1
	info string // the first word after it, in lower case
	body string // its lines, each with a newline
}

// A fence is a line that opens or closes a block.
type fence struct {
	indent int
	mark   byte // ` or ~
	length int
	info   string
}

// findBlocks returns the blocks of an answer, and the indexes of the lines that
// are outside of them.
func findBlocks(lines []string) (blocks []block, outside []int, err error) {
	for i := 0; i < len(lines); i++ {
		open, ok := openingFence(lines[i])
		if !ok {
			outside = append(outside, i)
			continue
		}
		end := i + 1
		for end < len(lines) && !open.closedBy(lines[end]) {
			end++
		}
		if end == len(lines) {
			return nil, nil, refuse(AnswerUnclosed, i+1, "the block has no closing fence")
		}
		b := block{line: i + 1}
		if words := strings.Fields(strings.Trim(open.info, "{}")); len(words) > 0 {
			b.info = strings.ToLower(strings.TrimLeft(words[0], "."))
		}
		var body strings.Builder
		for _, line := range lines[i+1 : end] {
			body.WriteString(outdent(line, open.indent) + "\n")
		}
		b.body = body.String()
		blocks = append(blocks, b)
		i = end
	}
	return blocks, outside, nil
}

// gluedFence matches a fence after other text, with an info string.
var gluedFence = lazyregexp.New("^.*[^`](```+)([A-Za-z][A-Za-z0-9.+-]*)\\s*$")

// openingFence reads a line that opens a block. A notice that an agent puts
// before its answer may lack a newline, so the fence may come after other text
// if it has an info string.
func openingFence(line string) (fence, bool) {
	if f, ok := parseFence(line); ok {
		return f, true
	}
	if m := gluedFence().FindStringSubmatch(line); m != nil {
		return fence{mark: '`', length: len(m[1]), info: m[2]}, true
	}
	return fence{}, false
}

func parseFence(line string) (fence, bool) {
	rest := strings.TrimLeft(line, " ")
	if rest == "" || rest[0] != '`' && rest[0] != '~' {
		return fence{}, false
	}
	f := fence{indent: len(line) - len(rest), mark: rest[0]}
	info := strings.TrimLeft(rest, rest[:1])
	f.length, f.info = len(rest)-len(info), strings.TrimSpace(info)
	// An info string with backticks means inline code, as in Markdown.
	return f, f.length >= 3 && (f.mark == '~' || !strings.Contains(info, "`"))
}

func (f fence) closedBy(line string) bool {
	c, ok := parseFence(line)
	return ok && c.mark == f.mark && c.length >= f.length && c.indent <= f.indent && c.info == ""
}

// outdent removes up to n spaces from the start of a line.
func outdent(line string, n int) string {
	for ; n > 0 && strings.HasPrefix(line, " "); n-- {
		line = line[1:]
	}
	return line
}

// kind returns the kind of a block's content.
func (b *block) kind() Kind {
	lines := bare(b.body)
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	switch first := lines[0]; {
	case isMarker(first, searchMarker), len(lines) > 1 && isMarker(lines[1], searchMarker):
		return KindEdits
	case strings.HasPrefix(first, "diff --git "), strings.HasPrefix(first, "@@ "), strings.HasPrefix(first, envelopeStart), len(lines) > 1 && lines[1] == envelopeStart,
		strings.HasPrefix(first, "--- ") && len(lines) > 1 && strings.HasPrefix(lines[1], "+++ "):
		return KindDiff
	}
	switch b.info {
	case "diff", "patch", "udiff", "git":
		return KindDiff
	case "edits", "edit", "search-replace", "search/replace":
		return KindEdits
	}
	return KindFile
}

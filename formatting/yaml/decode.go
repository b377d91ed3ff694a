package yaml

import (
	"bytes"
	"fmt"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// Documents returns the documents of a text, with any line endings, as trees.
// It returns an error if the text is not YAML, such as a template, or is nested
// too deeply.
func Documents(path string, src []byte) ([]*upstream.Node, error) {
	if len(src) > formatting.MaxSize {
		return nil, refusal(path, "too large")
	}
	var documents []*node
	err := parse(path, src, func(n *node) {
		if n.Kind == upstream.DocumentNode {
			documents = append(documents, n)
		}
	})
	return documents, err
}

// BlockScalarLines returns the lines of a text that are in block scalars, where
// each space is significant, as half-open ranges of line indexes. It fails as
// Documents does.
func BlockScalarLines(path string, src []byte) ([][2]int, error) {
	unix := lineends.ToLF(src)
	if i := bytes.IndexByte(unix.Text, '\r'); i >= 0 {
		return nil, refusal(path, fmt.Sprintf("YAML treats the CR at offset %d as a line ending", i))
	}
	if err := parse(path, unix.Text, func(*node) {}); err != nil {
		return nil, err
	}
	p := newPrinter(unix.Text, Options{Indent: 2, IndentSequences: keepSequences})
	if err := p.run(); err != nil {
		return nil, refusal(path, err.Error())
	}
	lines := make([][2]int, len(p.scalars))
	index := position.New(unix.Text, position.LF)
	for i, scalar := range p.scalars {
		start, end := scalar[0], scalar[1]
		lines[i] = [2]int{index.Line(start) - 1, index.Line(end) - 1}
		if end == len(unix.Text) && !index.EndsLine(end) {
			lines[i][1]++
		}
	}
	return lines, nil
}

package imageconfig

import (
	"fmt"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/command"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// Place describes where an offset is in a Dockerfile: in which stage, counted
// from 1, and in which instruction. Text before the first FROM is in stage 0,
// and text between two instructions is in no instruction. An error means that
// BuildKit does not read the text.
func Place(text string, at int) (place string, err error) {
	defer func() {
		if p := recover(); p != nil {
			place, err = "", fmt.Errorf("panic in BuildKit: %v", p)
		}
	}()
	parsed, err := parser.Parse(strings.NewReader(text))
	if err != nil {
		return "", err
	}
	line := position.At(text, at).Line
	stage := 0
	for _, node := range parsed.AST.Children {
		if node.StartLine > line {
			break
		}
		if strings.EqualFold(node.Value, command.From) {
			stage++
		}
		if line <= node.EndLine {
			return fmt.Sprintf("stage %d, %s", stage, strings.ToUpper(node.Value)), nil
		}
	}
	return fmt.Sprintf("stage %d", stage), nil
}

package imageconfig

import (
	"fmt"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/command"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A place locates an offset in a Dockerfile.
type place struct {
	instruction string // in upper case; empty between two instructions
	base        string // of the stage, as written; empty before the first one
	stage       int    // counted from 1
	after       int    // the number of stages after it
}

// SamePlace reports whether the text at an offset of a Dockerfile has the same
// effect at an offset of a changed one. An instruction that configures the
// final image, such as ENV, may be anywhere in its stage, and its stage may have
// another base, since stages may be added before. Every other instruction must
// stay in a stage with the same base and the same number, from the start or from
// the end, and must not move from a build stage to the final image. repeats is
// whether the text is an ENV or ARG that a build stage with the same base
// repeats. An error means that BuildKit cannot read one of the texts.
func SamePlace(before string, at int, after string, to int, moved bool) (same, repeats bool, err error) {
	was, err := placeOf(before, at)
	if err != nil {
		return false, false, err
	}
	is, err := placeOf(after, to)
	if err != nil || was.instruction != is.instruction {
		return false, false, err
	}
	repeats = is.stage > 0 && is.after > 0 && was.base == is.base && (is.instruction == "ENV" || is.instruction == "ARG")
	if was.after == 0 && slices.Contains(Instructions, was.instruction) {
		return is.after == 0, repeats, nil
	}
	same = !moved && was.base == is.base && (was.stage == is.stage || was.after == is.after) && (was.after == 0 || is.after > 0)
	return same, repeats, nil
}

func placeOf(text string, at int) (p place, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = place{}, fmt.Errorf("panic in BuildKit: %v", r)
		}
	}()
	parsed, err := parser.Parse(strings.NewReader(text))
	if err != nil {
		return place{}, err
	}
	line := position.At(text, at).Line
	for _, node := range parsed.AST.Children {
		isStage := strings.EqualFold(node.Value, command.From)
		if node.StartLine > line {
			if isStage {
				p.after++
			}
			continue
		}
		if isStage {
			p.stage++
			p.base = ""
			if node.Next != nil {
				p.base = node.Next.Value
			}
		}
		if line <= node.EndLine {
			p.instruction = strings.ToUpper(node.Value)
		}
	}
	return p, nil
}

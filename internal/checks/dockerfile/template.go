package dockerfile

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// isTemplate reports whether a file is a template of a Dockerfile: it has
// template syntax in place of an instruction or a base image. Elsewhere, as in
// docker inspect --format, the syntax may be meant for a program.
func isTemplate(file *syntax.File) bool {
	return slices.ContainsFunc(file.Instructions, func(ins *syntax.Instruction) bool {
		return isMark(ins.Name) || ins.Name == "from" && len(ins.Words) > 0 && isMark(ins.Words[0].Value)
	})
}

func isMark(word string) bool {
	return slices.ContainsFunc([]string{"{{", "{%", "<%"}, func(mark string) bool { return strings.HasPrefix(word, mark) })
}

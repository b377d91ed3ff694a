package adapters

import (
	"cmp"
	"strings"
)

// Namespace returns the first part of the names of rules for a tool that output
// names, such as super-lint for "Super Lint". It is "" for a name without
// letters.
func Namespace(tool string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(tool), func(r rune) bool {
		return r == '/' || r <= ' ' || r == 0x7f
	}), "-")
}

// Own is the name of this tool in its reports.
const Own = "autofix"

// RuleOf returns the name of a rule of a tool that output names, in the
// namespace of the tool or, if it has no name, of the format. Reports of this
// tool name rules as it does itself, such as ruff/F401.
func RuleOf(tool, format, id string) string {
	if tool == Own && strings.Contains(id, "/") {
		return id
	}
	return cmp.Or(Namespace(tool), format) + "/" + id
}

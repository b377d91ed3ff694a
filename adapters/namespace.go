package adapters

import "strings"

// Namespace returns the first part of the names of rules for a tool that output
// names, such as super-lint for "Super Lint". It is "" for a name without
// letters.
func Namespace(tool string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(tool), func(r rune) bool {
		return r == '/' || r <= ' ' || r == 0x7f
	}), "-")
}

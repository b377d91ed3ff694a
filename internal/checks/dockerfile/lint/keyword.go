package lint

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Lower reports whether most keywords of a file's stages are in lower case. In
// a tie, upper case wins.
func (f *File) Lower() bool {
	if f.lower == nil {
		lower := f.mostlyLower()
		f.lower = &lower
	}
	return *f.lower
}

func (f *File) mostlyLower() bool {
	lower, upper := 0, 0
	for s, ins := range f.All {
		switch word := ins.Keyword.Value; {
		case s == nil || !syntax.Known(ins.Name):
		case word == ins.Name:
			lower++
		case word == strings.ToUpper(word):
			upper++
		}
	}
	return lower > upper
}

// Cased returns a keyword, given in upper case, in the casing of the file.
func (f *File) Cased(keyword string) string {
	if f.Lower() {
		return strings.ToLower(keyword)
	}
	return keyword
}

package config

import "fmt"

// A Kind is the type of an option's value.
type Kind string

const (
	String  Kind = "string"
	Bool    Kind = "boolean"
	Int     Kind = "integer"
	Strings Kind = "array of strings"
)

// An Option is a setting of a rule, set beside its severity in [rules."NS/NAME"].
type Option struct {
	Name    string
	Kind    Kind
	Values  []string // the strings that are allowed; empty: any
	Default any      // string, bool, int or []string, after Kind
	Doc     string   // one sentence
}

// A RuleSchema says which options a rule has.
type RuleSchema struct {
	Name    string // NS/NAME
	Options []Option
}

// An Error is a mistake in a configuration file.
type Error struct {
	Path   string
	Line   int // 1-based; 0 where the place is not known
	Column int // 1-based, in bytes
	Msg    string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Path, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg)
}

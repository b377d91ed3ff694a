package config

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// A Kind is the type of an option's value.
type Kind string

const (
	String  Kind = "string"
	Bool    Kind = "boolean"
	Int     Kind = "integer"
	Strings Kind = "array of strings"
)

// Keep is the value, of an option that has it, by which each file keeps what it has.
const Keep = "keep"

// An Option is a setting of a rule, set beside its severity in [rules."NS/NAME"], or of a formatter, set in
// [format.LANG].
type Option struct {
	Name    string
	Kind    Kind
	Values  []string // the strings that are allowed; empty: any
	Keep    bool     // Keep is allowed, too: each file has its own
	Default any      // string, bool, int or []string, after Kind; or Keep
	Doc     string   // one sentence

	// Check returns what is wrong with a value of the option's kind. Nil: nothing ever is.
	Check func(value any) error

	// Editor returns the value that .editorconfig gives the option, in the type of its kind, or nil where it says nothing
	// that the option can have. It holds where the configuration does not set the option. Nil: there never is one.
	Editor func(editorconfig.Properties) any
}

// value returns what holds: the configured value, else that of .editorconfig, else the default.
func (o Option) value(configured map[string]any, editor editorconfig.Properties) any {
	if v, ok := configured[o.Name]; ok {
		return v
	}
	if o.Editor != nil {
		if v := o.Editor(editor); v != nil {
			return v
		}
	}
	return o.Default
}

// Type says what the option's value is.
func (o Option) Type() string {
	if o.Keep {
		return fmt.Sprintf("%s or %q", o.Kind, Keep)
	}
	return string(o.Kind)
}

// DefaultTOML returns the default as autofix.toml would have it.
func (o Option) DefaultTOML() string {
	switch v := o.Default.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = fmt.Sprintf("%q", s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}

// A Schema is what a configuration may say.
type Schema struct {
	Rules   []RuleSchema
	Formats []FormatSchema
}

// A FormatSchema says which options the formatter of a language has, besides enabled.
type FormatSchema struct {
	Language string
	Off      bool // enabled is false by default
	Options  []Option

	// Ignored reports whether .editorconfig says that a file is not to be
	// formatted. Nil: it never does.
	Ignored func(editorconfig.Properties) bool
	// Files are the kinds of further files that its options leave something to.
	Files []FormatFile
	// Claims are the files by which another formatter has the language. Nil: none
	// is known.
	Claims *Claims
}

// A RuleSchema says which options a rule has.
type RuleSchema struct {
	Name    string // NS/NAME
	Same    string // the rule that says the same; empty: none
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

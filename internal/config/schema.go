package config

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// A FormatSchema lists the options of the formatter of a language, besides
// enabled.
type FormatSchema struct {
	Language string
	Off      bool // enabled is false by default
	Options  []Option

	// Ignored reports whether .editorconfig says that a file is not to be
	// formatted. Nil: it never does.
	Ignored func(editorconfig.Properties) bool
	// Files are the kinds of further files that complete its options.
	Files []FormatFile
	// Claims are the files by which another formatter handles the language.
	// Nil: none is known.
	Claims *Claims
}

// A RuleSchema lists the options of a rule.
type RuleSchema struct {
	Name    string // NS/NAME
	Same    string // an equivalent rule; may be empty
	Options []Option
}

// An Error is a mistake in a configuration file.
type Error struct {
	Path   string
	Line   int // 1-based; 0 if the place is not known
	Column int // 1-based, in bytes
	Msg    string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Path, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg)
}

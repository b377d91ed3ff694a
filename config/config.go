// Package config reads autofix.toml.
package config

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config/leftalone"
)

// Name is the name of the configuration file.
const Name = "autofix.toml"

// A FixMode says when the fixes of a rule apply.
type FixMode string

const (
	// FixAlways is the default: the rule's fixes apply as far as their safety allows.
	FixAlways FixMode = "always"
	// FixExplicit applies the rule's fixes only where the command line names the rule.
	FixExplicit FixMode = "explicit"
	// FixNever reports the rule's findings without fixes.
	FixNever FixMode = "never"
)

// SeverityOff, as a rule's severity, switches the rule off.
const SeverityOff fixedits.Severity = "off"

// A Config is one autofix.toml. The nil Config and the zero Config are the defaults.
type Config struct {
	Path    string // of the file, as given to Parse; empty for defaults
	Files   Files
	rules   map[string]ruleTable   // by NS/NAME, or NS/*
	formats map[string]formatTable // by language
	owned   map[string][]string    // by checker: globs, relative to the folder of the configuration file
	doc     *document              // for the places of mistakes

	files    *ToolFiles
	excluded *globSet // of Files.Exclude
}

// Files is the table [files].
type Files struct {
	Exclude        []string // exclude: globs, relative to the folder of the configuration file
	NoEditorConfig bool     // editorconfig = false: what .editorconfig files say does not count

	NoGitAttributes bool                      // gitattributes = false: what .gitattributes files say does not count
	Also            map[*leftalone.Class]bool // dependencies = true and so on: what is to be checked all the same
}

// A Source gives the configuration that holds for a file.
type Source interface {
	// For returns the configuration of a workspace-relative path. Nil means the defaults.
	For(path string) *Config
}

// For returns c: one configuration holds for all files.
func (c *Config) For(string) *Config { return c }

// Mistake returns the error that what the configuration says at a key, such as format, go, lang-version, is wrong. It
// is for those who know what may be said there.
func (c *Config) Mistake(msg string, key ...string) *Error {
	e := &Error{Path: c.Path, Msg: msg}
	if c.doc != nil {
		at := c.doc.places[joined(key)]
		e.Line, e.Column = at.Line, at.Column
	}
	return e
}

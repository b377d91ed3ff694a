// Package config reads autofix.toml.
package config

import (
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Name is the name of the configuration file.
const Name = "autofix.toml"

// A FixMode says when the fixes of a rule apply.
type FixMode string

const (
	// FixAlways is the default: the rule's fixes apply as far as their safety
	// allows.
	FixAlways FixMode = "always"
	// FixExplicit applies the rule's fixes only where the command line names
	// the rule.
	FixExplicit FixMode = "explicit"
	// FixNever reports the rule's findings without fixes.
	FixNever FixMode = "never"
)

// SeverityOff, as a rule's severity, switches the rule off.
const SeverityOff fixedits.Severity = "off"

// A Config is one autofix.toml. The nil Config and the zero Config are the
// defaults.
type Config struct {
	Path string // of the file, as given to Parse; empty for defaults

	digest string            // SHA-256 of the file, in hex
	said   map[string]Values // by section
	doc    *document         // for the places of mistakes
	made   *sync.Map         // what once returned, by key; copies of a Config share it. Nil: nothing is said
	files  *ToolFiles
}

// Digest returns the SHA-256 of the configuration file in hex, by which it can
// be the key of a cache. It is "" for the defaults.
func (c *Config) Digest() string {
	if c == nil {
		return ""
	}
	return c.digest
}

// once returns what makes of what the file says, which it is asked for once.
func once[T any](c *Config, key any, makes func() T) T {
	if known, ok := c.made.Load(key); ok {
		return known.(T)
	}
	value, _ := c.made.LoadOrStore(key, makes())
	return value.(T)
}

// A Source gives the configuration that holds for a file.
type Source interface {
	// For returns the configuration of a workspace-relative path. Nil means the
	// defaults.
	For(path string) *Config
}

// For returns c: one configuration holds for all files.
func (c *Config) For(string) *Config { return c }

// Mistake returns the error that what the configuration says at a key, such as
// format, go, lang-version, is wrong. It is for those who know what may be said
// there.
func (c *Config) Mistake(msg string, key ...string) *Error {
	e := &Error{Path: c.Path, Msg: msg}
	if c.doc != nil {
		at := c.doc.places[joined(key)]
		e.Line, e.Column = at.Line, at.Column
	}
	return e
}

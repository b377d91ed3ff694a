// Package config reads autofix.toml.
package config

import (
	"maps"
	"slices"
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
	// FixExplicit applies the rule's fixes only if the command line names the
	// rule.
	FixExplicit FixMode = "explicit"
	// FixNever reports the rule's findings without fixes.
	FixNever FixMode = "never"
)

// SeverityOff is the severity of a rule that is switched off.
const SeverityOff fixedits.Severity = "off"

// A Config is one autofix.toml. The nil Config and the zero Config are the
// defaults.
type Config struct {
	Path string // of the file, as given to Parse; empty for defaults

	digest string              // SHA-256 of the file, in hex
	said   map[string]Values   // by section
	broken map[string][]*Error // mistakes by section that is not needed, which is not in said
	lists  map[string][]Values // by section that is a list
	doc    *document           // for the places of mistakes
	made   *sync.Map           // what once returned, by key; copies of a Config share it. Nil for the defaults
	files  *ToolFiles
}

// Digest returns the SHA-256 of the configuration file in hex, for use as a
// cache key. It is "" for the defaults.
func (c *Config) Digest() string {
	if c == nil {
		return ""
	}
	return c.digest
}

// Warnings returns the mistakes in sections that the reader can do without, in
// the order of the file.
func (c *Config) Warnings() []*Error {
	var all []*Error
	if c != nil {
		for _, name := range slices.Sorted(maps.Keys(c.broken)) {
			all = append(all, c.broken[name]...)
		}
	}
	sortByPlace(all)
	return all
}

// Broken reports whether a section that is not needed has mistakes: it counts as
// absent.
func (c *Config) Broken(s *Section) bool { return c != nil && len(c.broken[s.Name]) > 0 }

// A Source returns the configuration of a file.
type Source interface {
	// For returns the configuration of a workspace-relative path. Nil means the
	// defaults.
	For(path string) *Config
}

// For returns c: one configuration applies to all files.
func (c *Config) For(string) *Config { return c }

// Once returns a value that the owner of a section derives from the section. It
// keeps one result of makes for each configuration file and key. It keeps none
// for the default configuration.
func Once[T any](c *Config, key any, makes func() T) T {
	if c == nil || c.made == nil {
		return makes()
	}
	if known, ok := c.made.Load(key); ok {
		return known.(T)
	}
	value, _ := c.made.LoadOrStore(key, makes())
	return value.(T)
}

// Mistake returns an error at a key of the configuration, such as format, go,
// lang-version; or schema, 0, files for the first table of a list. The owner of
// a section reports with it what Parse cannot check.
func (c *Config) Mistake(msg string, key ...string) *Error {
	if c.doc == nil {
		return &Error{Path: c.Path, Msg: msg}
	}
	return c.doc.mistake(key, msg)
}

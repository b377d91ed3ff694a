// Package config reads autofix.toml.
package config

import (
	"maps"
	"slices"
	"strconv"
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

// A GateMode says which findings of a rule can shut a gate. Without one, all
// can, or with a base the new ones.
type GateMode string

const (
	// GateAll holds a rule everywhere, also where the base has the finding.
	GateAll GateMode = "all"
	// GateNew holds a rule only where a base shows that the finding is new.
	GateNew GateMode = "new"
	// GateOff never holds a rule.
	GateOff GateMode = "off"
)

// SeverityOff is the severity of a rule that is switched off.
const SeverityOff fixedits.Severity = "off"

// A Config is one autofix.toml, with the files that it extends below it and
// possibly tables of [[overrides]] above it. The nil Config and the zero Config
// are the defaults.
type Config struct {
	Path string // of the file, as given to Parse; empty for defaults

	chain      []*parsed           // the file and the files that it extends, the nearest first
	digest     string              // SHA-256 of all its sources, in hex
	said       map[string]Values   // by section
	broken     map[string][]*Error // mistakes in sections that are not needed, which are not in said
	lists      map[string][]listed // by section that is a list
	places     []place             // where its values may be, the nearest first
	made       *sync.Map           // results of once, by key; copies of a Config share it. Nil for the defaults
	overridden bool                // there are tables of [[overrides]]
	variants   *sync.Map           // results of For, by the tables that match
	files      *ToolFiles
}

// Digest returns a SHA-256 of the sources of the configuration in hex, for use
// as a cache key. It is "" for the defaults.
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
// a section uses it for mistakes that Parse cannot find.
func (c *Config) Mistake(msg string, key ...string) *Error {
	if tables := c.lists[key[0]]; len(key) > 1 && tables != nil {
		if i, err := strconv.Atoi(key[1]); err == nil && i < len(tables) {
			return tables[i].at.mistake(key[2:], msg)
		}
	}
	for _, at := range c.places {
		if at.knows(key) {
			return at.mistake(key, msg)
		}
	}
	if len(c.places) == 0 {
		return &Error{Path: c.Path, Msg: msg}
	}
	return c.places[0].mistake(key, msg)
}

// FileOf returns the path of the file that sets a key: c.Path, or a file that it
// extends. It is c.Path if none does.
func (c *Config) FileOf(key ...string) string {
	for _, at := range c.places {
		if at.knows(key) {
			return at.doc.path
		}
	}
	return c.Path
}

func (p place) knows(key []string) bool {
	_, known := p.doc.places[joined(append(slices.Clone(p.prefix), key...))]
	return known
}

func (p place) mistake(key []string, msg string) *Error {
	return p.doc.mistake(append(slices.Clone(p.prefix), key...), msg)
}

// Package decoded reports whether two texts of a data file decode to the same
// value, regardless of layout, comments, quotes and the order of keys. The
// value is the one that a program gets when it reads the file.
//
// It recognizes YAML, JSON, JSON with comments, JSON lines and TOML by file
// name, even if their formatter is off.
package decoded

import (
	"encoding/hex"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
)

// A format describes data files with certain names.
type format struct {
	suffixes []string // in lower case
	names    []string // base names
	decode   func(path string, text []byte) (digest, error)

	// template reports whether a text that decodes is likely a template, which
	// becomes another text. If it is nil, no text is.
	template func(path string, text []byte) bool
}

var formats = []format{
	{
		suffixes: []string{".yaml", ".yml", ".cff", ".clang-format", ".clang-tidy", ".clangd"},
		decode:   yamlDigest,
		template: yamlTemplate,
	},
	{
		suffixes: []string{".toml"},
		names:    []string{"Pipfile", "Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock"},
		decode:   tomlDigest,
	},
	{
		suffixes: []string{".json", ".json5", ".ipynb", ".tfstate"},
		names:    []string{"Pipfile.lock", "composer.lock", "flake.lock", "deno.lock"},
		decode:   jsonDigest,
	},
	{
		suffixes: []string{".jsonl", ".ndjson", ".jsonlines"},
		decode:   jsonLinesDigest,
	},
}

// jsonLanguage matches the files that the JSON formatter formats.
var jsonLanguage = func() formatting.Language {
	language, err := json.New(json.Options{})
	if err != nil {
		panic(err)
	}
	return language
}()

// of returns the format of a file, or nil.
func of(file string) *format {
	base := path.Base(file)
	lower := strings.ToLower(base)
	for i := range formats {
		f := &formats[i]
		if slices.Contains(f.names, base) ||
			slices.ContainsFunc(f.suffixes, func(suffix string) bool { return strings.HasSuffix(lower, suffix) }) {
			return f
		}
	}
	if jsonLanguage.Match(file, nil) {
		return &format{decode: jsonDigest}
	}
	return nil
}

// Knows reports whether the file of a slash-separated path has a format that
// can be decoded.
func Knows(path string) bool { return of(path) != nil }

// Decodes reports whether the text of a file decodes, and is not a template
// that happens to.
func Decodes(path string, text []byte) bool { return Digest(path, text) != "" }

// Digest returns a digest of the value of a text, as 64 hex digits. It is ""
// if the text does not decode, or is a template that happens to.
func Digest(path string, text []byte) string {
	f := of(path)
	if f == nil {
		return ""
	}
	value, err := f.decode(path, text)
	if err != nil || f.template != nil && f.template(path, text) {
		return ""
	}
	return hex.EncodeToString(value[:])
}

// errChanged is the difference between two texts that both decode.
var errChanged = errors.New("would decode to another value")

// Compare returns nil if two texts of a file decode to the same value. It also
// returns nil if the format is unknown, or if the first text does not decode,
// such as a template. The error is about the second text.
func Compare(path string, before, after []byte) error {
	f := of(path)
	if f == nil {
		return nil
	}
	was, err := f.decode(path, before)
	if err != nil {
		return nil
	}
	is, err := f.decode(path, after)
	if err != nil {
		return err
	}
	if is != was {
		return errChanged
	}
	return nil
}

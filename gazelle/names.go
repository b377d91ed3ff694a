package gazelle

import (
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/bazelbuild/bazel-gazelle/config"
	"github.com/bazelbuild/bazel-gazelle/rule"
)

// unnameable returns why Bazel does not allow a target or file with this
// package-relative name, or "".
func unnameable(name string) string {
	switch {
	case name == "":
		return "empty"
	case !utf8.ValidString(name):
		return "not UTF-8"
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "has a control character"
	case strings.ContainsAny(name, `:\`):
		return "Bazel allows neither : nor \\ in a label"
	}
	for element := range strings.SplitSeq(name, "/") {
		if element == "" || element == "." || element == ".." {
			return "not a clean path"
		}
	}
	return ""
}

// labelOf returns the label of a file of the package as written in srcs.
func labelOf(file string) string {
	if strings.HasPrefix(file, "@") {
		return ":" + file // otherwise it would be a repository
	}
	return file
}

// fileOf returns the file of the package rel that a label refers to. It returns
// any other string unchanged; that is not the name of a file.
func fileOf(rel, text string) string {
	if file, ok := strings.CutPrefix(strings.TrimLeft(text, "@"), "//"+rel+":"); ok {
		return file
	}
	return strings.TrimPrefix(text, ":")
}

// followLoads makes Gazelle recognize autofix_sources by the names under which
// a build file loads it:
//
//	load("@rules_autofix//rules:defs.bzl", sources = "autofix_sources")
func followLoads(c *config.Config, f *rule.File) {
	if f == nil {
		return
	}
	for _, load := range f.Loads {
		for _, pair := range load.SymbolPairs() {
			if pair.From == kindName && pair.To != kindName && isBzlFile(load.Name()) {
				c.AliasMap = withEntry(c.AliasMap, pair.To, kindName)
			}
		}
	}
}

// isBzlFile reports whether a label is that of a file that has autofix_sources:
// the file of all rules, or its own.
func isBzlFile(label string) bool {
	return strings.HasSuffix(label, bzlFile) || strings.HasSuffix(label, "//rules:"+kindName+".bzl")
}

// withEntry returns a copy of the map with an entry added. The original is
// shared with parent packages.
func withEntry(m map[string]string, key, value string) map[string]string {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}

// isOurKind reports whether rules of a kind are autofix_sources, under any name
// given by map_kind, alias_kind or load.
func isOurKind(c *config.Config, kind string) bool { return isMapped(c, kindName, kind) }

// isMapped reports whether a build file of the package may use the kind to for
// rules of the kind from.
func isMapped(c *config.Config, from, to string) bool {
	if aliased, ok := c.AliasMap[to]; ok {
		to = aliased
	}
	for range len(c.KindMap) + 1 { // limits the steps, because of loops, which Gazelle reports
		if from == to {
			return true
		}
		mapped, ok := c.KindMap[from]
		if !ok {
			return false
		}
		from = mapped.KindName
	}
	return false
}

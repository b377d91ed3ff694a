// Package protected lists the files of a checkout that a program runs or obeys
// because they lie there: an editor that opens the folder, an agent, a shell, a
// build, a hook of Git, a CI service, a package manager. A fix of a tool that
// is not built in, an agent's answer and a patch under proof must not change
// them unless a person allows it.
package protected

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/cases"
)

// A Writer is a kind of writer, whose changes of a file may be refused.
type Writer int

// The writers. Checkers are the checkers that are not built in, and agents.
// Proofs are patches under proof.
const (
	Checkers Writer = 1 << iota
	Proofs
	Everyone = Checkers | Proofs
)

// Why returns why a writer must not change a file, or "". The path is slash
// separated.
func Why(path string, by Writer) string {
	path = spelled(path)
	base := path[strings.LastIndexByte(path, '/')+1:]
	for i := range Rules {
		rule := &Rules[i]
		if rule.From&by != 0 && slices.ContainsFunc(rule.Globs, func(glob string) bool { return matches(glob, path, base) }) {
			return rule.Why
		}
	}
	return ""
}

func matches(glob, path, base string) bool {
	if strings.Contains(glob, "/") {
		return doublestar.MatchUnvalidated("**/"+glob, path)
	}
	return doublestar.MatchUnvalidated(glob, base)
}

// spelled returns a path as the globs spell it. File systems may ignore case,
// the dots and spaces at the end of a name, the text after a colon (a stream of
// NTFS), and characters that cannot be seen (HFS+).
func spelled(path string) string {
	path = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1
		case r == '\\':
			return '/'
		}
		return r
	}, path)
	parts := strings.Split(cases.Fold().String(path), "/")
	for i, part := range parts {
		part, _, _ = strings.Cut(part, ":")
		parts[i] = strings.TrimRight(part, ". ")
	}
	return strings.Join(parts, "/")
}

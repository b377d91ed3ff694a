// Package ignore reads the comments that silence findings in YAML, JSON with
// comments, and TOML.
//
//	replicas: "3" # autofix ignore=schema/type
//	# autofix ignore=schema/type,schema/enum;reason=generated elsewhere
//	# autofix global ignore=schema/*
//
// A comment is for its line, or if it stands alone for the next one; a global
// one is for the file. They are the comments that silence rules in Dockerfiles.
package ignore

import (
	"bytes"
	"regexp"
	"sort"
	"strings"
	"sync"
)

// A Set has the comments of a file. The zero value has none.
type Set struct {
	global []string
	lines  []line
}

// A line has the patterns that apply to a line, which is a range of bytes.
type line struct {
	start, end int
	patterns   []string
}

var comment = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s])(?:#|//)[ \t]*autofix[ \t]+(global[ \t]+)?ignore[ \t]*=[ \t]*([^;\r\n]*)`)
})

// Read returns the comments in a text.
func Read(content []byte) *Set {
	s := new(Set)
	if !bytes.Contains(content, []byte("ignore")) {
		return s
	}
	var above []string // for the next line that is not a comment
	for at := 0; at < len(content); {
		text := content[at:]
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			text = text[:n+1]
		}
		trimmed := bytes.TrimSpace(text)
		alone := bytes.HasPrefix(trimmed, []byte("#")) || bytes.HasPrefix(trimmed, []byte("//"))
		var own []string
		if match := comment().FindSubmatch(text); match != nil {
			patterns := strings.FieldsFunc(string(match[2]), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
			switch {
			case len(match[1]) > 0:
				s.global = append(s.global, patterns...)
			case alone:
				above = append(above, patterns...)
			default:
				own = patterns
			}
		}
		if !alone && len(trimmed) > 0 {
			if patterns := append(above, own...); len(patterns) > 0 {
				s.lines = append(s.lines, line{at, at + len(text), patterns})
			}
			above = nil
		}
		at += len(text)
	}
	return s
}

// Silences reports whether a comment silences a rule's finding at an offset.
func (s *Set) Silences(rule string, offset int) bool {
	if matchesAny(s.global, rule) {
		return true
	}
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].end > offset })
	return i < len(s.lines) && s.lines[i].start <= offset && matchesAny(s.lines[i].patterns, rule)
}

// matchesAny reports whether a pattern is a rule, its name without namespace,
// its namespace as NS/*, or *.
func matchesAny(patterns []string, rule string) bool {
	namespace, name, _ := strings.Cut(rule, "/")
	for _, pattern := range patterns {
		if pattern == "*" || pattern == rule || pattern == name || pattern == namespace+"/*" {
			return true
		}
	}
	return false
}

// Package directives reads the comments of a Dockerfile that are directives for
// checkers.
//
//	# hadolint ignore=DL3008,DL3009           for the next instruction
//	# hadolint stage ignore=DL3008            from the next instruction on, to the end of its stage
//	# hadolint global ignore=DL3008           for the file
//	# hadolint shell=powershell               the shell from the next instruction on
//	# check=skip=JSONArgsRecommended          BuildKit's: as the file's parser directive for the file, above an instruction for it
//	# check=skip=all;error=true;experimental=all
//	# autofix ignore=hadolint/*,NAME;reason=why
//	# autofix stage ignore=NAME;reason=why
//	# autofix global ignore=NAME;reason=why
//
// Syntax: hadolint's documentation, "Inline ignores"; BuildKit's, "Parser
// directives: check".
package directives

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Source is the tool whose syntax a comment uses.
type Source string

const (
	Hadolint Source = "hadolint"
	BuildKit Source = "check"
	Autofix  Source = "autofix"
)

// An Ignore is one name in a comment that silences rules.
type Ignore struct {
	Source  Source
	Pattern string // NS/NAME, NS/*, or * for all
	Name    string // as written
	Global  bool   // applies to the file, not to the next instruction
	Stage   bool   // applies to the next instruction and the rest of its stage
	Reason  string // may be empty
	Comment int    // index into the comments of the file
	Span    syntax.Span
	Used    bool // it silenced a finding
}

// A Set has the directives in the comments of a file.
type Set struct {
	Ignores []*Ignore // in order
	// Shells are the names of the shells that apply from an instruction on.
	Shells map[*syntax.Instruction]string
	// Error means that BuildKit's findings are errors.
	Error bool

	file         *syntax.File
	experimental []string // names of BuildKit's experimental rules that are on, or all
	global       []*Ignore
	stage        []stageIgnore
	of           map[*syntax.Instruction][]*Ignore
}

var forms = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"hadolint": regexp.MustCompile(`^hadolint\s+((?:global|stage)\s+)?(ignore|shell)\s*=\s*(.*)$`),
		"autofix":  regexp.MustCompile(`^autofix\s+((?:global|stage)\s+)?(ignore)\s*=\s*([^;]*)(?:;\s*reason\s*=\s*(.*))?$`),
		"check":    regexp.MustCompile(`(?i)^check\s*=\s*(\S+)`),
	}
})

// Read returns the directives in the comments of a file.
func Read(f *syntax.File) *Set {
	s := &Set{file: f, Shells: make(map[*syntax.Instruction]string), of: make(map[*syntax.Instruction][]*Ignore)}
	next := 0 // the first instruction that does not start before the comment
	parser := make(map[int]bool)
	for _, d := range f.Directives {
		parser[d.Start] = true
	}
	for i, c := range f.Comments {
		if c.Inside {
			continue
		}
		for next < len(f.Instructions) && f.Instructions[next].Start < c.Start {
			next++
		}
		var ins *syntax.Instruction
		if next < len(f.Instructions) {
			ins = f.Instructions[next]
		}
		s.comment(i, c, ins, parser[c.Start])
	}
	return s
}

// comment reads a comment before an instruction, which is nil at the end of the
// file.
func (s *Set) comment(i int, c syntax.Comment, ins *syntax.Instruction, directive bool) {
	word, _, _ := strings.Cut(c.Text, "=")
	word, _, _ = strings.Cut(word, " ")
	form, ok := forms()[strings.ToLower(strings.TrimSpace(word))]
	if !ok {
		return
	}
	match := form.FindStringSubmatchIndex(c.Text)
	if match == nil {
		return
	}
	group := func(n int) string {
		if 2*n+1 >= len(match) || match[2*n] < 0 {
			return ""
		}
		return c.Text[match[2*n]:match[2*n+1]]
	}
	at := c.Start + strings.Index(s.file.Source[c.Start:c.End], c.Text)
	switch {
	case strings.EqualFold(word, "check"):
		s.check(i, group(1), at+match[2], ins, directive)
	case group(2) == "shell":
		if name := strings.TrimSpace(group(3)); ins != nil && name != "" {
			s.Shells[ins] = name
		}
	default:
		scope := strings.TrimSpace(group(1))
		ignore := Ignore{Source: Source(word), Global: scope == "global", Stage: scope == "stage", Reason: strings.TrimSpace(group(4)), Comment: i}
		s.names(ignore, group(3), at+match[6], ins)
	}
}

// names adds an ignore for each name of a list at an offset in the file.
func (s *Set) names(ignore Ignore, list string, at int, ins *syntax.Instruction) {
	for _, field := range strings.Split(list, ",") {
		name := strings.TrimSpace(field)
		if ignore.Source == Hadolint {
			name, _, _ = strings.Cut(name, " ") // the rest is an explanation
		}
		if name != "" {
			one := ignore
			start := at + strings.Index(field, name)
			one.Name, one.Pattern = name, pattern(ignore.Source, name)
			one.Span = syntax.Span{Start: start, End: start + len(name)}
			s.add(&one, ins)
		}
		at += len(field) + 1
	}
}

func (s *Set) add(ignore *Ignore, ins *syntax.Instruction) {
	s.Ignores = append(s.Ignores, ignore)
	switch {
	case ignore.Global:
		s.global = append(s.global, ignore)
	case ignore.Stage:
		s.stage = append(s.stage, stageIgnore{ignore, ignore.Span.Start, s.stageEnd(ins)})
	case ins != nil:
		s.of[ins] = append(s.of[ins], ignore)
	}
}

// A stageIgnore applies to a half-open range of bytes of the file.
type stageIgnore struct {
	*Ignore
	start, end int
}

// stageEnd returns the end of the stage of an instruction: the next FROM or the
// end of the file. A FROM begins its stage.
func (s *Set) stageEnd(ins *syntax.Instruction) int {
	for _, next := range s.file.Instructions {
		if ins != nil && next.Start > ins.Start && next.Name == "from" {
			return next.Start
		}
	}
	return len(s.file.Source) + 1
}

// pattern returns the pattern of rules for a name.
func pattern(source Source, name string) string {
	switch {
	case source == BuildKit && name == "all":
		return "buildkit/*"
	case source == BuildKit:
		return "buildkit/" + name
	case source == Hadolint && strings.HasPrefix(strings.ToUpper(name), "SC"):
		return "shellcheck/" + strings.ToUpper(name)
	case source == Hadolint:
		return "hadolint/" + strings.ToUpper(name)
	}
	return name
}

// check reads BuildKit's options, in a parser directive or above an
// instruction.
func (s *Set) check(i int, options string, at int, ins *syntax.Instruction, directive bool) {
	for _, option := range strings.Split(options, ";") {
		key, value, _ := strings.Cut(option, "=")
		switch strings.TrimSpace(key) {
		case "skip":
			s.names(Ignore{Source: BuildKit, Global: directive, Comment: i}, value, at+len(key)+1, ins)
		case "experimental":
			if directive {
				s.experimental = append(s.experimental, strings.Split(value, ",")...)
			}
		case "error":
			if directive {
				s.Error = value == "1" || strings.EqualFold(value, "t") || strings.EqualFold(value, "true")
			}
		}
		at += len(option) + 1
	}
}

// Experimental reports whether an experimental rule of BuildKit, by its
// BuildKit name, is on.
func (s *Set) Experimental(name string) bool {
	for _, e := range s.experimental {
		if e == "all" || e == name {
			return true
		}
	}
	return false
}

// Silenced reports whether comments silence a rule's finding at an offset of
// the file, and marks all of them as used. A comment that names the rule same,
// not just its namespace, silences the finding as well; same may be empty.
func (s *Set) Silenced(rule, same string, offset int) bool {
	silenced := false
	matches := func(i *Ignore) bool { return i.Matches(rule) || same != "" && i.Names(same) }
	for _, i := range s.stage {
		if i.start <= offset && offset < i.end && matches(i.Ignore) {
			i.Used, silenced = true, true
		}
	}
	for _, list := range [][]*Ignore{s.global, s.of[s.instruction(offset)]} {
		for _, i := range list {
			if matches(i) {
				i.Used, silenced = true, true
			}
		}
	}
	return silenced
}

// instruction returns the instruction at an offset, or the next one.
func (s *Set) instruction(offset int) *syntax.Instruction {
	all := s.file.Instructions
	i := sort.Search(len(all), func(i int) bool { return all[i].End >= offset })
	if i == len(all) {
		return nil
	}
	return all[i]
}

// Matches reports whether an ignore applies to a rule.
func (i *Ignore) Matches(rule string) bool {
	if i.Pattern == "*" || i.Pattern == rule {
		return true
	}
	namespace, all := strings.CutSuffix(i.Pattern, "/*")
	if all {
		return strings.HasPrefix(rule, namespace+"/")
	}
	_, name, _ := strings.Cut(rule, "/")
	return i.Source == Autofix && i.Pattern == name
}

// Names reports whether an ignore names exactly a rule.
func (i *Ignore) Names(rule string) bool {
	return i.Pattern != "*" && !strings.HasSuffix(i.Pattern, "/*") && i.Matches(rule)
}

// Without drops the ignores of a source, as if its comments did not exist.
func (s *Set) Without(source Source) {
	keep := func(all []*Ignore) []*Ignore {
		var kept []*Ignore
		for _, i := range all {
			if i.Source != source {
				kept = append(kept, i)
			}
		}
		return kept
	}
	s.Ignores, s.global = keep(s.Ignores), keep(s.global)
	s.stage = slices.DeleteFunc(s.stage, func(i stageIgnore) bool { return i.Source == source })
	for ins, all := range s.of {
		s.of[ins] = keep(all)
	}
}

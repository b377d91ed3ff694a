package practice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var sortedPackages = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/sorted-packages",
		Summary:  "Sort packages that are listed one per line",
		Phase:    fixedits.PhaseStyle,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetySuggestion,
		Why: "A sorted list makes duplicates visible and merge conflicts rare. The rule checks lists of apt-get, " +
			"apk, dnf, yum and zypper, which install all packages at once, whatever their order. A list ends at a " +
			"flag, a variable, a package to remove (NAME-), or a line with two words. A comment or an empty line " +
			"begins a new list. Case is ignored, and a list may also be sorted without regard to punctuation. The " +
			"rule is off unless you set its severity.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y \\\n    git=1:2.39.5-0+deb12u2 \\\n    curl=7.88.1-10+deb12u12\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y \\\n    curl=7.88.1-10+deb12u12 \\\n    git=1:2.39.5-0+deb12u2\n",
		Fix: "moves the lines. It is a suggestion, because the scripts of the packages may run in another order " +
			"and give system users other IDs. If each line has a comment above it, the comments move with their " +
			"lines. There is no fix if the first line would move and the comment above the list may belong to it " +
			"alone.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, op := range packages.In(step.Script, packages.AptGet, packages.Apt, packages.Apk, packages.Dnf, packages.Yum, packages.Zypper) {
				if op.Action != packages.Install || !op.Command.Shell() {
					continue
				}
				for _, list := range packageLists(p, op) {
					checkSorted(p, list)
				}
			}
		}
	},
}

// A packageLine is a package on a line of its own.
type packageLine struct {
	key      string    // sort key
	text     string    // the word as written
	span     lint.Span // of the word
	comments lint.Span // the lines between the package before and this one
	tail     string    // the rest of the line, without its line ending
	end      int       // end of the line, without its line ending
}

// isSorted reports whether lines are in either of the two accepted orders.
func isSorted(lines []packageLine) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	return slices.IsSortedFunc(lines, compareLines) ||
		slices.IsSortedFunc(lines, func(a, b packageLine) int { return cmp.Compare(letters(a.key), letters(b.key)) })
}

func compareLines(a, b packageLine) int { return cmp.Compare(a.key, b.key) }

// packageLists returns the lists of packages of an operation, one package per
// line.
func packageLists(p *lint.Pass, op *packages.Operation) [][]packageLine {
	var lists [][]packageLine
	var list []packageLine
	end := func() {
		if len(list) > 1 {
			lists = append(lists, list)
		}
		list = nil
	}
	for i := range op.Packages {
		line, ok := packageLineOf(p, op, &op.Packages[i])
		if !ok {
			end()
			continue
		}
		if len(list) > 0 {
			last := &list[len(list)-1]
			line.comments.Start = nextLine(p.Source, last.end)
			if !between(p, last, &line) {
				end()
				line.comments.Start = line.comments.End
			}
		}
		if len(list) == 0 {
			line.comments.Start = commentsAbove(p.Source, line.comments.End)
		}
		list = append(list, line)
	}
	end()
	return lists
}

// packageLineOf returns the line of a package that has no other word.
func packageLineOf(p *lint.Pass, op *packages.Operation, pkg *packages.Package) (packageLine, bool) {
	if pkg.Kind != packages.Named || strings.Contains(pkg.Name, "$") || strings.HasSuffix(pkg.Name, "-") || strings.HasPrefix(pkg.Text, "!") {
		return packageLine{}, false
	}
	span := op.Command.Stretch(pkg.Arg.Start, pkg.Arg.End)
	start := span.Start - len(trailingWhitespace(p.Source[:span.Start]))
	args := op.Command.Args
	last := args[len(args)-1] == pkg.Arg
	if start > 0 && p.Source[start-1] != '\n' || !last && !goesOn(p, p.Source[span.End:]) {
		return packageLine{}, false
	}
	end := len(p.Source)
	if i := strings.IndexByte(p.Source[span.End:], '\n'); i >= 0 {
		end = span.End + i
	}
	if end > span.End && p.Source[end-1] == '\r' {
		end--
	}
	line := packageLine{
		key: strings.ToLower(pkg.Name), text: p.Source[span.Start:span.End], span: span,
		comments: lint.Span{Start: start, End: start}, tail: p.Source[span.End:end], end: end,
	}
	return line, !strings.Contains(line.text, "\n") && (last || continues(p, line.tail))
}

// trailingWhitespace returns the spaces and tabs at the end of a text.
func trailingWhitespace(text string) string { return text[len(strings.TrimRight(text, " \t")):] }

// goesOn reports whether a text starts with a line continuation, without
// searching for the line's end.
func goesOn(p *lint.Pass, text string) bool {
	text = strings.TrimLeft(text, " \t")
	return text != "" && (text[0] == p.Escape || text[0] == '\\')
}

// continues reports whether the rest of a line is only the continuation
// character.
func continues(p *lint.Pass, tail string) bool {
	tail = strings.TrimSpace(tail)
	return tail == string(p.Escape) || tail == `\`
}

// between reports whether only comments and empty lines are between two lines.
func between(p *lint.Pass, before, after *packageLine) bool {
	if !continues(p, before.tail) || after.comments.Start > after.comments.End {
		return false
	}
	for line := range strings.Lines(p.Source[after.comments.Start:after.comments.End]) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

func nextLine(source string, end int) int {
	if i := strings.IndexByte(source[end:], '\n'); i >= 0 {
		return end + i + 1
	}
	return len(source)
}

// commentsAbove returns the start of the comments directly above a line.
func commentsAbove(source string, start int) int {
	for start > 0 {
		before := strings.LastIndexByte(source[:start-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(source[before:start]), "#") {
			break
		}
		start = before
	}
	return start
}

// checkSorted reports the unsorted packages of a list.
func checkSorted(p *lint.Pass, list []packageLine) {
	commented := func(line packageLine) bool { return line.comments.Start < line.comments.End }
	if !slices.ContainsFunc(list, func(line packageLine) bool { return !commented(line) }) {
		reportUnsorted(p, list, sortLines(p, list, true))
		return
	}
	for len(list) > 0 {
		n := 1
		for n < len(list) && !commented(list[n]) {
			n++
		}
		group := list[:n]
		list = list[n:]
		if len(group) == 1 {
			continue
		}
		moves := slices.ContainsFunc(group[1:], func(line packageLine) bool { return compareLines(line, group[0]) < 0 })
		if commented(group[0]) && moves {
			reportUnsorted(p, group, nil)
			continue
		}
		reportUnsorted(p, group, sortLines(p, group, false))
	}
}

func reportUnsorted(p *lint.Pass, lines []packageLine, edits []fixedits.Edit) {
	if isSorted(lines) {
		return
	}
	for i := 1; i < len(lines); i++ {
		if compareLines(lines[i], lines[i-1]) >= 0 {
			continue
		}
		var fixes []fixedits.Fix
		if edits != nil {
			fixes = []fixedits.Fix{{Title: "Sort the packages", Edits: edits}}
		}
		p.Report(lint.Finding{
			Message: fmt.Sprintf("sort the packages: %s comes before %s", lines[i].text, lines[i-1].text), Span: lines[i].span, Fixes: fixes,
		})
		return
	}
}

// sortLines returns the edit that sorts lines, with or without the comments
// above them. The text after the last word stays in place, unless all lines end
// the same way.
func sortLines(p *lint.Pass, lines []packageLine, comments bool) []fixedits.Edit {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, compareLines)
	last := len(lines) - 1
	whole := continues(p, lines[last].tail)
	var b strings.Builder
	for i, slot := range lines {
		line := sorted[i]
		if i > 0 {
			b.WriteString(p.LineEnd(lines[i-1].span.End))
		}
		if comments {
			b.WriteString(p.Source[line.comments.Start:line.comments.End])
		}
		if i > 0 || comments {
			b.WriteString(p.Source[slot.comments.End:slot.span.Start])
		}
		b.WriteString(line.text)
		switch {
		case whole, i < last && continues(p, line.tail):
			b.WriteString(line.tail)
		case i < last:
			b.WriteString(lines[0].tail)
		default:
			b.WriteString(lines[last].tail)
		}
	}
	span := lint.Span{Start: lines[0].span.Start, End: lines[last].end}
	if comments {
		span.Start = lines[0].comments.Start
	}
	return p.ReplaceSpan(span, b.String())
}

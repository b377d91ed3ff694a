// Package lines reads findings that are lines of text, such as
// FILE:LINE:COLUMN: MESSAGE, as compilers and most linters print them.
package lines

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads lines. Rules are named NAME/CODE, or NAME/finding for a line
// without a code. Lines that continue a finding, which are indented or notes,
// are left out, and so are the sums that tools print. Other lines that are not
// findings are counted. Output that has only such lines is malformed.
//
// The lines have no fixes, and do not define their columns: see
// adapters.Files.Sure.
type Adapter struct {
	Name    string         // of the checker; default lines
	Pattern *regexp.Regexp // with the groups of Compile; nil: the patterns of common tools
}

// Name is the name of the format.
const Name = "lines"

// Groups are the names of the groups that a pattern may have.
var Groups = []string{"code", "column", "endColumn", "endLine", "file", "line", "message", "severity"}

// Compile returns a pattern. The error says which group it lacks, or has in
// vain.
func Compile(pattern string) (*regexp.Regexp, error) {
	if strings.ContainsAny(pattern, "\n\r") {
		return nil, errors.New("has a line break, and is for one line")
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range compiled.SubexpNames() {
		if name != "" && !slices.Contains(Groups, name) {
			return nil, fmt.Errorf("has the unknown group %q: the groups are %s", name, strings.Join(Groups, ", "))
		}
	}
	for _, name := range []string{"file", "line", "message"} {
		if compiled.SubexpIndex(name) < 0 {
			return nil, fmt.Errorf("has no group (?P<%s>...)", name)
		}
	}
	return compiled, nil
}

const severities = `(?:(?P<severity>(?i:fatal error|error|warning|note|info|information|remark|style|hint)):? +)?`

// common are the patterns of common tools, in the order in which they are
// tried.
var common = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		// flake8, mypy, codespell, gcc, clang and others
		regexp.MustCompile(`^(?P<file>(?:[A-Za-z]:[\\/])?[^:"]+):(?P<line>\d+)(?::(?P<column>\d+))?(?:[:-](?P<endLine>\d+):(?P<endColumn>\d+))?:? +` + severities + `(?P<message>.+)$`),
		// compilers of Microsoft, and TypeScript
		regexp.MustCompile(`^(?P<file>(?:[A-Za-z]:[\\/])?[^:(]+)\((?P<line>\d+)(?:,(?P<column>\d+))?(?:,(?P<endLine>\d+),(?P<endColumn>\d+))?\) ?: +` + severities + `(?P<message>.+)$`),
	}
})

var (
	// codeFirst and codeLast find the code of a rule in a message.
	codeFirst = lazyregexp.New(`^\[?([A-Z]{1,8}-?[0-9]{1,6})\]?:? +(.+)$`)
	codeLast  = lazyregexp.New(`^(.+?) +[\[(]([A-Za-z][A-Za-z0-9_+=./:-]*|-W[A-Za-z0-9_+=,./-]+)[\])]$`)

	// sums are what tools print about all of their findings.
	sums = lazyregexp.New(`(?i)^(?:success\b|found \d+ |checked \d+ |all checks passed|no (?:issues|errors|problems)\b|\d+ (?:errors?|warnings?|problems?|issues?)\b|compilation terminated)`)
	// places are lines that say where the finding after them is.
	places = lazyregexp.New(`^(?:In file included from |[^:]+: (?:In|At) )`)
)

// maxLine bounds the length in bytes of a line of the output.
const maxLine = 1 << 20

// Read implements adapters.Adapter.
func (a Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	from := bufio.NewScanner(in)
	from.Buffer(nil, maxLine)
	found, other, first := 0, 0, ""
	for from.Scan() {
		line := strings.TrimSuffix(from.Text(), "\r")
		parts := a.match(line)
		switch {
		case parts != nil && a.Pattern == nil && strings.EqualFold(parts["severity"], "note"):
			found++ // belongs to the finding before it
		case parts != nil:
			a.add(result, files, found, parts, dir)
			found++
		case strings.TrimSpace(line) == "", strings.TrimLeft(line, " \t") != line, sums().MatchString(line), places().MatchString(line):
		default:
			if other++; first == "" {
				first = line
			}
		}
	}
	switch err := from.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("has a line of more than %d bytes", maxLine)
	case err != nil:
		return nil, err
	case other > 0 && found == 0:
		return nil, fmt.Errorf("no line is a finding, the first: %q; expected FILE:LINE:COLUMN: MESSAGE, or name the parts of a line with a pattern", first)
	case other > 0:
		said := fmt.Sprintf("1 line is not a finding: %q", first)
		if other > 1 {
			said = fmt.Sprintf("%d lines are not findings, the first: %q", other, first)
		}
		result.Skip(said)
	}
	return result, nil
}

// match returns the parts of a line by the name of their group, or nil.
func (a Adapter) match(line string) map[string]string {
	patterns := common()
	if a.Pattern != nil {
		patterns = []*regexp.Regexp{a.Pattern}
	}
	for _, pattern := range patterns {
		found := pattern.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		parts := map[string]string{}
		for i, name := range pattern.SubexpNames() {
			if name != "" {
				parts[name] = cmp.Or(parts[name], found[i])
			}
		}
		if a.Pattern == nil {
			split(parts)
		}
		return parts
	}
	return nil
}

// split takes the code off a message.
func split(parts map[string]string) {
	message := strings.TrimSpace(parts["message"])
	if found := codeFirst().FindStringSubmatch(message); found != nil {
		parts["code"], message = found[1], found[2]
	} else if found := codeLast().FindStringSubmatch(message); found != nil {
		message, parts["code"] = found[1], found[2]
	}
	parts["message"] = message
}

func (a Adapter) add(result *adapters.Result, files *adapters.Files, index int, parts map[string]string, dir string) {
	code := strings.Join(strings.Fields(parts["code"]), "-")
	d := fixedits.Diagnostic{
		Rule: cmp.Or(a.Name, Name) + "/" + cmp.Or(code, "finding"), Phase: fixedits.PhaseSemantic,
		Severity: severityOf(parts["severity"]), Message: strings.TrimSpace(parts["message"]),
	}
	at := adapters.Refusal{Index: index, ID: code}
	line, err := strconv.Atoi(parts["line"])
	path, missing := files.Find(parts["file"], dir)
	if missing != nil && strings.Contains(parts["file"], `\`) {
		path, missing = files.Find(strings.ReplaceAll(parts["file"], `\`, "/"), dir)
	}
	if missing != nil {
		d.Line = line
		result.RefuseFinding(at, d, missing)
		return
	}
	d.Path, at.Path = path, path
	start, end := 0, 0
	if err == nil {
		from := position.Position{Line: line, Column: max(number(parts["column"]), 1)}
		if start, err = files.Sure(path, from, false); err == nil {
			to := position.Position{Line: cmp.Or(number(parts["endLine"]), line), Column: number(parts["endColumn"])}
			if end = start; to.Column > 0 {
				if last, wrong := files.Sure(path, to, false); wrong == nil {
					end = max(start, last)
				}
			}
		}
	}
	result.Locate(at, &d, adapters.InBytes, line, start, end, err)
	result.Add(at, d)
}

// number returns a number, or 0 if the text is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// severityOf returns a severity. A line without one is a warning.
func severityOf(word string) fixedits.Severity {
	switch word = strings.ToLower(word); {
	case strings.HasPrefix(word, "e") && !strings.HasPrefix(word, "ex"), strings.HasPrefix(word, "fatal"), word == "f", word == "critical":
		return fixedits.SeverityError
	case word == "", strings.HasPrefix(word, "w"):
		return fixedits.SeverityWarning
	case slices.Contains([]string{"note", "info", "information", "remark", "style", "hint", "i", "n", "convention", "refactor"}, word):
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}

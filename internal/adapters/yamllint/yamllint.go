// Package yamllint reads the output of `yamllint --format=parsable`.
//
// The format is documented at
// https://yamllint.readthedocs.io/en/stable/quickstart.html.
package yamllint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the problems. Rules are named yamllint/RULE, such as
// yamllint/colons. A file that does not parse has a finding of the rule
// yamllint/syntax. Yamllint has no fixes.
type Adapter struct{}

// problem matches FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE). A message may
// itself end with parentheses, and a name may have colons.
var problem = lazyregexp.New(`^(.+?):(\d+):(\d+): \[(error|warning)\] (.*?)(?: \(([a-z-]+)\))?$`)

// maxLine bounds the length in bytes of a line of the output.
const maxLine = 1 << 20

// Read implements adapters.Adapter. The error names the first line of the
// output that is not a problem.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	index := 0
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		parts := problem().FindStringSubmatch(line)
		if parts == nil {
			return nil, fmt.Errorf("line %d: %q is not FILE:LINE:COLUMN: [LEVEL] MESSAGE (RULE)", number, line)
		}
		add(result, files, index, parts, dir)
		index++
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("has a line of more than %d bytes", maxLine)
	}
	return result, lines.Err()
}

func add(result *adapters.Result, files *adapters.Files, index int, parts []string, dir string) {
	rule := parts[6]
	if rule == "" {
		rule = "problem"
	}
	at := adapters.Refusal{Index: index, ID: rule}
	d := fixedits.Diagnostic{Rule: "yamllint/" + rule, Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: parts[5]}
	if parts[4] == "error" {
		d.Severity = fixedits.SeverityError
	}
	if rule == "syntax" {
		d.Phase = fixedits.PhaseSyntax
	}
	var err error
	var place position.Position
	place.Line, err = strconv.Atoi(parts[2])
	if err == nil {
		place.Column, err = strconv.Atoi(parts[3])
	}
	path, missing := files.Find(parts[1], dir)
	if missing != nil {
		d.Line = place.Line
		result.RefuseFinding(at, d, missing)
		return
	}
	d.Path, at.Path = path, path
	start := 0
	if err == nil {
		start, err = files.Near(d.Path, adapters.Yamllint, place)
	}
	result.Locate(at, &d, adapters.Yamllint, place.Line, start, start, err)
	result.Add(at, d)
}

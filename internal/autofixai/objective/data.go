package objective

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// Data are the data of a fix for the generic objective, which any checker can
// give to an agent. Their JSON Schema is docs/ai_fix.schema.json.
//
// Goal, Constraints and Decline are instructions to the agent, so they are the
// checker's own words. Text of a file belongs to Evidence.
type Data struct {
	Goal        string     `json:"goal" jsonschema:"What to do, in the checker's own words. Text of a file belongs to evidence: this is an instruction."`
	Constraints []string   `json:"constraints,omitempty" jsonschema:"What the change must respect, one sentence each."`
	Evidence    []Evidence `json:"evidence,omitempty" jsonschema:"What the checker saw in the file. The agent gets it as data."`
	Decline     string     `json:"decline,omitempty" jsonschema:"When the agent should change nothing, a sentence."`
	MustAdd     []string   `json:"must_add,omitempty" jsonschema:"Regular expressions (RE2). Each must match an added line, or the change is refused."`
	MustNotAdd  []string   `json:"must_not_add,omitempty" jsonschema:"Regular expressions (RE2). None may match an added line, or the change is refused."`
	MayChange   []string   `json:"may_change,omitempty" jsonschema:"For Dockerfiles, the instructions whose effect on the final image may change."`
	MayUse      []string   `json:"may_use,omitempty" jsonschema:"Names and texts, literally, that the change may add or remove, besides what the code of the file has. For Dockerfiles, an instruction or command that has one may go."`
	MayRun      []string   `json:"may_run,omitempty" jsonschema:"For Dockerfiles, the commands of RUN, and whole instructions, that the change may add, literally and with single spaces."`
	NewPackages bool       `json:"new_packages,omitempty" jsonschema:"For Dockerfiles, whether the change may install packages of the system that the file does not name."`
}

// Evidence is something that a checker saw in the file.
type Evidence struct {
	Message string `json:"message" jsonschema:"What was seen."`
	Line    int    `json:"line,omitempty" jsonschema:"Of the file, from 1; 0 or absent: of no line."`
	Text    string `json:"text,omitempty" jsonschema:"Text of the file."`
}

// The limits of data.
const (
	maxWords    = 2000 // characters of a goal, a constraint or a sentence
	maxPattern  = 500  // characters of a regular expression
	maxList     = 50   // items of a list
	maxEvidence = 200  // items of evidence
)

// readData returns the data of a fix of any checker.
func readData(r *Request) (*Data, error) {
	var data Data
	if err := strictjson.Decode(r.Data, &data); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("there are none")
		}
		return nil, fmt.Errorf("the data of the fix: %w", err)
	}
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("the data of the fix: %w", err)
	}
	return &data, nil
}

// check returns the error in data that the schema forbids.
func (d *Data) check() error {
	if strings.TrimFunc(d.Goal, unicode.IsSpace) == "" {
		return errors.New("there is no goal")
	}
	for _, text := range slices.Concat([]string{d.Goal, d.Decline}, d.Constraints, d.MayUse, d.MayRun) {
		if err := ownWords(text); err != nil {
			return err
		}
	}
	for _, list := range [][]string{d.Constraints, d.MustAdd, d.MustNotAdd, d.MayUse, d.MayRun} {
		if len(list) > maxList {
			return fmt.Errorf("a list has %d items, the limit is %d", len(list), maxList)
		}
	}
	for _, pattern := range slices.Concat(d.MustAdd, d.MustNotAdd) {
		if utf8.RuneCountInString(pattern) > maxPattern {
			return fmt.Errorf("a regular expression has more than %d characters", maxPattern)
		}
		if _, err := regexp.Compile(pattern); err != nil {
			return err
		}
	}
	for _, instruction := range d.MayChange {
		if !slices.Contains(imageconfig.Instructions, instruction) {
			return fmt.Errorf("may_change has %q, which is not one of %s", instruction, strings.Join(imageconfig.Instructions, ", "))
		}
	}
	if len(d.Evidence) > maxEvidence {
		return fmt.Errorf("there are %d items of evidence, the limit is %d", len(d.Evidence), maxEvidence)
	}
	for _, e := range d.Evidence {
		if e.Line < 0 {
			return fmt.Errorf("evidence is at line %d", e.Line)
		}
	}
	return nil
}

// ownWords returns an error for an instruction that has more than words: with a
// line break, it could look like another part of the prompt.
func ownWords(text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) {
		return fmt.Errorf("%q has a line break or a control character; text of files belongs to evidence", text)
	}
	if utf8.RuneCountInString(text) > maxWords {
		return fmt.Errorf("a text has more than %d characters", maxWords)
	}
	return nil
}

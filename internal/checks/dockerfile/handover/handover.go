// Package handover has the data that Dockerfile rules pass to an agent if a fix
// needs judgment: the findings, with evidence, and the configuration of the
// resulting image, which must not change.
//
// The data is JSON in the fix's resolver. The same file gives the same bytes. It
// has no secrets: an artifact may go anywhere.
package handover

import (
	"bytes"
	"encoding/json"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/clip"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// Resolver is the id of the resolver of these fixes.
const Resolver = "ai-autofix"

// A Request is the data of such a fix.
type Request struct {
	Rule  string `json:"rule"`            // as in findings
	Stage int    `json:"stage"`           // index of the reported stage, from 0
	Score int    `json:"score,omitempty"` // the total weight of the signals, for rules with weights

	Signals    []Signal `json:"signals"`     // in the order of the file; an empty array if there are none
	FinalStage Stage    `json:"final_stage"` // the result of a build without --target
}

// A Signal is one piece of evidence for the finding, or one that helps to fix
// it.
type Signal struct {
	Kind     string   `json:"kind"`               // such as package_install; depends on the rule
	Manager  string   `json:"manager,omitempty"`  // of package_install: the package manager, such as apt-get
	Packages []string `json:"packages,omitempty"` // of package_install: as written
	Tool     string   `json:"tool,omitempty"`     // the command, such as go
	Name     string   `json:"name,omitempty"`     // of a variable
	Evidence string   `json:"evidence"`           // from the file; see evidence
	Line     int      `json:"line"`               // 1-based, in the file

	instruction *syntax.Instruction // whose text Fix makes the evidence; nil: there is one
}

// Fix returns a fix of a file, workspace relative, whose edits an agent must
// find. It is unsafe, because its edits are unknown.
func Fix(title, path string, r Request) fixedits.Fix {
	if r.Signals == nil {
		r.Signals = []Signal{}
	}
	for i := range r.Signals {
		if s := &r.Signals[i]; s.instruction != nil {
			s.Evidence = evidence(s.instruction)
		}
	}
	r.redact()
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		panic("handover: encoding the request: " + err.Error()) // strings and integers only
	}
	return fixedits.Fix{
		Title:      title,
		Safety:     fixedits.SafetyUnsafe,
		Confidence: fixedits.ConfidenceLow,
		Resolver:   &fixedits.Resolver{ID: Resolver, Path: path, Data: bytes.TrimSpace(data.Bytes())},
	}
}

// maxEvidence is the maximum length of the evidence of an instruction, in
// bytes.
const maxEvidence = 300

// evidence returns the text of an instruction on one line, without its
// here-documents and secrets, truncated to 300 bytes.
func evidence(ins *syntax.Instruction) string {
	// Only the part of a long text that can be in the result is processed.
	text := ins.Text.Value
	if len(text) > 20*maxEvidence {
		text = text[:20*maxEvidence]
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxEvidence {
		text = redacted(text) // half a secret would not be found later
	}
	return bounded(text)
}

// bounded returns the start of a text, as UTF-8.
func bounded(text string) string {
	return clip.Bytes(strings.ToValidUTF8(text, "\uFFFD"), maxEvidence)
}

// SignalOf returns a signal whose evidence is an instruction.
func SignalOf(kind string, ins *syntax.Instruction) Signal {
	return Signal{Kind: kind, Line: ins.Line, instruction: ins}
}

// Final returns the summary of the last stage of a file, which must have a
// stage.
func Final(f *lint.File) Stage { return summary(f, f.Stages[len(f.Stages)-1]) }

// Package handover has what rules for Dockerfiles hand to an agent where a fix needs judgement: what was found, with evidence,
// and what the image that comes out is like, which has to stay so.
//
// It goes into the data of the fix's resolver as JSON. The same file gives the same bytes.
package handover

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Resolver is the id of what resolves these fixes.
const Resolver = "ai-autofix"

// A Request is the data of such a fix.
type Request struct {
	Rule  string `json:"rule"`            // as findings name it
	File  string `json:"file"`            // workspace relative
	Stage int    `json:"stage"`           // the stage that was found wanting, from 0
	Score int    `json:"score,omitempty"` // the sum of what the signals weigh, for rules that weigh them

	Signals    []Signal `json:"signals"`     // in the order of the file; an empty array where there are none
	FinalStage Stage    `json:"final_stage"` // what a build without --target makes
}

// A Signal is one thing in the file that speaks for the finding, or that helps to fix it.
type Signal struct {
	Kind     string   `json:"kind"`               // such as package_install; each rule says which it has
	Manager  string   `json:"manager,omitempty"`  // of package_install: the package manager, such as apt-get
	Packages []string `json:"packages,omitempty"` // of package_install: as they are written
	Tool     string   `json:"tool,omitempty"`     // the command that it is about, such as go
	Name     string   `json:"name,omitempty"`     // of a variable
	Evidence string   `json:"evidence"`           // of the file; see Evidence
	Line     int      `json:"line"`               // 1-based, in the file
}

// Fix returns a fix whose edits an agent is to find. It is unsafe, as nothing is known of them.
func Fix(title string, r Request) fixedits.Fix {
	if r.Signals == nil {
		r.Signals = []Signal{}
	}
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		panic("handover: a request that is not JSON: " + err.Error()) // strings and integers only
	}
	return fixedits.Fix{
		Title:      title,
		Safety:     fixedits.SafetyUnsafe,
		Confidence: fixedits.ConfidenceLow,
		Resolver:   &fixedits.Resolver{ID: Resolver, Data: bytes.TrimSpace(data.Bytes())},
	}
}

// maxEvidence is how much of an instruction is evidence, in bytes.
const maxEvidence = 300

// Evidence returns the text of an instruction on one line, without its here-documents, and cut after 300 bytes.
func Evidence(ins *syntax.Instruction) string {
	// Of a text that is too long, no more is looked at than may be in what is left of it.
	text := ins.Text.Value
	if len(text) > 20*maxEvidence {
		text = text[:20*maxEvidence]
	}
	return clip(strings.Join(strings.Fields(text), " "))
}

// clip cuts a text that is too long, between two characters.
func clip(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= maxEvidence {
		return text
	}
	end := maxEvidence
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// SignalOf returns a signal about an instruction, whose evidence is the instruction.
func SignalOf(kind string, ins *syntax.Instruction) Signal {
	return Signal{Kind: kind, Evidence: Evidence(ins), Line: ins.Line}
}

// Final returns what the last stage of a file says about its image. The file has a stage.
func Final(f *lint.File) Stage { return Summary(f, f.Stages[len(f.Stages)-1]) }

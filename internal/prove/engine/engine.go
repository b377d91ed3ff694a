// Package engine asks models for patches, and takes their answers through strict
// gates: an answer is text from outside until package patch has applied it.
//
// An Engine is a Model with the prompts, limits and checks of New around it.
// The models are an HTTP server (package openai), an ACP agent (package acp), a
// script, and a recording. An engine does not verify its proposals.
package engine

import (
	"context"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// An Engine proposes patches. It serves one call at a time. All errors are
// *Error.
type Engine interface {
	// Info returns the name of the model, and the usage until now.
	Info() evidence.Engine
	// Plan returns where the fault may be, and why.
	Plan(ctx context.Context, t *Task) (*Plan, error)
	// Edit returns a patch. An engine that has none to propose gives an error
	// with the code Declined.
	Edit(ctx context.Context, t *Task, a Ask) (*Proposal, error)
	// Summarize returns words about a patch and its proof.
	Summarize(ctx context.Context, s *Summary) (*evidence.Words, error)
	// Close ends the processes of the engine.
	Close()
}

// A Task is a failing command, and everything known about it before a model is
// asked. Everything but Command and Policy is from the tree, a command or a
// stranger, and reaches a model as data.
type Task struct {
	Command []string      // the reproduction
	Run     *evidence.Run // of it, on the base
	Issue   string        // the text of an issue, or empty
	// Places are from package localize, the likeliest first.
	Places []evidence.Place
	// Files are the paths of all files of the base, sorted.
	Files  []string
	Read   change.Reader // of the base
	Policy Policy
	// Plan is what Plan answered, or nil.
	Plan *Plan
}

// A Policy describes to a model the rules that apply to its patch. The rules
// themselves are enforced elsewhere.
type Policy struct {
	MaxFiles, MaxLines int // of the whole patch; 0: not told
	// Allow are the only paths that may be changed, if there are any; Deny and
	// Protected must not be. All are globs.
	Allow, Deny, Protected []string
	// TestsRequired says that a patch without a test that fails before it and
	// passes after it is refused.
	TestsRequired bool
}

// A Plan is where the fault may be.
type Plan struct {
	Hypothesis string `json:"hypothesis"`
	// Files are the files that the model wants to see, the likeliest first. All
	// are in Task.Files.
	Files []string `json:"files"`
}

// A Goal is the purpose of an edit.
type Goal string

// The goals.
const (
	// Tests: tests that fail on the base, and pass when the fault is fixed.
	Tests Goal = "tests"
	// Fix: the fault is fixed. Tests may change too.
	Fix Goal = "fix"
)

// An Ask says which patch is wanted.
type Ask struct {
	Goal Goal
	// Over has the changes that the tree has over the base already, such as the
	// tests for a fix, or is nil. It is not the last try.
	Over *change.Change
	// Last is the try before with the same goal, or nil. The answer replaces it.
	Last *Try
	// Others are patches that were proposed before and are not wanted again.
	Others []*change.Change
}

// A Try is a patch and what came of it.
type Try struct {
	Change *change.Change // over the base, as in Proposal
	// Reason describes the problem with it, in a sentence of ours.
	Reason string
	Runs   []*evidence.Run // that failed with it
}

// A Proposal is a patch of an engine.
type Proposal struct {
	// Change is the whole patch over the base, Ask.Over included.
	Change *change.Change
	Words  *evidence.Words
	// Justifications say why a file is changed, by path. All are in Change.
	Justifications map[string]string
}

// A Summary is the input from which a model describes a patch.
type Summary struct {
	Command    []string
	Before     *evidence.Run // the reproduction on the base
	After      *evidence.Run // and with the patch, or nil
	Change     *change.Change
	Hypothesis string
	Words      *evidence.Words // of the engine about its patch, or nil
	Verdict    evidence.Verdict
	Reasons    []string
}

package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/coded"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// ask asks a question, and once more if take says that the answer cannot be
// used. write gets the reason then.
func (e *engine) ask(ctx context.Context, q Question, write func(again *refusal) *page, take func(*Reply) error) error {
	var again *refusal
	for {
		prompt, err := write(again).render(e.options.Nonce)
		if err != nil {
			return err
		}
		next := q
		next.System, next.Prompt, next.Nonce = system, prompt.text, prompt.nonce
		reply, err := e.once(ctx, &next)
		if err == nil {
			err = take(reply)
		}
		if code := CodeOf(err); again != nil || code != Malformed && code != BadEdits {
			return e.quoting(err, reply)
		}
		again = &refusal{reason: reason(err)}
		if reply != nil {
			again.answer = printed.Plain(cmp.Or(reply.Text, reply.Diff))
		}
	}
}

// maxQuoted bounds the part of an answer that an error shows, in bytes.
const maxQuoted = 160

// quoting returns an error about an answer with the start of the answer, if its
// form is wrong, and the end of the agent's standard error, for a person.
func (e *engine) quoting(err error, reply *Reply) error {
	bad, ok := errors.AsType[*Error](err)
	if !ok || bad.Code != Malformed && bad.Code != BadEdits || reply == nil {
		return err
	}
	texts, hiding := e.hide([]string{printed.Plain(reply.Text), reply.Stderr})
	if hiding != nil {
		return err
	}
	quoted := *bad
	if bad.Code == Malformed && strings.TrimSpace(reply.Text) != "" {
		quoted.Detail += fmt.Sprintf("; it starts with %q", printed.Line(texts[0], maxQuoted))
		if IsPage(reply.Text) {
			quoted.Detail = "the answer is an HTML page" + strings.TrimPrefix(quoted.Detail, bad.Detail)
		}
	}
	quoted.Detail = WithStderr(quoted.Detail, texts[1])
	return &quoted
}

// maxStderr bounds the part of a standard error that an error shows, in bytes.
const maxStderr = 400

// WithStderr returns the description of an error of an agent with the end of the
// agent's standard error, if it has one.
func WithStderr(detail, stderr string) string {
	if said := printed.Line(stderr, maxStderr); said != "" {
		detail += fmt.Sprintf(" (the end of its standard error: %q)", said)
	}
	return detail
}

// IsPage reports whether a text is an HTML page, such as that of a proxy.
func IsPage(text string) bool {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

// Why returns the text of an error for a person, without its code.
func Why(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return coded.Sentence(e.Detail, e.Err, e.Code.WayOut())
	}
	return err.Error()
}

// reason returns the description of an error for the model.
func reason(err error) string {
	if e, ok := errors.AsType[*patch.Error](err); ok {
		return printed.Line(e.Error(), maxReason)
	}
	if e, ok := errors.AsType[*Error](err); ok && e.Err == nil {
		return printed.Line(e.Detail, maxReason)
	} else if ok {
		return printed.Line(e.Detail+": "+e.Err.Error(), maxReason)
	}
	return printed.Line(err.Error(), maxReason)
}

func malformed(err error) error { return &Error{Code: Malformed, Detail: err.Error()} }

// takeObject reads an answer that is a JSON object.
func takeObject(reply *Reply, into any, needs ...string) error {
	a, err := readAnswer(reply.Text)
	if err == nil && a.json == "" {
		err = errors.New("the answer is no JSON object")
	}
	if err == nil {
		err = decode(a.json, into, needs...)
	}
	if err != nil {
		return malformed(err)
	}
	return nil
}

// Plan implements Engine.
func (e *engine) Plan(ctx context.Context, t *Task) (*Plan, error) {
	var plan *Plan
	write := func(again *refusal) *page { return e.planPage(t, again) }
	err := e.ask(ctx, Question{Step: StepPlan, Schema: planSchema}, write, func(reply *Reply) (err error) {
		var a planAnswer
		if err := takeObject(reply, &a, "hypothesis"); err != nil {
			return err
		}
		plan, err = e.plan(t, &a)
		return err
	})
	return plan, err
}

// Edit implements Engine.
func (e *engine) Edit(ctx context.Context, t *Task, a Ask) (*Proposal, error) {
	tree := t.tree(a.Over)
	in := &editPage{step: StepFix, task: t, ask: a, tree: tree, context: e.options.MaxContext, edits: e.model.Identity().Edits}
	if a.Goal == Tests {
		in.step = StepTests
	}
	write := func(again *refusal) *page {
		in.again = again
		return in.write(e.options.Redactor)
	}
	var proposal *Proposal
	q := Question{Step: in.step, Schema: editSchema, Over: a.Over}
	err := e.ask(ctx, q, write, func(reply *Reply) (err error) {
		proposal, err = e.proposal(tree, reply)
		return err
	})
	return proposal, err
}

// proposal reads the answer to an edit.
func (e *engine) proposal(t *tree, reply *Reply) (*Proposal, error) {
	given, c, err := readEdits(t, reply)
	if err == nil && c == nil {
		texts, err := e.hide([]string{printed.Line(given.Decline, maxReason)})
		if err != nil {
			return nil, err
		}
		return nil, &Error{Code: Declined, Detail: "the model proposes nothing: " + strings.TrimRight(texts[0], ".")}
	}
	if err == nil {
		c, err = t.over.Then(c)
	}
	if err == nil && c.Empty() {
		err = &patch.Error{Code: "patch_no_changes", Detail: "the tree with the patch is the base"}
	}
	switch {
	case isEdits(err):
		return nil, &Error{Code: BadEdits, Detail: "the edits cannot be applied", Err: err}
	case err != nil && CodeOf(err) == "":
		return nil, &Error{Code: BadEdits, Detail: "the files of the tree cannot be read", Err: err}
	case err != nil:
		return nil, err
	}
	p := &Proposal{Change: c}
	words := &evidence.Words{RootCause: given.RootCause, Fix: given.Fix, Tests: given.Tests, Risk: given.Risk}
	if p.Words, err = e.clean(words); err != nil {
		return nil, err
	}
	p.Justifications, err = e.justify(c, given.Justifications)
	return p, err
}

// readEdits reads an answer and applies its edits to the tree. The change is nil
// if the model declines. Files that the model edited itself win over edits in
// its words.
func readEdits(t *tree, reply *Reply) (*editAnswer, *change.Change, error) {
	var given editAnswer
	found, err := readAnswer(reply.Text)
	if found.json != "" {
		err = decode(found.json, &given)
	}
	if reply.Diff != "" {
		if found.json == "" || err != nil {
			given = editAnswer{Fix: reply.Text}
		}
		c, err := t.applyDiff(reply.Diff)
		return &given, c, err
	}
	var c *change.Change
	switch {
	case err != nil:
		return nil, nil, malformed(err)
	case found.diff != "":
		c, err = t.applyDiff(found.diff)
	case found.edits != "":
		c, err = t.applyBlocks(found.edits)
	case given.Decline != "" && len(given.Edits)+len(given.Delete) == 0 && given.Diff == "":
		return &given, nil, nil
	default:
		c, err = t.apply(&given)
	}
	return &given, c, err
}

// Summarize implements Engine.
func (e *engine) Summarize(ctx context.Context, s *Summary) (*evidence.Words, error) {
	var words *evidence.Words
	write := func(again *refusal) *page { return e.summaryPage(s, again) }
	err := e.ask(ctx, Question{Step: StepSummarize, Schema: summarizeSchema}, write, func(reply *Reply) (err error) {
		var a summaryAnswer
		if err := takeObject(reply, &a, "title"); err != nil {
			return err
		}
		words, err = e.clean(&evidence.Words{Title: a.Title, RootCause: a.RootCause, Fix: a.Fix, Tests: a.Tests, Risk: a.Risk})
		return err
	})
	return words, err
}

package autofixai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// An ask is a fix with its objective.
type ask struct {
	fix       *fixedits.Fix
	objective *objective.Objective
	request   *objective.Request
}

// file answers the fixes of one file.
func (r *resolving) file(ctx context.Context, path string, fixes []*fixedits.Fix) ([]pipeline.Resolution, error) {
	var asks []ask
	for _, fix := range fixes {
		request := &objective.Request{Rule: fix.Rule, Path: path, Title: fix.Title, Data: fix.Resolver.Data}
		asks = append(asks, ask{fix, objectiveOf(fix), request})
	}
	slices.SortFunc(asks, func(a, b ask) int {
		return cmp.Or(cmp.Compare(a.objective.Priority, b.objective.Priority), strings.Compare(a.fix.Rule, b.fix.Rule), strings.Compare(a.fix.ID, b.fix.ID))
	})
	var answers []pipeline.Resolution
	text, err := r.source.Read(path)
	if err != nil {
		for _, a := range asks {
			answers = append(answers, resolution(a.fix, unresolved(CodeUnreadable, "%v", err)))
		}
		return answers, nil
	}
	file := &fileRun{resolving: r, path: path, ends: endsOf(text)}
	defer file.close()
	r.allow(path, asks)
	for i, a := range asks {
		o, again := r.before(path, a.fix)
		if !again {
			o = file.redactDetail(file.answer(ctx, a))
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			r.remember(path, a.fix, o)
		}
		answer := resolution(a.fix, o)
		if o.text == nil {
			answers = append(answers, answer)
			continue
		}
		answer.Edits = file.ends.edits(path, o.text)
		answer.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, text)}
		answers = append(answers, answer)
		if r.Once {
			continue // the merge decides whether both can be applied
		}
		for _, later := range asks[i+1:] {
			answers = append(answers, pipeline.Resolution{ID: later.fix.ID, Status: fixedits.StatusDeferred, Reason: fixedits.Reason{
				Code: CodeWaits, Detail: "waits for the fix of " + a.fix.Rule,
			}})
		}
		break
	}
	return answers, nil
}

func resolution(fix *fixedits.Fix, o outcome) pipeline.Resolution {
	return pipeline.Resolution{ID: fix.ID, Status: o.status, Reason: o.reason}
}

// A fileRun asks for the fixes of one file, in one conversation.
type fileRun struct {
	*resolving
	path         string
	ends         *ends
	conversation Conversation
	base         *base // nil until it is needed
}

func (f *fileRun) close() {
	if f.conversation != nil {
		f.conversation.Close()
	}
}

// answer asks for one fix.
func (f *fileRun) answer(ctx context.Context, a ask) outcome {
	switch {
	case !utf8.Valid(f.ends.file):
		return filtered(CodeNotText, "the file is not UTF-8")
	case int64(len(f.ends.text)) > f.Settings.MaxInput:
		return filtered(CodeTooLarge, "the file has %d bytes, the limit max-input-bytes is %d", len(f.ends.text), f.Settings.MaxInput)
	}
	if a.objective == objective.Finding {
		f.place(a.request)
	}
	task, err := a.objective.Read(a.request)
	if err != nil {
		return unresolved(CodeBadData, "the data of the fix are not those of the objective %s: %v", a.objective.ID, err)
	}
	l := &loop{r: f.resolving, objective: a.objective, request: a.request, task: task}
	if a.request.IsDockerfile() {
		if l.before, err = imageconfig.Read(f.ends.text); err != nil {
			return filtered(CodeNoStage, "no agent is asked about a file that BuildKit does not read: %s", firstLine(err.Error()))
		}
	}
	if f.around != nil {
		if l.context, err = f.around(f.path); err != nil {
			return unresolved(CodeUnreadable, "the summary of the workspace: %v", err)
		}
	}
	record := &Record{Objective: a.objective.ID}
	if o := f.hide(l, record); o != nil {
		return *o
	}
	if err := f.findBase(ctx); err != nil {
		return unresolved(CodeCheckFailed, "%v", err)
	}
	l.base, l.record = f.base, record
	if why := f.preview(l); why != "" && !f.Preview && !f.Unchecked && f.Send == nil {
		return filtered(CodePreview, "%s, so the answer is only a preview: --mode=diff shows it, and --ai-unchecked applies it", why)
	}
	f.note(a.fix, record)
	o, hit := f.fromCache(ctx, l)
	if !hit {
		if over := Spend(f.budget); over != "" {
			return filtered(CodeBudget, "%s", over)
		}
	}
	if f.Send != nil {
		f.send(a, l.firstPrompt(), hit)
		return filtered(CodeDryRun, "--ai-dry-run asks nobody")
	}
	if hit {
		return o
	}
	l.ask = f.asking(l)
	if f.Watch != nil {
		number := f.budget.Asked()
		f.Watch(Step{Path: f.path, Objective: a.objective.ID, Number: number, Of: max(number, f.known)})
	}
	o = l.run(ctx).denied(slices.Clone(record.Denied))
	record.Agent = f.Agents.Identity()
	f.keep(l, o)
	return o
}

// send lists and records a question instead of asking it.
func (f *fileRun) send(a ask, prompt string, known bool) {
	if f.Unsent != nil {
		if err := f.Unsent(prompt); err != nil {
			f.warn(fmt.Errorf("--ai-transcript: %w", err))
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Send(Sending{Path: f.path, Rule: a.fix.Rule, Objective: a.objective.ID, Bytes: len(prompt), Cached: known})
}

// findBase checks the text that the loops start with.
func (f *fileRun) findBase(ctx context.Context) error {
	if f.base.checked != nil {
		return nil
	}
	checked, err := f.Recheck(ctx, f.source, f.path, f.ends.file)
	if err != nil {
		return err
	}
	if checked.Crashed {
		return errors.New("a checker fails on the file")
	}
	f.base.checked = checked
	return nil
}

// asking returns the function that asks the agent, in one conversation for all
// fixes of the file.
func (f *fileRun) asking(l *loop) func(ctx context.Context, prompt string) (string, error) {
	return func(ctx context.Context, prompt string) (string, error) {
		if f.conversation == nil {
			opened, err := f.Agents.Open(f.life)
			if err != nil {
				f.couldNotAsk(err)
				return "", err
			}
			f.conversation = opened
		}
		ctx, cancel := InTime(ctx, f.budget)
		defer cancel()
		reply, err := f.conversation.Ask(ctx, prompt)
		l.record.Prompts += max(1, reply.Prompts)
		l.record.PromptBytes += reply.PromptBytes
		l.record.AnswerBytes += reply.AnswerBytes
		l.record.Milliseconds += reply.Duration.Milliseconds()
		l.record.Tokens.Add(reply.Tokens)
		l.record.Denied = append(l.record.Denied, reply.Denied...)
		f.budget.Add(reply.Tokens.Count(), reply.Tokens.Cost)
		if errors.Is(err, ErrReplayMiss) {
			f.fail(err)
		}
		f.couldNotAsk(err)
		if err != nil {
			// Another fix of the file gets a conversation that has not failed.
			f.conversation.Close()
			f.conversation = nil
		}
		return reply.Text, err
	}
}

package autofixai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// An outcome is how a loop ends: with a text, or with a status.
type outcome struct {
	text   []byte // accepted, with LF; nil if there is none
	status fixedits.Status
	reason fixedits.Reason
}

func filtered(code fixedits.Code, format string, args ...any) outcome {
	return outcome{status: fixedits.StatusFiltered, reason: fixedits.Reason{Code: code, Detail: fmt.Sprintf(format, args...)}}
}

func unresolved(code fixedits.Code, format string, args ...any) outcome {
	return outcome{status: fixedits.StatusUnresolved, reason: fixedits.Reason{Code: code, Detail: fmt.Sprintf(format, args...)}}
}

// A loop asks for one fix until an answer is accepted. A round is a prompt, a
// patch and its checks; the next round's prompt has the issues of the last.
type loop struct {
	r         *resolving
	objective *objective.Objective
	request   *objective.Request
	task      *objective.Task
	base      *base
	ask       func(ctx context.Context, prompt string) (string, error)
	record    *Record

	before  *imageconfig.Config // of Dockerfiles
	context string
}

// A base is the text that a loop starts with.
type base struct {
	path    string // canonical
	ends    *ends
	text    []byte              // with LF
	secrets *hidden             // the stand-ins for the secrets of text; nil: there are none
	checked *pipeline.Rechecked // nil until it is needed
}

// shown returns the text as an agent sees it.
func (b *base) shown() []byte {
	if b.secrets != nil {
		return b.secrets.text
	}
	return b.text
}

// run runs the loop.
func (l *loop) run(ctx context.Context) outcome {
	current := l.base.shown()
	var issues, refused []objective.Issue
	malformed := ""
	var told reasons
	last := unresolved(CodeRejected, "no answer was accepted")
	for round := 1; round <= l.rounds(); round++ {
		q := l.question(current)
		q.Issues, q.Refused, q.Malformed = issues, refused, malformed
		prompt := q.prompt()
		if o := l.refuse(prompt, &q); o != nil {
			if l.record.Prompts > 0 {
				o.status = fixedits.StatusUnresolved // the agent was asked
			}
			return told.end(*o)
		}
		text, err := l.ask(ctx, prompt)
		l.record.Rounds++
		if err != nil {
			return told.end(failed(err))
		}
		answer, err := patch.ParseAnswer(text, l.formats())
		var result *patch.Result
		if err == nil && answer.Kind != patch.KindNoChange {
			result, err = l.apply(answer, current)
		}
		var wrong *patch.Error
		switch {
		case errors.As(err, &wrong) && wrong.Code.Malformed():
			why := wrong.Detail + beginning(wrong.Code, text)
			if told.malformed {
				return told.end(unresolved(fixedits.Code("ai_"+wrong.Code), "the answer is malformed, twice: %s", why))
			}
			told.add("the answer is malformed: " + why)
			told.malformed, malformed = true, wrong.Detail+"; "+wrong.Code.WayOut()
			round--
			continue
		case errors.As(err, &wrong):
			last = unresolved(fixedits.Code("ai_"+wrong.Code), "%s", wrong.Detail)
			refused = []objective.Issue{{Rule: "patch/" + string(wrong.Code), Message: wrong.Detail + "; " + wrong.Code.WayOut()}}
			malformed = ""
			told.add(last.reason.Detail)
			continue
		case err != nil:
			return told.end(unresolved(CodeRejected, "%v", err))
		case answer.Kind == patch.KindNoChange && round == 1:
			return filtered(CodeNoChange, "the agent found nothing to change with certainty")
		case answer.Kind == patch.KindNoChange:
			last.reason.Detail = "the agent changed nothing more"
			return told.end(last)
		}
		malformed = ""
		found, accepted := q.repeated(result), []byte(nil)
		if len(found) == 0 {
			found, accepted, err = l.judge(ctx, result.Text)
		}
		if err != nil {
			return told.end(unresolved(CodeCheckFailed, "%v", err))
		}
		if len(found) == 0 {
			return outcome{text: accepted}
		}
		issues, refused, current = found, nil, result.Text
		last = unresolved(codeOf(found), "%s", said(found))
		told.add(last.reason.Detail)
	}
	last.reason.Detail = ""
	return told.end(last)
}

// apply applies an answer to the text that was asked about. If it does not fit,
// it may be a change of the original text.
func (l *loop) apply(answer patch.Answer, current []byte) (*patch.Result, error) {
	result, err := answer.Apply(current, l.names())
	base := l.base.shown()
	if err == nil || bytes.Equal(current, base) || errors.Is(err, &patch.Error{Code: patch.DiffNoChanges}) {
		return result, err
	}
	if whole, failed := answer.Apply(base, l.names()); failed == nil {
		return whole, nil
	}
	return nil, err
}

// refuse returns an outcome if a prompt must not be sent, because it is too large
// or still has a secret.
func (l *loop) refuse(prompt string, q *question) *outcome {
	if limit := l.r.Settings.MaxInput; int64(len(prompt)) > limit {
		o := filtered(CodeTooLarge, "the prompt has %d bytes, the limit max-input-bytes is %d", len(prompt), limit)
		return &o
	}
	if l.r.Settings.Secrets == SecretsAllow {
		return nil
	}
	found, err := l.r.Secrets.Find(q.payload())
	switch {
	case err != nil:
		o := filtered(CodeSecrets, "the search for secrets failed, so nothing is sent: %v", err)
		return &o
	case len(found) > 0:
		o := filtered(CodeSecrets, "%v", SecretsError(q.Text, found))
		return &o
	}
	return nil
}

// firstPrompt returns the prompt of the first round.
func (l *loop) firstPrompt() string {
	q := l.question(l.base.shown())
	return q.prompt()
}

// question returns the question about a text.
func (l *loop) question(text []byte) question {
	q := question{Name: l.shownName(), Text: string(text), Task: l.task, Output: l.r.Settings.Output, Context: l.context, Reads: l.r.Reads}
	q.choose(l.r.Nonce)
	return q
}

func (l *loop) rounds() int {
	if l.objective.Rounds > 0 {
		return min(l.r.Settings.Rounds, l.objective.Rounds)
	}
	return l.r.Settings.Rounds
}

// formats are the forms that are accepted. Blocks are accepted besides patches
// and the other way around: agents have habits.
func (l *loop) formats() patch.Formats {
	f := patch.Formats{Diff: true, Edits: true, MaxBytes: int(l.r.Settings.MaxAnswer)}
	if l.r.Settings.Output == OutputFile {
		f = patch.Formats{File: true, MaxBytes: f.MaxBytes}
	}
	return f
}

// judge returns the issues of a text that an agent has seen and changed, or the
// text with everything that agents do not see.
func (l *loop) judge(ctx context.Context, shown []byte) ([]objective.Issue, []byte, error) {
	text := shown
	if l.base.secrets != nil {
		// The place of a token in a text that does not parse is unknown.
		if _, issue := l.read(shown); issue != nil {
			return []objective.Issue{*issue}, nil, nil
		}
		restored, issue := l.base.secrets.restore(shown)
		if issue != nil {
			return []objective.Issue{*issue}, nil, nil
		}
		text = restored
	}
	issues, err := l.issues(ctx, text)
	if err != nil || len(issues) == 0 {
		return nil, text, err
	}
	return l.base.secrets.redacted(issues), nil, nil
}

// read returns the image of a Dockerfile, or why there is none; nil and nil for
// another file.
func (l *loop) read(text []byte) (*imageconfig.Config, *objective.Issue) {
	if l.before == nil {
		return nil, nil
	}
	image, err := imageconfig.Read(text)
	if err != nil {
		return nil, &objective.Issue{Rule: "patch/syntax", Message: "BuildKit does not read the file: " + firstLine(err.Error())}
	}
	return image, nil
}

// issues returns why a text is not accepted.
func (l *loop) issues(ctx context.Context, text []byte) ([]objective.Issue, error) {
	result := patch.Between(l.base.text, text)
	if !result.Changed() {
		return []objective.Issue{{Rule: "patch/no-changes", Message: "the change takes back everything"}}, nil
	}
	change := &objective.Change{Request: l.request, Base: l.base.text, Patch: result, Before: l.before}
	var issue *objective.Issue
	if change.After, issue = l.read(text); issue != nil {
		return []objective.Issue{*issue}, nil
	}
	if issues := l.objective.Judge(change, l.r.Settings.MaxChurn); len(issues) > 0 {
		return issues, nil
	}
	return l.recheck(ctx, text)
}

// noUnreachable is a rule whose findings block, whatever their severity: an
// unused stage is the remainder of a wrong split.
const noUnreachable = "dockerfile/no-unreachable-stages"

// recheck returns the findings of the checkers that a text must not have:
// errors that the base did not have, more findings of a rule of security than
// it had, and as many of the fix's own rule as before.
func (l *loop) recheck(ctx context.Context, text []byte) ([]objective.Issue, error) {
	checked, err := l.r.Recheck(ctx, l.r.source, l.base.path, l.base.ends.apply(text))
	if err != nil {
		return nil, err
	}
	if checked.Crashed {
		return nil, fmt.Errorf("a checker failed on the answer")
	}
	for _, name := range checked.Failed {
		if !slices.Contains(l.base.checked.Failed, name) {
			return nil, fmt.Errorf("the checker %s failed on the answer", name)
		}
	}
	had, repeats := map[string]int{}, map[string]bool{}
	for i := range l.base.checked.Found {
		d := &l.base.checked.Found[i]
		had[l.blockingKey(l.base.checked, d)]++
		repeats[keyOf(d)+"\x00"+lineOf(l.base.checked, d)] = true
	}
	var issues []objective.Issue
	for i := range checked.Found {
		d := &checked.Found[i]
		key := l.blockingKey(checked, d)
		if key == "" {
			continue
		}
		if had[key] > 0 {
			had[key]--
			continue
		}
		line := lineOf(checked, d)
		if line != "" && d.Severity != fixedits.SeverityError && repeats[keyOf(d)+"\x00"+line] {
			continue // another stage repeats a line, such as ENV
		}
		issues = append(issues, objective.Issue{Rule: d.Rule, Message: d.Message, Line: d.Line, Column: d.Column, Snippet: clip.Bytes(line, maxSnippet)})
	}
	if len(issues) > 0 {
		return issues, nil
	}
	if before := l.own(l.base.checked); before > 0 && l.own(checked) >= before {
		return []objective.Issue{{Rule: "patch/resolves", Message: fmt.Sprintf("the file still has the finding %s", l.request.Rule)}}, nil
	}
	return nil, nil
}

// lineOf returns the line of a finding, or "".
func lineOf(checked *pipeline.Rechecked, d *fixedits.Diagnostic) string {
	lines := strings.Split(string(checked.Text), "\n")
	if d.Line < 1 || d.Line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[d.Line-1], "\r")
}

// blockingKey returns the key by which blocking findings are counted, or "" for a
// finding that does not block. Findings of a rule of security are counted
// together, because an answer may change their messages, such as the program of
// a download.
func (l *loop) blockingKey(checked *pipeline.Rechecked, d *fixedits.Diagnostic) string {
	switch {
	case l.objective.NoNewFindings && d.Phase != fixedits.PhaseFormat:
		return keyOf(d)
	case d.Severity == fixedits.SeverityError, d.Rule == noUnreachable:
		return d.Rule + "\x00" + d.Message
	case checked.Security[d.Rule]:
		return d.Rule
	}
	return ""
}

var number = lazyregexp.New(`\d+`)

// keyOf returns the rule and the message of a finding, without numbers, which may
// be lines.
func keyOf(d *fixedits.Diagnostic) string {
	return d.Rule + "\x00" + number().ReplaceAllString(d.Message, "0")
}

// own counts the findings that the fix is for: all of its rule, or, if a finding
// has no fix, only the ones with its message.
func (l *loop) own(checked *pipeline.Rechecked) int {
	key := keyOf(&fixedits.Diagnostic{Rule: l.request.Rule, Message: l.request.Told})
	n := 0
	for i := range checked.Found {
		d := &checked.Found[i]
		if d.Rule == l.request.Rule && (l.objective != objective.Finding || keyOf(d) == key) {
			n++
		}
	}
	return n
}

// codeOf returns the code of a fix whose last answer had issues.
func codeOf(issues []objective.Issue) fixedits.Code {
	switch {
	case slices.ContainsFunc(issues, func(i objective.Issue) bool { return i.Rule == "patch/syntax" || strings.HasPrefix(i.Rule, "syntax/") }):
		return CodeSyntax
	case slices.ContainsFunc(issues, func(i objective.Issue) bool { return i.Rule == secretIssue }):
		return CodeSecretMoved
	}
	return CodeRejected
}

// said returns issues on one line.
func said(issues []objective.Issue) string {
	const most = 3
	var texts []string
	for i, issue := range issues {
		if i == most {
			texts = append(texts, fmt.Sprintf("%d more", len(issues)-most))
			break
		}
		texts = append(texts, issue.String())
	}
	return strings.Join(texts, "; ")
}

const maxSnippet = 200

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

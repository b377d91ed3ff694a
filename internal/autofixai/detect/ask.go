package detect

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
)

// hide applies the policy for secrets to a question. It reports whether the
// file has one, and returns an error if the agent must not be asked.
func (r *run) hide(q *question) (secret bool, err error) {
	found, err := r.Secrets.Find(q.text + "\n" + q.name)
	n := len(found)
	switch {
	case err != nil:
		return false, fmt.Errorf("the search for secrets failed, so nothing is sent: %w", err)
	case n == 0 || r.Settings.Secrets == autofixai.SecretsAllow:
		return n > 0, nil
	case r.Settings.Secrets == autofixai.SecretsDeny:
		return true, autofixai.SecretsError(q.text, found)
	}
	hidden, _, count, err := r.Secrets.Tokenize(q.text, false)
	if err == nil {
		if found, err = r.Secrets.Find(hidden + "\n" + q.name); err == nil && len(found) > 0 {
			err = fmt.Errorf("no token hides all of them: %w", autofixai.SecretsError(hidden, found))
		}
	}
	if err != nil {
		return true, fmt.Errorf("secrets could not be replaced by tokens, so nothing is sent: %w", err)
	}
	q.text = hidden
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts.Redactions += count
	return true, nil
}

// redacted returns a text for an artifact, which others read.
func (r *run) redacted(text string) string {
	text, _, err := r.Secrets.Redact(text)
	if err != nil {
		return "(not shown: the search for secrets failed)"
	}
	return text
}

// spend counts a question. If a limit forbids it, spend returns the limit that
// is used up.
func (r *run) spend(file string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if over := autofixai.Spend(r.budget); over != "" {
		return over
	}
	r.counts.Asked++
	if r.Watch != nil {
		r.Watch(file, r.counts.Asked+r.counts.Cached, r.total)
	}
	return ""
}

// ask asks a question, and once more if the answer is malformed.
func (r *run) ask(ctx context.Context, q *question) ([]claim, error) {
	conversation, err := r.Agents.Open(r.life)
	if err != nil {
		return nil, err
	}
	defer conversation.Close()
	ctx, cancel := autofixai.InTime(ctx, r.budget)
	defer cancel()
	for again := false; ; again = true {
		reply, err := conversation.Ask(ctx, q.prompt())
		r.mu.Lock()
		r.counts.PromptBytes += reply.PromptBytes
		r.counts.AnswerBytes += reply.AnswerBytes
		r.counts.Tokens.Add(reply.Tokens)
		r.mu.Unlock()
		r.budget.Add(reply.Tokens.Count(), reply.Tokens.Cost)
		if err != nil {
			return nil, err
		}
		claims, err := parse(reply.Text, int(r.Settings.MaxAnswer))
		if err == nil {
			return claims, nil
		}
		if again {
			return nil, fmt.Errorf("the answer is malformed, twice: %w", err)
		}
		q.malformed = err.Error()
	}
}

// place returns the range of a quote in a line of a file, and its column. The
// quote may have tokens for secrets: then it is the whole line.
func place(content []byte, line int, quote string) (start, end, column int) {
	text := position.New(content, position.LF)
	line = min(line, text.Lines())
	first := text.Nearest(position.Position{Line: line, Column: 1}, position.Columns{NoMark: true})
	start, end = first, text.End(line)
	if end > start && content[end-1] == '\r' {
		end--
	}
	if at := bytes.Index(content[start:end], []byte(quote)); at >= 0 {
		start += at
		end = start + len(quote)
	}
	return start, end, start - first + 1
}

// handOver returns the fix of a finding. The task is the rule's: the first
// agent's answer is evidence for the second.
func handOver(f *finding, path, message, quote string) fixedits.Fix {
	data, err := json.Marshal(objective.Data{Goal: f.rule.Goal, Evidence: []objective.Evidence{{Message: message, Line: f.line, Text: quote}}})
	if err != nil {
		panic("detect: " + err.Error()) // strings and integers only
	}
	return fixedits.Fix{
		Rule: f.rule.ID(), Phase: fixedits.PhaseSemantic, Title: f.rule.Summary, Safety: fixedits.SafetyUnsafe, Confidence: fixedits.ConfidenceLow,
		Resolver: &fixedits.Resolver{ID: autofixai.ID, Path: path, Data: data},
	}
}

package autofixai

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Secrets finds secrets in texts, and hides them. It fails closed: with an
// error, nothing is sent.
type Secrets interface {
	// Find returns the secrets in a text, in order.
	Find(text string) ([]redact.Secret, error)
	// Redact returns a text without its secrets.
	Redact(text string) (string, int, error)
	// Tokenize returns a text with a token in place of each secret, and a
	// Restorer that puts them back: in a Dockerfile, only in their own stage
	// and instruction.
	Tokenize(text string, dockerfile bool) (hidden string, back Restorer, n int, err error)
	// Nonce returns the part that all tokens have, and no other text; "" if
	// there are none.
	Nonce() string
}

// A Restorer puts secrets back into a text that an agent has changed.
type Restorer interface {
	// Restore returns the text with the secrets in the places that they had. It
	// fails if a token was moved, dropped or copied.
	Restore(before, after string) (string, error)
	// Hide returns a text with the tokens in place of the secrets.
	Hide(text string) string
}

// hidden is a text with tokens in place of its secrets.
type hidden struct {
	text []byte
	back Restorer
}

// secretIssue is the rule of the issue that tokens were moved, dropped or
// copied.
const secretIssue = "patch/keep-secrets"

// restore returns a changed text with its secrets.
func (h *hidden) restore(text []byte) ([]byte, *objective.Issue) {
	restored, err := h.back.Restore(string(h.text), string(text))
	if err != nil {
		return nil, &objective.Issue{Rule: secretIssue, Message: err.Error() + "; leave the line of each token as it is; settings of the image, such as ENV and LABEL, belong in its last stage, and a stage on the old base may repeat ENV"}
	}
	return []byte(restored), nil
}

// redacted returns issues without secrets: they quote the text, and go back to
// the agent.
func (h *hidden) redacted(issues []objective.Issue) []objective.Issue {
	if h == nil {
		return issues
	}
	for i := range issues {
		issues[i].Message, issues[i].Snippet = h.back.Hide(issues[i].Message), h.back.Hide(issues[i].Snippet)
	}
	return issues
}

// hide applies the policy for secrets to the file and to all else that a prompt
// has. It returns an outcome if no agent is asked.
func (f *fileRun) hide(l *loop, record *Record) *outcome {
	q := question{Name: baseName(f.path), Text: string(f.ends.text), Context: l.context, Task: l.task}
	found, err := f.Secrets.Find(q.payload())
	n := len(found)
	if err != nil {
		o := filtered(CodeSecrets, "the search for secrets failed, so nothing is sent: %v", err)
		return &o
	}
	if f.base == nil {
		f.base = &base{path: f.path, ends: f.ends, text: f.ends.text}
	}
	switch {
	case n == 0 || f.Settings.Secrets == SecretsAllow:
		record.secrets = n
		return nil
	case f.Settings.Secrets == SecretsDeny:
		o := filtered(CodeSecrets, "%v", SecretsError(q.Text, found))
		return &o
	}
	text, back, count, err := f.Secrets.Tokenize(string(f.ends.text), l.before != nil)
	if err == nil {
		var more int
		more, err = f.redactTask(l, back)
		record.Redactions, record.secrets = count+more, n
	}
	if err == nil {
		var left []redact.Secret
		if left, err = f.Secrets.Find(text); err == nil && len(left) > 0 {
			err = fmt.Errorf("no token hides all of them: %w", SecretsError(text, left))
		}
	}
	if err != nil {
		o := filtered(CodeSecrets, "secrets could not be replaced by tokens, so nothing is sent: %v", err)
		return &o
	}
	f.base.secrets = &hidden{[]byte(text), back}
	return nil
}

// SecretsError returns the error for secrets in a prompt that starts with the
// text of a file. It names the kind and the line of each, and no value. If the
// file has some, only they count: the evidence repeats them.
func SecretsError(file string, found []redact.Secret) error {
	const most = 5
	n, _ := slices.BinarySearchFunc(found, len(file), func(s redact.Secret, end int) int { return s.Start - end })
	var kinds []string
	for _, s := range found[:min(n, most)] {
		kinds = append(kinds, fmt.Sprintf("line %d (%s)", position.At(file, s.Start).Line, s.Rule))
	}
	switch {
	case n == 0:
		n, kinds = len(found), []string{found[0].Rule + ", outside of the text of the file"}
	case n > most:
		kinds = append(kinds, fmt.Sprintf("%d more", n-most))
	}
	what, them := "a secret", "it"
	if n > 1 {
		what, them = fmt.Sprintf("%d secrets", n), "them"
	}
	return fmt.Errorf("the prompt would have %s: %s; move %s out of the file, or set secrets-policy", what, strings.Join(kinds, ", "), them)
}

// redactTask removes the secrets from the parts of a prompt other than the
// file, and returns their number.
func (f *fileRun) redactTask(l *loop, back Restorer) (int, error) {
	all := 0
	redacted := func(text string) (string, error) {
		text, n, err := f.Secrets.Redact(back.Hide(text))
		all += n
		return text, err
	}
	task := *l.task
	task.Constraints = slices.Clone(task.Constraints)
	texts := []*string{&l.context, &task.Goal, &task.Decline}
	for i := range task.Constraints {
		texts = append(texts, &task.Constraints[i])
	}
	for _, text := range texts {
		var err error
		if *text, err = redacted(*text); err != nil {
			return 0, err
		}
	}
	var err error
	task.Evidence, err = eachString(task.Evidence, redacted)
	l.task = &task
	return all, err
}

// redactDetail takes the secrets out of the reason of an outcome, which people
// and logs get.
func (f *fileRun) redactDetail(o outcome) outcome {
	if o.reason.Code == CodeSecrets {
		return o // it says that the search failed, and errors of it have no secret
	}
	redacted, _, err := f.Secrets.Redact(o.reason.Detail)
	if err != nil {
		redacted = "no more can be said without secrets"
	}
	o.reason.Detail = redacted
	return o
}

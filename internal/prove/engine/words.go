package engine

import (
	"maps"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// The bounds of a model's words, in bytes unless noted.
const (
	maxWords         = 4 << 10
	maxTitle         = 100
	maxFiles         = 20
	maxJustification = 500
)

// clean returns words without secrets and control characters, cut to the
// bounds.
func (e *engine) clean(words *evidence.Words) (*evidence.Words, error) {
	texts := []*string{&words.RootCause, &words.Fix, &words.Tests, &words.Risk, &words.Title}
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = printed.Plain(*text)
	}
	all, err := e.hide(all)
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		*text = printed.Lines(all[i], maxWords)
	}
	words.Title = printed.Line(words.Title, maxTitle)
	return words, nil
}

// hide returns texts without secrets.
func (e *engine) hide(texts []string) ([]string, error) {
	texts, err := redactAll(e.options.Redactor, texts)
	if err != nil {
		return nil, &Error{Code: Secrets, Detail: "the search for secrets in an answer failed, so it is not used", Err: err}
	}
	return texts, nil
}

// plan returns the plan of an answer. Files that the tree does not have are left
// out.
func (e *engine) plan(t *Task, a *planAnswer) (*Plan, error) {
	texts, err := e.hide([]string{printed.Plain(a.Hypothesis)})
	if err != nil {
		return nil, err
	}
	p := &Plan{Hypothesis: printed.Lines(texts[0], maxWords)}
	for _, name := range a.Files {
		if _, found := slices.BinarySearch(t.Files, name); found && !slices.Contains(p.Files, name) && len(p.Files) < maxFiles {
			p.Files = append(p.Files, name)
		}
	}
	return p, nil
}

// justify returns the reasons for files of a change.
func (e *engine) justify(c *change.Change, given []justification) (map[string]string, error) {
	reasons := map[string]string{}
	for _, j := range given {
		if c.File(j.Path) != nil && reasons[j.Path] == "" {
			reasons[j.Path] = printed.Plain(j.Reason)
		}
	}
	names := slices.Sorted(maps.Keys(reasons))
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = reasons[name]
	}
	texts, err := e.hide(texts)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		if reasons[name] = printed.Line(texts[i], maxJustification); reasons[name] == "" {
			delete(reasons, name)
		}
	}
	return reasons, nil
}

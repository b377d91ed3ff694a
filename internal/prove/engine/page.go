package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// A page is a prompt that is being written: words of ours, and data between
// marker lines.
type page struct {
	redactor *redact.Redactor
	parts    []part
	err      error // why a text could not be added
}

// A part is data if its field what is set, and else words.
type part struct {
	what, text, note string
}

// nonceHere stands for the nonce in words.
const nonceHere = "\x00nonce\x00"

// words adds words of ours. Nothing in them is from outside.
func (p *page) words(format string, args ...any) {
	p.parts = append(p.parts, part{text: fmt.Sprintf(format, args...)})
}

// data adds a text from outside. note, if not empty, says that the text does not
// end with a newline.
func (p *page) data(what, text, note string) {
	p.parts = append(p.parts, part{what, text, note})
}

// ends adds the ends of a text from outside. Secrets are taken out before it is
// cut, because a part of one may not be found.
func (p *page) ends(what, text string, max int) {
	if len(text) > max && p.err == nil {
		text, _, p.err = p.redactor.Redact(text)
	}
	p.data(what, printed.Ends(text, max), "")
}

// A rendered page has the nonce that it was rendered with, which may differ
// from the nonce of the run.
type rendered struct{ text, nonce string }

// render returns the prompt, without the secrets in its data.
func (p *page) render(nonce string) (rendered, error) {
	if p.err != nil {
		return rendered{}, secretsFailed(p.err)
	}
	var data []string
	for _, part := range p.parts {
		if part.what != "" {
			data = append(data, part.text)
		}
	}
	data, err := redactAll(p.redactor, data)
	if err != nil {
		return rendered{}, secretsFailed(err)
	}
	nonce = markers.Unused(nonce, data...)
	var b strings.Builder
	for _, part := range p.parts {
		if part.what == "" {
			b.WriteString(strings.ReplaceAll(part.text, nonceHere, nonce))
			continue
		}
		markers.Write(&b, nonce, part.what, data[0], part.note)
		data = data[1:]
	}
	return rendered{b.String(), nonce}, nil
}

func secretsFailed(err error) error {
	return &Error{Code: Secrets, Detail: "the search for secrets failed, so nothing is sent", Err: err}
}

// redactAll returns texts without their secrets. They are looked at together: a
// value that is known for a secret in one of them is one in the others too.
func redactAll(redactor *redact.Redactor, texts []string) ([]string, error) {
	separator := "\n" + unusedRun(texts) + "\n"
	clean, _, err := redactor.Redact(strings.Join(texts, separator))
	if err != nil {
		return nil, err
	}
	// Again, since removing a secret may join its surroundings to another one.
	found, err := redactor.Find(clean)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		return nil, fmt.Errorf("%d secrets are still there", len(found))
	}
	out := strings.Split(clean, separator)
	if len(texts) > 0 && len(out) != len(texts) {
		return nil, errors.New("a secret reaches over several texts")
	}
	return out, nil
}

// unusedRun returns unit separators, more of them than any text has in a row.
// They have no entropy, so no rule takes them for a secret.
func unusedRun(texts []string) string {
	const unit = '\x1f'
	longest := 0
	for _, text := range texts {
		run := 0
		for i := range len(text) {
			if run++; text[i] != unit {
				run = 0
			}
			longest = max(longest, run)
		}
	}
	return strings.Repeat(string(unit), longest+1)
}

package agents

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

const (
	// scrubMin is the length in bytes from which a line of a prompt is removed
	// from the words of an agent. Shorter ones, such as "}" or "USER root", are
	// in many texts by chance.
	scrubMin = 10
	// scrubMax bounds the lines that are remembered, in bytes.
	scrubMax = 8 << 20
	// detailMax bounds the part of an agent's message that is shown, in bytes.
	detailMax = 400

	removed  = "[prompt]"
	withheld = "[not shown: it may contain prompts or secrets]"
)

// A scrubber removes the lines of an agent's prompts, and secrets, from the
// output of the agent, so that errors never show them. A text must be scrubbed
// before it is cut, because parts of lines and secrets are not found.
type scrubber struct {
	values *redact.Redactor // knows Options.Hidden

	mu    sync.Mutex
	lines map[string]bool
	size  int
	full  bool // some lines are forgotten: nothing can be shown anymore
}

// add remembers the lines of a prompt.
func (s *scrubber) add(prompt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lines == nil {
		s.lines = map[string]bool{}
	}
	for line := range strings.SplitSeq(prompt, "\n") {
		line = strings.TrimSpace(line)
		if len(line) < scrubMin || s.lines[line] {
			continue
		}
		if s.size += len(line); s.size > scrubMax {
			s.full, s.lines = true, nil
			return
		}
		// A clone does not keep the whole prompt in memory.
		s.lines[strings.Clone(line)] = true
	}
}

// clean returns the text without secrets and without lines of prompts, even
// within JSON.
func (s *scrubber) clean(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == "" {
		return ""
	}
	if s.full {
		return withheld
	}
	var found []string
	for line := range s.lines {
		for _, form := range forms(line) {
			if strings.Contains(text, form) {
				found = append(found, form)
			}
		}
	}
	// A line may be part of another one.
	slices.SortFunc(found, func(a, b string) int { return len(b) - len(a) })
	for _, form := range found {
		text = strings.ReplaceAll(text, form, removed)
	}
	text, _, err := s.values.Redact(text)
	if err != nil {
		return withheld
	}
	return text
}

// line returns a short text of the agent, such as a name, as one clean line.
func (s *scrubber) line(text string, most int) string {
	return clip.Line(inert.StripEscapes(s.clean(text)), most)
}

// forms returns a line unchanged, and as JSON encoders write it.
func forms(line string) []string {
	forms := []string{line}
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	for _, escapeHTML := range []bool{true, false} {
		quoted.Reset()
		encoder.SetEscapeHTML(escapeHTML)
		if encoder.Encode(line) != nil {
			continue
		}
		form := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(quoted.String(), "\n"), `"`), `"`)
		if form != forms[len(forms)-1] {
			forms = append(forms, form)
		}
	}
	return forms
}

// oneLine returns the shown part of a message as one line.
func oneLine(text string) string { return clip.Line(text, detailMax) }

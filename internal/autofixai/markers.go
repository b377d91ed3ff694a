package autofixai

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// choose sets the nonce of the lines around data.
func (q *question) choose(nonce string) {
	texts := []string{q.Name, q.Text, q.Context, string(q.Task.Evidence), q.Task.Goal, q.Malformed, jsonLines(q.Issues), jsonLines(q.Refused)}
	q.Nonce = markers.Unused(nonce, append(texts, q.Task.Constraints...)...)
}

// repeated returns an issue if a change has one of the lines around data: the
// agent took them for a part of the file.
func (q *question) repeated(change *patch.Result) []objective.Issue {
	for _, line := range change.AddedLines() {
		if markers.In(line.Text, q.Nonce) {
			return []objective.Issue{{Rule: "patch/no-markers", Line: line.Number, Message: "the line is one of those around the file, and not a line of it; delete it"}}
		}
	}
	return nil
}

const maxName = 100 // characters

// isOrdinary reports whether a name is only a name: letters, digits and ._@+-.
// Others could be read as a part of the prompt.
func isOrdinary(name string) bool {
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._@+-", r)
	}
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName && !strings.ContainsFunc(name, strange)
}

// ShownName returns the name by which agents know a file: its base name, unless
// that could be read as a part of the prompt.
func ShownName(file string, dockerfile bool) string {
	switch name := baseName(file); {
	case isOrdinary(name):
		return name
	case dockerfile:
		return "Dockerfile"
	case isOrdinary(path.Ext(name)):
		return "file" + path.Ext(name)
	}
	return "file"
}

func (l *loop) shownName() string { return ShownName(l.request.Path, l.request.IsDockerfile()) }

// names returns the names that a diff may use.
func (l *loop) names() patch.Names {
	if shown := l.shownName(); shown != baseName(l.request.Path) {
		return patch.Names{Path: shown}
	}
	return patch.Names{Path: l.request.Path}
}

package handover

import (
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// redactor finds secrets by the rules of gitleaks, and by the names of the
// variables that have them.
var redactor = sync.OnceValue(func() *redact.Redactor {
	return redact.New(nil, redact.Assignments(secretname.Assigned)).Except(redact.Public)
})

// redacted returns a text without secrets. It fails closed.
func redacted(text string) string {
	clean, _, err := redactor().Redact(text)
	if err != nil {
		return redact.Placeholder
	}
	return clean
}

// redact takes the secrets out of the quoted text of a request. Artifacts, logs
// and agents have the data of a fix.
func (r *Request) redact() {
	var texts []*string
	for i := range r.Signals {
		texts = append(texts, &r.Signals[i].Evidence)
		r.Signals[i].Packages = append([]string(nil), r.Signals[i].Packages...)
		for j := range r.Signals[i].Packages {
			texts = append(texts, &r.Signals[i].Packages[j])
		}
	}
	s := &r.FinalStage
	for _, command := range []**Command{&s.Entrypoint, &s.Cmd, &s.Healthcheck} {
		if *command == nil {
			continue
		}
		own := **command
		own.Words = append([]string(nil), own.Words...)
		*command = &own
		for i := range own.Words {
			texts = append(texts, &own.Words[i])
		}
	}
	s.OnBuild = append([]string(nil), s.OnBuild...)
	for i := range s.OnBuild {
		texts = append(texts, &s.OnBuild[i])
	}
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(*text + "\n")
	}
	if found, err := redactor().Find(all.String()); err == nil && len(found) == 0 {
		return // as nearly always
	}
	for _, text := range texts {
		*text = redacted(*text)
	}
}

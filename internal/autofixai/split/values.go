package split

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// longest is the maximum length of an expanded value. A longer one is a hash of
// it, because ENV A=$A$A doubles a value with each line.
const longest = 1024

func hash(text string) string { return fmt.Sprintf("\x00%x", sha256.Sum256([]byte(text))) }

// expand returns a word of an instruction with the values of the ENV before it, so
// that two words with the same text have the same value. Variables of the build
// and of the base image stay, as does a word with more than plain references.
func (p *place) expand(word string) string {
	text := lint.Unquote(word)
	plain := reference().ReplaceAllString(text, "")
	if strings.ContainsAny(plain, "$`\\\"'") || text != plain && (word[0] == '\'' || strings.ContainsFunc(text, func(r rune) bool { return r > '~' })) {
		values := ""
		for _, ref := range lint.References(word, 0, true) {
			values += hash(p.reference(ref.Name))
		}
		return word + hash(values)
	}
	text = reference().ReplaceAllStringFunc(text, func(ref string) string { return p.reference(strings.Trim(ref, "${}")) })
	if len(text) > longest {
		return hash(text)
	}
	return text
}

// reference returns what expand puts in the place of a variable: of an ARG, its
// name with its default.
func (p *place) reference(name string) string {
	if value, set := p.vars["env "+name]; set {
		return value
	}
	if value, declared := p.vars["arg "+name]; declared {
		return "${" + name + hash(value) + "}"
	}
	return "${" + name + "}"
}

// inBase returns an expanded word with the value of a GOPATH of the base image.
func (p *place) inBase(word string) string {
	if p.gopath == "" {
		return word
	}
	return strings.ReplaceAll(word, "${GOPATH}", p.gopath)
}

// sameValue reports whether a variable has the same value in two places, which
// may be by the same reference to a variable of their base images.
func (p *place) sameValue(q *place, key string) bool {
	a, b := p.vars[key], q.vars[key]
	return a == b || p.inBase(a) == q.inBase(b)
}

// SameSettings reports whether the images of two files have the same values of all
// ENV, EXPOSE, LABEL, USER or VOLUME, by the values of variables.
func SameSettings(before, after *lint.File, instruction string) bool {
	if len(before.Stages) == 0 || len(after.Stages) == 0 {
		return false
	}
	old, now := readLast(before), readLast(after)
	a, b := old.settings(instruction), now.settings(instruction)
	for key := range a {
		if _, has := b[key]; !has || a[key] != b[key] && old.inBase(a[key]) != now.inBase(b[key]) {
			return false
		}
	}
	return len(a) == len(b)
}

// settings returns the values that instructions of a kind leave, by the names
// that they set.
func (r *reading) settings(instruction string) map[string]string {
	all := map[string]string{}
	for _, v := range r.values {
		name, text, _ := strings.Cut(v.expanded, " ")
		if name != strings.ToLower(instruction) {
			continue
		}
		switch key, value, _ := strings.Cut(text, "="); name {
		case "env", "label":
			all[key] = value
		case "user":
			all[""] = text
		default:
			all[text] = ""
		}
	}
	return all
}

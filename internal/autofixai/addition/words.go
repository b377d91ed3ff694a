package addition

import (
	"fmt"
	"slices"
	"strings"
)

// keepsWords finds other words and conditions of the commands in the lines of
// the finding. Only words that the finding names may be new, gone or moved.
// Quotes may be new.
func (c *Change) keepsWords(was, is *script, told map[string]bool) []Issue {
	if c.Finding == (Lines{}) {
		return nil
	}
	var issues []Issue
	olds, news := map[string][]command{}, map[string][]command{}
	rest := slices.Clone(is.commands)
	for _, k := range was.commands {
		if k.within(c.Finding) {
			olds[k.name] = append(olds[k.name], k)
			continue
		}
		if at := slices.IndexFunc(rest, k.same); at >= 0 {
			rest = slices.Delete(rest, at, at+1)
		}
	}
	for _, k := range rest {
		news[k.name] = append(news[k.name], k)
	}
	gone := superfluous().MatchString(c.Told)
	for name, had := range olds {
		now := news[name]
		if len(now) == 0 {
			continue // another check finds it
		}
		for i, k := range had[:min(len(had), len(now))] {
			if k.unconditional() != now[i].unconditional() {
				issues = append(issues, Issue{now[i].first, fmt.Sprintf("the change runs %.60s under another condition, which the finding is not about", now[i].String())})
			}
		}
		if !slices.ContainsFunc(had, func(k command) bool { return k.contained || name != "echo" && name != "printf" }) {
			continue
		}
		at := now[0].first
		words := wordsOfAll(now)
		drop, add := compareWords(wordsOfAll(had), words, name != "for")
		for _, word := range drop {
			if !gone && !told[word] {
				issues = append(issues, Issue{at, fmt.Sprintf("the change drops or moves the word %.60s of %s, which the finding is not about", word, name)})
			}
		}
		for _, word := range add {
			if !told[word] && (name != "set" || !strict()[word]) && (word != "--" || !endsOptions(words)) {
				issues = append(issues, Issue{at, fmt.Sprintf("the change gives %s the word %.60s, which the finding does not name", name, word)})
			}
		}
	}
	return issues
}

// unconditional returns the place of a command without the && and || that it
// starts, and without an if about its failure.
func (c *command) unconditional() string {
	return strings.NewReplacer(" || true", "", " && true", "", " if true false!", "").Replace(c.place)
}

// endsOptions reports whether no options follow --.
func endsOptions(words []string) bool {
	return !slices.ContainsFunc(words[slices.Index(words, "--")+1:], func(word string) bool { return strings.HasPrefix(word, "-") })
}

func wordsOfAll(commands []command) []string {
	var all []string
	for i := range commands {
		all = append(all, commands[i].words[1:]...)
	}
	return all
}

// compareWords returns the words that are gone, and the new ones. Patterns may
// get quotes if quotes is true.
func compareWords(old, now []string, quotes bool) (drop, add []string) {
	if len(old) > mostTerms || len(now) > mostTerms {
		return old, now
	}
	forms := func(words []string) []string {
		words = slices.Clone(words)
		for i := range words {
			if quotes {
				words[i] = patterns.Replace(words[i])
			}
		}
		return words
	}
	_, gone, added := match(forms(old), forms(now))
	for _, i := range gone {
		drop = append(drop, old[i])
	}
	for _, k := range added {
		add = append(add, now[k])
	}
	return drop, add
}

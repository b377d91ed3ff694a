package addition

import (
	"fmt"
	"slices"
	"strings"
)

// builtins are the commands of a shell that an answer may add. They run no
// program, and affect only the script.
var builtins = lazySet("[ [[ test echo printf exit return cd local declare readonly read set shift break continue")

// leaves are the builtins that leave a part of the script, with a number.
var leaves = lazySet("exit return break continue shift")

// declares are the builtins that make variables, or clear their values.
var declares = lazySet("local declare readonly read")

// strict are the words of set that make a script fail at errors.
var strict = lazySet("-e -u -eu -euo -Eeuo -o pipefail errexit nounset")

// options are the words that a new builtin may have.
var options = lazySet("-a -d -e -f -g -h -i -l -n -p -r -s -t -u -x -z -eq -ne -lt -le -gt -ge -o ! = == != < > ] ]] -- -euo -eu -Eeuo pipefail errexit nounset 0 1 2 %s %s\\n %s\\\\n ..")

var shebangs = map[string]bool{"#!/bin/sh": true, "#!/bin/bash": true, "#!/usr/bin/env bash": true, "#!/usr/bin/env sh": true}

func judgeShell(c *Change) []Issue {
	is, err := readScript(c.Text)
	if err != nil {
		return []Issue{{Message: "the script does not parse: " + err.Error()}}
	}
	was, err := readScript(c.Base)
	if err != nil {
		return []Issue{{Message: "the script did not parse before: " + err.Error()}}
	}
	never := func(int) bool { return false }
	if issues := c.outside(never, never); len(issues) > 0 {
		return sorted(issues)
	}
	var issues []Issue
	add := func(line int, format string, args ...any) {
		issues = append(issues, Issue{line, fmt.Sprintf(format, args...)})
	}
	inert := map[string]bool{}
	for comment := range was.comments {
		for _, word := range strings.Fields(comment) {
			inert[word] = true
		}
	}
	told := map[string]bool{}
	for word := range strings.FieldsFuncSeq(c.Told, func(r rune) bool { return strings.ContainsRune(" \t,;:'\"`()", r) }) {
		if word = strings.TrimSuffix(word, "."); !inert[word] {
			told[word] = true
		}
	}
	if is.shebang != was.shebang && (was.shebang != "" || !shebangs[is.shebang]) {
		add(1, "the change has another first line")
	}
	over(was.comments, is.comments, func(text string, _ int) {
		if !documents().MatchString(c.Told) || !prose().MatchString(text) {
			add(0, "the change adds a comment; leave it out")
		}
	})
	over(was.others, is.others, func(what string, _ int) {
		if what != "the redirection >&2" {
			add(0, "the change adds %.60s", what)
		}
	})
	issues = slices.Concat(issues, c.commands(was, is, told), c.missing(was, is, told))
	if len(issues) == 0 { // which tell more
		issues = c.keepsWords(was, is, told)
	}
	return sorted(issues)
}

// commands finds new commands, and commands with other words. A new builtin may
// have the words of any command.
func (c *Change) commands(was, is *script, told map[string]bool) []Issue {
	var issues []Issue
	add := func(line int, format string, args ...any) {
		issues = append(issues, Issue{line, fmt.Sprintf(format, args...)})
	}
	had, exact, words, all := map[string]int{}, map[string]int{}, map[string]map[string]bool{}, map[string]bool{}
	for i := range was.commands {
		k := &was.commands[i]
		had[k.name]++
		exact[k.String()]++
		if words[k.name] == nil {
			words[k.name] = map[string]bool{}
		}
		for _, word := range k.words {
			words[k.name][word], all[word] = true, true
		}
	}
	for name := range was.names {
		all["$"+name] = true
	}
	for i := range is.commands {
		k := &is.commands[i]
		known := had[k.name] > 0
		had[k.name]--
		if exact[k.String()]--; exact[k.String()] >= 0 {
			continue
		}
		if !known && (!builtins()[k.name] || k.name == "cd") && !(told[k.name] && words[k.name] == nil && k.name != "") {
			add(k.first, "the change runs %.60s more often than before", k.String())
			continue
		}
		switch or := strings.LastIndex(k.place, "|| false"); {
		case !leaves()[k.name]:
		case k.always:
			add(k.first, "the change always ends at %.60s", k.String())
			continue
		case len(k.words) == 1 && k.name != "shift" && (or < 0 || or < strings.LastIndex(k.place, "&& false")):
			add(k.first, "the change ends at %.60s without an error", k.String())
			continue
		}
		if !known && c.Finding != (Lines{}) && k.first < c.Finding.First {
			add(k.first, "the change runs %.60s before the finding", k.String())
			continue
		}
		says := (k.name == "echo" || k.name == "printf") && !k.contained && !slices.Contains(k.words, "-v")
		for _, word := range k.words[1:] {
			expanded := strings.Contains(word, "$")
			switch {
			case words[k.name][word], words[k.name][patterns.Replace(word)]: // perhaps with quotes now
			case says && was.expands(word), told[word] && !expanded:
			case k.name == "set":
				if !strict()[word] {
					add(k.first, "the change gives set the word %.60s", word)
				}
			case builtins()[k.name] && options()[word] && (word != "0" || !leaves()[k.name]), builtins()[k.name] && all[word] && !leaves()[k.name] && !declares()[k.name]:
			case expanded && !leaves()[k.name] && !declares()[k.name] && was.isVariables(word):
			default:
				add(k.first, "the change gives %s the word %.60s, which it did not have", k.name, word)
			}
		}
	}
	return issues
}

// missing finds commands and assignments that are gone. The lines of the
// finding may lose the ones that the checker names, and all if it says that
// code may go.
func (c *Change) missing(was, is *script, told map[string]bool) []Issue {
	var issues []Issue
	add := func(format string, args ...any) {
		issues = append(issues, Issue{Message: fmt.Sprintf(format, args...)})
	}
	gone := superfluous().MatchString(c.Told)
	names, now := map[string]int{}, map[string]int{}
	for i := range is.commands {
		names[is.commands[i].name]++
		now[is.commands[i].String()]++
	}
	for i := range was.commands {
		k := &was.commands[i]
		names[k.name]--
		if now[k.String()]--; now[k.String()] >= 0 {
			continue
		}
		if !k.within(c.Finding) || names[k.name] < 0 && !gone && !told[k.name] && !named(c.Told, k.name) {
			add("the change drops %.60s, which the finding is not about", k.String())
		}
	}
	if c.Finding != (Lines{}) {
		rest := is.commands
		for i := range was.commands {
			k := &was.commands[i]
			if k.within(c.Finding) {
				continue
			}
			at := slices.IndexFunc(rest, k.same)
			if at < 0 {
				add("the change puts %.60s in another place or condition, which the finding is not about", k.String())
				break
			}
			rest = rest[at+1:]
		}
	}
	over(is.kinds, was.kinds, func(what string, _ int) { add("the change drops a command with %s", what) })
	for _, operator := range []string{"&&", "||"} {
		if is.kinds[operator] > was.kinds[operator] && !told[operator] && !strings.Contains(c.Told, "... "+operator) {
			add("the change adds %s, which the finding does not name", operator)
		}
	}
	if by := is.kinds["!"] - was.kinds["!"]; by > 0 && by > is.kinds["if"]-was.kinds["if"] && !told["!"] {
		add("the change adds a command with !")
	}
	if !gone {
		over(is.others, was.others, func(what string, _ int) {
			if c.Finding == (Lines{}) {
				return
			}
			if strings.HasPrefix(what, "the redirection") {
				add("the change drops %.60s", what)
			}
			if !strings.HasPrefix(what, "the assignment") {
				return
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(what, "the assignment "), "=")
			if !named(c.Told, name) && !slices.ContainsFunc(is.commands, func(k command) bool { return k.name != "export" && slices.Contains(k.words, "$"+name) }) {
				add("the change drops %.60s", what)
			}
		})
	}
	return issues
}

func named(told, word string) bool { return word != "" && wordsOf(told)[word] }

// expands reports whether a text only expands variables that the script has.
func (s *script) expands(text string) bool {
	for _, part := range strings.Split(text, "$")[1:] {
		name := part[:len(part)-len(strings.TrimLeft(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"))]
		if !s.names[name] {
			return false
		}
	}
	return !strings.Contains(text, "`")
}

// isVariables reports whether a word is made of variables that the script has,
// and of nothing else.
func (s *script) isVariables(word string) bool {
	for _, part := range strings.Split(word, "$")[1:] {
		if !s.names[part] {
			return false
		}
	}
	return strings.HasPrefix(word, "$")
}

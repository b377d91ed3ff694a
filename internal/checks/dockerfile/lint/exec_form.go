package lint

import (
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// ExecForm returns the edits that write a command in shell form as a JSON
// array, word by word, and whether the meaning stays the same: the script is
// one simple command without shell features (variables, patterns, redirections,
// builtins).
func (s *Script) ExecForm() ([]fixedits.Edit, bool) {
	chain := s.Chain()
	if len(chain) != 1 || s.Ins.JSON || len(s.Ins.Flags) > 0 && s.Ins.Name != "healthcheck" || s.words != len(s.Source) || s.Commented() {
		return nil, false
	}
	from := 0
	c := s.Simple(chain[0], &from)
	if c == nil {
		return nil, false
	}
	for _, w := range c.Call.Args {
		if !plain(w.Parts) {
			return nil, false
		}
	}
	words := append(append(append([]Arg(nil), c.Before...), c.Word), c.Args...)
	var edits []fixedits.Edit
	if words[0].Is("exec") && len(words) > 1 && !strings.HasPrefix(words[1].Value, "-") {
		edits = s.Replace(words[0].Start, words[1].Start, "") // the exec form runs without a shell to replace
		words = words[1:]
	}
	if shellOnly(words[0].Value) {
		return nil, false
	}
	for i, w := range words {
		if !utf8.ValidString(w.Value) {
			return nil, false
		}
		text := QuoteJSON(w.Value)
		if i == 0 {
			text = "[" + text
		}
		if i == len(words)-1 {
			text += "]"
		} else {
			text += ","
		}
		edits = append(edits, s.Replace(w.Start, w.End, text)...)
	}
	return edits, true
}

// plain reports whether a shell takes the parts of a word literally.
func plain(parts []syntax.WordPart) bool {
	for i, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if special(part.Value, i == 0) {
				return false
			}
		case *syntax.SglQuoted:
			if part.Dollar {
				return false
			}
		case *syntax.DblQuoted:
			if _, ok := shell.Static(&syntax.Word{Parts: []syntax.WordPart{part}}); part.Dollar || !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// special reports whether unquoted text has syntax that a shell expands:
// patterns, braces, and home folders of users.
func special(text string, first bool) bool {
	braced := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return true
		case '{':
			braced = true
		case ',', '.':
			if braced && (text[i] == ',' || strings.HasPrefix(text[i:], "..")) {
				return true
			}
		case '~':
			if i == 0 && first || i > 0 && strings.IndexByte("=:", text[i-1]) >= 0 {
				return true
			}
		}
	}
	return false
}

// shellOnly reports whether a command is a shell builtin without an equivalent
// program.
func shellOnly(name string) bool {
	switch name {
	case "", ".", ":", "alias", "bg", "builtin", "cd", "command", "declare", "eval", "exec", "exit", "export", "fg", "hash", "jobs", "let",
		"local", "popd", "pushd", "read", "readonly", "return", "set", "shift", "shopt", "source", "trap", "type", "typeset", "ulimit",
		"umask", "unalias", "unset", "wait":
		return true
	}
	return strings.Contains(name, "=")
}

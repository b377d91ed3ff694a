package command

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

const (
	maxLine  = 64 << 10 // bytes
	maxWords = 1000
)

// Parse splits a command line into words, as a shell does: quotes and
// backslashes work, and nothing else. It is one simple command; assignments
// before it stay words. Refused are operators, expansions, redirections, globs,
// background, comments and control characters, because a reader of the line
// would expect that they work.
func Parse(line string) ([]string, error) {
	if len(line) > maxLine {
		return nil, rules.Refuse(rules.TooLong, "", "the command is longer than 64 KiB")
	}
	line = strings.Trim(line, "\r\n") // other space may be escaped
	if err := checkCharacters(line); err != nil {
		return nil, err
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangPOSIX), syntax.KeepComments(true)).Parse(strings.NewReader(line), "")
	if err != nil {
		var parse syntax.ParseError
		if errors.As(err, &parse) {
			err = errors.New(parse.Text)
		}
		return nil, rules.Because(err, rules.Syntax, "", "the command cannot be read")
	}
	call, err := simple(file)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, a := range call.Assigns {
		if a.Append || a.Naked || a.Index != nil || a.Array != nil {
			return nil, rules.Refuse(rules.Assignment, a.Name.Value, "only NAME=value is an assignment")
		}
		value := ""
		if a.Value != nil {
			if value, err = literal(a.Value); err != nil {
				return nil, err
			}
		}
		words = append(words, a.Name.Value+"="+value)
	}
	for _, arg := range call.Args {
		word, err := literal(arg)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, rules.Refuse(rules.Empty, "", "there is no program")
	}
	return words, checkWords(words)
}

// Words returns the words of a command that came as arguments of a program. One
// argument with whitespace is a line, as people quote it; see Parse. All
// others are words as they are.
func Words(arguments []string) ([]string, error) {
	if len(arguments) == 1 && strings.ContainsFunc(arguments[0], unicode.IsSpace) {
		return Parse(arguments[0])
	}
	if len(arguments) == 0 || arguments[0] == "" {
		return nil, rules.Refuse(rules.Empty, "", "there is no program")
	}
	return arguments, checkWords(arguments)
}

// simple returns the only command of a file, which consists only of words.
func simple(file *syntax.File) (*syntax.CallExpr, error) {
	switch {
	case len(file.Stmts) > 1 && file.Stmts[0].Background:
		return nil, rules.Refuse(rules.Background, "", "the command is to run in the background")
	case len(file.Stmts) > 1:
		return nil, rules.Refuse(rules.Several, "", "there is more than one command")
	case len(file.Stmts) == 0 && len(file.Last) > 0:
		return nil, rules.Refuse(rules.Comment, "", "there is a comment")
	case len(file.Stmts) == 0:
		return nil, rules.Refuse(rules.Empty, "", "there is no program")
	}
	stmt := file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	switch {
	case stmt.Background:
		return nil, rules.Refuse(rules.Background, "", "the command is to run in the background")
	case len(stmt.Redirs) > 0:
		return nil, rules.Refuse(rules.Redirection, "", "the command redirects input or output")
	case !ok || stmt.Negated || stmt.Coprocess:
		return nil, rules.Refuse(rules.Operator, "", "this is not one program with its arguments")
	case stmt.Semicolon.IsValid():
		return nil, rules.Refuse(rules.Several, "", "there is a semicolon after the command")
	case len(stmt.Comments)+len(file.Last) > 0:
		return nil, rules.Refuse(rules.Comment, "", "there is a comment")
	}
	return call, nil
}

// literal returns the text of a word that has nothing to expand.
func literal(word *syntax.Word) (string, error) {
	for i, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if err := checkPlain(part.Value, i == 0, i == len(word.Parts)-1); err != nil {
				return "", err
			}
		case *syntax.SglQuoted:
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				if _, ok := inner.(*syntax.Lit); !ok {
					return "", rules.Refuse(rules.Expansion, "", "a word in double quotes has something to expand")
				}
			}
		default:
			return "", rules.Refuse(rules.Expansion, "", "a word has something to expand")
		}
	}
	fields, err := expand.Fields(nil, word)
	if err != nil || len(fields) != 1 {
		return "", rules.Because(err, rules.Expansion, "", "a word has something to expand")
	}
	return fields[0], nil
}

// checkPlain refuses text without quotes in which some shell would find
// something to expand.
func checkPlain(text string, first, last bool) error {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case strings.IndexByte("*?[{", c) >= 0:
			return rules.Refuse(rules.Glob, text, "the word is a pattern of names")
		case c == '~' && (first && i == 0 || i > 0 && strings.IndexByte("=:", text[i-1]) >= 0):
			return rules.Refuse(rules.Expansion, text, "the word has a ~")
		case c == '$' && !(last && i == len(text)-1):
			return rules.Refuse(rules.Expansion, text, "the word has a $")
		}
	}
	return nil
}

// checkWords checks words that no shell has read.
func checkWords(words []string) error {
	if len(words) > maxWords {
		return rules.Refuse(rules.TooLong, "", "the command has more than 1000 words")
	}
	size := 0
	for _, word := range words {
		if size += len(word) + 1; size > maxLine {
			return rules.Refuse(rules.TooLong, "", "the command is longer than 64 KiB")
		}
		if err := checkCharacters(word); err != nil {
			return err
		}
	}
	return nil
}

// checkCharacters refuses characters that make a command other than it looks.
func checkCharacters(text string) error {
	if !utf8.ValidString(text) {
		return rules.Refuse(rules.Character, text, "the command is not UTF-8")
	}
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r':
			return rules.Refuse(rules.Several, text, "the command has more than one line")
		case r != '\t' && unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029', r == '\ufeff':
			return rules.Refuse(rules.Character, text, "the command has a control character")
		}
	}
	return nil
}

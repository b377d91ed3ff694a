package rules

import (
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/coded"
)

// A Code names the reason for which a command is refused. Codes are stable.
type Code string

// The codes.
const (
	Empty       Code = "command_empty"
	Syntax      Code = "command_syntax"      // a shell would not understand it either
	Several     Code = "command_several"     // more than one command
	Operator    Code = "command_operator"    // a pipe, &&, ||, ! or a construct such as if
	Expansion   Code = "command_expansion"   // $x, $(x), `x`, ~
	Redirection Code = "command_redirection" // >, <, <<
	Glob        Code = "command_glob"        // *, ?, [, {
	Background  Code = "command_background"  // &
	Comment     Code = "command_comment"     // # and the text after it
	Character   Code = "command_character"   // a control character, or no UTF-8
	TooLong     Code = "command_too_long"
	Assignment  Code = "command_assignment"  // of a variable that may not be set
	NotAllowed  Code = "command_not_allowed" // not in the list
	Wrapper     Code = "command_wrapper"     // a program that runs other programs
	RunsCode    Code = "command_runs_code"   // a flag or word that runs code other than tests
	OutOfTree   Code = "command_out_of_tree" // a flag or word for files that are not of the tree
	InTree      Code = "command_in_tree"     // a program that is a file of the tree
	NotFound    Code = "command_not_found"
)

var waysOut = map[Code]string{
	Empty:       "name a program and its arguments",
	Syntax:      "close quotes, or quote what is to be taken as it is",
	Several:     "give one command; for several, put them into a script of package.json, or into a test",
	Operator:    "give one command; for several, put them into a script of package.json, or into a test",
	Expansion:   "write the value itself, or quote the word in single quotes if it is meant as it is",
	Redirection: "leave it out: the output is recorded",
	Glob:        "write the names themselves, or quote the word if the program is to read the pattern",
	Background:  "leave out the &",
	Comment:     "leave out the comment, or quote the #",
	Character:   "leave out control characters",
	TooLong:     "give a shorter command",
	Assignment:  "leave it out, or add the name to the variables that commands get ([prove] env)",
	NotAllowed:  "use a command that runs tests, such as go test or npm test, or add its first words to commands.allow",
	Wrapper:     "give the command itself, without what runs it",
	RunsCode:    "leave it out: what runs is to be the tests of the tree, as they are configured in it",
	OutOfTree:   "name files below the root of the tree",
	InTree:      "use an installed program: a program that is in the tree could be changed by the patch",
	NotFound:    "install it, or write its name as it is installed",
}

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string { return waysOut[c] }

// Shown puts the code at the end of the text of an error.
func (Code) Shown() {}

// An Error says why a command is refused.
type Error = coded.Error[Code]

// maxShown bounds the bytes of a word in an error.
const maxShown = 80

// Refuse returns the error that refuses a word of a command, or without one the
// command.
func Refuse(code Code, word, detail string) error { return Because(nil, code, word, detail) }

// Because is Refuse with a cause, which may be nil.
func Because(cause error, code Code, word, detail string) error {
	if word != "" {
		detail = strconv.Quote(clip.Bytes(word, maxShown)) + ": " + detail
	}
	return coded.New(code, cause, "command: %s", detail)
}

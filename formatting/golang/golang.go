// Package golang formats Go as gofumpt does.
package golang

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/version"
	"path"
	"strings"

	gofumpt "mvdan.cc/gofumpt/format"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Options are gofumpt's, with its names and defaults. The gofumpt command reads the first two from the nearest
// go.mod. An action of a build does not see that file, so here they are configured, to the same effect.
type Options struct {
	LangVersion string   // "go1.26"; empty: go1, which leaves out all rules that need a newer language
	ModulePath  string   // the module's path; empty: as outside of a module
	ExtraRules  []string // of group_params, clothe_returns, balance_calls
}

// An OptionError is an option that gofumpt does not take.
type OptionError struct {
	Option string // its name in configuration: lang-version, module-path or extra-rules
	Msg    string
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Msg }

// New returns the language. The error is an *OptionError.
func New(opts Options) (formatting.Language, error) {
	if opts.LangVersion != "" && !version.IsValid(opts.LangVersion) {
		return nil, &OptionError{"lang-version", fmt.Sprintf("%q is not a Go version such as \"go1.26\"", opts.LangVersion)}
	}
	l := language{gofumpt.Options{LangVersion: opts.LangVersion, ModulePath: opts.ModulePath}}
	for _, rule := range opts.ExtraRules {
		var one gofumpt.Extra
		if rule == "true" || rule == "false" || one.Set(rule) != nil { // the two are the command's shorthands
			return nil, &OptionError{"extra-rules", fmt.Sprintf("unknown rule %q: there are %s", rule, extraRules())}
		}
	}
	if len(opts.ExtraRules) > 0 {
		l.options.Extra.Set(strings.Join(opts.ExtraRules, ","))
	}
	return l, nil
}

// extraRules returns the names of all extra rules, joined by commas.
func extraRules() string {
	var all gofumpt.Extra
	all.Set("true")
	return strings.ReplaceAll(all.String(), ",", ", ")
}

type language struct {
	options gofumpt.Options
}

func (language) Name() string { return "go" }

func (language) Match(p string, _ []byte) bool {
	base := path.Base(p)
	return strings.HasSuffix(base, ".go") && !strings.HasPrefix(base, ".")
}

func (language) Parse(path string, src []byte) error {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution|parser.ParseComments)
	return syntaxError(path, src, err)
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	out, err := source(src, l.options)
	return out, syntaxError(path, src, err)
}

// syntaxError returns the first of the parser's errors as ours.
func syntaxError(path string, src []byte, err error) error {
	list, ok := errors.AsType[scanner.ErrorList](err)
	if !ok || len(list) == 0 {
		return err
	}
	first := list[0]
	return &formatting.SyntaxError{
		Path:   path,
		Line:   first.Pos.Line,
		Column: first.Pos.Column,
		Offset: min(first.Pos.Offset, len(src)),
		Msg:    first.Msg,
	}
}

// Package golang formats Go with gofmt or gofumpt.
package golang

import (
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/version"
	"strings"

	gofumpt "mvdan.cc/gofumpt/format"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Options are gofumpt's, with its names and defaults, except for Style. The
// gofumpt command reads LangVersion and ModulePath from the nearest go.mod.
// Here the caller reads them: see ReadModule.
type Options struct {
	Style       string   // gofmt or gofumpt; empty: gofmt. The others are of gofumpt alone
	LangVersion string   // "go1.26"; empty: go1, which leaves out all rules that need a newer language
	ModulePath  string   // the module's path; empty: as outside of a module
	ExtraRules  []string // of group_params, clothe_returns, balance_calls
}

// New returns the language. The error is a *formatting.OptionError about style,
// lang-version or extra-rules.
func New(opts Options) (formatting.Language, error) {
	if opts.LangVersion != "" && !version.IsValid(opts.LangVersion) {
		return nil, &formatting.OptionError{
			Option: "lang-version",
			Msg:    fmt.Sprintf("%q is not a Go version such as \"go1.26\"", opts.LangVersion),
		}
	}
	l := language{gofumpt: gofumpt.Options{LangVersion: opts.LangVersion, ModulePath: opts.ModulePath}}
	switch opts.Style {
	case "", "gofmt":
		l.gofmt = true
	case "gofumpt":
	default:
		return nil, &formatting.OptionError{
			Option: "style",
			Msg:    fmt.Sprintf("unknown style %q: there are gofmt, gofumpt", opts.Style),
		}
	}
	for _, rule := range opts.ExtraRules {
		var one gofumpt.Extra
		if rule == "true" || rule == "false" || one.Set(rule) != nil { // the two are the command's shorthands
			return nil, &formatting.OptionError{
				Option: "extra-rules",
				Msg:    fmt.Sprintf("unknown rule %q: there are %s", rule, extraRules()),
			}
		}
	}
	if len(opts.ExtraRules) > 0 {
		l.gofumpt.Extra.Set(strings.Join(opts.ExtraRules, ","))
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
	gofmt   bool
	gofumpt gofumpt.Options
}

func (language) Name() string { return "go" }

var names = formatting.NewNames("*.go").Without(formatting.Hidden)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (language) Parse(path string, src []byte) error {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution|parser.ParseComments)
	return syntaxError(path, src, err)
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	out, err := l.source(src)
	return out, syntaxError(path, src, err)
}

// source formats a file.
func (l language) source(src []byte) ([]byte, error) {
	if l.gofmt {
		// The library takes a part of a file, too; the command does so only on
		// its standard input.
		if _, err := parser.ParseFile(token.NewFileSet(), "", src, parser.PackageClauseOnly); err != nil {
			return nil, err
		}
		return format.Source(src)
	}
	return source(src, l.gofumpt)
}

// syntaxError converts the first of the parser's errors.
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

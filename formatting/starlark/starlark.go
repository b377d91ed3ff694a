// Package starlark formats BUILD, MODULE.bazel, .bzl and other Starlark files
// with buildifier's formatter.
package starlark

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// New returns the language.
func New() formatting.Language { return language{} }

type language struct{}

func (language) Name() string { return "starlark" }

// names are the names that buildifier searches for in directories. It formats
// any file that is passed to it by name.
var names = formatting.NewNames(
	"BUILD", "WORKSPACE", "WORKSPACE.bzlmod", "?*.bazel", "*.BUILD", "*.bzl", "*.sky", "*.star",
	"BUILD.oss", "BUILD.*.oss", "WORKSPACE.oss", "WORKSPACE.*.oss",
)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (language) Parse(path string, src []byte) error {
	_, err := Tree(path, src)
	return err
}

func (language) Format(path string, src []byte) ([]byte, error) {
	file, err := Tree(path, src)
	if err != nil {
		return nil, err
	}
	return build.Format(file), nil
}

// Tree parses a file in the dialect of its name. The error is a
// *formatting.SyntaxError or a *formatting.RefusedError. The lines of src end
// in LF.
func Tree(path string, src []byte) (*build.File, error) {
	if deep(src) {
		return nil, &formatting.RefusedError{
			Path:     path,
			Language: language{}.Name(),
			Reason:   fmt.Sprintf("expressions or blocks may be nested more than %d levels deep", nesting.Max),
		}
	}
	// The parser appends to its input.
	file, err := build.Parse(path, slices.Clip(src))
	if err == nil {
		return file, nil
	}
	e, ok := errors.AsType[build.ParseError](err)
	if !ok {
		return nil, err
	}
	return nil, syntaxError(path, src, e)
}

// syntaxError places an error of the parser at the token that it did not
// expect: the parser reports the place after that token, and sees a newline
// after the end of the file.
func syntaxError(path string, src []byte, e build.ParseError) error {
	offset := min(e.Pos.Byte, len(src))
	msg := e.Message
	if token, ok := strings.CutPrefix(msg, "syntax error near "); ok {
		if token == "\n" {
			msg = "syntax error at the end of the line"
		}
		if bytes.HasSuffix(src[:offset], []byte(token)) {
			offset -= len(token)
		}
	}
	return formatting.SyntaxErrorAt(path, src, offset, msg)
}

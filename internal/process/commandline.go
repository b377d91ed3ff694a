package process

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// ParseCommand splits a command line into arguments, with the quotes and
// backslashes of a shell. Nothing else of a shell works: the error for a pipe,
// a variable and the like names it.
func ParseCommand(line string) ([]string, error) {
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	if err != nil {
		var parse syntax.ParseError
		if errors.As(err, &parse) {
			err = errors.New(parse.Text)
		}
		return nil, fmt.Errorf("command %q: %w", line, err)
	}
	if len(file.Stmts) == 0 {
		return nil, fmt.Errorf("command %q: it is empty", line)
	}
	needsShell := fmt.Errorf("command %q: only a program and its arguments are possible; for anything else, name a shell: sh -c '...'", line)
	call, simple := file.Stmts[0].Cmd.(*syntax.CallExpr)
	stmt := file.Stmts[0]
	if len(file.Stmts) > 1 || !simple || len(call.Assigns)+len(stmt.Redirs) > 0 || stmt.Background || stmt.Negated || stmt.Coprocess {
		return nil, needsShell
	}
	for _, word := range call.Args {
		literal := true
		syntax.Walk(word, func(node syntax.Node) bool {
			switch node.(type) {
			case nil, *syntax.Word, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
			default:
				literal = false
			}
			return literal
		})
		if !literal {
			return nil, needsShell
		}
	}
	args, err := expand.Fields(nil, call.Args...)
	if err != nil {
		return nil, fmt.Errorf("command %q: %w", line, err)
	}
	return args, nil
}

package rules_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

func TestErrors(t *testing.T) {
	for _, row := range []struct {
		err  error
		want string
	}{
		{rules.Refuse(rules.Empty, "", "there is no program"), "command: there is no program; name a program and its arguments (command_empty)"},
		{rules.Refuse(rules.Glob, "a\x1b*", "a pattern"), `command: "a\x1b*": a pattern; write the names themselves, or quote the word if the program is to read the pattern (command_glob)`},
		{rules.Because(fs.ErrNotExist, rules.NotFound, "x", "not there"), `command: "x": not there: file does not exist; install it, or write its name as it is installed (command_not_found)`},
		{rules.Refuse(rules.Background, "x"+strings.Repeat("é", 50), "long"), `command: "x` + strings.Repeat("é", 39) + `...": long; leave out the & (command_background)`},
	} {
		var e *rules.Error
		if row.err.Error() != row.want || !errors.As(row.err, &e) || !errors.Is(row.err, &rules.Error{Code: e.Code}) {
			t.Errorf("got  %v\nwant %v", row.err, row.want)
		}
	}
	if err := rules.Because(fs.ErrNotExist, rules.NotFound, "x", "not there"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v has lost its cause", err)
	}
	for _, code := range []rules.Code{
		rules.Empty, rules.Syntax, rules.Several, rules.Operator, rules.Expansion, rules.Redirection, rules.Glob, rules.Background, rules.Comment,
		rules.Character, rules.TooLong, rules.Assignment, rules.NotAllowed, rules.Wrapper, rules.RunsCode, rules.OutOfTree, rules.InTree, rules.NotFound,
	} {
		if code.WayOut() == "" {
			t.Errorf("%s has no way out", code)
		}
	}
}

func TestLong(t *testing.T) {
	for _, row := range []struct {
		word, name, value string
		has, ok           bool
	}{
		{"--a", "a", "", false, true},
		{"--a=", "a", "", true, true},
		{"--a=b=c", "a", "b=c", true, true},
		{"---a", "-a", "", false, true},
		{"--", "", "", false, false},
		{"-a=b", "", "", false, false},
		{"a", "", "", false, false},
		{"", "", "", false, false},
	} {
		name, value, has, ok := rules.Long(row.word)
		if name != row.name || value != row.value || has != row.has || ok != row.ok {
			t.Errorf("%q: %q, %q, %v, %v", row.word, name, value, has, ok)
		}
	}
}

func TestMatches(t *testing.T) {
	list := []string{"config", "env-*"}
	for name, want := range map[string]bool{
		"config": true, "configs": false, "conf": false, "Config": false, "env-": true, "env-file": true, "env": false, "": false,
	} {
		if rules.Matches(name, list) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestLocal(t *testing.T) {
	for path, want := range map[string]rules.Code{
		"a": "", "a/b": "", ".": "", "./a": "", "a/../b": "", "..a": "", "": rules.OutOfTree, "..": rules.OutOfTree, "a/../../b": rules.OutOfTree, "/a": rules.OutOfTree,
	} {
		err := rules.Local("-C", path)
		if (err != nil) != (want != "") || err != nil && !errors.Is(err, &rules.Error{Code: want}) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestFollowing(t *testing.T) {
	args := []string{"a", "b"}
	for at, want := range []string{"b", "", ""} {
		if got := rules.Following(args, at); got != want {
			t.Errorf("after %d: %q", at, got)
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// A script runs the steps of a golden case.
type script struct {
	t      *testing.T
	root   string
	dir    string
	env    []string
	stdin  []byte
	width  uint16 // of the terminal that the commands run on; 0: stdout and stderr are files
	before tree   // as created by the steps, not by the commands

	stdout, stderr, exits bytes.Buffer
}

func newScript(t *testing.T, root string) *script {
	return &script{t: t, root: root, dir: root, env: []string{"BUILD_WORKSPACE_DIRECTORY=" + root}, before: snapshot(t, root)}
}

// step runs one line:
//
//	# comment
//	autofix ARGS...        the command
//	env NAME=VALUE         for the commands that follow; $ROOT is the tree, $CERTIFY the program autofix-certify
//	cd DIR                 relative to the tree, for the commands that follow
//	stdin FILE             what the commands that follow read
//	terminal COLUMNS       the commands that follow run on a terminal, until another step with 0; ^[ is the escape character
//	cp A B, mv A B, chmod MODE FILE, truncate SIZE FILE, symlink TARGET NAME, fifo NAME, rm FILE
//	age FILE               it was written an hour ago
//	git ARGS...            by a person of that name, without other configuration; its output goes to stdout
//
// Words with spaces are in double quotes, with the syntax of Go.
func (s *script) step(line string) {
	if line == "" || strings.HasPrefix(line, "#") {
		return
	}
	w := s.words(line)
	if w[0] == "autofix" {
		s.autofix(w[1:])
		return
	}
	were := snapshot(s.t, s.root)
	if err := s.prepare(w[0], w[1:]); err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
	for path, content := range changes(were, snapshot(s.t, s.root)) {
		if content == "gone\n" {
			delete(s.before, path)
		} else {
			s.before[path] = content
		}
	}
}

func (s *script) prepare(verb string, args []string) error {
	path := func(i int) string { return filepath.Join(s.root, args[i]) }
	switch {
	case verb == "git":
		return s.git(args)
	case verb == "env" && len(args) == 1:
		name, value, _ := strings.Cut(args[0], "=")
		if value == "$CERTIFY" {
			value = certifyProgram(s.t)
		}
		s.env = append(s.env, name+"="+strings.ReplaceAll(value, "$ROOT", s.root))
		return nil
	case verb == "cd" && len(args) == 1:
		s.dir = path(0)
		return nil
	case verb == "stdin" && len(args) == 1:
		var err error
		s.stdin, err = os.ReadFile(path(0))
		return err
	case verb == "terminal" && len(args) == 1:
		width, err := strconv.ParseUint(args[0], 10, 16)
		s.width = uint16(width)
		return err
	case verb == "cp" && len(args) == 2:
		content, err := os.ReadFile(path(0))
		if err != nil {
			return err
		}
		return os.WriteFile(path(1), content, 0o644)
	case verb == "mv" && len(args) == 2:
		return os.Rename(path(0), path(1))
	case verb == "age" && len(args) == 1:
		then := time.Now().Add(-time.Hour)
		return os.Chtimes(path(0), then, then)
	case verb == "rm" && len(args) == 1:
		return os.Remove(path(0))
	case verb == "chmod" && len(args) == 2:
		mode, err := strconv.ParseUint(args[0], 8, 32)
		if err != nil {
			return err
		}
		return os.Chmod(path(1), os.FileMode(mode))
	case verb == "symlink" && len(args) == 2:
		return os.Symlink(strings.ReplaceAll(args[0], "$ROOT", s.root), path(1))
	case verb == "truncate" && len(args) == 2:
		size, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return err
		}
		return os.Truncate(path(1), size)
	case verb == "fifo" && len(args) == 1:
		return makeFIFO(path(0))
	}
	return fmt.Errorf("no such step, or not with %d arguments", len(args))
}

// git runs git in the tree. The commands that follow have its configuration.
func (s *script) git(args []string) error {
	if _, err := exec.LookPath("git"); err != nil {
		s.t.Skip("git is not installed")
	}
	if !slices.Contains(s.env, "GIT_AUTHOR_NAME=somebody") {
		s.env = append(s.env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
			"GIT_AUTHOR_NAME=somebody", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=somebody", "GIT_COMMITTER_EMAIL=a@b")
	}
	command := exec.Command("git", args...)
	command.Dir, command.Env, command.Stdout, command.Stderr = s.dir, append(os.Environ(), s.env...), &s.stdout, &s.stdout
	return command.Run()
}

func (s *script) autofix(args []string) {
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$ROOT", s.root)
	}
	if s.width > 0 {
		seen, code := clitest.OnTerminal(s.t, s.dir, append([]string{"TERM=xterm"}, s.env...), s.width, args...)
		seen = regexp.MustCompile(`(time of checkers:).*`).ReplaceAllString(seen, "$1 TIMES")
		s.stdout.WriteString(strings.NewReplacer(s.root, "$ROOT", "\x1b", "^[").Replace(seen))
		fmt.Fprintln(&s.exits, code)
		return
	}
	stdout, stderr, code := clitest.Command(s.t, s.dir, s.env, s.stdin, args...)
	s.stdout.WriteString(strings.ReplaceAll(stdout, s.root, "$ROOT"))
	s.stderr.WriteString(strings.ReplaceAll(stderr, s.root, "$ROOT"))
	fmt.Fprintln(&s.exits, code)
}

// written returns the files that the commands changed or created.
func (s *script) written() tree {
	written := changes(s.before, snapshot(s.t, s.root))
	maps.DeleteFunc(written, func(path, _ string) bool { return strings.HasPrefix(path, ".autofix-lock") })
	return written
}

// words splits a line at spaces outside of double quotes.
func (s *script) words(line string) []string {
	var words []string
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		if quoted, err := strconv.QuotedPrefix(line); err == nil {
			word, err := strconv.Unquote(quoted)
			if err != nil {
				s.t.Fatal(err)
			}
			words, line = append(words, word), line[len(quoted):]
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		words, line = append(words, word), rest
	}
	return words
}

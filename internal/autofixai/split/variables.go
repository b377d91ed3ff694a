package split

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	formatting "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// RuntimeVariables are variables, besides addresses and ports to listen on, that
// have a meaning for a running program and none for a build.
var RuntimeVariables = []string{
	"APACHE_DOCUMENT_ROOT", "FLASK_APP", "GUNICORN_CMD_ARGS", "PHX_SERVER", "PYTHONDONTWRITEBYTECODE", "PYTHONFAULTHANDLER", "PYTHONUNBUFFERED",
	"RAILS_LOG_TO_STDOUT", "RAILS_SERVE_STATIC_FILES", "RUST_BACKTRACE", "RUST_LOG", "WEB_CONCURRENCY",
}

var (
	portName        = lazyregexp.New(`^(?:\w+_)?PORT$`)
	portNumber      = lazyregexp.New(`^(?:[0-9]+|` + none + `|\$\{?\w*PORT(?::?-[0-9]+)?\}?)$`)
	listenedAddress = lazyregexp.New(`^(?:https?://)?(?:0\.0\.0\.0|\[::\]|::|\+|\*)(?::[0-9]+)?$`)
	allVariables    = lazyregexp.New(`/environ\b|\$\{!|\b(?:declare|export|typeset) -p\b`)
)

// commonNames matches the variables that a shell, the C library, the package
// managers of the system, and the commands of plain and subcommands read.
var commonNames = lazyregexp.New(`^(?:` +
	`[A-Z]*PATH|[a-z]*path|(?:C|CPLUS|OBJC)_INCLUDE_PATH|(?:COMPILER|LIBRARY)_PATH|.*(?:FLAGS|OPTS|OPTIONS|PROXY|_proxy)|` +
	`(?:APT|BASH|CGO|COLLECT|CURL|DEB|DPKG|GCC|GIT|GLIBC|GO|GREP|LC|LD|LIBC|MALLOC|OPENSSL|PKG_CONFIG|SSH|SSL|TAR|UCF|WGET|XDG|XZ|ZSTD|npm_config).*|` +
	`ACCEPT_EULA|APACHE_(?:CONFDIR|ENVVARS)|AR|AS|BZIP2?|CC|CPP|CXX|DEPENDENCIES_OUTPUT|EDITOR|ENV|EXECIGNORE|FC|GLOBIGNORE|GZIP|HOME|HOSTALIASES|IFS|LANG|LANGUAGE|LOCALDOMAIN|LOGNAME|NETRC|NM|PAGER|POSIXLY_CORRECT|PS[0-4]|PWD|` +
	`SHELL|SIMPLE_BACKUP_SUFFIX|SOURCE_DATE_EPOCH|SUNPRO_DEPENDENCIES|TEMP|TERM|TMP|TMPDIR|TZ|UNZIP|USER|VERSION_CONTROL|ZIPOPT)$`)

// plain are commands that run no code of a project, and read no variables but
// commonNames.
var plain = slices.Concat(local, settings, []string{"curl", "gunzip", "gzip", "mv", "strip", "tar", "unzip", "wget"})

// reads reports whether a step, or the place that it runs in, may depend on a
// variable with a value. env has all of them, expanded.
func (s *step) reads(name, value string, env map[string]string) bool {
	if s.script == nil && !strings.Contains(s.text+s.dir, "$") {
		return false
	}
	words := strings.Join(slices.Concat(s.setup, []string{s.text, s.dir, s.user, s.shell, s.flags}), "\n")
	if hasWord(withValues(words, env), name) {
		return true
	}
	switch {
	case s.script == nil:
		return false
	case slices.Contains(QuestionVariables, name):
		return allVariables().MatchString(s.text)
	case commonNames().MatchString(name), allVariables().MatchString(s.text):
		return true
	case s.script.isPlain():
		return false
	case s.script.fillsIn(), isInValue(name, env):
		return true
	case portName().MatchString(name) && portNumber().MatchString(value), listenedAddress().MatchString(value):
		return false
	}
	return !slices.Contains(s.unread, name) && (!slices.Contains(RuntimeVariables, name) || name == "FLASK_APP" && hasWord(s.text, "flask"))
}

// withValues returns a text with the values of the variables that it names, and
// that these name.
func withValues(text string, env map[string]string) string {
	left := maps.Clone(env)
	for more := true; more; {
		more = false
		for key, value := range left {
			if hasWord(text, key[len("env "):]) {
				text, more = text+"\n"+value, true
				delete(left, key)
			}
		}
	}
	return text
}

// isInValue reports whether the value of another variable names a variable.
func isInValue(name string, env map[string]string) bool {
	for key, value := range env {
		if key[len("env "):] != name && hasWord(value, name) {
			return true
		}
	}
	return false
}

// hasWord reports whether a text has a name that is no part of a longer one.
func hasWord(text, name string) bool {
	inName := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 || name == "" {
			return false
		}
		start, end := from+at, from+at+len(name)
		if (start == 0 || !inName(text[start-1])) && (end == len(text) || !inName(text[end])) {
			return true
		}
		from = end
	}
}

// subcommands are the commands of Go and git that run no code of a project.
var subcommands = map[string][]string{
	"git": {"checkout", "clone", "config", "describe", "fetch", "init", "log", "pull", "reset", "rev-parse"},
	"go":  {"build", "get", "install", "list", "mod", "version", "vet"},
}

// isPlain reports whether an element runs only commands of plain and subcommands.
func (e *element) isPlain() bool {
	if e.stmt == nil || strings.Contains(e.text, "-toolexec") {
		return false
	}
	only := e.runsOnly(slices.Concat(plain, slices.Collect(maps.Keys(subcommands))))
	syntax.Walk(e.stmt, func(node syntax.Node) bool {
		if call, is := node.(*syntax.CallExpr); is && only {
			name, second := programOf(call), ""
			if len(call.Args) > 1 {
				second = call.Args[1].Lit()
			}
			only = slices.Contains(plain, name) || slices.Contains(subcommands[name], second)
		}
		return only
	})
	return only
}

// fillers are commands that print variables, write them into files, or run
// scripts that may.
var fillers = []string{"ash", "bash", "confd", "dash", "dockerize", "env", "envsubst", "eval", "gomplate", "printenv", "set", "sh", "zsh"}

// wrappers are the scripts of a project that only start a build tool.
var wrappers = []string{"bundle", "configure", "gradlew", "mvnw", "rails", "rake"}

// fillsIn reports whether an element has one of fillers, or a program of the
// project that is neither of a package nor one of wrappers.
func (e *element) fillsIn() bool {
	if e.stmt == nil {
		return true
	}
	fills := false
	syntax.Walk(e.stmt, func(node syntax.Node) bool {
		call, is := node.(*syntax.CallExpr)
		if !is || len(call.Args) == 0 {
			return true
		}
		word := call.Args[0].Lit()
		own := strings.Contains(word, "/") && !strings.HasPrefix(word, "/usr/") && !strings.Contains(word, "node_modules/") && !slices.Contains(wrappers, path.Base(word))
		fills = fills || word == "" || own || slices.Contains(fillers, path.Base(word))
		return true
	})
	return fills
}

// makers are the commands that make users and groups.
var makers = []string{"addgroup", "adduser", "chfn", "groupadd", "groupmod", "useradd", "usermod"}

// makesUsers reports whether a step makes users or groups, and nothing else.
func (s *step) makesUsers() bool { return s.script != nil && s.script.makesUsers() }

func (e *element) makesUsers() bool {
	return slices.Contains(makers, e.name) && e.runsOnly(local) && len(e.stmt.Redirs) == 0
}

// unreadOf returns the variables that name ports, users, labels and lists of
// packages of the system, which no build needs: EXPOSE, USER, LABEL, an
// installation, or a command that makes users names them, and of the other
// commands only plain ones do.
func unreadOf(f *lint.File, s *lint.Stage) []string {
	var about, others strings.Builder
	for _, ins := range s.Instructions {
		text := f.Source[ins.Start:ins.End] + "\n"
		switch ins.Name {
		case "expose", "label", "user":
			about.WriteString(text)
		case "arg", "env":
			others.WriteString(valuesOf(ins))
		case "run":
			elements := elementsOf(f.Script(s, ins))
			for i := range elements {
				switch e := &elements[i]; {
				case e.makesUsers():
					about.WriteString(e.text + "\n")
				case e.ofSystem():
					e.listsIn(&about, &others)
				case !e.runsOnly(local):
					others.WriteString(e.text + "\n")
				}
			}
		case "onbuild":
			others.WriteString(text)
		}
	}
	var names []string
	for _, ref := range lint.References(about.String(), f.Escape, true) {
		if !hasWord(others.String(), ref.Name) {
			names = append(names, ref.Name)
		}
	}
	return names
}

// valuesOf returns the values of an ARG or ENV, without a plain PORT=$PORT.
func valuesOf(ins *formatting.Instruction) string {
	var b strings.Builder
	for i := range ins.Pairs {
		if p := &ins.Pairs[i]; strings.Trim(p.Value.Value, "${}") != p.Key.Value {
			b.WriteString(p.Value.Value + "\n")
		}
	}
	return b.String()
}

package objective

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var healthcheck = &Objective{
	ID: "healthcheck", Version: 4, Priority: 210,
	Rules: []string{"hadolint/DL3057"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "Add one HEALTHCHECK with CMD to the final stage of this Dockerfile, if the evidence shows how to tell that the container works. " +
				"In most cases it does not, and NO_CHANGE is the right answer.",
			Constraints: []string{
				"Add only the HEALTHCHECK instruction, and comments above it if they help. Change and delete no other line.",
				"The flags --interval, --timeout, --start-period, --start-interval and --retries are allowed, with literal values: at most an hour, 10 minutes for --timeout, and 20 retries.",
				"The command is one call of a program that the instructions of the final stage show to be in the image: curl, wget, nc -z, pg_isready, " +
					"redis-cli ping, mysqladmin ping, mariadb-admin ping, rabbitmq-diagnostics, or one of these, word for word: " +
					"python -c \"import urllib.request; urllib.request.urlopen('URL')\", node -e \"fetch('URL').then(r => process.exit(r.ok ? 0 : 1)).catch(() => process.exit(1))\".",
				"Write it in the exec form or in the shell form, there with `|| exit 1` and `> /dev/null` at most: no variables, substitutions, pipes or other commands.",
				"Ask only localhost, 127.0.0.1 or [::1], at a port that the final stage exposes. Of an HTTP server, ask only for the path /. Never guess another one.",
				"Use only flags for failing (-f), silence (-s, -S, -q), the output /dev/null, time limits and retries, and none that follows redirects. wget needs --spider or -O /dev/null.",
				"Do not use HEALTHCHECK NONE.",
				aroundInstructions,
			},
			Evidence: evidence,
			Decline:  "The port, the protocol or a program for the check is not certain.",
			Example: Example{
				Before: "EXPOSE 8080\nCMD [\"serve\"]\n",
				After:  "EXPOSE 8080\nHEALTHCHECK CMD curl -f http://localhost:8080/ || exit 1\nCMD [\"serve\"]\n",
			},
		}, nil
	},
	MaxChurn: 100,
	Checks: []Check{
		{ID: "only-healthcheck", Run: func(c *Change) []Issue {
			_, issues := addedHealthcheck(c)
			return issues
		}},
		{ID: "closed-healthcheck", Run: func(c *Change) []Issue {
			added, _ := addedHealthcheck(c)
			if why := judgeHealthcheck(c, added); why != "" {
				return []Issue{{Line: added.ins.Line, Message: why}}
			}
			return nil
		}},
	},
}

// addedHealthcheck returns the HEALTHCHECK that is the only new instruction of
// the final stage, or issues if there is another change.
func addedHealthcheck(c *Change) (added *step, issues []Issue) {
	before, pairs := stepsOf(c.before()), pairing{}
	for _, s := range stepsOf(c.after()) {
		switch {
		case len(before) > 0 && before[0].same(s):
			pairs[before[0].ins] = s.ins
			before = before[1:]
		case s.ins.Name != "healthcheck":
			return nil, []Issue{{Line: s.ins.Line, Message: "the change is of another instruction than HEALTHCHECK"}}
		case added != nil:
			return nil, []Issue{{Line: s.ins.Line, Message: "the change adds 2 HEALTHCHECKs; add one"}}
		default:
			added = &s
		}
	}
	last := c.after().Stages[len(c.after().Stages)-1]
	switch {
	case len(before) > 0:
		return nil, []Issue{{Message: "the change deletes or changes the " + before[0].summary() + "; only add the HEALTHCHECK"}}
	case added == nil:
		return nil, []Issue{{Message: "the change adds no HEALTHCHECK"}}
	case added.stage != last:
		return nil, []Issue{{Line: added.ins.Line, Message: "the HEALTHCHECK is not in the final stage"}}
	}
	if c.lines().Deleted > 0 {
		return nil, []Issue{{Message: "the change deletes or changes lines; only add the HEALTHCHECK"}}
	}
	return added, keepComments(c, pairs, nil)
}

// judgeHealthcheck returns why a HEALTHCHECK is not accepted, or "".
func judgeHealthcheck(c *Change, s *step) string {
	if !strings.EqualFold(s.ins.Type.Value, "CMD") || len(s.ins.Words) == 0 {
		return "the final stage has no HEALTHCHECK with CMD"
	}
	if why := judgeTimes(s.ins.Flags, s.ins.Text.Value); why != "" {
		return why
	}
	before := c.before()
	reach := reachOf(before, before.Stages[len(before.Stages)-1])
	if !s.ins.JSON {
		if s.script().Shell != lint.POSIX {
			return "the SHELL of the stage is not a POSIX shell; use the exec form"
		}
		return reach.script(s.ins.Words[0].Value)
	}
	var words []string
	for _, word := range s.ins.Words {
		words = append(words, word.Value)
	}
	if len(words) == 3 && slices.Contains([]string{"sh", "/bin/sh"}, words[0]) && words[1] == "-c" {
		return reach.script(words[2])
	}
	return reach.command(words)
}

// times are the flags of HEALTHCHECK with a duration, and their longest value.
var times = map[string]time.Duration{
	"interval": time.Hour, "timeout": 10 * time.Minute, "start-period": time.Hour, "start-interval": time.Hour,
}

// mostRetries bounds --retries: with more, a container that does not work is
// healthy for too long.
const mostRetries = 20

// judgeTimes returns why a flag of a HEALTHCHECK is not accepted, or "".
func judgeTimes(flags []syntax.Flag, text string) string {
	seen := map[string]bool{}
	for _, flag := range flags {
		written := text[flag.Start:flag.End]
		most, known := times[flag.Name]
		switch {
		case seen[flag.Name] || flag.Bare || written != "--"+flag.Name+"="+flag.Arg:
			return "the flag " + written + " is not a name with one literal value"
		case known:
			if d, err := time.ParseDuration(flag.Arg); err != nil || d < time.Second && flag.Name != "start-period" || d < 0 || d > most {
				return fmt.Sprintf("the value of --%s is not a duration from 1s to %s", flag.Name, most)
			}
		case flag.Name == "retries":
			if n, err := strconv.Atoi(flag.Arg); err != nil || n < 1 || n > mostRetries {
				return fmt.Sprintf("the value of --retries is not a number from 1 to %d", mostRetries)
			}
		default:
			return "HEALTHCHECK has no flag --" + flag.Name + " that is accepted"
		}
		seen[flag.Name] = true
	}
	return ""
}

// notOneCommand is the reason for scripts with more than one command.
const notOneCommand = "the command is not one call of a program, with `|| exit 1` and output to /dev/null at most"

// script returns why a shell script is not accepted, or "".
func (r *reach) script(text string) string {
	tree, err := shell.Tree([]byte(text), shellsyntax.LangPOSIX)
	if err != nil || len(tree.Stmts) != 1 || strings.ContainsAny(text, "\n\r") {
		return notOneCommand
	}
	stmt := tree.Stmts[0]
	if or, ok := stmt.Cmd.(*shellsyntax.BinaryCmd); ok {
		exit, _ := literals(or.Y)
		if or.Op != shellsyntax.OrStmt || !simple(stmt) || len(stmt.Redirs) > 0 || !slices.Equal(exit, []string{"exit", "1"}) || len(or.Y.Redirs) > 0 {
			return notOneCommand
		}
		stmt = or.X
	}
	for _, to := range stmt.Redirs {
		if !discards(to) {
			return notOneCommand
		}
	}
	words, ok := literals(stmt)
	if !ok {
		return notOneCommand
	}
	return r.command(words)
}

// literals returns the words of a statement that is a simple command without
// anything that the shell decides.
func literals(stmt *shellsyntax.Stmt) ([]string, bool) {
	call, ok := stmt.Cmd.(*shellsyntax.CallExpr)
	if !ok || !simple(stmt) || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil, false
	}
	var words []string
	for _, arg := range call.Args {
		word, known := shell.Static(arg)
		if !known {
			return nil, false
		}
		words = append(words, word)
	}
	return words, true
}

// simple reports whether a statement runs as it stands: once, in the
// foreground, and not negated.
func simple(stmt *shellsyntax.Stmt) bool {
	return !stmt.Negated && !stmt.Background && !stmt.Coprocess && !stmt.Disown && len(stmt.Comments) == 0
}

// discards reports whether a redirection is to /dev/null, or of errors to the
// output.
func discards(r *shellsyntax.Redirect) bool {
	from := ""
	if r.N != nil {
		from = r.N.Value
	}
	switch to, _ := shell.Static(r.Word); r.Op {
	case shellsyntax.RdrOut:
		return to == "/dev/null" && slices.Contains([]string{"", "1", "2"}, from)
	case shellsyntax.DplOut:
		return to == "1" && from == "2"
	}
	return false
}

// programFolders are the folders of programs of systems.
var programFolders = []string{".", "/bin", "/usr/bin", "/usr/local/bin"}

// command returns why a command is not accepted, or "".
func (r *reach) command(words []string) string {
	if len(words) == 0 {
		return notOneCommand
	}
	program := path.Base(words[0])
	probe := probes()[program]
	if probe == nil || !slices.Contains(programFolders, path.Dir(words[0])) || strings.HasPrefix(words[0], ".") {
		return "the program " + words[0] + " is not accepted for a HEALTHCHECK"
	}
	if !r.programs[program] {
		return "no instruction of the final stage shows that " + program + " is in the image"
	}
	return probe.judge(r, program, words[1:])
}

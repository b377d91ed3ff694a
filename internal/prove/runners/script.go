package runners

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners/node"
)

// maxScripts bounds scripts that run scripts.
const maxScripts = 4

// A scriptCall is a command of npm, pnpm or yarn that runs a script of
// package.json, or a program that is installed.
type scriptCall struct {
	manager string // npm, pnpm or yarn
	folder  string // of package.json, or empty
	name    string // of the script
	at      int    // its index in the command
}

// forScript returns the runner of the command of a package script, if the last
// command of the script is a test runner that takes more arguments at its end:
// that is where package managers put them.
func forScript(argv []string, file results.File, depth int) *results.Runner {
	call, ok := parseScriptCall(argv)
	if !ok || depth >= maxScripts || file == nil {
		return exit
	}
	command := call.command(argv, file)
	if command == nil {
		return exit
	}
	inner := forCommand(command, func(name string) ([]byte, error) { return file(path.Join(call.folder, name)) }, depth+1)
	if inner == exit {
		return exit
	}
	s := script{call: call, command: command, inner: inner}
	r := *inner
	r.Read = s.read
	r.Whole = func(argv []string, _ results.File) []string { return slices.Clone(argv[:call.at+1]) }
	const probe = "/out"
	with := inner.Instrument(command, probe)
	if len(with) > len(command) && slices.Equal(with[:len(command)], command) {
		r.Instrument = s.instrument
		if inner.Measure != nil {
			r.Measure = s.measure
		}
		return &r
	}
	// node does not take options after the names of files. npm and pnpm can give
	// it some otherwise, but not the options of coverage.
	if inner == node.Runner && call.manager != "yarn" && !hasReporter(command) {
		r.Instrument, r.Measure = nodeOptions, func([]string, string) []results.Measurement { return nil }
		return &r
	}
	return exit
}

// hasReporter reports whether a command of node has reporters of its own.
func hasReporter(argv []string) bool {
	return slices.ContainsFunc(argv, func(arg string) bool { return strings.HasPrefix(arg, "--test-reporter") })
}

// nodeOptions has the package manager give node its options.
func nodeOptions(argv []string, out string) []string {
	quoted := node.Reporters(nil, "junit", filepath.Join(out, results.JUnitFile))
	for i, option := range quoted {
		if strings.ContainsAny(option, " \"\\") {
			quoted[i] = strconv.Quote(option)
		}
	}
	return slices.Insert(slices.Clone(argv), 1, "--node-options="+strings.Join(quoted, " "))
}

// valued are the flags of package managers that stand before a script and take
// a value.
var valued = map[string]bool{"--prefix": true, "-C": true, "--dir": true, "--cwd": true, "--loglevel": true}

// parseScriptCall reads a command. Commands for several packages of a workspace
// are not read: all of them would write the same file.
func parseScriptCall(argv []string) (scriptCall, bool) {
	call := scriptCall{manager: results.Program(argv[0])}
	run := false
	for i := 1; i < len(argv); i++ {
		arg := argv[i]
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case valued[name]:
			if !hasValue {
				if i++; i >= len(argv) {
					return call, false
				}
				value = argv[i]
			}
			if name != "--loglevel" {
				call.folder = path.Clean(strings.ReplaceAll(value, `\`, "/"))
			}
		case slices.Contains([]string{"-s", "--silent", "--if-present", "-d", "-q", "--quiet"}, arg):
		case strings.HasPrefix(arg, "-"):
			return call, false
		case !run && slices.Contains([]string{"run", "run-script", "exec"}, arg):
			if arg == "exec" && call.manager == "npm" {
				return call, false
			}
			run = true
		default:
			call.name, call.at = arg, i
			if !run && (arg == "t" && call.manager != "yarn" || arg == "tst" && call.manager == "npm") {
				call.name = "test"
			}
			return call, run || call.name == "test" || call.manager != "npm"
		}
	}
	return call, false
}

// command returns the command that the call runs in the end, with the arguments
// of the call, or nil if that is not a simple one.
func (call *scriptCall) command(argv []string, file results.File) []string {
	text, err := file(path.Join(call.folder, "package.json"))
	if err != nil {
		return nil
	}
	var manifest struct{ Scripts map[string]string }
	if json.Unmarshal(text, &manifest) != nil {
		return nil
	}
	args := argv[call.at+1:]
	if call.manager == "npm" {
		args = npmArguments(args)
	}
	line, isScript := manifest.Scripts[call.name]
	if !isScript {
		if call.manager == "npm" || call.name == "test" {
			return nil
		}
		return slices.Concat([]string{call.name}, args) // a program that is installed
	}
	command := lastCommand(line)
	if command == nil {
		return nil
	}
	return slices.Concat(command, args)
}

// npmArguments returns the arguments that npm gives to a script: the words
// after --, and words before it that are not options.
func npmArguments(args []string) []string {
	var given []string
	for i, arg := range args {
		if arg == "--" {
			return append(given, args[i+1:]...)
		}
		if !strings.HasPrefix(arg, "-") {
			given = append(given, arg)
		}
	}
	return given
}

// lastCommand returns the last simple command of a line such as "tsc && jest",
// without assignments, or nil if the line is more than that.
func lastCommand(line string) []string {
	parsed, err := shell.Tree([]byte(line), syntax.LangPOSIX)
	if err != nil || len(parsed.Stmts) != 1 {
		return nil
	}
	stmt := parsed.Stmts[0]
	for {
		if stmt.Background || stmt.Negated || len(stmt.Redirs) > 0 {
			return nil
		}
		both, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		if both.Op != syntax.AndStmt {
			return nil
		}
		stmt = both.Y
	}
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	var words []string
	for _, arg := range call.Args {
		word, ok := shell.Static(arg)
		if !ok {
			return nil
		}
		words = append(words, word)
	}
	if words[0] == "cross-env" { // sets variables, and runs the rest
		words = slices.DeleteFunc(words[1:], func(word string) bool {
			name, _, assigns := strings.Cut(word, "=")
			return assigns && !strings.HasPrefix(name, "-")
		})
	}
	if len(words) == 0 {
		return nil
	}
	return words
}

// A script is a command that a package manager runs.
type script struct {
	call    scriptCall
	command []string
	inner   *results.Runner // of the command
}

// instrument adds the runner's flags after the script.
func (s script) instrument(argv []string, out string) []string {
	return s.behind(argv, s.inner.Instrument(s.command, out)[len(s.command):])
}

// behind adds arguments of the runner behind the script.
func (s script) behind(argv, add []string) []string {
	if s.call.manager == "npm" && !slices.Contains(argv, "--") {
		add = slices.Insert(add, 0, "--")
	}
	return slices.Concat(argv, add)
}

// read gives the command to its runner.
func (s script) read(raw *results.Raw) results.Results {
	of := *raw
	of.Argv = s.command
	return s.inner.Read(&of)
}

// measure adds the runner's flags after the script.
func (s script) measure(argv []string, out string) []results.Measurement {
	var ways []results.Measurement
	for _, way := range s.inner.Measure(s.command, out) {
		if command := way.Commands[0]; len(way.Commands) == 1 && len(command) > len(s.command) && slices.Equal(command[:len(s.command)], s.command) {
			way.Commands[0] = s.behind(argv, command[len(s.command):])
			ways = append(ways, way)
		}
	}
	return ways
}

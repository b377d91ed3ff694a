package main

import (
	"cmp"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// cli is the grammar of the command line: one field a verb. Each verb is a type with a Run method, which kong calls
// with the context and the environment.
type cli struct {
	globals

	Check        checkCmd        `cmd:"" help:"Check files and report findings; writes no source."`
	Fix          fixCmd          `cmd:"" help:"Check files, merge the fixes, and apply them."`
	Merge        mergeCmd        `cmd:"" help:"Merge artifacts into one plan without writing sources."`
	Canonicalize canonicalizeCmd `cmd:"" help:"Write the canonical text of one file."`
	BazelFix     bazelFixCmd     `cmd:"" name:"bazel-fix" help:"Build checks with Bazel and apply their fixes: what bazel run //:fix runs."`
	Gate         gateCmd         `cmd:"" help:"Fail while a safe fix is pending or an error stands in the artifacts."`
	RunChecker   runCheckerCmd   `cmd:"" name:"run-checker" help:"Run a checker of your own on files: what an autofix_checker runs."`

	Debug   debugCmd   `cmd:"" help:"Complete what autofix_debug says of a target."`
	Copy    copyCmd    `cmd:"" help:"Give files of the workspace the bytes of others: what committed_sources runs."`
	Recover recoverCmd `cmd:"" help:"Finish a write that was interrupted."`
	Rules   rulesCmd   `cmd:"" help:"List the rules of the built-in checkers."`
	Explain explainCmd `cmd:"" help:"Explain one rule, with an example."`
	Schema  schemaCmd  `cmd:"" help:"Print the JSON Schema of the artifact."`
	Help    helpCmd    `cmd:"" help:"Show help for autofix or one of its verbs."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// globals are the flags that every verb takes.
type globals struct {
	Root   string `placeholder:"DIR" env:"AUTOFIX_ROOT" help:"The workspace. Default: $$BUILD_WORKSPACE_DIRECTORY, else the nearest folder up with MODULE.bazel or .git, else the working folder."`
	Config string `placeholder:"FILE" env:"AUTOFIX_CONFIG" help:"The configuration for all files, instead of the nearest autofix.toml upward from each."`

	ToolConfig []string `aliases:"editorconfig" placeholder:"FILE" sep:"none" help:"A configuration file of another tool, by its path in the workspace, such as .editorconfig, .gitattributes, .hadolint.yaml, go.mod or a file for docker buildx bake. It holds for the files that it would be found from, and no other of its kind is looked for. Repeatable."`
}

// newParser builds the command line around grammar, writing help to env.
func newParser(grammar *cli, env *environment, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append([]kong.Option{
		kong.Name("autofix"),
		kong.Description(description),
		kong.Writers(env.stdout, env.stderr),
		kong.Exit(func(int) { panic(helpShown{}) }),
		kong.Bind(env, &grammar.globals),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	}, options...)...)
}

// onlyVerb leaves all verbs out of the parser but the one that args begin with, since building them all takes longer than a
// verb may. Where args begin with no verb, and for help, which is about the others, it leaves out none.
func onlyVerb(args []string) kong.Option {
	var others []string
	known := false
	for field := range reflect.TypeFor[cli]().Fields() {
		_, verb := field.Tag.Lookup("cmd")
		switch {
		case !verb:
		case len(args) > 0 && args[0] == verbName(field) && args[0] != helpVerb:
			known = true
		default:
			others = append(others, field.Name)
		}
	}
	if !known {
		return kong.IgnoreFields()
	}
	return kong.IgnoreFields(`^cli\.(?:` + strings.Join(others, "|") + `)$`)
}

// verbName is the name that kong gives the verb of a field of cli.
func verbName(field reflect.StructField) string {
	return cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
}

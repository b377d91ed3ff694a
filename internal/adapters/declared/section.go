// Package declared reads the checkers of other tools that an autofix.toml
// declares, for runs without Bazel.
package declared

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	formats "github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/adapters/lines"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Formats that only a program that runs has: it makes texts, or it gets parts
// of files.
const (
	Text       = "text"                  // a formatter that prints the new text of one file
	Dockerfile = "dockerfile-shellcheck" // shellcheck, on the scripts in Dockerfiles
)

// Formats returns the formats that a program may have, sorted.
func Formats() []string {
	all := append(formats.Formats(), Dockerfile, Text)
	slices.Sort(all)
	return all
}

// Section is [checkers.NAME]. The keys of a program have the names that
// autofix_checker gives them.
var Section = &config.Section{
	Name: "checkers", Inherited: true,
	Doc: "A checker of another tool. The keys besides `owns` make `autofix check` and `autofix fix` run it, once you " +
		"[trust](linters/README.md#trust) them: see [Without Bazel](linters/README.md#without-bazel). A build does not " +
		"read them: there, `NAME` is declared by [`autofix_checker`](bazel.md#autofix_checker), whose attributes they are.",
	Tables: &config.Tables{
		Placeholder: "NAME",
		Keys: []config.Option{
			{
				Name: "owns", Kind: config.Strings, Default: []string(nil), Check: config.Globs, Relative: config.RelativeGlobs,
				Doc: "globs of the [protected files](#protected-files) that it may change, relative to this file. It counts only in " +
					"the `autofix.toml` at the root of the workspace, or in that of `--config`",
			},
			{
				Name: "command", Kind: config.Strings, Default: []string(nil), Relative: relativeProgram, Later: true,
				Doc: "the program and its arguments; there is no shell. A name is looked up in your `PATH`, and a path is relative to " +
					"the folder of this file, in which the program runs. `{files}`, `{files_list}` and `{out}` are those of `autofix_checker`",
			},
			{
				Name: "files", Kind: config.Strings, Default: []string(nil), Check: config.Globs, Relative: relativeNames, Later: true,
				Doc: "the files that it checks: globs of base names, such as `*.py`, or, with a slash, of paths relative to this file",
			},
			{
				Name: "format", Kind: config.String, Values: Formats(), Later: true,
				Doc: "the [format](formats.md) of its output; not with `in_place`",
			},
			{
				Name: "in_place", Kind: config.Bool, Default: false, Later: true,
				Doc: "whether it fixes files by writing to them",
			},
			{
				Name: "exit_codes", Kind: config.Ints, Default: []int{0}, Check: notEmpty, Later: true,
				Doc: "the exit codes of a successful run, with or without findings",
			},
			{
				Name: "env", Kind: config.StringMap, Check: variables, Later: true,
				Doc: "variables of its environment, besides your `PATH` and `HOME` and a few fixed ones",
			},
			{
				Name: "pattern", Kind: config.String, Check: pattern, Later: true,
				Doc: "with the format `lines`, a regular expression for a line that is a finding, if it does not look like " +
					"`FILE:LINE:COLUMN: MESSAGE`: see [lines](formats.md#lines-of-text)",
			},
			{
				Name: "phase", Kind: config.String, Values: phases, Later: true,
				Doc: "with `in_place`, the phase of its fixes: by default `semantic`; `format` for a formatter",
			},
			{
				Name: "safety", Kind: config.String, Values: safeties, Later: true,
				Doc: "the safety of fixes of which the output says nothing",
			},
			{
				Name: "stream", Kind: config.String, Values: []string{"stdout", "stderr"}, Default: "stdout", Later: true,
				Doc: "where it writes its output, if not to the file `{out}`",
			},
			{
				Name: "timeout_seconds", Kind: config.Int, Default: 600, Check: notNegative, Later: true,
				Doc: "the most seconds that one run may take; 0 means no limit",
			},
		},
	},
}

var (
	phases = []string{
		string(fixedits.PhaseSyntax), string(fixedits.PhaseSemantic), string(fixedits.PhaseStyle), string(fixedits.PhaseFormat),
	}
	safeties = []string{string(fixedits.SafetySafe), string(fixedits.SafetySuggestion), string(fixedits.SafetyUnsafe)}
)

// Owns returns the globs of the protected files that a checker may change,
// relative to the workspace. c may be nil.
func Owns(c *config.Config, checker string) []string {
	if c == nil {
		return nil
	}
	return c.GetTable(Section, checker).Texts("owns")
}

// relativeProgram makes the path of a program relative to the workspace. A name
// without a slash stays one.
func relativeProgram(folder string, value any) any {
	command := slices.Clone(value.([]string))
	if len(command) > 0 && strings.Contains(filepath.ToSlash(command[0]), "/") && !filepath.IsAbs(command[0]) {
		command[0] = "./" + path.Join(inWorkspace(folder), filepath.ToSlash(command[0]))
	}
	return command
}

// relativeNames makes globs relative to the workspace. One without a slash is
// of base names.
func relativeNames(folder string, value any) any {
	globs := slices.Clone(value.([]string))
	for i, glob := range globs {
		if !strings.Contains(glob, "/") {
			globs[i] = "**/" + glob
		}
	}
	return config.RelativeGlobs(inWorkspace(folder), globs)
}

// inWorkspace returns the folder of a file. That of a file of --config outside
// of the workspace is the root.
func inWorkspace(folder string) string {
	if path.IsAbs(folder) || filepath.IsAbs(folder) || !filepath.IsLocal(filepath.FromSlash(folder)) {
		return "."
	}
	return folder
}

func notEmpty(value any) error {
	if len(value.([]int)) == 0 {
		return fmt.Errorf("empty, so every run of the checker would fail")
	}
	return nil
}

func pattern(value any) error {
	_, err := lines.Compile(value.(string))
	return err
}

func notNegative(value any) error {
	if n := value.(int); n < 0 {
		return fmt.Errorf("%d is negative; 0 means no limit", n)
	}
	return nil
}

func variables(value any) error {
	for name, value := range value.(map[string]string) {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(value, 0) {
			return fmt.Errorf("%q is not the name of a variable with a value", name)
		}
	}
	return nil
}

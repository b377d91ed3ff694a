package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// TestCommandLineReferenceIsCurrent checks docs/cli.md against the flags of the
// command line.
func TestCommandLineReferenceIsCurrent(t *testing.T) {
	got := reference(newCommand(&environment{}))
	path := filepath.FromSlash("../../docs/cli.md")
	if *clitest.Update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		clitest.WriteGolden(t, path, got)
		return
	}
	if diff := cmp.Diff(clitest.ReadGolden(t, path), got); diff != "" {
		t.Errorf("docs/cli.md is not current; rewrite it with: go test ./cmd/autofix -update\n(-file +grammar):\n%s", diff)
	}
}

// reference returns the command line as Markdown.
func reference(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The command line\n\nThis page is generated from the command itself; `autofix help VERB` shows the same text.\n\n")
	fmt.Fprintf(&b, "    %s\n\n%s\n\n", root.UseLine(), root.Long)
	b.WriteString("If a flag is not given, its environment variable applies.\n\n")
	b.WriteString(conventions)
	fmt.Fprintf(&b, "## Flags of every verb\n\n")
	writeFlags(&b, cli.Listed(root.PersistentFlags()))
	for _, verb := range root.Commands() {
		fmt.Fprintf(&b, "\n## autofix %s\n\n    %s\n\n%s\n", verb.Name(), verb.UseLine(), verb.Short)
		if verb.Long != "" {
			fmt.Fprintf(&b, "\n%s\n", verb.Long)
		}
		if flags := cli.OwnFlags(verb); len(flags) > 0 {
			fmt.Fprintln(&b)
			writeFlags(&b, flags)
		}
	}
	return b.String()
}

func writeFlags(b *strings.Builder, flags []*pflag.Flag) {
	for _, flag := range flags {
		short := ""
		if flag.Shorthand != "" {
			short = "-" + flag.Shorthand + ", "
		}
		fmt.Fprintf(b, "- `%s%s`: %s%s", short, cli.FlagUsage(flag), flag.Usage, cli.DefaultSentence(flag))
		if name := cli.Annotation(flag, cli.VariableOf); name != "" {
			fmt.Fprintf(b, " Environment: `%s`.", name)
		}
		fmt.Fprintln(b)
	}
}

// conventions apply to all verbs. TestMistakes and TestStdout check them.
const conventions = `## Lists of files

A last argument ` + "`@FILE`" + ` is replaced by the lines of FILE, one argument per line, and ` + "`@-`" + ` by those of standard
input. Arguments may also end with NUL bytes, as in what ` + "`git diff -z`" + ` writes. An empty list names nothing: a verb that
otherwise takes the whole folder then does nothing, with exit code 0. A listed file that is gone is left out, with a
note, unless ` + "`--strict-files`" + ` is given; so is one that ` + "`[files] exclude`" + ` matches, unless ` + "`--no-exclude`" + ` is given:

    git diff --name-only -z main | autofix check @-

## Mistakes

A mistake has the same exit code in every verb:

| mistake | exit |
|---|---|
| an unknown verb, flag, flag value, rule or checker; contradictory flags | 2 |
| a flag with an empty value, such as ` + "`--rule=$UNSET`" + `; an empty environment variable counts as unset | 2 |
| a file that does not exist, except among the PATHS of ` + "`check`, `fix` and `analyze` without `--strict-files`" + `; a folder, or a path outside of the workspace, instead of a file | 2 |
| a configuration that does not exist or has a mistake | 2 |
| a file or a configuration that exists and cannot be read | 3 |
| a malformed artifact: the checker that made it has failed | 3 |
| an output that cannot be written | 3 |

## Standard output

Only one output goes to standard output. An output file named ` + "`-`" + ` is standard output, and output for people then goes
to standard error. Two outputs to the same place are an error.

| flags | standard output | standard error |
|---|---|---|
| none of these | the report or the summary | errors |
| ` + "`check --format=FORMAT`" + ` other than text and full | the findings in FORMAT | errors |
| ` + "`fix --mode=diff`" + ` | the patch | the summary, errors |
| ` + "`fix --mode=print`" + ` | the new texts | the summary, errors |
| ` + "`--out=-`, `--diff=-`, `--sarif=-`, `--report=-` or `--summary=-`" + ` | that output | the report or the summary, errors |
| two of the last four rows | | the error, exit 2 |

## Colors

Text on standard output has colors on a terminal, unless ` + "`TERM`" + ` is ` + "`dumb`" + `. ` + "`NO_COLOR`" + ` with any value turns them off.
` + "`FORCE_COLOR`" + ` or ` + "`CLICOLOR_FORCE`" + ` turns them on elsewhere too, such as in the log of a CI service; with ` + "`FORCE_COLOR=0`" + ` or
` + "`CLICOLOR=0`" + ` there are none. ` + "`NO_COLOR`" + ` wins over the others.

`

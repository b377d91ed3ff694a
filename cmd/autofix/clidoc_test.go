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
)

// TestCommandLineReferenceIsCurrent checks docs/cli.md against the flags of the
// command line.
func TestCommandLineReferenceIsCurrent(t *testing.T) {
	got := reference(newCommand(&environment{}))
	path := filepath.FromSlash("../../docs/cli.md")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeGolden(t, path, got)
		return
	}
	if diff := cmp.Diff(readGolden(t, path), got); diff != "" {
		t.Errorf("docs/cli.md is not current; rewrite it with: go test ./cmd/autofix -update\n(-file +grammar):\n%s", diff)
	}
}

// reference returns the command line as Markdown.
func reference(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The command line\n\nGenerated from the command's own grammar; `autofix help VERB` says the same.\n\n")
	fmt.Fprintf(&b, "    %s\n\n%s\n\n", root.UseLine(), root.Long)
	fmt.Fprintf(&b, "A last argument `@FILE` is replaced by the lines of FILE, one argument per line.\n")
	fmt.Fprintf(&b, "If a flag is not given, its environment variable applies.\n\n")
	b.WriteString(conventions)
	fmt.Fprintf(&b, "## Flags of every verb\n\n")
	writeFlags(&b, listed(root.PersistentFlags()))
	for _, verb := range root.Commands() {
		fmt.Fprintf(&b, "\n## autofix %s\n\n    %s\n\n%s\n", verb.Name(), verb.UseLine(), verb.Short)
		if verb.Long != "" {
			fmt.Fprintf(&b, "\n%s\n", verb.Long)
		}
		if flags := ownFlags(verb); len(flags) > 0 {
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
		fmt.Fprintf(b, "- `%s%s`: %s%s", short, flagUsage(flag), flag.Usage, defaultSentence(flag))
		if name := annotation(flag, variableOf); name != "" {
			fmt.Fprintf(b, " Environment: `%s`.", name)
		}
		fmt.Fprintln(b)
	}
}

// conventions apply to all verbs. TestMistakes and TestStdout check them.
const conventions = `## Mistakes

The same mistake ends every verb with the same code:

| mistake | exit |
|---|---|
| an unknown verb, flag, value of a flag, rule or checker; flags that contradict each other | 2 |
| a flag with an empty value, such as ` + "`--rule=$UNSET`" + `; an empty environment variable counts as unset | 2 |
| a file that does not exist; a folder, or a path outside of the workspace, instead of a file | 2 |
| a configuration with a mistake, or that does not exist | 2 |
| a file or a configuration that exists and cannot be read | 3 |
| a malformed artifact: the checker that made it has failed | 3 |
| an output that cannot be written | 3 |

## Standard output

Only one thing goes to standard output. An output file named ` + "`-`" + ` is standard output, and what people read then goes to
standard error. Two outputs in one place are an error.

| flags | standard output | standard error |
|---|---|---|
| none of these | the report or the summary | errors |
| ` + "`check --format=FORMAT`" + ` other than text | the findings in FORMAT | errors |
| ` + "`fix --mode=diff`" + ` | the patch | the summary, errors |
| ` + "`fix --mode=print`" + ` | the new texts | the summary, errors |
| ` + "`--out=-`, `--diff=-`, `--sarif=-`, `--report=-` or `--summary=-`" + ` | that output | the report or the summary, errors |
| two of the last four rows | | the error, exit 2 |

`

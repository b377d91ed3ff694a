package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// TestCommandLineReferenceIsCurrent holds docs/cli.md to the grammar of the command line.
func TestCommandLineReferenceIsCurrent(t *testing.T) {
	parser, err := newParser(&cli{}, &environment{})
	if err != nil {
		t.Fatal(err)
	}
	got := reference(parser.Model)
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
func reference(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The command line\n\nGenerated from the command's own grammar; `autofix help VERB` says the same.\n\n")
	fmt.Fprintf(&b, "    autofix VERB [flags] [arguments]\n\n%s\n\n", app.Help)
	fmt.Fprintf(&b, "A last argument `@FILE` stands for the lines of FILE, one argument a line.\n")
	fmt.Fprintf(&b, "A flag's environment variable holds where the flag is not given.\n\n")
	b.WriteString(conventions)
	fmt.Fprintf(&b, "## Flags of every verb\n\n")
	flags(&b, app.Flags)
	for _, verb := range app.Children {
		fmt.Fprintf(&b, "\n## autofix %s\n\n    autofix %s\n\n%s\n", verb.Name, usage(verb), verb.Help)
		if verb.Detail != "" {
			fmt.Fprintf(&b, "\n%s\n", verb.Detail)
		}
		if len(verb.Positional) > 0 {
			fmt.Fprintln(&b)
		}
		for _, arg := range verb.Positional {
			fmt.Fprintf(&b, "- `%s`: %s\n", strings.ToUpper(arg.Name), arg.Help)
		}
		if len(verb.Positional) == 0 && len(verb.Flags) > 0 {
			fmt.Fprintln(&b)
		}
		flags(&b, verb.Flags)
	}
	return b.String()
}

func usage(verb *kong.Node) string {
	words := []string{verb.Name}
	for _, flag := range verb.Flags {
		if flag.Required {
			words = append(words, flag.String())
		}
	}
	if len(verb.Flags) > 0 {
		words = append(words, "[flags]")
	}
	for _, arg := range verb.Positional {
		word := strings.ToUpper(arg.Name)
		if arg.IsCumulative() {
			word += "..."
		}
		if !arg.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func flags(b *strings.Builder, flags []*kong.Flag) {
	for _, flag := range flags {
		if flag.Hidden {
			continue
		}
		env := ""
		if len(flag.Envs) > 0 {
			env = fmt.Sprintf(" Environment: `%s`.", flag.Envs[0])
		}
		fmt.Fprintf(b, "- `%s`: %s%s\n", flag, flag.Help, env)
	}
}

// conventions hold for all verbs. TestMistakes and TestStdout hold the command
// to them.
const conventions = `## Mistakes

The same mistake ends every verb with the same code:

| mistake | exit |
|---|---|
| an unknown verb, flag, value of a flag, rule or checker; flags that contradict each other | 2 |
| a flag with an empty value, such as ` + "`--rule=$UNSET`" + `; an empty environment variable counts as unset | 2 |
| a file that does not exist; a folder, or a path outside of the workspace, in the place of a file | 2 |
| a configuration with a mistake, or that does not exist | 2 |
| a file or a configuration that exists and cannot be read | 3 |
| an artifact that is malformed, since the checker that made it has failed | 3 |
| an output that cannot be written | 3 |

## Standard output

Standard output has one thing. An output file named ` + "`-`" + ` is standard output, and what people read then goes to standard
error. Two outputs in one place are refused.

| flags | standard output | standard error |
|---|---|---|
| none of these | the report or the summary | errors |
| ` + "`check --format=FORMAT`" + ` other than text | the findings in FORMAT | errors |
| ` + "`fix --mode=diff`" + ` | the patch | the summary, errors |
| ` + "`fix --mode=print`" + ` | the new texts | the summary, errors |
| ` + "`--out=-`, `--diff=-`, `--sarif=-`, `--report=-` or `--summary=-`" + ` | that output | the report or the summary, errors |
| two of the last four rows | | the error, exit 2 |

`

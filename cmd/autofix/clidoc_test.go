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

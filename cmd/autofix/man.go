package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

func newMan(_ *cli.Globals, env *environment) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "man --out=DIR",
		Short: "Write the man pages of autofix.",
		Long:  "Writes autofix.1 and a page for each verb, such as autofix-check.1.",
		Args:  cli.TakesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeManPages(cmd.Root(), env.Absolute(out))
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cli.Required(cli.FlagsOf(cmd).Text(&out, "out", "DIR", "The folder to write to, such as /usr/local/share/man/man1. It is created if needed."))
	return cmd
}

func writeManPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot write the man pages: %w", err)
	}
	for _, verb := range append([]*cobra.Command{root}, root.Commands()...) {
		name := filepath.Join(dir, pageName(verb)+".1")
		if err := os.WriteFile(name, []byte(manPage(verb)), 0o666); err != nil {
			return fmt.Errorf("cannot write the man pages: %w", err)
		}
	}
	return nil
}

// pageName returns the name of a verb's man page.
func pageName(verb *cobra.Command) string {
	return strings.ReplaceAll(verb.CommandPath(), " ", "-")
}

// manPage returns the man page of a verb or the command. It depends only on
// these and the version, so it has no date.
func manPage(verb *cobra.Command) string {
	root := verb.Root()
	summary := verb.Short
	if verb == root {
		summary = "find problems in files and fix them"
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"autofix %s\" rules_autofix\n", strings.ToUpper(pageName(verb)), version.Version)
	b.WriteString(".nh\n") // flag names must not be hyphenated
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(verb)), roff(strings.TrimSuffix(summary, ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", roff(verb.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	paragraphs := verb.Long
	if paragraphs == "" {
		paragraphs = verb.Short
	}
	for i, paragraph := range strings.Split(paragraphs, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		fmt.Fprintln(&b, roff(paragraph))
	}
	if flags := cli.OwnFlags(verb); len(flags) > 0 {
		b.WriteString(".SH OPTIONS\n")
		manFlags(&b, flags)
	}
	b.WriteString(".SH OPTIONS OF EVERY VERB\n")
	manFlags(&b, cli.Listed(root.PersistentFlags()))
	if verb != root {
		b.WriteString(".SH SEE ALSO\n.BR autofix (1)\n")
		return b.String()
	}
	b.WriteString(".SH VERBS\n")
	for _, verb := range root.Commands() {
		fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(pageName(verb)), roff(verb.Short))
	}
	return b.String()
}

func manFlags(b *strings.Builder, flags []*pflag.Flag) {
	for _, flag := range flags {
		short := ""
		if flag.Shorthand != "" {
			short = "-" + flag.Shorthand + ", "
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(short+cli.FlagUsage(flag)), roff(cli.FlagHelp(flag)))
	}
}

// roffEscapes escapes characters that are special to roff. A plain - would be
// typeset as a hyphen, which a shell does not accept as a dash.
var roffEscapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`)

// roff returns a text as a line of a page.
func roff(text string) string {
	line := roffEscapes.Replace(text)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line // not a request
	}
	return line
}

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// WriteManPages writes a man page for a command and for each of its verbs to a
// folder, which it makes.
func WriteManPages(root *cobra.Command, dir string) error {
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
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", Roff(pageName(verb)), Roff(strings.TrimSuffix(summary, ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", Roff(verb.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	paragraphs := verb.Long
	if paragraphs == "" {
		paragraphs = verb.Short
	}
	for i, paragraph := range strings.Split(paragraphs, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		fmt.Fprintln(&b, Roff(paragraph))
	}
	if flags := OwnFlags(verb); len(flags) > 0 {
		b.WriteString(".SH OPTIONS\n")
		manFlags(&b, flags)
	}
	b.WriteString(".SH OPTIONS OF EVERY VERB\n")
	manFlags(&b, Listed(root.PersistentFlags()))
	if verb != root {
		b.WriteString(".SH SEE ALSO\n.BR autofix (1)\n")
		return b.String()
	}
	b.WriteString(".SH VERBS\n")
	for _, verb := range root.Commands() {
		fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", Roff(pageName(verb)), Roff(verb.Short))
	}
	return b.String()
}

func manFlags(b *strings.Builder, flags []*pflag.Flag) {
	for _, flag := range flags {
		short := ""
		if flag.Shorthand != "" {
			short = "-" + flag.Shorthand + ", "
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", Roff(short+FlagUsage(flag)), Roff(FlagHelp(flag)))
	}
}

// roffEscapes escapes characters that are special to roff. A plain - would be
// typeset as a hyphen, which a shell does not accept as a dash.
var roffEscapes = strings.NewReplacer(`\`, `\e`, `-`, `\-`)

// Roff returns a text as a line of a page.
func Roff(text string) string {
	line := roffEscapes.Replace(text)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line // not a request
	}
	return line
}

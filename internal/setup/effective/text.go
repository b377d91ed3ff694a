package effective

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Text writes what holds for a file, for a person.
func (f *File) Text(w io.Writer, shown report.Shown) error {
	t := &text{shown: shown}
	fmt.Fprintf(&t.buffer, "%s\n", inert.Line(shown.Of(f.Path)))
	if len(f.Configuration) == 0 {
		t.line("configuration", "none: the defaults")
	} else {
		t.line("configuration", strings.Join(shown.All(f.Configuration), ", which extends "))
	}
	if len(f.OtherFiles) > 0 {
		t.line("other files", strings.Join(shown.All(f.OtherFiles), ", "))
	}
	if f.LeftAlone != "" {
		t.line("left alone", f.LeftAlone)
	}
	if names := f.builtin(); names != "" {
		t.line("checkers", names)
	}
	for _, checker := range f.Checkers {
		if checker.From != nil {
			t.line("checkers", checker.text(shown))
		}
	}
	if f.Formatter != nil {
		t.line("formatter", f.Formatter.text())
	}
	if f.Schema != nil {
		t.line("schema", shown.Of(f.Schema.File)+" ("+origin(f.Schema.From, shown)+")")
	}
	for _, note := range f.Notes {
		t.line("note", note)
	}
	t.settings(f.Settings)
	if f.Bazel != nil {
		t.bazel(f.Bazel)
	}
	_, err := w.Write(t.buffer.Bytes())
	return err
}

// A text is the text of a file.
type text struct {
	buffer bytes.Buffer
	shown  report.Shown
	last   string // the name of the last line
}

// line adds a line. A name that the line before has too is not repeated.
func (t *text) line(name, value string) {
	shown := name
	if name == t.last {
		shown = ""
	}
	t.last = name
	fmt.Fprintf(&t.buffer, "  %-13s  %s\n", shown, inert.Line(value))
}

// settings adds the settings by table.
func (t *text) settings(all []Setting) {
	tabs := tabwriter.NewWriter(&t.buffer, 0, 0, 2, ' ', 0)
	table := ""
	for _, s := range all {
		if s.Table != table {
			table = s.Table
			fmt.Fprintf(tabs, "  %s\n", inert.Line(table))
		}
		fmt.Fprintf(tabs, "    %s = %s\t%s\n", s.Key, inert.Line(s.shown()), inert.Line(origin(s.From, t.shown)))
	}
	tabs.Flush()
}

func origin(o config.Origin, shown report.Shown) string {
	if o.Path != "" {
		o.Path = shown.Of(o.Path)
	}
	return o.String()
}

// shown returns the value as in autofix.toml.
func (s *Setting) shown() string {
	return cmp.Or(config.Option{Default: s.Value}.DefaultTOML(), "not set")
}

func (c *Checker) text(shown report.Shown) string {
	text := fmt.Sprintf("%s: %s (%s)", c.Name, c.Command, origin(*c.From, shown))
	if c.NotRun != "" {
		text += "; not run: " + c.NotRun
	}
	return text
}

func (f *Formatter) text() string {
	if f.Formats {
		return f.Language
	}
	return f.Language + ", but the file is not formatted: " + f.Why
}

// bazel adds what differs in a build.
func (t *text) bazel(b *Bazel) {
	switch {
	case b.Unknown != "":
		t.line("in Bazel", "not known from the sources: "+b.Unknown)
	case b.Fails != "":
		t.line("in Bazel", "the checks fail: "+b.Fails)
	case b.Config == "":
		t.line("in Bazel", "the checks have no configuration: no line of .bazelrc sets @rules_autofix//rules:config")
	case len(b.Differences)+len(b.Undeclared) == 0:
		t.line("in Bazel", fmt.Sprintf("the same, by %s (%s)", b.Config, b.ConfigFrom))
	default:
		t.line("in Bazel", fmt.Sprintf("by %s (%s)", b.Config, b.ConfigFrom))
	}
	for _, d := range b.Differences {
		t.line("in Bazel", fmt.Sprintf("%s: %s instead of %s", d.What, d.Bazel, d.Command))
	}
	for _, file := range b.Undeclared {
		t.line("in Bazel", t.shown.Of(file)+" is not declared, although it applies here")
	}
	if len(b.CommandOnly) > 0 {
		t.line("in Bazel", "checkers of [checkers], which a build runs only if an autofix_checker declares them: "+strings.Join(b.CommandOnly, ", "))
	}
	if len(b.BazelOnly) > 0 {
		t.line("in Bazel", "checkers of autofix_aspects, for the files that they match: "+strings.Join(b.BazelOnly, ", "))
	}
	switch {
	case b.NoTarget:
		t.line("targets", "none names it, so no build checks it: add it to an autofix_sources")
	case len(b.Targets) > 0:
		t.line("targets", strings.Join(b.Targets, ", "))
	}
}

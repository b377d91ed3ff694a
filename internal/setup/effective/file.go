// Package effective says what holds for a file: its configuration, checkers,
// formatter and settings, each with its origin, and why it is left alone.
package effective

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/assign"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A File is what holds for a file.
type File struct {
	Path          string     `json:"path"`                 // workspace relative
	Configuration []string   `json:"configuration"`        // autofix.toml and its base files, the nearest first; none: the defaults
	OtherFiles    []string   `json:"other_files"`          // files of other tools that made a difference, or that checkers read
	LeftAlone     string     `json:"left_alone,omitempty"` // why no checker looks at it
	Checkers      []Checker  `json:"checkers"`
	Formatter     *Formatter `json:"formatter,omitempty"` // nil: the language has none, or is not known
	Schema        *Schema    `json:"schema,omitempty"`
	Settings      []Setting  `json:"settings"`
	Notes         []string   `json:"notes,omitempty"`
	Bazel         *Bazel     `json:"bazel,omitempty"` // nil: there is none
}

// A Checker looks at the file.
type Checker struct {
	Name    string         `json:"name"`
	From    *config.Origin `json:"from,omitempty"` // of [checkers.NAME]; nil: it is built in
	Command string         `json:"command,omitempty"`
	NotRun  string         `json:"not_run,omitempty"` // why, although it is declared
}

// A Formatter is the one of the language.
type Formatter struct {
	Language string `json:"language"`
	Formats  bool   `json:"formats"`
	Why      string `json:"why,omitempty"` // it does not, although it may
}

// A Schema validates the file.
type Schema struct {
	File string        `json:"file"`
	From config.Origin `json:"from"`
}

// Of returns what holds for a file, whose path is canonical in source. opts has
// the configuration. If all is false, the rules have only the settings that are
// not defaults.
func Of(ctx context.Context, source pipeline.Source, root, file string, opts pipeline.Options, all bool) (*File, error) {
	c := opts.Config.For(file)
	f := &File{Path: file, Configuration: slices.Concat([]string{}, c.Files()), OtherFiles: []string{}, Checkers: []Checker{}, Settings: []Setting{}}
	if f.LeftAlone = whyExcluded(c, file); f.LeftAlone != "" {
		return f.complete(), nil
	}
	kept, left := pipeline.NotExcluded(source, []string{file}, opts.Config)
	if len(left) > 0 {
		f.LeftAlone = left[0].Reason
		return f.complete(), nil
	}
	checked, err := pipeline.Check(ctx, source, kept, "", opts)
	if err != nil {
		return nil, err
	}
	if len(checked.LeftAlone) > 0 {
		f.LeftAlone = checked.LeftAlone[0].Reason
		return f.complete(), nil
	}
	for _, name := range checked.Artifact.Checkers {
		f.Checkers = append(f.Checkers, Checker{Name: name})
	}
	for _, crash := range checked.Crashed {
		f.Notes = append(f.Notes, crash.Error())
	}
	for _, read := range checked.Artifact.Reads {
		f.OtherFiles = append(f.OtherFiles, read.Path)
	}
	content, err := source.Read(file)
	if err != nil {
		return nil, err
	}
	if err := f.declared(root, opts); err != nil {
		return nil, err
	}
	r := reader{checks.File{Path: file, Content: content}, c, opts.Tools.Checkers, all}
	if f.Formatter, err = r.formatter(checked.Artifact); err != nil {
		return nil, err
	}
	if schema, i, ok := assign.Of(c).For(file); ok && slices.Contains(checked.Artifact.Checkers, "schema") {
		f.Schema = &Schema{schema.String(), c.Origin("schema", fmt.Sprint(i))}
	}
	f.Settings = append(f.Settings, r.settings(f.Formatter)...)
	if f.Formatter == nil && formatting.Written(file) {
		f.Notes = append(f.Notes, "not formatted: a tool writes it in its own layout")
	}
	notes, err := pipeline.Explain(ctx, source, kept, opts)
	for _, note := range notes {
		f.Notes = append(f.Notes, note.Text)
	}
	return f.complete(), err
}

// complete adds the files that settings are from, and the reason why nothing
// looks at the file.
func (f *File) complete() *File {
	for _, s := range f.Settings {
		if s.From.Path != "" && !slices.Contains(f.Configuration, s.From.Path) {
			f.OtherFiles = append(f.OtherFiles, s.From.Path)
		}
	}
	slices.Sort(f.OtherFiles)
	f.OtherFiles = slices.Compact(f.OtherFiles)
	if f.LeftAlone == "" && len(f.Checkers) == 0 {
		f.LeftAlone = "no checker is for such files"
	}
	return f
}

// whyExcluded returns the setting that excludes a file, or "".
func whyExcluded(c *config.Config, file string) string {
	if !c.Excludes(file) {
		return ""
	}
	return fmt.Sprintf("[files] exclude matches it (%s)", c.Origin(config.FilesSection.Name, "exclude"))
}

// declared adds the checkers of [checkers] that are for the file.
func (f *File) declared(root string, opts pipeline.Options) error {
	all, err := programs.Declarations([]string{f.Path}, &opts)
	if err != nil {
		return err
	}
	c := opts.Config.For(f.Path)
	for _, d := range all {
		for _, checker := range d.Checkers {
			if !checker.Checks(f.Path) {
				continue
			}
			from := c.Origin("checkers", checker.Name)
			added := Checker{Name: checker.Name, From: &from, Command: checker.CommandLine()}
			alone := opts
			alone.Programs, alone.Policy = nil, policy.Permissive
			settings := programs.Settings{Root: root, Shown: func(path string) string { return path }, Note: func(why string) { _, added.NotRun, _ = strings.Cut(why, "because ") }}
			if _, err := settings.Begin([]string{f.Path}, &alone); err != nil {
				return err
			}
			if _, err := checker.Find(root); err != nil && added.NotRun == "" {
				added.NotRun = err.Error()
			}
			f.Checkers = append(f.Checkers, added)
		}
	}
	return nil
}

// formatter returns the formatter of the language.
func (r *reader) formatter(found *artifact.Artifact) (*Formatter, error) {
	rules := r.checkers.RulesFor(r.file, r.config, r.config.Editor(r.file.Path))
	i := slices.IndexFunc(rules, func(rule checks.Rule) bool { return rule.Format != nil })
	if i < 0 {
		return nil, nil
	}
	schema := *rules[i].Format
	formats, err := r.config.FormatsFile(schema, r.file.Path)
	if err != nil {
		return nil, err
	}
	f := &Formatter{Language: schema.Language, Formats: formats}
	if !formats {
		f.Why, err = r.whyOff(schema)
		return f, err
	}
	for _, d := range found.Diagnostics {
		if len(d.Fixes) == 0 && (d.Rule == formatting.RuleOf(f.Language) || d.Rule == "syntax/"+f.Language) {
			f.Formats, f.Why = false, fmt.Sprintf("line %d: %s", d.Line, d.Message)
		}
	}
	if severity := r.config.Severity(rules[i].Name); severity == config.SeverityOff {
		f.Formats, f.Why = false, fmt.Sprintf("its rule is off (%s)", r.config.RuleOrigin(rules[i].Name, "severity"))
	}
	return f, nil
}

// whyOff returns why files of a language are not formatted.
func (r *reader) whyOff(schema config.FormatSchema) (string, error) {
	if at := r.config.Origin("format", schema.Language, "enabled"); at.Path != "" {
		return fmt.Sprintf("[format.%s] enabled = false (%s)", schema.Language, at), nil
	}
	if schema.Off {
		return fmt.Sprintf("off by default; [format.%s] enabled = true formats it", schema.Language), nil
	}
	if schema.Ignored != nil {
		ignored := func(p editorconfig.Properties) any { return schema.Ignored(p) }
		if at := r.config.EditorOrigin(r.file.Path, ignored); at.Path != "" {
			return at.String() + " says so", nil
		}
	}
	other, err := r.config.OtherFormatter(schema, r.file.Path)
	if err == nil && other.Path == "" {
		err = errors.New("not known")
	}
	return fmt.Sprintf("%s leaves it to another formatter; [format.%s] enabled = true formats it all the same", other.Path, schema.Language), err
}

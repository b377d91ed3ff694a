// Package schema validates YAML, JSON and TOML files by JSON Schema.
//
// A document has the schema that it names itself, or that [[schema]] in
// autofix.toml has for its file: package assign. Package validate compiles
// schemas and makes mistakes of invalid values, package fix_actions lowers
// their fixes to edits, and this package makes findings of both.
package schema

import (
	"errors"
	"fmt"
	"path"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"

	"github.com/rules-autofix/rules_autofix/docs"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/assign"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// New returns the checker. Parsed reports whether another checker has a finding
// for the syntax of a file that does not parse; nil: there is none.
func New(parsed func(checks.File, *config.Config) bool) checks.Checker {
	return &checker{schemas: new(validate.Cache), parsed: parsed}
}

type checker struct {
	schemas *validate.Cache
	parsed  func(checks.File, *config.Config) bool
}

func (*checker) Name() string { return "schema" }

func (*checker) Rules() []checks.Rule { return rules }

func (*checker) Reads() []*config.FileKind { return []*config.FileKind{fileKind} }

func (*checker) Sections() []*config.Section { return []*config.Section{assign.Section} }

// Match matches the files that may have a schema. It is called for every file,
// and parses none.
func (*checker) Match(f checks.File, c *config.Config) bool {
	if !fixactions.Knows(f.Path) {
		return false
	}
	if path.Base(f.Path) == config.Name || assign.Mentions(f.Content) {
		return true
	}
	_, _, ok := assign.Of(c).For(f.Path)
	return ok
}

func (c *checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	r := &run{checker: c, file: f, settings: s, tables: assign.Of(s.Config)}
	documents, findings, err := r.documents()
	if err != nil || documents == nil {
		return findings, err
	}
	for _, d := range documents {
		if d.schema == nil {
			continue
		}
		if why := validate.TooDeep(r.parsed.Value(d.index)); why != "" {
			return append(findings, r.cannot(why)...), nil
		}
		found, err := d.schema.Mistakes(r.parsed.Value(d.index), r.textsOf(d.index))
		if err != nil {
			return nil, err
		}
		for i := range found {
			r.add(d.index, &found[i])
		}
	}
	return append(findings, r.findings()...), nil
}

// Explain returns why documents of a file are not validated although a schema
// is named for them.
func (c *checker) Explain(f checks.File, s checks.Settings) ([]string, error) {
	r := &run{checker: c, file: f, settings: s, tables: assign.Of(s.Config)}
	documents, _, err := r.documents()
	if err != nil {
		return nil, err
	}
	var reasons []string
	for _, d := range documents {
		if d.skip == "" {
			continue
		}
		which := ""
		if len(documents) > 1 {
			which = fmt.Sprintf(" (document %d)", d.index)
		}
		reasons = append(reasons, "not validated"+which+": "+d.skip)
	}
	return reasons, nil
}

// A run checks one file.
type run struct {
	checker  *checker
	file     checks.File
	settings checks.Settings
	tables   *assign.Tables
	parsed   operation.File
	found    []located
}

// A document is a document of the file.
type document struct {
	index  int
	schema *validate.Schema // nil: it is not validated
	skip   string           // why not, although a schema is named; empty if none is
}

// documents parses the file and returns its documents with their schemas. The
// findings are about the names of schemas, or that the file cannot be read.
// There are no documents if no schema is named.
func (r *run) documents() ([]document, []checks.Finding, error) {
	parsed, err := fixactions.Open(r.file.Path, r.file.Content)
	if err != nil && r.isAsked() {
		return nil, r.unreadable(err), nil
	}
	if err != nil {
		return nil, nil, nil
	}
	r.parsed = parsed
	offsets := assign.Documents(r.file.Content, parsed.Documents())
	var all []document
	var findings []checks.Finding
	for i := range parsed.Documents() {
		d := document{index: i}
		found, err := r.assign(&d, offsets[i], offsets[i+1])
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, found...)
		all = append(all, d)
	}
	return all, findings, nil
}

// isAsked reports whether a schema is named for the file, as far as that can be
// known without parsing it.
func (r *run) isAsked() bool {
	_, _, byTable := r.tables.For(r.file.Path)
	_, byComment := assign.Comment(r.file.Content, 0, len(r.file.Content))
	return byTable || byComment || path.Base(r.file.Path) == config.Name
}

// assign finds the schema of a document. It is named by a comment at its top,
// by its member $schema, or by the configuration, whose globs may be as wide as
// *.toml; an autofix.toml has its own.
func (r *run) assign(d *document, start, end int) ([]checks.Finding, error) {
	name, named := assign.Comment(r.file.Content, start, end)
	if !named {
		name, named = r.member(d.index)
	}
	var findings []checks.Finding
	if named && !assign.IsMeta(name.Text) {
		found, err := r.byName(d, name)
		if err != nil || d.schema != nil {
			return found, err
		}
		findings = found
	}
	if path.Base(r.file.Path) == config.Name {
		var err error
		d.skip = ""
		d.schema, err = r.checker.own()
		return nil, err
	}
	if target, index, ok := r.tables.For(r.file.Path); ok {
		return nil, r.byTable(d, target, index)
	}
	return findings, nil
}

// member returns the schema that the member $schema of a document names.
func (r *run) member(document int) (assign.Name, bool) {
	object, _ := r.parsed.Value(document).(map[string]any)
	text, ok := object["$schema"].(string)
	if !ok {
		return assign.Name{}, false
	}
	name := assign.Name{Text: text}
	if place, ok := r.parsed.Find(document, "/$schema"); ok {
		name.Start, name.End = place.Start, place.End
	}
	return name, true
}

// byName sets the schema that a document names itself. A name that leads
// nowhere is a finding rather than an error: a file must not be able to stop a
// run.
func (r *run) byName(d *document, name assign.Name) ([]checks.Finding, error) {
	resolved := r.tables.Resolve(path.Dir(r.file.Path), name.Text)
	if d.skip = resolved.Skip; d.skip != "" {
		return nil, nil
	}
	read, err := r.read(resolved.Schema.Path)
	if err != nil {
		return nil, err
	}
	if read.Path == "" {
		d.skip = fmt.Sprintf("%s does not exist; in a build, declare it with the configuration", resolved.Schema.Path)
		if !isLocal(resolved.Schema.Path) {
			d.skip = name.Text + " is outside of the workspace"
		}
		return []checks.Finding{{
			Rule: ruleNotFound, Start: name.Start, End: name.End,
			Message: "the document is not validated: its schema " + d.skip,
		}}, nil
	}
	schema, err := r.checker.schemas.Schema(resolved.Schema.Path, resolved.Schema.Fragment, r.files())
	if unmapped, ok := errors.AsType[*validate.UnmappedError](err); ok {
		d.skip = fmt.Sprintf("its schema %s needs %s, which is not in the workspace, and nothing is fetched; to map it to a file: [[schema]] url in autofix.toml", resolved.Schema, unmapped.URL)
		return nil, nil
	}
	d.schema = schema
	return nil, err
}

// byTable sets the schema that the configuration has for a file. An error in
// it is a mistake in the configuration.
func (r *run) byTable(d *document, target assign.Target, index int) error {
	mistake := func(format string, args ...any) error {
		return r.settings.Config.Mistake(fmt.Sprintf(format, args...), assign.Section.Name, fmt.Sprint(index), "schema")
	}
	if !isLocal(target.Path) {
		return mistake("%s is outside of the workspace: a schema is a file of the workspace", target.Path)
	}
	read, err := r.read(target.Path)
	if err != nil {
		return err
	}
	if read.Path == "" {
		return mistake("the schema %s does not exist; in a build, declare it with the configuration", target.Path)
	}
	schema, err := r.checker.schemas.Schema(target.Path, target.Fragment, r.files())
	if unmapped, ok := errors.AsType[*validate.UnmappedError](err); ok {
		return unmapped.Mistake()
	}
	d.skip, d.schema = "", schema
	return err
}

func isLocal(name string) bool {
	return name != "" && !path.IsAbs(name) && name != ".." && (len(name) < 3 || name[:3] != "../")
}

// read returns a file of the workspace, which the artifact then lists. It is
// not Settings.File, which keeps the error to itself.
func (r *run) read(name string) (config.ToolFile, error) {
	if !isLocal(name) {
		return config.ToolFile{}, nil
	}
	file, err := r.settings.Config.ToolFile(fileKind, name)
	if err == nil {
		r.settings.Read(file)
	}
	return file, err
}

func (r *run) files() validate.Files {
	return validate.Files{Read: r.read, Mapped: r.tables.Mapped}
}

// own returns the published schema of autofix.toml.
func (c *checker) own() (*validate.Schema, error) {
	const name = "autofix.schema.json"
	return c.schemas.Schema(name+" of this program", "", validate.Files{
		Read: func(string) (config.ToolFile, error) {
			return config.ToolFile{Path: name, Content: docs.AutofixSchema}, nil
		},
		Mapped: func(string) (string, bool) { return "", false },
	})
}

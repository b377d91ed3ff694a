package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/assign"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

const configuration = "configuration"

// list lists the files of the workspace.
func (e *examiner) list() (err error) {
	e.files, err = e.Workspace.List([]string{e.Workspace.Root()}, workspace.ListOptions{})
	return err
}

// configurations examines every autofix.toml, and the person's file.
func (e *examiner) configurations() {
	var tomls []string
	for _, file := range e.files {
		if path.Base(file) == config.Name {
			tomls = append(tomls, file)
		}
	}
	valid := 0
	for _, file := range tomls {
		from := pipeline.ConfigFiles{
			Warn: func(err error) { e.problem(configuration, "correct it: no agent is asked until then", "%v", err) },
		}
		if _, err := pipeline.LoadConfig(e.Workspace, from, []string{file}, e.Tools); err != nil {
			e.broken = true
			for line := range strings.Lines(err.Error()) {
				e.problem(configuration, "correct it; docs/configuration.md has the keys", "%s", strings.TrimSpace(line))
			}
			continue
		}
		valid++
	}
	if _, err := person.Load(e.Workspace.Root(), e.Tools.Sections...); err != nil {
		e.problem(configuration, "correct your own config.toml", "%s", e.hidden(err))
	}
	if e.broken {
		return
	}
	source, err := pipeline.LoadConfig(e.Workspace, pipeline.ConfigFiles{Shadowed: e.shadowed}, e.files, e.Tools)
	if err != nil { // of a file of another tool
		e.broken = true
		e.problem(configuration, "correct it, or remove it", "%v", err)
		return
	}
	e.source = source
	if len(tomls) == 0 {
		e.ok(configuration, "no autofix.toml: the defaults")
		return
	}
	e.ok(configuration, "valid: %s", strings.Join(tomls, ", "))
	for _, c := range config.All(source) {
		if c != nil {
			e.unused(c)
		}
	}
}

// hidden returns the message of an error about the person's file without its
// folder.
func (e *examiner) hidden(err error) string {
	name, pathErr := person.Path()
	if pathErr != nil {
		return err.Error()
	}
	return strings.ReplaceAll(err.Error(), name, path.Base(name))
}

func (e *examiner) shadowed(s config.Shadow) {
	e.note(configuration, fmt.Sprintf("extends = %q in %s, to build on it", s.Extends(), s.Path), "%s replaces %s: nothing of that one counts in its folder", s.Path, s.Above)
}

// unused notes globs of a configuration that match no file. A glob of an
// excluded file is one of a file that is there or was generated before.
func (e *examiner) unused(c *config.Config) {
	exclude, _ := c.Said(config.FilesSection)["exclude"].([]string)
	e.matchless(c, "[files] exclude", exclude, c.Origin(config.FilesSection.Name, "exclude"))
	for i, table := range c.List(assign.Section) {
		e.matchless(c, "[[schema]] files", table.Texts("files"), c.Origin(assign.Section.Name, fmt.Sprint(i)))
	}
	for i, table := range c.List(&config.Section{Name: "overrides", Keys: []config.Option{{Name: "files", Kind: config.Strings}}}) {
		files, _ := table["files"].([]string)
		e.matchless(c, "[[overrides]] files", files, c.Origin("overrides", fmt.Sprint(i)))
	}
}

// matchless notes globs that match no file and no folder above one.
func (e *examiner) matchless(c *config.Config, setting string, globs []string, at config.Origin) {
	if at.Path != c.Path {
		return // the file that it extends has it
	}
	for _, glob := range globs {
		matches := func(file string) bool {
			for ; file != "."; file = path.Dir(file) {
				if doublestar.MatchUnvalidated(glob, file) {
					return true
				}
			}
			return false
		}
		if !slices.ContainsFunc(e.files, matches) {
			e.note(configuration, "remove it if it is no longer needed", "%s: %s: %q matches no file", at, setting, glob)
		}
	}
}

// baseline examines the baseline.
func (e *examiner) baseline() {
	const topic = "baseline"
	text, err := e.Workspace.Read(baseline.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var file *baseline.File
	if err == nil {
		file, err = baseline.Parse(text)
	}
	if err != nil {
		e.problem(topic, "autofix baseline --update", "%s: %v", baseline.FileName, err)
		return
	}
	e.ok(topic, "%s has %d findings that may stay", baseline.FileName, file.Len())
}

// checkers examines the checkers of [checkers].
func (e *examiner) checkers() {
	if e.source == nil {
		return
	}
	opts := pipeline.Options{Tools: e.Tools, Config: e.source}
	all, err := programs.Declarations(e.files, &opts)
	if err != nil {
		e.problem("checkers", "correct the section [checkers]", "%v", err)
		return
	}
	for _, d := range all {
		if err := e.declaration(d); err != nil {
			e.problem("checkers", "correct your own config.toml", "%s", e.hidden(err))
		}
	}
}

// declaration examines the checkers that one file declares.
func (e *examiner) declaration(d *declared.Declaration) error {
	const topic = "checkers"
	trusted, changed, err := programs.Trusts(e.Workspace.Root(), d, e.Tools)
	if err != nil {
		return err
	}
	for _, checker := range d.Checkers {
		_, err := checker.Find(e.Workspace.Root())
		switch {
		case changed:
			e.note(topic, "autofix trust --show shows what would run, autofix trust allows it", "%s of %s does not run: [checkers] has changed since you trusted it", checker.Name, d.File)
		case !trusted:
			e.note(topic, "autofix trust --show shows what would run, autofix trust allows it", "%s of %s does not run: you have not trusted it", checker.Name, d.File)
		case err != nil:
			e.problem(topic, "install it", "%s of %s: %v", checker.Name, d.File, err)
		default:
			e.ok(topic, "%s of %s runs", checker.Name, d.File)
		}
	}
	return nil
}

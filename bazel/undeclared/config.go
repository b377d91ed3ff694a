package undeclared

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/config/gitattributes"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// A ConfigFile is a configuration file that the command would obey, and that the
// checks were not given.
type ConfigFile struct {
	Path    string // workspace relative, slash separated
	Files   int    // that were checked and for which it would hold
	Example string // one of them
}

// Config returns the files named autofix.toml, .editorconfig, .gitattributes
// and .hadolint.yaml, the go.mod and the files of other formatters that would
// hold for some of files if they were looked for as the command does, and are
// not among those that are declared, by path. Files are canonical and sorted;
// opts has the configuration that is declared, as declared says it.
func Config(ctx context.Context, ws *workspace.Workspace, files []string, declared pipeline.ConfigFiles, opts pipeline.Options) ([]ConfigFile, error) {
	f := configFinder{
		root:     ws.Root(),
		declared: map[string]bool{},
		found:    map[string]*ConfigFile{},
		seen:     map[string]seen{},
	}
	for _, sibling := range declared.Siblings {
		f.declared[path.Clean(sibling)] = true
	}
	f.toml, _ = os.Stat(declared.File) // it was read

	// Files with an .editorconfig, a .gitattributes or hadolint's configuration
	// above them that is not declared.
	var edited, attributed, below []string
	tomls := map[string]string{} // by folder: the autofix.toml of its files, unless it is declared; may be empty
	for _, file := range files {
		dir := path.Dir(file)
		toml, known := tomls[dir]
		if !known {
			if name, err := config.Find(f.root, dir); err == nil && name != "" && !f.isDeclaredTOML(name) {
				toml = name
			}
			tomls[dir] = toml
		}
		if toml != "" {
			f.add(toml, file)
		}
		if len(f.above(file, editorconfig.Name)) > 0 {
			edited = append(edited, file)
		}
		if len(f.above(file, gitattributes.Name)) > 0 {
			attributed = append(attributed, file)
		}
		if len(f.above(file, config.HadolintNames...)) > 0 {
			below = append(below, file)
		}
	}
	if len(edited)+len(attributed)+len(below) > 0 {
		if err := f.compare(ctx, ws, edited, attributed, below, opts); err != nil {
			return nil, err
		}
	}
	if err := f.formatters(files, opts); err != nil {
		return nil, err
	}
	var all []ConfigFile
	for _, found := range f.found {
		all = append(all, *found)
	}
	slices.SortFunc(all, func(a, b ConfigFile) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

type configFinder struct {
	root     string
	toml     os.FileInfo     // of the declared autofix.toml; nil: there is none
	declared map[string]bool // files of other tools
	seen     map[string]seen // by path; of those that were looked for
	found    map[string]*ConfigFile
}

func (f *configFinder) isDeclaredTOML(name string) bool {
	info, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(name)))
	return err == nil && f.toml != nil && os.SameFile(info, f.toml)
}

// seen is what is known of a path.
type seen struct {
	undeclared bool // a file is there, and it is not declared
	top        bool // it says that no .editorconfig above it holds
}

// above returns the files with one of names in the folder of a file and above it
// that may hold for it and are not declared.
func (f *configFinder) above(file string, names ...string) []string {
	var all []string
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		top := dir == "."
		for _, base := range names {
			name := path.Join(dir, base)
			at, known := f.seen[name]
			if !known {
				at = f.look(name)
				f.seen[name] = at
			}
			if at.undeclared {
				all = append(all, name)
			}
			top = top || at.top
		}
		if top {
			return all
		}
	}
}

func (f *configFinder) look(name string) seen {
	file := filepath.Join(f.root, filepath.FromSlash(name))
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return seen{}
	}
	at := seen{undeclared: !f.declared[name]}
	if path.Base(name) == editorconfig.Name {
		text, err := os.ReadFile(file)
		at.top = err == nil && editorconfig.IsRoot(text)
	}
	return at
}

// add notes that a configuration file would hold for a file.
func (f *configFinder) add(name, file string) {
	if f.found[name] == nil {
		f.found[name] = &ConfigFile{Path: name, Example: file}
	}
	f.found[name].Files++
}

// compare finds files of other tools that would change something.
func (f *configFinder) compare(ctx context.Context, ws *workspace.Workspace, edited, attributed, below []string, opts pipeline.Options) error {
	siblings := new(config.Siblings)
	if err := siblings.Find(f.root, slices.Concat(edited, attributed)); err != nil {
		return err
	}
	all := (*config.Config)(nil).WithSiblings(siblings)
	declaredFor := func(file string) *config.Config {
		if opts.Config == nil {
			return nil
		}
		return opts.Config.For(file)
	}
	for _, file := range edited {
		given := declaredFor(file)
		if given != nil && given.Files.NoEditorConfig || given.Editor(file).Key() == all.Editor(file).Key() {
			continue
		}
		for _, name := range f.above(file, editorconfig.Name) {
			f.add(name, file)
		}
	}
	for _, file := range attributed {
		given := declaredFor(file)
		if given != nil && given.Files.NoGitAttributes || given.LeavesByAttributes(file) != "" || all.LeavesByAttributes(file) == "" {
			continue
		}
		for _, name := range f.above(file, gitattributes.Name) {
			f.add(name, file)
		}
	}
	matching, err := pipeline.Matching(ctx, ws, below, opts)
	if err != nil {
		return err
	}
	for _, file := range below {
		if !slices.Contains(matching[file], "dockerfile") {
			continue
		}
		if found, err := all.Hadolint(file); err == nil && found.Path != "" && !f.declared[found.Path] {
			f.add(found.Path, file)
		}
	}
	return nil
}

// formatters finds what would have a file formatted otherwise: the go.mod that
// gofumpt reads, and files by which another formatter has the file.
func (f *configFinder) formatters(files []string, opts pipeline.Options) error {
	siblings := new(config.Siblings)
	if err := siblings.Find(f.root, nil); err != nil {
		return err
	}
	schemas := map[string]config.FormatSchema{}
	for _, schema := range opts.Tools.Checkers.Schemas().Formats {
		schemas[schema.Language] = schema
	}
	for _, file := range files {
		var given *config.Config
		if opts.Config != nil {
			given = opts.Config.For(file)
		}
		formats, err := opts.Tools.Formats.For(given, file)
		if err != nil {
			return err
		}
		language := formats.For(file, nil)
		if language == nil {
			continue
		}
		schema := schemas[language.Name()]
		all := given.WithSiblings(siblings)
		var found config.Sibling
		if formatted, err := all.FormatsFile(schema, file); err != nil || !formatted {
			found, _ = all.OtherFormatter(schema.Language, file)
		} else if given.ReadsGoMod(schema, given.Editor(file)) {
			found, _ = all.GoMod(file)
		}
		if found.Path != "" && !f.declared[found.Path] {
			f.add(found.Path, file)
		}
	}
	return nil
}

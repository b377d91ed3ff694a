package undeclared

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/internal/config/gitattributes"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A ConfigFile is a configuration file that the command would obey but that the
// checks were not given.
type ConfigFile struct {
	Path    string // workspace relative, slash separated
	Files   int    // that were checked and to which it would apply
	Example string // one of them
}

// Config returns the undeclared configuration files that would apply to some of
// files if they were looked up as the command does, by path: autofix.toml,
// .editorconfig, .gitattributes, and files of the kinds that checkers and
// formatters obey. Files are canonical and sorted. Opts has the declared
// configuration, which is the one of declared.
//
// Layouts has, by file, the one of them that may change how a formatter lays
// the file out, or whether it does at all.
func Config(ctx context.Context, ws *workspace.Workspace, files []string, declared pipeline.ConfigFiles, opts pipeline.Options) (found []ConfigFile, layouts map[string]string, err error) {
	f := configFinder{
		ws:       ws,
		kinds:    opts.Tools.Checkers.FileKinds(),
		declared: map[string]bool{},
		found:    map[string]*ConfigFile{},
		seen:     map[string]seen{},
		layouts:  map[string]string{},
	}
	for _, file := range declared.ToolFiles {
		f.declared[path.Clean(file)] = true
	}
	for _, file := range declared.TOMLs(ws.Root()) {
		if info, err := os.Stat(file); err == nil { // it was read
			f.tomls = append(f.tomls, info)
		}
	}

	// A configuration with another name is for all files, as with --config.
	replaced := declared.File != "" && !slices.ContainsFunc(declared.TOMLs(ws.Root()), isTOML)

	// Files with an .editorconfig or a .gitattributes above them that is not
	// declared.
	var edited, attributed []string
	tomls := map[string]string{} // by folder: the autofix.toml of its files, unless it is declared; may be empty
	for _, file := range files {
		dir := path.Dir(file)
		toml, known := tomls[dir]
		if !known {
			if name, err := config.Find(ws, dir); err == nil && name != "" && !f.isDeclaredTOML(name) {
				toml = name
			}
			tomls[dir] = toml
		}
		if toml != "" {
			f.add(toml, file)
			if !replaced && f.setsLayout(toml) {
				f.layouts[file] = toml
			}
		}
		if len(f.above(file, editorconfig.Name)) > 0 {
			edited = append(edited, file)
		}
		if len(f.above(file, gitattributes.Name)) > 0 {
			attributed = append(attributed, file)
		}
	}
	if len(edited)+len(attributed) > 0 {
		if err := f.compare(edited, attributed, opts); err != nil {
			return nil, nil, err
		}
	}
	if err := f.obeyed(ctx, files, opts); err != nil {
		return nil, nil, err
	}
	if err := f.formatters(files, opts); err != nil {
		return nil, nil, err
	}
	var all []ConfigFile
	for _, found := range f.found {
		all = append(all, *found)
	}
	slices.SortFunc(all, func(a, b ConfigFile) int { return strings.Compare(a.Path, b.Path) })
	return all, f.layouts, nil
}

type configFinder struct {
	ws       *workspace.Workspace
	kinds    []*config.FileKind
	tomls    []os.FileInfo   // of the declared autofix.toml files
	declared map[string]bool // files of other tools
	seen     map[string]seen // by path, of the files looked for
	found    map[string]*ConfigFile
	layouts  map[string]string
}

func (f *configFinder) isDeclaredTOML(name string) bool {
	info, err := os.Stat(filepath.Join(f.ws.Root(), filepath.FromSlash(name)))
	return err == nil && slices.ContainsFunc(f.tomls, func(toml os.FileInfo) bool { return os.SameFile(info, toml) })
}

// setsLayout reports whether an autofix.toml may say how files are formatted,
// itself or through a file that it extends, or which files are left alone.
func (f *configFinder) setsLayout(name string) bool {
	text, err := f.ws.Read(name)
	return err == nil && slices.ContainsFunc([]string{"format", "files", "rules", "extends"}, func(word string) bool {
		return bytes.Contains(text, []byte(word))
	})
}

// seen describes a path.
type seen struct {
	undeclared bool // a file is there, and it is not declared
	top        bool // it is an .editorconfig with root = true: none above it applies
}

// above returns the undeclared files with one of names, in the folder of a file
// and above it, that may apply to it.
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
	text, err := f.ws.Read(name)
	if err != nil {
		return seen{}
	}
	return seen{undeclared: !f.declared[name], top: path.Base(name) == editorconfig.Name && editorconfig.IsRoot(text)}
}

// add records that a configuration file would apply to a file.
func (f *configFinder) add(name, file string) {
	if f.found[name] == nil {
		f.found[name] = &ConfigFile{Path: name, Example: file}
	}
	f.found[name].Files++
}

// around returns the tool configuration that would be found for files.
func (f *configFinder) around(files []string) (*config.ToolFiles, error) {
	there := config.NewToolFiles(f.kinds)
	return there, there.Find(f.ws, files)
}

// compare finds the .editorconfig and .gitattributes files that would make a
// difference.
func (f *configFinder) compare(edited, attributed []string, opts pipeline.Options) error {
	there, err := f.around(slices.Concat(edited, attributed))
	if err != nil {
		return err
	}
	all := (*config.Config)(nil).WithToolFiles(there)
	for _, file := range edited {
		given := declaredFor(file, opts)
		if given.IgnoresEditorConfig() || given.Editor(file).Key() == all.Editor(file).Key() {
			continue
		}
		for _, name := range f.above(file, editorconfig.Name) {
			f.add(name, file)
			f.layouts[file] = name
		}
	}
	for _, file := range attributed {
		given := declaredFor(file, opts)
		if given.IgnoresGitAttributes() || given.LeavesByAttributes(file) != "" || all.LeavesByAttributes(file) == "" {
			continue
		}
		for _, name := range f.above(file, gitattributes.Name) {
			f.add(name, file)
			f.layouts[file] = name
		}
	}
	return nil
}

// declaredFor returns the declared configuration of a file, which may be nil.
func declaredFor(file string, opts pipeline.Options) *config.Config {
	if opts.Config == nil {
		return nil
	}
	return opts.Config.For(file)
}

// obeyed finds files of the kinds that checkers obey.
func (f *configFinder) obeyed(ctx context.Context, files []string, opts pipeline.Options) error {
	there, err := f.around(nil)
	if err != nil {
		return err
	}
	all := (*config.Config)(nil).WithToolFiles(there)
	for _, kind := range f.kinds {
		if !kind.Obeyed {
			continue
		}
		var below []string
		for _, file := range files {
			if found, err := all.Nearest(kind, file); err == nil && found.Path != "" && !f.declared[found.Path] {
				below = append(below, file)
			}
		}
		matching, err := pipeline.Matching(ctx, f.ws, below, opts)
		if err != nil {
			return err
		}
		readers := opts.Tools.Checkers.Readers(kind)
		for _, file := range below {
			if slices.ContainsFunc(readers, func(name string) bool { return slices.Contains(matching[file], name) }) {
				found, _ := all.Nearest(kind, file)
				f.add(found.Path, file)
			}
		}
	}
	return nil
}

// formatters finds files that would change how a file is formatted: the go.mod
// that gofumpt reads, and files that assign the file to another formatter.
func (f *configFinder) formatters(files []string, opts pipeline.Options) error {
	there, err := f.around(nil)
	if err != nil {
		return err
	}
	schemas := map[string]config.FormatSchema{}
	for _, schema := range opts.Tools.Checkers.FormatSchemas() {
		schemas[schema.Language] = schema
	}
	for _, source := range files {
		given := declaredFor(source, opts)
		formats, err := opts.Tools.Formats.For(given, source)
		if err != nil {
			return err
		}
		language := formats.For(source, nil)
		if language == nil {
			continue
		}
		schema := schemas[language.Name()]
		all := given.WithToolFiles(there)
		var found []config.ToolFile
		if formatted, err := all.FormatsFile(schema, source); err != nil || !formatted {
			other, _ := all.OtherFormatter(schema, source)
			found = append(found, other)
		} else {
			found, _ = all.FormatFiles(schema, source)
		}
		for _, file := range found {
			if file.Path != "" && !f.declared[file.Path] {
				f.add(file.Path, source)
				f.layouts[source] = file.Path
			}
		}
	}
	return nil
}

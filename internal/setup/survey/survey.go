// Package survey looks at a repository: its languages, the tools of
// others that are configured there, its setup of Bazel, and its hooks.
package survey

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A Repository is the result of a survey.
type Repository struct {
	Files     int
	Languages []Language // the most files first
	Uses      []Use      // by the name of the tool
	Bazel     Bazel
	Hooks     Hooks
	LeftAlone []Group // the most files first

	// Unread has the files that could not be read or do not parse, as
	// "FILE: WHY". Their settings are not known.
	Unread []string
}

// A Language has at least one file.
type Language struct {
	Name  string
	Files int
}

// A Use is a tool that the repository configures.
type Use struct {
	*Tool
	Where []string // files, sorted
}

// A Group has the files that are left alone by default, for one reason.
type Group struct {
	Reason  string
	Files   int
	Folders []string // the top folders that they are in, sorted
}

// Hooks are the hooks of git.
type Hooks struct {
	Manager string // the name of the program that runs them, or ""
	File    string // its configuration
}

// A Source reads files of the repository.
type Source interface {
	config.Reader
	Head(path string, limit int) ([]byte, error)
}

// Look surveys the files of a repository, whose paths are relative to its root.
// Left are the files that are left alone. Formats have the default
// configuration.
func Look(source Source, files []string, left []pipeline.LeftAlone, formats *formatting.Registry) *Repository {
	l := &looker{source: source, uses: map[string]map[string]bool{}, known: map[string]*Tool{}}
	l.repository.Files = len(files)
	languages := map[string]int{}
	for _, file := range files {
		head := func() []byte {
			start, _ := source.Head(file, 128)
			return start
		}
		if name := language(file, formats, head); name != "" {
			languages[name]++
		}
		for _, tool := range configured(file) {
			l.use(tool, file)
		}
		l.look(file)
	}
	for _, name := range slices.SortedFunc(maps.Keys(languages), func(a, b string) int {
		return cmp.Or(cmp.Compare(languages[b], languages[a]), strings.Compare(a, b))
	}) {
		l.repository.Languages = append(l.repository.Languages, Language{name, languages[name]})
	}
	l.bazel()
	for _, name := range slices.Sorted(maps.Keys(l.uses)) {
		l.repository.Uses = append(l.repository.Uses, Use{l.known[name], slices.Sorted(maps.Keys(l.uses[name]))})
	}
	l.repository.LeftAlone = groups(left)
	slices.Sort(l.repository.Unread)
	return &l.repository
}

// Use returns where a tool is configured, or nil.
func (r *Repository) Use(tool string) []string {
	for _, use := range r.Uses {
		if use.Name == tool {
			return use.Where
		}
	}
	return nil
}

// groups returns the files that are left alone by default, by reason.
func groups(left []pipeline.LeftAlone) (all []Group) {
	at := map[string]int{}
	for _, file := range left {
		if !file.Default {
			continue
		}
		reason, _, _ := strings.Cut(file.Reason, ";") // without the way out
		i, ok := at[reason]
		if !ok {
			i = len(all)
			at[reason] = i
			all = append(all, Group{Reason: reason})
		}
		all[i].Files++
		top, _, below := strings.Cut(file.Path, "/")
		if below && !slices.Contains(all[i].Folders, top) {
			all[i].Folders = append(all[i].Folders, top)
		}
	}
	for i := range all {
		slices.Sort(all[i].Folders)
	}
	slices.SortStableFunc(all, func(a, b Group) int { return cmp.Compare(b.Files, a.Files) })
	return all
}

// A looker collects the findings of a survey.
type looker struct {
	source     Source
	repository Repository
	known      map[string]*Tool           // in use, by name
	uses       map[string]map[string]bool // the files that configure a tool, by name
}

// use notes that a file configures a tool.
func (l *looker) use(tool *Tool, file string) {
	if l.uses[tool.Name] == nil {
		l.uses[tool.Name] = map[string]bool{}
		l.known[tool.Name] = tool
	}
	l.uses[tool.Name][file] = true
}

// read returns a file, or notes why it cannot be read.
func (l *looker) read(file string) ([]byte, bool) {
	text, err := l.source.Read(file)
	if err != nil {
		l.unread(file, err)
	}
	return text, err == nil
}

// unread notes that a file is not known. Only the first line of the reason is
// kept.
func (l *looker) unread(file string, err error) {
	why, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), file+": "), "\n")
	if why = file + ": " + why; !slices.Contains(l.repository.Unread, why) {
		l.repository.Unread = append(l.repository.Unread, why)
	}
}

// look reads a file that can configure several tools.
func (l *looker) look(file string) {
	base := path.Base(file)
	switch {
	case base == "pyproject.toml":
		l.pyProject(file)
	case base == "package.json":
		l.packageJSON(file)
	case file == preCommit:
		l.preCommit(file)
	case golangci[base]:
		l.golangci(file)
	case isBuild(base) || path.Ext(base) == ".bzl":
		l.starlark(file)
	}
	if l.repository.Hooks.Manager == "" {
		if manager := hookManagers[file]; manager != "" {
			l.repository.Hooks = Hooks{manager, file}
		}
	}
}

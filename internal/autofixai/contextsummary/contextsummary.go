// Package contextsummary describes the surroundings of a file, for a prompt:
// the names of the files in its folder, which is assumed to be the build
// context, and the texts of small manifests, such as go.mod.
//
// It never names hidden files, nor files that may hold keys, passwords or a
// history, whatever the workspace says, and obeys .dockerignore. No link is
// followed, and nothing outside of the workspace is read.
package contextsummary

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// The limits of a summary.
const (
	MaxEntries   = 2000     // names of files
	MaxTree      = 64 << 10 // bytes of all names
	MaxManifest  = 16 << 10 // bytes of one manifest; a larger one is only named
	MaxManifests = 64 << 10 // bytes of all manifests
)

// Manifests are the names of files whose text is in a summary: they tell how a
// program is built and started. Files that only pin versions are left out
// because they are large.
var Manifests = []string{
	"BUILD", "BUILD.bazel", "CMakeLists.txt", "Cargo.toml", "Gemfile", "MODULE.bazel", "Makefile", "Pipfile", "Procfile", "build.gradle", "build.gradle.kts",
	"build.sbt", "composer.json", "deno.json", "go.mod", "go.work", "mix.exs", "package.json", "pnpm-workspace.yaml", "pom.xml", "pubspec.yaml", "pyproject.toml",
	"requirements.txt", "setup.cfg", "setup.py", "tsconfig.json",
}

// A Lister lists the files of folders. A *workspace.Workspace is one.
type Lister interface {
	List(paths []string, opts workspace.ListOptions) ([]string, error)
}

// Summaries makes the summaries of one state of a workspace. It is safe for
// concurrent use, and lists each folder once.
type Summaries struct {
	folders Lister
	source  pipeline.Source

	mu     sync.Mutex
	around map[string]func() (string, error) // by the folder and its ignore file
}

// New returns the summaries of the files that folders has, with the texts that
// source has: fixes may have changed them, and may not be written yet.
func New(folders Lister, source pipeline.Source) *Summaries {
	return &Summaries{folders: folders, source: source, around: map[string]func() (string, error){}}
}

// Of returns the summary for a file. The same files give the same text. An error
// names the file or folder that could not be read.
func (s *Summaries) Of(file string) (string, error) {
	folder := path.Dir(file)
	ignore, err := s.ignoring(folder, path.Base(file))
	if err != nil {
		return "", err
	}
	key := folder + "\x00" + ignore.name
	s.mu.Lock()
	make, known := s.around[key]
	if !known {
		make = sync.OnceValues(func() (string, error) { return s.summary(folder, ignore) })
		s.around[key] = make
	}
	s.mu.Unlock()
	return make()
}

// summary returns the summary of a folder.
func (s *Summaries) summary(folder string, ignore *ignoring) (string, error) {
	listed, err := s.folders.List([]string{folder}, workspace.ListOptions{})
	if err != nil {
		return "", fmt.Errorf("the files around it: %w", err)
	}
	var names []string // relative to the folder
	for _, name := range listed {
		rest := within(name, folder)
		ignored, err := ignore.ignores(rest)
		if err != nil {
			return "", err
		}
		if !ignored && !private(name) {
			names = append(names, rest)
		}
	}
	var b strings.Builder
	tree(&b, names)
	texts := &manifests{source: s.source}
	for _, name := range nearestFirst(names) {
		if slices.Contains(Manifests, path.Base(name)) {
			err := texts.add(&b, name, path.Join(folder, name))
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // a fix may have deleted it
				return "", err
			}
		}
	}
	if err := s.above(folder, func(shown, name string) error { return texts.add(&b, shown, name) }); err != nil {
		return "", err
	}
	return b.String(), nil
}

// above calls a function for each manifest in the folders above one, from the
// nearest, with its name as seen from the folder. One that it cannot read, such
// as a link to another place, is not there.
func (s *Summaries) above(folder string, manifest func(shown, name string) error) error {
	up := ""
	for folder != "." {
		folder, up = path.Dir(folder), up+"../"
		ignore, err := s.ignoring(folder, "")
		if err != nil {
			return err
		}
		for _, base := range Manifests {
			name := path.Join(folder, base)
			ignored, err := ignore.ignores(base)
			if err != nil {
				return err
			}
			if !ignored {
				_ = manifest(up+base, name)
			}
		}
	}
	return nil
}

// within returns a path relative to a folder that it is in.
func within(name, folder string) string {
	if folder == "." {
		return name
	}
	return strings.TrimPrefix(name, folder+"/")
}

// private reports whether a file must not be named: a part of its path is
// hidden, or it may hold keys.
func private(name string) bool {
	return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || agents.NeverRead(name)
}

// nearestFirst sorts names by their depth, and then by their bytes.
func nearestFirst(names []string) []string {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), strings.Compare(a, b))
	})
	return sorted
}

// tree writes the nearest names that the limits allow, a line each, in byte
// order.
func tree(b *strings.Builder, names []string) {
	var kept []string
	size := 0
	for _, name := range nearestFirst(names) {
		line := printable(name)
		if len(kept) == MaxEntries || size+len(line)+1 > MaxTree {
			break
		}
		size += len(line) + 1
		kept = append(kept, line)
	}
	slices.Sort(kept)
	b.WriteString("Files in the folder:\n")
	for _, line := range kept {
		b.WriteString(line + "\n")
	}
	if more := len(names) - len(kept); more > 0 {
		fmt.Fprintf(b, "(and %d more)\n", more)
	}
}

// printable returns a name that is one line.
func printable(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

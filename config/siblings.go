package config

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/config/gitattributes"
)

// Siblings are the configuration files of other tools that say something about
// the files of a workspace, such as .editorconfig, .hadolint.yaml and
// .dockerignore. They are safe for concurrent use. Nil are none.
type Siblings struct {
	editor                                               *editorconfig.Set
	attributes                                           *gitattributes.Files
	hadolint, dockerignore, builds, gomod, bazel, others store

	formatters sync.Map // what otherFormatter remembers
}

// A Sibling is one such file. The zero value is none.
type Sibling struct {
	Path    string // workspace relative, slash separated; empty: there is none
	Content []byte // not to be changed
}

// HadolintNames are the names of hadolint's configuration. In a folder that has
// both, the first holds.
var HadolintNames = []string{".hadolint.yaml", ".hadolint.yml"}

// dockerignoreName is the name of the file that says what a build of images does not see. With the name of a Dockerfile
// before it, it is that one's alone.
const dockerignoreName = ".dockerignore"

// buildNames are the names of files that say what is built of Dockerfiles, as
// globs: those of docker buildx bake and of Compose.
var buildNames = []string{
	"docker-bake*.hcl", "docker-bake*.json", "compose*.yaml", "compose*.yml", "docker-compose*.yaml", "docker-compose*.yml",
}

// gomodName is the name of the file that says which module Go files are of.
const gomodName = "go.mod"

// bazelNames are the names of the files at the root of a Bazel workspace.
var bazelNames = []string{"MODULE.bazel", "REPO.bazel", "WORKSPACE", "WORKSPACE.bazel"}

// segmentSuffix ends the names of files that a MODULE.bazel includes.
const segmentSuffix = ".MODULE.bazel"

// SiblingNames are the names by which siblings are known, as globs of base names.
var SiblingNames = slices.Concat(
	[]string{editorconfig.Name, gitattributes.Name}, HadolintNames, []string{"*" + dockerignoreName}, buildNames, []string{gomodName}, bazelNames, []string{"*" + segmentSuffix},
	otherFormatterNames,
)

// add adds a file, by its clean name.
func (s *Siblings) add(name string, content []byte) error {
	base := path.Base(name)
	switch {
	case base == editorconfig.Name:
		if s.editor == nil {
			s.editor = new(editorconfig.Set)
		}
		return s.editor.Add(path.Dir(name), content)
	case base == gitattributes.Name:
		if s.attributes == nil {
			s.attributes = new(gitattributes.Files)
		}
		s.attributes.Add(path.Dir(name), content)
	case base == HadolintNames[0], base == HadolintNames[1]:
		s.hadolint.keep(Sibling{Path: name, Content: content})
	case strings.HasSuffix(base, dockerignoreName):
		s.dockerignore.keep(Sibling{Path: name, Content: content})
	case isBuild(base):
		s.builds.keep(Sibling{Path: name, Content: content})
	case base == gomodName:
		s.gomod.keep(Sibling{Path: name, Content: content})
	case slices.Contains(bazelNames, base), strings.HasSuffix(base, segmentSuffix):
		s.bazel.keep(Sibling{Path: name, Content: content})
	case configuresFormatter(base):
		s.others.keep(Sibling{Path: name, Content: content})
	default:
		return fmt.Errorf("%s: not the configuration of another tool that is known: there are %s", name, strings.Join(SiblingNames, ", "))
	}
	return nil
}

// Empty reports whether there are none, and none is looked for.
func (s *Siblings) Empty() bool {
	return s == nil || s.editor.Empty() && s.attributes.Empty() && s.hadolint.seen == nil && s.dockerignore.seen == nil && s.builds.seen == nil &&
		s.gomod.seen == nil && s.bazel.seen == nil && s.others.seen == nil
}

// WithSiblings returns c, which may be nil, with the configuration files of other tools in its workspace.
func (c *Config) WithSiblings(files *Siblings) *Config {
	if files.Empty() {
		return c
	}
	var with Config
	if c != nil {
		with = *c
	}
	with.siblings = files
	return &with
}

// Editor returns what .editorconfig says about a file, by its workspace-relative path.
func (c *Config) Editor(file string) editorconfig.Properties {
	if c == nil || c.Files.NoEditorConfig || c.siblings == nil {
		return editorconfig.Properties{}
	}
	return c.siblings.editor.For(file)
}

// Hadolint returns the hadolint configuration that holds for a file, by its workspace-relative path: the nearest one
// upward. The error is an *Error about a file that can't be read.
func (c *Config) Hadolint(file string) (Sibling, error) {
	if c == nil || c.siblings == nil {
		return Sibling{}, nil
	}
	return c.siblings.hadolint.above(file, HadolintNames...)
}

// GoMod returns the go.mod of the module that a file is in, by its
// workspace-relative path. The error is an *Error about a file that can't be
// read.
func (c *Config) GoMod(file string) (Sibling, error) {
	if c == nil || c.siblings == nil {
		return Sibling{}, nil
	}
	return c.siblings.gomod.above(file, gomodName)
}

// BazelRoot returns the file that makes a folder the root of the Bazel
// workspace that a file is in, the file itself included: the MODULE.bazel, if
// that folder has one. The error is an *Error about a file that can't be read.
func (c *Config) BazelRoot(file string) (Sibling, error) {
	if c == nil || c.siblings == nil {
		return Sibling{}, nil
	}
	return c.siblings.bazel.above(file, bazelNames...)
}

// BazelFile returns a file of BazelRoot's kind by its workspace-relative path,
// such as one that a MODULE.bazel includes.
func (c *Config) BazelFile(name string) (Sibling, error) {
	base := path.Base(name)
	if c == nil || c.siblings == nil || !slices.Contains(bazelNames, base) && !strings.HasSuffix(base, segmentSuffix) {
		return Sibling{}, nil
	}
	return c.siblings.bazel.file(path.Clean(name))
}

// Dockerignore returns the .dockerignore that holds for a Dockerfile, by its workspace-relative path: the one with its
// name, else that of its folder. The error is an *Error about a file that can't be read.
func (c *Config) Dockerignore(file string) (Sibling, error) {
	if c == nil || c.siblings == nil {
		return Sibling{}, nil
	}
	if own, err := c.siblings.dockerignore.file(file + dockerignoreName); err != nil || own.Path != "" {
		return own, err
	}
	return c.siblings.dockerignore.file(path.Join(path.Dir(file), dockerignoreName))
}

// Builds returns the files that say what is built of a Dockerfile, by its
// workspace-relative path: those in its folder and upward, or all that were
// given. They are sorted by path. The error is an *Error about a file or a
// folder that can't be read.
func (c *Config) Builds(file string) ([]Sibling, error) {
	if c == nil || c.siblings == nil {
		return nil, nil
	}
	store := &c.siblings.builds
	if !store.looks() {
		return store.given(), nil
	}
	var all []Sibling
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		names, err := store.names(dir, isBuild)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found, err := store.file(path.Join(dir, name))
			if err != nil {
				return nil, err
			}
			all = append(all, found)
		}
		if dir == "." || dir == "/" {
			slices.SortFunc(all, func(a, b Sibling) int { return strings.Compare(a.Path, b.Path) })
			return all, nil
		}
	}
}

// isBuild reports whether a file says what is built, by its base name.
func isBuild(base string) bool {
	return slices.ContainsFunc(buildNames, func(glob string) bool {
		matches, _ := path.Match(glob, base)
		return matches
	})
}

package hadolint

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// folders are the places of the files that a package manager leaves.
type folders struct {
	absolute []string // by default, for all users
	home     []string // by default, relative to a home folder or another folder
	// variables move the files to the folder that they name, or to one below
	// it, as in HOME/.cache.
	variables []string
}

// below reports whether the files, or all files of one of the places, are in a
// folder or below it. The folder has no trailing slash.
func (f *folders) below(dir string) bool {
	for _, d := range f.absolute {
		if inside(d, dir) {
			return true
		}
	}
	for _, d := range f.home {
		for ; d != "."; d = path.Dir(d) {
			if strings.HasSuffix(dir, "/"+d) {
				return true
			}
		}
	}
	return false
}

// touches reports whether some of the files are in a folder or below it.
func (f *folders) touches(dir string) bool {
	if f.below(dir) {
		return true
	}
	for _, d := range f.absolute {
		if inside(dir, d) {
			return true
		}
	}
	for _, d := range f.home {
		if strings.Contains(dir, "/"+d+"/") || isHome(dir) {
			return true
		}
	}
	return false
}

// inside reports whether a path is a folder or below it.
func inside(name, dir string) bool {
	return name == dir || dir == "/" || strings.HasPrefix(name, dir+"/")
}

// isHome reports whether a folder is the usual home folder of a user.
func isHome(dir string) bool { return dir == "/root" || path.Dir(dir) == "/home" }

// mounted reports whether the files that operations write may stay out of the
// layer of a step: a cache or tmpfs is mounted at their place, above it or
// below it. A fix would empty such a cache. A place that only a build knows may
// be theirs.
func (f *folders) mounted(p *lint.Pass, step lint.Step, ops []*packages.Operation) bool {
	var targets []string
	for _, m := range step.Script.Mounts {
		if m.Type != "cache" && m.Type != "tmpfs" || m.Target == "" {
			continue
		}
		target, known := targetOf(p, step, m)
		if !known || f.touches(target) {
			return true
		}
		targets = append(targets, target)
	}
	if len(targets) == 0 {
		return false
	}
	for _, place := range append(f.set(p, step), named(p, step, ops)...) {
		if !place.known || slices.ContainsFunc(targets, func(t string) bool { return inside(t, place.dir) || inside(place.dir, t) }) {
			return true
		}
	}
	return false
}

// targetOf returns the folder of a mount, in which BuildKit expands variables.
// A relative one is in the working folder. It is unknown if a variable has its
// value from the build or the base image.
func targetOf(p *lint.Pass, step lint.Step, m lint.Mount) (dir string, known bool) {
	env := p.Env(step.Stage, step.Outer)
	for _, ref := range lint.References(m.Target, p.Escape, false) {
		if v, _ := env.Get(ref.Name); !ref.Guarded && !v.Set {
			return "", false
		}
	}
	dir = env.Expand(m.Target).Value
	if !path.IsAbs(dir) {
		work, _ := p.Workdir(step.Stage, step.Outer)
		dir = path.Join("/", work, dir)
	}
	return path.Clean(dir), true
}

// A place is a folder that a package manager writes to because of an option.
type place struct {
	dir   string
	known bool
}

// set returns the folders that the variables of the manager name, as ENV and ARG
// or the step's script set them.
func (f *folders) set(p *lint.Pass, step lint.Step) []place {
	env := p.Env(step.Stage, step.Outer)
	var out []place
	for _, variable := range f.variables {
		name, rest, _ := strings.Cut(variable, "/")
		if v, ok := env.Get(name); ok {
			out = append(out, place{path.Join(v.Value, rest), v.Set && !v.Assumed})
		}
		for _, word := range assigned(step.Script, name) {
			at := placeOf(env, word)
			out = append(out, place{path.Join(at.dir, rest), at.known})
		}
	}
	return out
}

// assigned returns the words that a script assigns to a variable.
func assigned(script *lint.Script, name string) []string {
	if script.Tree == nil || !strings.Contains(script.Source, name+"=") {
		return nil
	}
	var words []string
	syntax.Walk(script.Tree, func(node syntax.Node) bool {
		if a, ok := node.(*syntax.Assign); ok && a.Name != nil && a.Name.Value == name && a.Value != nil {
			words = append(words, script.Source[a.Value.Pos().Offset():a.Value.End().Offset()])
		}
		return true
	})
	return words
}

// named returns the folders that the arguments of operations name, such as those
// of --cache-dir or of an option of apt-get.
func named(p *lint.Pass, step lint.Step, ops []*packages.Operation) []place {
	env := p.Env(step.Stage, step.Outer)
	var out []place
	for _, op := range ops {
		for _, f := range op.Flags {
			value := f.Value[strings.LastIndexByte(f.Value, '=')+1:]
			if at := placeOf(env, value); at.known && path.IsAbs(at.dir) {
				out = append(out, at)
			}
		}
	}
	return out
}

// placeOf returns the folder that a word of a script names. The shell has the
// variables of the build, and may have others.
func placeOf(env lint.Env, word string) place {
	for _, ref := range lint.References(word, '\\', false) {
		if v, _ := env.Get(ref.Name); !v.Set {
			return place{}
		}
	}
	x := env.Expand(word)
	return place{path.Clean(x.Value), x.Err == nil && !strings.ContainsAny(x.Value, "`$")}
}

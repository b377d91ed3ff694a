package lint

import (
	"path"
	"sort"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// maxPath is the maximum length of a folder's path, in bytes: relative paths
// add up.
const maxPath = 1024

// A workdir is the working folder from a place in the file on.
type workdir struct {
	start int
	dir   string // absolute; empty if unknown
	own   bool   // an absolute WORKDIR decides it, not the base image
}

// Workdir returns the absolute path of the working folder at an instruction of
// a stage, as set by earlier WORKDIRs of the stage or its parents. It is empty
// if it is unknown; set reports whether there is any WORKDIR. Without one, the
// folder is the base image's.
func (f *File) Workdir(s *Stage, at *syntax.Instruction) (dir string, set bool) {
	w, set := f.workdir(s, at)
	return w.dir, set
}

// OwnWorkdir reports whether the folder that Workdir returns comes from an
// absolute WORKDIR, or is relative to one, in every build. It may otherwise
// depend on the base image.
func (f *File) OwnWorkdir(s *Stage, at *syntax.Instruction) bool {
	w, _ := f.workdir(s, at)
	return w.own
}

func (f *File) workdir(s *Stage, at *syntax.Instruction) (w workdir, set bool) {
	if f.workdirs == nil {
		f.workdirs = make([][]workdir, len(f.Stages))
		for i, stage := range f.Stages {
			f.workdirs[i] = f.walk(stage)
		}
	}
	known := f.workdirs[s.Index]
	n := sort.Search(len(known), func(i int) bool { return known[i].start >= at.Start })
	if n == 0 {
		return workdir{dir: f.Base(s).Workdir}, false
	}
	return known[n-1], true
}

// walk returns the folders of a stage. The folders of its parent must be known.
// The ONBUILDs of the parent run first.
func (f *File) walk(s *Stage) []workdir {
	var out []workdir
	w := workdir{dir: f.Base(s).Workdir}
	add := func(next workdir, start int) {
		w = next
		w.start = start
		out = append(out, w)
	}
	if s.Parent != nil {
		if all := f.workdirs[s.Parent.Index]; len(all) > 0 {
			add(all[len(all)-1], s.From.Start)
		}
		for _, ins := range s.Parent.Instructions {
			if inner := ins.OnBuild; inner != nil && inner.Name == "workdir" && len(inner.Words) > 0 {
				add(f.enter(w, inner.Words[0].Value), s.From.Start)
			}
		}
		if len(out) > 0 && strings.Contains(s.Base.Value, "$") {
			out[len(out)-1].own = false // a build argument may name another stage
			w.own = false
		}
	}
	for _, ins := range s.Instructions {
		if ins.Name == "workdir" && len(ins.Words) > 0 {
			add(f.enter(w, ins.Words[0].Value), ins.Start)
		}
	}
	return out
}

// enter returns the folder after a WORKDIR in a folder.
func (f *File) enter(w workdir, arg string) workdir {
	next, ok := f.Literal(arg)
	switch {
	case !ok:
		return workdir{}
	case strings.HasPrefix(next, "/"):
		w = workdir{dir: path.Clean(next), own: true}
	case w.dir == "", drive(next), strings.Contains(next, `\`):
		return workdir{}
	default:
		w.dir = path.Join(w.dir, next)
	}
	if len(w.dir) > maxPath {
		return workdir{}
	}
	return w
}

// drive reports whether a path begins with a drive letter.
func drive(p string) bool {
	return len(p) > 1 && p[1] == ':' && ('a' <= p[0]|0x20 && p[0]|0x20 <= 'z')
}

// Absolute reports whether an argument of an instruction is an absolute path,
// or starts with a variable, which may be one.
func (f *File) Absolute(arg string) bool {
	arg = strings.Trim(arg, `"'`)
	return strings.HasPrefix(arg, "/") || strings.HasPrefix(arg, "$") || drive(arg) || f.Escape == '`' && strings.HasPrefix(arg, `\`)
}

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
}

// Workdir returns the absolute path of the working folder at an instruction of
// a stage, as set by earlier WORKDIRs of the stage or its parents. It is empty
// if it is unknown; set reports whether there is any WORKDIR. Without one, the
// folder is that of the base image.
func (f *File) Workdir(s *Stage, at *syntax.Instruction) (dir string, set bool) {
	if f.workdirs == nil {
		f.workdirs = make([][]workdir, len(f.Stages))
		for i, stage := range f.Stages {
			f.workdirs[i] = f.walk(stage)
		}
	}
	known := f.workdirs[s.Index]
	n := sort.Search(len(known), func(i int) bool { return known[i].start >= at.Start })
	if n == 0 {
		return f.Base(s).Workdir, false
	}
	return known[n-1].dir, true
}

// walk returns the folders of a stage. Those of its parent must be known.
func (f *File) walk(s *Stage) []workdir {
	var out []workdir
	dir := f.Base(s).Workdir
	if s.Parent != nil {
		if all := f.workdirs[s.Parent.Index]; len(all) > 0 {
			dir = all[len(all)-1].dir
			out = append(out, workdir{s.From.Start, dir})
		}
	}
	for _, ins := range s.Instructions {
		if ins.Name == "workdir" && len(ins.Words) > 0 {
			dir = f.enter(dir, ins.Words[0].Value)
			out = append(out, workdir{ins.Start, dir})
		}
	}
	return out
}

// enter returns the folder after a WORKDIR in a folder.
func (f *File) enter(dir, arg string) string {
	next, ok := f.Literal(arg)
	switch {
	case !ok:
		return ""
	case strings.HasPrefix(next, "/"):
		dir = path.Clean(next)
	case dir == "", drive(next), strings.Contains(next, `\`):
		return ""
	default:
		dir = path.Join(dir, next)
	}
	if len(dir) > maxPath {
		return ""
	}
	return dir
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

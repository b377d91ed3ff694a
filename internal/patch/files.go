package patch

import (
	"io/fs"
	"path"
	"strings"
)

// A FilePatch is the part of a diff that is about one file.
type FilePatch struct {
	Path             string // relative, clean, with slashes; without a/ or b/
	Created, Deleted bool
	Mode             fs.FileMode // 0644 or 0755 if it is new or changed; else 0
	Line             int         // of the diff, that the part starts at, from 1

	hunks []hunk
}

// ParseFiles reads a diff of any number of files, which may be created and
// deleted. Each file is in it once. Refused are renames, copies, binary
// changes, symbolic links, submodules, modes other than 644 and 755, and names
// that are absolute or have a "..", a ".git", a backslash, a colon or a control
// character.
//
// The first folder of a name is taken off if it is a/ in the old name, or b/ in
// the new one, as git writes it.
func ParseFiles(diff string) ([]FilePatch, error) {
	all, err := sections(diff)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	out := make([]FilePatch, 0, len(all))
	for i := range all {
		f, err := all[i].filePatch()
		if err != nil {
			return nil, err
		}
		// Names that differ in case are one file on some machines.
		if key := strings.ToLower(f.Path); seen[key] {
			return nil, refuse(DiffSameFileTwice, f.Line, "the diff has another part about the same file")
		} else {
			seen[key] = true
		}
		out = append(out, f)
	}
	return out, nil
}

func (s *section) filePatch() (FilePatch, error) {
	if err := s.kinds(); err != nil {
		return FilePatch{}, err
	}
	f := FilePatch{Line: s.line, hunks: s.hunks}
	older, newer := strings.TrimPrefix(s.older, "a/"), strings.TrimPrefix(s.newer, "b/")
	switch {
	case s.created && s.deleted:
		return f, refuse(DiffMalformed, s.line, "the part both creates and deletes the file")
	case s.created:
		f.Created, f.Path, f.Mode = true, newer, 0o644
	case s.deleted:
		f.Deleted, f.Path = true, older
	case s.older == "" || s.newer == "":
		return f, refuse(DiffMalformed, s.line, "the part has no header with two names")
	case older != newer:
		return f, refuse(DiffRenames, s.line, "the two names of the file differ")
	default:
		f.Path = newer
	}
	for _, name := range s.names {
		if name != f.Path && name != "a/"+f.Path && name != "b/"+f.Path {
			return f, refuse(DiffMalformed, s.line, "the names in the header are not of one file")
		}
	}
	if !goodName(f.Path) {
		return f, refuse(DiffBadName, s.line, "the diff is about a file that it may not name")
	}
	switch s.newMode {
	case "100644":
		f.Mode = 0o644
	case "100755":
		f.Mode = 0o755
	}
	if len(s.hunks) == 0 && !f.Created && !f.Deleted && f.Mode == 0 {
		return f, refuse(DiffNoHunks, s.line, "the part has no hunks")
	}
	return f, nil
}

// CheckName returns an error about a name that no diff may have, or that a diff
// cannot have so that it is read back as the same name.
func CheckName(name string) error {
	if !goodName(name) || strings.HasSuffix(name, " ") {
		return refuse(DiffBadName, 0, "the name is not a clean relative path, or means another file on some systems")
	}
	return nil
}

// goodName reports whether a name is a clean relative path that any file system
// takes for the same file.
func goodName(name string) bool {
	if name == "" || name == "." || path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(name, "../") || name == ".." {
		return false
	}
	for _, c := range name {
		if c < ' ' || c == 0x7f || c == '\\' || c == ':' {
			return false
		}
	}
	for _, part := range strings.Split(name, "/") {
		// Windows ignores dots and spaces at the end of a name.
		if strings.EqualFold(strings.TrimRight(part, ". "), ".git") || strings.TrimRight(part, ". ") == "" || strings.EqualFold(part, "git~1") {
			return false
		}
	}
	return true
}

// Apply applies the patch to the text of its file, as the function Apply does.
// The base of a created file is empty. A deleted file must end up empty.
func (f FilePatch) Apply(base []byte) (*Result, error) {
	if err := checkBase(base); err != nil {
		return nil, err
	}
	r := newResult(base, base)
	if len(f.hunks) > 0 {
		var err error
		if r, err = applyHunks(base, f.hunks); err != nil {
			return nil, err
		}
	}
	if f.Deleted && len(r.Text) > 0 {
		return nil, refuse(DiffApplyFailed, f.Line, "the diff deletes the file, but not all of its lines")
	}
	return r, nil
}

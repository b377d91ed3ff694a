package patch

import "strings"

// A section is the part of a diff that is about one file.
type section struct {
	line  int      // that it starts at, from 1
	names []string // all names in its headers, without /dev/null
	// The names of the --- and +++ lines, or of the line diff --git. Both are
	// empty if there is none.
	older, newer     string
	created, deleted bool
	renamed, copied  bool
	modes            []string // all modes in its headers
	newMode          string   // of a new or a changed mode
	changesMode      bool
	binary           bool
	hunks            []hunk
}

// sections reads a diff. It makes the repairs that are certain: see readHunk.
func sections(diff string) ([]section, error) {
	lines := bare(diff)
	if strings.TrimSpace(diff) == "" {
		return nil, refuse(DiffEmpty, 0, "the diff has no text")
	}
	r := sectionReader{lines: lines}
	for r.at < len(lines) {
		if err := r.next(); err != nil {
			return nil, err
		}
	}
	if len(r.out) == 0 {
		return nil, refuse(DiffNoHunks, 0, "the text has neither a header nor a hunk of a diff")
	}
	return r.out, nil
}

type sectionReader struct {
	lines []string
	at    int
	out   []section
	named bool // the last section has a --- or +++ line
}

// next reads a line of a header, or a whole hunk.
func (r *sectionReader) next() error {
	line := r.lines[r.at]
	number := r.at + 1
	r.at++
	switch {
	case strings.HasPrefix(line, "@@@"), strings.HasPrefix(line, "diff --cc "), strings.HasPrefix(line, "diff --combined "):
		return refuse(DiffForeign, number, "combined diffs are not read")
	case strings.HasPrefix(line, "@@"):
		h, end, err := readHunk(r.lines, number-1)
		if err != nil {
			return err
		}
		s := r.section(number)
		s.hunks = append(s.hunks, h)
		r.at = end
	case strings.HasPrefix(line, "diff --git "):
		r.start(number)
		s := r.section(number)
		s.older, s.newer = gitNames(strings.TrimPrefix(line, "diff --git "))
		if s.older != "" {
			s.names = append(s.names, s.older, s.newer)
		}
	case strings.HasPrefix(line, "--- "):
		if r.named || len(r.out) > 0 && len(r.out[len(r.out)-1].hunks) > 0 {
			r.start(number)
		}
		r.side(number, fileName(strings.TrimPrefix(line, "--- ")), true)
	case strings.HasPrefix(line, "+++ "):
		r.side(number, fileName(strings.TrimPrefix(line, "+++ ")), false)
	case isEnvelope(line):
		return r.envelope(line, number)
	case strings.HasPrefix(line, "*** "):
		return refuse(DiffForeign, number, "this is not a unified diff")
	case strings.HasPrefix(line, "+"), strings.HasPrefix(line, "-"):
		return refuse(DiffMalformed, number, "an added or deleted line is outside of a hunk")
	default:
		r.extended(line, number)
	}
	return nil
}

func (r *sectionReader) start(number int) {
	r.out = append(r.out, section{line: number})
	r.named = false
}

// section returns the last section. There may be none yet, if the header is
// missing.
func (r *sectionReader) section(number int) *section {
	if len(r.out) == 0 {
		r.start(number)
	}
	return &r.out[len(r.out)-1]
}

func (r *sectionReader) side(number int, name string, older bool) {
	s := r.section(number)
	if !r.named {
		s.older, s.newer, r.named = "", "", true
	}
	if older {
		s.older = name
		s.created = s.created || name == nullFile
	} else {
		s.newer = name
		s.deleted = s.deleted || name == nullFile
	}
	if name != nullFile {
		s.names = append(s.names, name)
	}
}

// extended reads a line of an extended header of git. It ignores other lines,
// such as the text that comes before a diff.
func (r *sectionReader) extended(line string, number int) {
	if len(r.out) == 0 && !strings.HasPrefix(line, "GIT binary patch") && !strings.HasPrefix(line, "Binary files ") {
		return
	}
	s := r.section(number)
	value := func(prefix string) (string, bool) {
		v, ok := strings.CutPrefix(line, prefix)
		return strings.TrimSpace(v), ok
	}
	for _, h := range extendedHeaders {
		if v, ok := value(h.prefix); ok {
			h.set(s, v)
			return
		}
	}
}

var extendedHeaders = []struct {
	prefix string
	set    func(s *section, value string)
}{
	{"old mode ", func(s *section, v string) { s.modes = append(s.modes, v); s.changesMode = true }},
	{"new mode ", func(s *section, v string) { s.modes, s.newMode = append(s.modes, v), v; s.changesMode = true }},
	{"new file mode ", func(s *section, v string) { s.modes, s.newMode = append(s.modes, v), v; s.created = true }},
	{"deleted file mode ", func(s *section, v string) { s.modes = append(s.modes, v); s.deleted = true }},
	{"rename from ", func(s *section, v string) { s.names = append(s.names, fileName(v)); s.renamed = true }},
	{"rename to ", func(s *section, v string) { s.names = append(s.names, fileName(v)); s.renamed = true }},
	{"copy from ", func(s *section, v string) { s.names = append(s.names, fileName(v)); s.copied = true }},
	{"copy to ", func(s *section, v string) { s.names = append(s.names, fileName(v)); s.copied = true }},
	{"index ", func(s *section, v string) {
		if _, mode, ok := strings.Cut(v, " "); ok {
			s.modes = append(s.modes, mode)
		}
	}},
	{"GIT binary patch", func(s *section, _ string) { s.binary = true }},
	{"Binary files ", func(s *section, _ string) { s.binary = true }},
}

// kinds refuses binary content and files that are not regular.
func (s *section) kinds() error {
	for _, mode := range s.modes {
		switch {
		case mode == "120000":
			return refuse(DiffLink, s.line, "the diff is about a symbolic link")
		case mode == "160000":
			return refuse(DiffSubmodule, s.line, "the diff is about a submodule")
		case mode != "100644" && mode != "100755":
			return refuse(DiffMode, s.line, "the diff has a mode other than 100644 and 100755")
		}
	}
	switch {
	case s.binary:
		return refuse(DiffBinary, s.line, "the diff has a binary change")
	case s.renamed:
		return refuse(DiffRenames, s.line, "the diff renames a file")
	case s.copied:
		return refuse(DiffCopies, s.line, "the diff copies a file")
	}
	return nil
}

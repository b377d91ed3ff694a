package textdiff

import (
	"bytes"
	"strconv"
)

// Options configure Unified. The zero value matches the defaults of git.
type Options struct {
	Context int    // lines of context around a change; 0 means 3. Fewer are shown only at the ends of the text
	Mode    string // mode of a created or deleted file, as git writes it; empty means 100644
}

// Unified returns the difference between before and after as a patch that git
// apply accepts, whatever their bytes; nil if there is none. Names are
// slash-separated paths relative to the folder where the patch is applied. They
// may contain any bytes except NUL, and are quoted if git would misread them
// otherwise.
//
// The file oldName is changed and keeps its mode. If newName is different, the
// file is also renamed. If oldName is empty, the file newName is created, and
// before must be empty; if newName is empty, the file oldName is deleted, and
// after must be empty. A file that exists before and after is neither created
// nor deleted, even if it is empty.
//
// Texts that git considers binary, because of a NUL in their first 8,000 bytes,
// are also printed as text: git apply accepts them, in a repository with any
// hash, and people can read changes of UTF-16 text.
func Unified(oldName, newName string, before, after []byte, opts Options) []byte {
	changes := Changes(before, after)
	if len(changes) == 0 && oldName == newName {
		return nil
	}
	context := opts.Context
	if context <= 0 {
		context = 3
	}
	p := printer{before: before, line: 1}
	p.header(oldName, newName, opts.Mode, len(changes) > 0)
	shift := 0 // lines of after minus lines of before, so far
	for len(changes) > 0 {
		n := p.related(changes, context)
		shift += p.hunk(changes[:n], context, shift)
		changes = changes[n:]
	}
	return p.out
}

// A printer appends hunks to out.
type printer struct {
	before []byte
	at     int // an offset in before, the start of a line or the end
	line   int // the 1-based number of that line
	out    []byte
}

func (p *printer) header(oldName, newName, mode string, changed bool) {
	if mode == "" {
		mode = "100644"
	}
	oldPath, newPath := oldName, newName
	switch {
	case oldName == "":
		oldPath = newName
	case newName == "":
		newPath = oldName
	}
	p.out = append(p.out, "diff --git "...)
	p.out = AppendName(p.out, "a/"+oldPath)
	p.out = append(p.out, ' ')
	p.out = AppendName(p.out, "b/"+newPath)
	p.out = append(p.out, '\n')
	switch {
	case oldName == "":
		p.out = append(p.out, "new file mode "+mode+"\n"...)
	case newName == "":
		p.out = append(p.out, "deleted file mode "+mode+"\n"...)
	case oldName != newName:
		p.out = append(p.out, "rename from "...)
		p.out = append(AppendName(p.out, oldName), "\nrename to "...)
		p.out = append(AppendName(p.out, newName), '\n')
	}
	if !changed {
		return
	}
	p.out = append(p.out, "--- "...)
	p.out = appendFile(p.out, "a/", oldName)
	p.out = append(p.out, "+++ "...)
	p.out = appendFile(p.out, "b/", newName)
}

// related returns how many of the changes belong to one hunk, because their
// contexts would touch.
func (p *printer) related(changes []Change, context int) int {
	n := 1
	for n < len(changes) {
		between := p.before[changes[n-1].End:changes[n].Start]
		if _, lines := firstLines(between, 2*context+1); lines > 2*context {
			break
		}
		n++
	}
	return n
}

// hunk prints the changes, and returns by how many lines they make the text
// longer.
func (p *printer) hunk(changes []Change, context, shift int) int {
	first, last := changes[0], changes[len(changes)-1]
	start := lastLines(p.before[:first.Start], context)
	size, _ := firstLines(p.before[last.End:], context)
	end := last.End + size
	p.line += bytes.Count(p.before[p.at:start], []byte{'\n'})
	oldLines := lineCount(p.before[start:end])
	grows := 0
	for _, c := range changes {
		grows += lineCount(c.New) - lineCount(p.before[c.Start:c.End])
	}
	p.out = append(p.out, "@@ -"...)
	p.out = appendRange(p.out, p.line, oldLines)
	p.out = append(p.out, " +"...)
	p.out = appendRange(p.out, p.line+shift, oldLines+grows)
	p.out = append(p.out, " @@\n"...)
	at := start
	for _, c := range changes {
		p.lines(' ', p.before[at:c.Start])
		p.lines('-', p.before[c.Start:c.End])
		p.lines('+', c.New)
		at = c.End
	}
	p.lines(' ', p.before[at:end])
	p.line += lineCount(p.before[start:end])
	p.at = end
	return grows
}

// lines prints each line of text after the byte mark.
func (p *printer) lines(mark byte, text []byte) {
	for len(text) > 0 {
		n := nextLine(text)
		p.out = append(p.out, mark)
		p.out = append(p.out, text[:n]...)
		if text[n-1] != '\n' {
			p.out = append(p.out, "\n\\ No newline at end of file\n"...)
		}
		text = text[n:]
	}
}

// appendRange appends a range of lines in the format of a hunk header: the
// number of the first line, or of the one before it if the range is empty.
func appendRange(out []byte, first, count int) []byte {
	if count == 0 {
		first--
	}
	out = strconv.AppendInt(out, int64(first), 10)
	if count != 1 {
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(count), 10)
	}
	return out
}

// lineCount returns the number of lines of text.
func lineCount(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// firstLines returns the length of the first lines of text, at most as many as
// most, and their number.
func firstLines(text []byte, most int) (size, lines int) {
	for lines < most && size < len(text) {
		size += nextLine(text[size:])
		lines++
	}
	return size, lines
}

// lastLines returns the offset of the last lines of text, at most as many as
// most. The text ends with a whole line.
func lastLines(text []byte, most int) int {
	start := len(text)
	for lines := 0; lines < most && start > 0; lines++ {
		start = bytes.LastIndexByte(text[:start-1], '\n') + 1
	}
	return start
}

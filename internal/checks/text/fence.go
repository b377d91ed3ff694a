package text

import "bytes"

// A fence tracks the fenced code blocks of a Markdown text, whose lines are
// verbatim.
type fence struct {
	on   bool   // whether the text is Markdown
	open []byte // the opening run of backquotes or tildes; the closing run is at least as long; nil outside of a block
}

// verbatim takes the next line, without its line ending, and reports whether it
// is code.
func (f *fence) verbatim(line []byte) bool {
	if !f.on {
		return false
	}
	text := bytes.TrimLeft(line, " >") // a block quote or a list may contain a fence
	run := text[:len(text)-len(bytes.TrimLeft(text, "`~"))]
	if len(run) > 0 {
		run = run[:len(run)-len(bytes.TrimLeft(run, string(run[0])))]
	}
	switch {
	case f.open == nil:
		if len(run) >= 3 && (run[0] == '~' || bytes.IndexByte(text[len(run):], '`') < 0) {
			f.open = run
		}
		return false
	case len(run) >= len(f.open) && run[0] == f.open[0] && len(bytes.TrimSpace(text[len(run):])) == 0:
		f.open = nil
		return false
	}
	return true
}

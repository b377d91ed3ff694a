package localize

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A frame is a place in a file that a text names.
type frame struct {
	path   string // as printed
	line   int    // from 1; 0 if none
	symbol string // the function, if it is printed
	kind   kind
}

// A kind is the kind of a text that names a place.
type kind int

const (
	inStack   kind = iota // innermost first
	inPython              // a stack trace, innermost last
	atError               // the message of a compiler or a linter
	atFailure             // the message of a test
	named                 // a path alone
)

// The bounds of the texts that are read.
const (
	maxText   = 1 << 20 // bytes of an output, from both ends
	maxLine   = 2000    // bytes of a line
	maxFrames = 3000    // of a text
)

const place = `(?:file://)?((?:[A-Za-z]:[\\/])?[\w@+~.\-/\\]*[\w\-]\.[A-Za-z]\w{0,9}|(?:[\w@+~.\-]*/)*(?:BUILD|WORKSPACE|Makefile|Dockerfile)):(\d{1,7})`

// forms are the lines of stack traces. The groups of each are the function, the
// path and the line.
var forms = []struct {
	kind    kind
	pattern func() *regexp.Regexp
}{
	{inPython, lazyregexp.New(`File ()"([^"]+)", line (\d{1,7})`)},
	{inStack, lazyregexp.New(`^\s*at (?:[\w.@-]+/)?([\w$.<>]+)\(([\w$]+\.(?:java|kt|scala|groovy)):(\d{1,7})\)`)},
	{inStack, lazyregexp.New(`^()\t` + place + `(?: \+0x[0-9a-f]+)?$`)}, // Go
	{inStack, lazyregexp.New(`^\s*(?:#\d{1,4}\s+(?:0x[0-9a-f]+ )?(?:in )?|at (?:async |new )*)(.*?) ?(?:\(|\bat )?` + place)},
	{inStack, lazyregexp.New(`panicked at (?:'.*', )?()` + place)},
	{atError, lazyregexp.New(`^\s*--> ()` + place)},
}

var (
	pythonName = lazyregexp.New(`, in ([^\s(<]+)`)
	// callLine matches the line before a place in a trace of Go or Rust.
	callLine  = lazyregexp.New(`^(?:\s*\d+:\s+(?:0x[0-9a-f]+ - )?|created by )?[\w/\-~%.:]*?[\w\-~%](?:\.|::)((?:\(\*?\w+(?:\[\.\.\.\])?\)\.)?\w+)(?:::h[0-9a-f]{16})?(?:\[\.\.\.\])?(?:\(.*\))?$`)
	anyPlace  = lazyregexp.New(place)
	errorWord = lazyregexp.New(`(?i)\berror\b|undefined|cannot |undeclared|SyntaxError|warning`)
	anyPath   = lazyregexp.New(`(?:[\w@+~.\-]+/)+[\w@+~\-][\w@+~.\-]*\.[A-Za-z]\w{0,9}|\b\w[\w\-]*(?:_test|\.test|\.spec)\.\w{1,5}|\btest_\w+\.py`)
	lastName  = lazyregexp.New(`[A-Za-z_$][\w$]*$`)
)

// framesOf returns the places that a text names, in its order, by the trace
// that they are part of. In each, the innermost is the first.
func framesOf(text string) [][]frame {
	var traces [][]frame
	last, before, count := -10, "", 0 // last: the line of the last frame of a trace
	n := -1
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line[:min(len(line), maxLine)], " \r\n")
		for _, f := range readLine(line, before) {
			if count++; count > maxFrames {
				return traces
			}
			end := len(traces) - 1
			if f.kind > inPython || n-last > 3 || traces[end][0].kind != f.kind {
				traces, end = append(traces, nil), end+1
			}
			if last = n; f.kind > inPython {
				last = -10
			}
			if f.kind == inPython {
				traces[end] = slices.Insert(traces[end], 0, f)
			} else {
				traces[end] = append(traces[end], f)
			}
		}
		before = line
	}
	return traces
}

// readLine returns the places of a line. before is the line before it.
func readLine(line, before string) []frame {
	for _, form := range forms {
		m := form.pattern().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		function, name := m[1], m[2]
		switch {
		case form.kind == inPython:
			if in := pythonName().FindStringSubmatch(line); in != nil {
				function = in[1]
			}
		case strings.HasSuffix(line, ")") && strings.Contains(line, "("+name+":") && !strings.ContainsAny(name, `/\`): // Java
			function, name = javaFrame(function, name)
		case function == "":
			if call := callLine().FindStringSubmatch(before); call != nil {
				function = strings.NewReplacer("(*", "", "(", "", ")", "", "[...]", "").Replace(call[1])
			}
		default:
			function, _, _ = strings.Cut(function, "(")
			function = lastName().FindString(function)
		}
		return []frame{newFrame(name, m[3], function, form.kind)}
	}
	k := atFailure
	if errorWord().MatchString(line) && !strings.HasSuffix(line, ": Failure") { // gtest
		k = atError
	}
	var frames []frame
	for _, m := range anyPlace().FindAllStringSubmatch(line, 10) {
		frames = append(frames, newFrame(m[1], m[2], "", k))
	}
	if frames == nil {
		for _, name := range anyPath().FindAllString(line, 10) {
			frames = append(frames, frame{path: name, kind: named})
		}
	}
	return frames
}

func newFrame(name, line, symbol string, k kind) frame {
	n, err := strconv.Atoi(line)
	if err != nil {
		n = 0
	}
	return frame{path: name, line: n, symbol: symbol, kind: k}
}

// javaFrame returns the function, and the end of the path of the file of its
// class.
func javaFrame(function, file string) (symbol, name string) {
	parts := strings.Split(function, ".")
	if len(parts) < 2 {
		return function, file
	}
	folders := append(parts[:len(parts)-2:len(parts)-2], file)
	return strings.Join(parts[len(parts)-2:], "."), strings.Join(folders, "/")
}

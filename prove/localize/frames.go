package localize

import (
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
	block  int // frames of one stack trace have the same
}

// A kind is the kind of text that a frame is part of.
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

var (
	pythonFrame = lazyregexp.New(`File "([^"]+)", line (\d{1,7})(?:, column \d+)?(?:, in ([^\s(]+))?`)
	javaFrame   = lazyregexp.New(`\bat (?:[\w.@-]+/)?([\w$.]+)\.([\w$<>]+)\(([\w$]+\.(?:java|kt|scala|groovy)):(\d{1,7})\)`)
	nodeFrame   = lazyregexp.New(`^\s*at (?:async )?(?:new )?(.*?)\s?\(?` + place)
	nativeFrame = lazyregexp.New(`^\s*#\d{1,4}\s+(?:0x[0-9a-f]+ )?(?:in )?(.*?)(?: at)? ` + place)
	goFrame     = lazyregexp.New(`^\t` + place + `(?: \+0x[0-9a-f]+)?$`)
	goCall      = lazyregexp.New(`^(?:created by )?([\w./\-~%]+)\.((?:\(\*?\w+(?:\[\.\.\.\])?\)\.|\w+\.)*\w+)(?:\[\.\.\.\])?(?:\(.*\)|\.func[\d.]+\(.*\)| in goroutine \d+)?$`)
	rustPanic   = lazyregexp.New(`panicked at (?:'.*', )?` + place)
	rustArrow   = lazyregexp.New(`^\s*(?:-->|at) ` + place)
	anyPlace    = lazyregexp.New(place)
	errorWord   = lazyregexp.New(`(?i)\berror\b|undefined|cannot |undeclared|SyntaxError|warning`)
	gtest       = lazyregexp.New(`: Failure$`)
	anyPath     = lazyregexp.New(`(?:[\w@+~.\-]+/)+[\w@+~\-][\w@+~.\-]*\.[A-Za-z]\w{0,9}|\b\w[\w\-]*(?:_test|\.test|\.spec)\.\w{1,5}|\btest_\w+\.py`)
)

// framesOf returns the places that a text names, in its order.
func framesOf(text string) []frame {
	var frames []frame
	last, block, before := -10, 0, "" // the line of the last frame of a stack, and its block
	n := -1
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line[:min(len(line), maxLine)], " \r\n")
		found := readLine(line, before)
		for i := range found {
			f := &found[i]
			if f.kind == inStack || f.kind == inPython {
				if n-last > 3 {
					block++
				}
				last = n
			} else {
				block++
			}
			f.block = block
		}
		frames = append(frames, found...)
		if len(frames) > maxFrames {
			return frames[:maxFrames]
		}
		before = line
	}
	return frames
}

// readLine returns the places of a line. before is the line before it.
func readLine(line, before string) []frame {
	if m := pythonFrame().FindStringSubmatch(line); m != nil {
		return one(m[1], m[2], m[3], inPython)
	}
	if m := javaFrame().FindStringSubmatch(line); m != nil {
		return one(javaPath(m[1], m[3]), m[4], javaSymbol(m[1], m[2]), inStack)
	}
	if m := goFrame().FindStringSubmatch(line); m != nil {
		symbol := ""
		if call := goCall().FindStringSubmatch(before); call != nil {
			symbol = strings.NewReplacer("(*", "", "(", "", ")", "", "[...]", "").Replace(call[2])
		}
		return one(m[1], m[2], symbol, inStack)
	}
	if m := nativeFrame().FindStringSubmatch(line); m != nil {
		return one(m[2], m[3], functionName(m[1]), inStack)
	}
	if m := rustPanic().FindStringSubmatch(line); m != nil {
		return one(m[1], m[2], "", inStack)
	}
	if m := rustArrow().FindStringSubmatch(line); m != nil {
		k := inStack
		if strings.Contains(line, "-->") {
			k = atError
		}
		return one(m[1], m[2], functionName(rustFunction(before)), k)
	}
	if m := nodeFrame().FindStringSubmatch(line); m != nil {
		return one(m[2], m[3], functionName(m[1]), inStack)
	}
	return loose(line)
}

// loose returns the places of a line that is not of a stack trace.
func loose(line string) []frame {
	k := atFailure
	if errorWord().MatchString(line) && !gtest().MatchString(line) {
		k = atError
	}
	var frames []frame
	for _, m := range anyPlace().FindAllStringSubmatch(line, 10) {
		frames = append(frames, one(m[1], m[2], "", k)...)
	}
	if len(frames) > 0 {
		return frames
	}
	for _, name := range anyPath().FindAllString(line, 10) {
		frames = append(frames, frame{path: name, kind: named})
	}
	return frames
}

func one(name, line, symbol string, k kind) []frame {
	n, err := strconv.Atoi(line)
	if err != nil {
		n = 0
	}
	if len(symbol) > 0 && strings.ContainsAny(symbol[:1], "<?") {
		symbol = "" // <module>, <anonymous>
	}
	return []frame{{path: name, line: n, symbol: symbol, kind: k}}
}

// javaPath returns the end of the path of a class's file.
func javaPath(class, file string) string {
	parts := strings.Split(class, ".")
	return strings.Join(append(parts[:len(parts)-1:len(parts)-1], file), "/")
}

func javaSymbol(class, method string) string {
	name := class[strings.LastIndexByte(class, '.')+1:]
	if strings.HasPrefix(method, "<") || strings.HasPrefix(method, "lambda$") {
		return name
	}
	return name + "." + method
}

var rustLine = lazyregexp.New(`^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(.+)$`)

// rustFunction returns the function of the line before a place in a backtrace.
func rustFunction(before string) string {
	if m := rustLine().FindStringSubmatch(before); m != nil {
		return m[1]
	}
	return ""
}

var words = lazyregexp.New(`[A-Za-z_$][\w$]*`)

// functionName returns the last name of a function as tools print it: of
// `ns::Class::method(int)` or `Object.method`.
func functionName(text string) string {
	text, _, _ = strings.Cut(text, "(")
	all := words().FindAllString(text, -1)
	// The hash of a symbol of Rust.
	all = slices.DeleteFunc(all, func(w string) bool { return len(w) == 17 && w[0] == 'h' && isHex(w[1:]) })
	if len(all) == 0 || all[len(all)-1] == "anonymous" {
		return ""
	}
	return all[len(all)-1]
}

func isHex(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) })
}

package results

import (
	"regexp"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A rewriting replaces text that differs between runs by a fixed text. Each
// match has a digit, and no replacement has one, so that rewriting ends.
type rewriting struct {
	what        func() *regexp.Regexp
	replacement string
}

// rewritings are in the order in which they apply.
var rewritings = []rewriting{
	// The folders of a sandbox of Bazel.
	{lazyregexp.New(`[^\s"'(=]*/(?:sandbox/[\w-]+/\d+/execroot|_bazel_\w+/[0-9a-f]{32}/execroot)/[^/\s]+/`), ""},
	{lazyregexp.New(`(?:/private)?(?:/tmp|/var/tmp|/dev/shm|/var/folders/\w\w/\w+/T)/[^\s:;,"'()\[\]<>]*\d[^\s:;,"'()\[\]<>]*`), "<tmp>"},
	{lazyregexp.New(`(?i)\b[a-z]:[\\/]+(?:[^\\/\s"']+[\\/]+)*te?mp[\\/]+[^\s;,"'()\[\]<>]*\d[^\s:;,"'()\[\]<>]*`), "<tmp>"},
	{lazyregexp.New(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "<id>"},
	// Times of day and dates with one.
	{lazyregexp.New(`\b\d{4}[-/]\d\d[-/]\d\d[T _]\d\d[:_]\d\d(?:[:_]\d\d(?:[.,_]\d+)?)?(?: ?Z\b| ?[+-]\d\d:?\d\d\b)?(?: m=[+-][\d.]+)?`), "<time>"},
	{lazyregexp.New(`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\w{3} +\d{1,2}|\d{1,2} \w{3}(?: \d{4})?) \d\d:\d\d:\d\d(?: [A-Z]{3,4})?(?: \d{4})?`), "<time>"},
	{lazyregexp.New(`\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?`), "<time>"},
	{lazyregexp.New(`(?i)\b\d+(?:\.\d+)?(?:e[+-]?\d+)? ?(?:[nmuµμ]s|s|secs?|seconds?|msecs?|milliseconds?|mins?|minutes?|hours?)\b`), "<duration>"},
	{lazyregexp.New(`\b(?:\d+h)?\d+m(?:\d+(?:\.\d+)?s|<duration>)`), "<duration>"},
	// Addresses, and who runs.
	{lazyregexp.New(`\+0x[0-9a-fA-F]+\b`), ""},
	{lazyregexp.New(`\b0x[0-9a-fA-F]{6,}\b\??`), "<address>"},
	{lazyregexp.New(`\b([Gg]oroutine|[Tt]hread|[Pp]id|PID|[Pp]rocess|[Ww]orker)([ =:#-]{0,2})\d+`), "$1"},
	{lazyregexp.New(`(thread '[^']*') \(\d+\)`), "$1"},
	{lazyregexp.New(`==\d+==`), "=="},
	{lazyregexp.New(`(\b127\.\d+\.\d+\.\d+|\blocalhost|\[::1?\]|\b0\.0\.0\.0):\d+`), "<local>"},
	{lazyregexp.New(`(?i)\b(?:[0-9a-f]{2,}[0-9][0-9a-f]{13,}|[0-9a-f]{14,}[0-9][0-9a-f]*)\b`), "<hex>"},
	// Positions in files: a patch moves them.
	{lazyregexp.New(`(\.[A-Za-z]\w{0,7}):\d+(?::\d+)?(?:-\d+)?`), "$1"},
	{lazyregexp.New(`(\.[A-Za-z]\w{0,7})\(\d+(?:,\d+)?\)`), "$1"},
	{lazyregexp.New(`(?i)\b(line|column|col) \d+`), "$1"},
}

// normalLine returns a line without the parts that differ between runs. The
// normal line of a normal line is itself.
func normalLine(line string) string {
	for {
		was := line
		line = strings.Join(strings.Fields(line), " ")
		if len(line) > maxLine {
			line = strings.TrimSpace(strings.ToValidUTF8(line[:maxLine], ""))
		}
		if strings.ContainsAny(line, "0123456789") {
			for _, r := range rewritings {
				line = r.what().ReplaceAllString(line, r.replacement)
			}
		}
		if line == was {
			return line
		}
	}
}

// tells matches lines that name a failure.
var tells = lazyregexp.New(`(?i)` +
	`\b(?:\w*error|\w*exception|errno|fail|failed|fails|failure|failing|panic|panicked|fatal|assert\w*|expected?|received|actual|got|want|wanted` +
	`|undefined|undeclared|unresolved|unknown|time[d -]*out|data race|deadlock|segmentation|sigsegv|sigabrt|signal|killed|aborted|core dumped` +
	`|cannot|can't|could not|couldn't|not found|no such|not (?:equal|defined|ok)|missing|mismatch|unexpected|invalid|refused|denied|overflow|leak\w*)\b` +
	`|\w(?:Error|Exception)\b` +
	`|^E |^[+-] ?[^+-]|^[^\s:]+\.[a-z]\w{0,7}:(?: |$)|^` + framePrefix)

// noise matches lines that say nothing of a failure, whatever words they have.
var noise = lazyregexp.New(`^(?:=== |--- FAIL: |ok |FAIL$|at |panic\(|\S+\.go$|exit status|exec \$\{PAGER|Executing tests from|\[?npm (?:ERR!|error) (?:A complete log|Lifecycle|.*_logs)|Ran all test suites|Test results written)`)

// framePrefix marks a frame of a stack in a signature.
const framePrefix = "in function "

// A frames finds the functions of Go in which a panic or a race is.
type frames struct {
	open  int  // functions that are still to be found
	crash bool // a panic was printed, and its stack not yet
}

func newFrames() *frames { return &frames{} }

var (
	crashLine  = lazyregexp.New(`^(?:panic: |fatal error: )`)
	stackStart = lazyregexp.New(`^goroutine \d+ (?:gp=.* )?\[.*\]:$`)
	raceStart  = lazyregexp.New(`^(?:Previous )?(?:[Rr]ead|[Ww]rite|atomic read|atomic write) at 0x\S+ by `)
	function   = lazyregexp.New(`^([^\s(]+(?:\(\*?\w+(?:\[\.\.\.\])?\)[^\s(]*)?)\(.*\)$`)
	notOfUser  = lazyregexp.New(`^(?:runtime|testing|panic|sync|reflect)(?:[./(]|$)`)
)

// next reads a line, and returns a line for the signature if it is such a
// function.
func (f *frames) next(line string) string {
	line = strings.TrimSpace(line)
	switch {
	case crashLine().MatchString(line):
		f.crash = true
	case stackStart().MatchString(line):
		f.open = 0
		if f.crash {
			f.open, f.crash = 2, false
		}
	case raceStart().MatchString(line):
		f.open = 1
	case line == "":
		f.open = 0
	case f.open > 0:
		if m := function().FindStringSubmatch(line); m != nil && !notOfUser().MatchString(m[1]) {
			f.open--
			return framePrefix + m[1]
		}
	}
	return ""
}

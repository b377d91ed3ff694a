package policy

import (
	"path"
	"regexp"
	"slices"
	"strconv"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A silencer is code that may make a fault invisible. If a patch has more of it
// in a file than the base, the verdict is weak, and names the line: such code
// can be in order, and canaries find code that disarms tests. A silencer that
// only keeps a checker quiet is a note: it does not change which code runs.
type silencer struct {
	what    string
	told    bool
	exts    []string // of the files that it is looked for in; none: all
	kinds   []evidence.Kind
	pattern func() *regexp.Regexp
}

var (
	goFiles     = []string{".go"}
	pyFiles     = []string{".py", ".pyi"}
	scriptFiles = []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"}
)

var silencers = []silencer{
	// A source that knows that it is tested can behave for tests only.
	{"finds out whether it is tested", false, goFiles, []evidence.Kind{evidence.Source}, lazyregexp.New(`\btesting\.Testing\(\)|flag\.Lookup\("test\.|HasSuffix\(os\.Args\[0\], *"\.test"|"\.test(\.exe)?"\)`)},
	{"finds out whether it is tested", false, pyFiles, []evidence.Kind{evidence.Source}, lazyregexp.New(`PYTEST_(CURRENT_TEST|VERSION|XDIST)|["'](_?pytest|unittest)["'] +in +sys\.modules|sys\.modules\.get\(["'](_?pytest|unittest)`)},
	{"finds out whether it is tested", false, scriptFiles, []evidence.Kind{evidence.Source}, lazyregexp.New(`JEST_WORKER_ID|VITEST(_POOL_ID|_WORKER_ID)?\b|NODE_TEST_CONTEXT|NODE_ENV["'\]]* *={2,3} *["']test["']|typeof +(jest|describe|it|expect|vi)\b`)},
	{"finds out whether it is tested", false, nil, []evidence.Kind{evidence.Source}, lazyregexp.New(`\b(TEST_TMPDIR|TEST_SRCDIR|TEST_WORKSPACE|BAZEL_TEST|RUNNING_UNDER_TEST|CARGO_TARGET_TMPDIR)\b`)},
	// Tests that end their runner pass. Python's runners catch SystemExit, except
	// outside of functions.
	{"ends the runner of tests", false, goFiles, []evidence.Kind{evidence.TestFile}, lazyregexp.New(`\b(os|syscall|unix)\.Exit\(0\)|runtime\.Goexit\(\)`)},
	{"ends the runner of tests", false, pyFiles, []evidence.Kind{evidence.TestFile}, lazyregexp.New(`(?m)\bos\._exit\(|^(sys\.exit|exit|quit)\(|^raise SystemExit\b|os\.kill\(|pytest\.exit\(|atexit\.register`)},
	{"ends the program without its cleanup, and so the runner of tests", false, pyFiles, []evidence.Kind{evidence.Source}, lazyregexp.New(`\bos\._exit\(0?\)`)},
	{"ends the runner of tests", false, scriptFiles, []evidence.Kind{evidence.TestFile}, lazyregexp.New(`\bprocess\.(exit|reallyExit|abort|kill)\(|process\.exitCode *=`)},
	{"changes the runner of tests", false, pyFiles, nil, lazyregexp.New(`\bpytest_(runtest|collection|sessionfinish|report|terminal|configure|pyfunc|cmdline|load_initial|exception|assertrepr|fixture_setup)\w*|sys\.modules\[["'](_?pytest|unittest|pluggy)|(unittest|TestCase|_pytest)\.[\w.]+ *=[^=]`)},
	{"changes the runner of tests", false, scriptFiles, []evidence.Kind{evidence.TestFile}, lazyregexp.New(`\b(expect|assert)\.\w+ *= *[^=>]`)},
	{"changes the runner of tests", false, scriptFiles, nil, lazyregexp.New(`\bglobal(This)?\.(expect|it|test|describe|assert)\b *=[^=]|process\.on\(["'](exit|beforeExit)`)},
	// These turn off the report of a fault.
	{"turns a checker off", true, goFiles, nil, lazyregexp.New(`//\s*nolint\b|//lint:ignore|#nosec`)},
	{"turns a checker off", true, pyFiles, nil, lazyregexp.New(`#\s*(noqa|type:\s*ignore|nosec|pyright:\s*ignore|pylint:\s*disable|mypy:\s*ignore|pragma:\s*no cover)`)},
	{"turns a checker off", true, scriptFiles, nil, lazyregexp.New(`eslint-disable|@ts-(ignore|nocheck|expect-error)|(istanbul|c8|v8) ignore|biome-ignore|oxlint-disable`)},
	{"turns a checker off", true, []string{".rs"}, nil, lazyregexp.New(`#!?\[(allow|expect)\(`)},
	{"turns a checker off", true, []string{".java", ".kt"}, nil, lazyregexp.New(`@Suppress(Warnings|Lint)?\b`)},
	// Errors are dropped.
	{"drops every exception", false, pyFiles, nil, lazyregexp.New(`(?m)^\s*except( +(Base)?Exception)?( +as +\w+)? *:(\s|#.*)*(pass|\.\.\.)\s*$|contextlib\.suppress\((Base)?Exception\)`)},
	{"drops every exception", false, scriptFiles, nil, lazyregexp.New(`catch *(\( *\w* *\))? *\{ *\}`)},
	{"hides that a command failed", false, []string{".sh", ".bash", ".bats", ""}, nil, lazyregexp.New(`\|\| *(true|:)(\s|;|$)|set \+e\b|\bexit 0\b|trap +(['"]['"]|['"]exit 0)`)},
}

// servesTests reports whether a file is there for tests although its name is
// the name of a source. Sources may use it too.
func servesTests(j *Judgment, name string) bool {
	return j.Kind(name) == evidence.TestFile && !source.IsTestFile(name)
}

// silencing judges whether a patch may hide a fault.
func (j *Judgment) silencing(c *change.Change) {
	for i := range c.Files {
		f := &c.Files[i]
		kind := j.Kind(f.Path)
		if f.Deleted || kind == evidence.Docs || inTestdata(f.Path) {
			continue
		}
		for _, s := range silencers {
			if len(s.exts) > 0 && !slices.Contains(s.exts, path.Ext(f.Path)) || len(s.kinds) > 0 && !slices.Contains(s.kinds, kind) && !servesTests(j, f.Path) {
				continue
			}
			switch line := s.added(f); {
			case line == "":
			case s.told:
				j.note(Silencing, f.Path, line+": "+s.what)
			default:
				j.doubt(Silencing, f.Path, line+": "+s.what)
			}
		}
	}
}

// added returns the place of the first silencer on an added line, if the text
// has more of them than the base.
func (s *silencer) added(f *fixedits.FileChange) string {
	found := s.pattern().FindAllIndex(f.After, -1)
	if len(found) <= len(s.pattern().FindAllIndex(f.Before, -1)) {
		return ""
	}
	added := make(map[int]bool)
	between := patch.Between(f.Before, f.After)
	for _, line := range between.AddedLines() {
		added[line.Number] = true
	}
	index := position.New(f.After, position.LF)
	for _, place := range found {
		for line := index.Line(place[0]); line <= index.Line(place[1]); line++ {
			if added[line] {
				return "line " + strconv.Itoa(line)
			}
		}
	}
	return "the file"
}

// Package localize finds the files that may have a fault, from the output of a
// failing command: the frames of stack traces, the files that the output names,
// and the files that failing tests are named after. It reads no sources and
// uses no model.
package localize

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// An Input is the information about a failure. Everything in it but the
// function may be hostile.
type Input struct {
	Run *evidence.Run // the reproduction, on the base
	// Roots are the absolute paths of the tree when the command ran, such as
	// the path of the worktree as named and with links resolved. Paths below
	// them are paths of the tree.
	Roots []string
	// Files are the paths of all files of the base, sorted.
	Files []string
	// IsTest reports whether a file is one of tests.
	IsTest func(path string) bool
}

const (
	// MaxPlaces bounds what Find returns.
	MaxPlaces = 30

	maxCases   = 200 // whose messages are read
	maxSuites  = 10  // whose folders decide between files of one name
	maxSignals = 5   // of a file
	maxPackage = 20  // sources of a folder before each says nothing
)

// Find returns where the fault may be, the likeliest first; each file is there
// once. Equal input gives equal output. Names that are not files of the tree
// are left out.
func Find(in Input) []evidence.Place {
	f := &finder{in: in, tree: newTree(in.Files, in.Roots), found: map[string]*suspect{}}
	f.outputs()
	f.underTest()
	return f.places()
}

type finder struct {
	in    Input
	tree  *tree
	found map[string]*suspect
	near  []string // the folders of failing suites
	tests []string // the files of tests that outputs point at
}

// A suspect is a file that may have the fault.
type suspect struct {
	scores map[string]float64 // by signal
	line   int                // the most telling one
	symbol string             // the function of that line, if it is printed
	weight float64            // of that line
}

// The weights of signals. A file at the end of a stack trace weighs more than
// its test, and that more than a file that is only named.
var weights = map[kind]float64{atError: 9, inStack: 8, inPython: 8, atFailure: 6, named: 2}

const (
	partnerScore = 4.0
	packageScore = 1.5
	// testShare is for a file of tests: it shows the fault and rarely has it.
	testShare = 0.5
)

// raise raises the score of a file. The best of equal signals counts: a loop in
// a stack trace proves nothing.
func (f *finder) raise(file, signal string, score float64) *suspect {
	s := f.found[file]
	if s == nil {
		s = &suspect{scores: map[string]float64{}}
		f.found[file] = s
	}
	s.scores[signal] = max(s.scores[signal], score)
	return s
}

// outputs reads the messages of failing tests and the output of the command.
func (f *finder) outputs() {
	run, failed := f.in.Run, 0
	for i := range run.Cases {
		c := &run.Cases[i]
		if !c.Status.Red() || failed == maxCases {
			continue
		}
		failed++
		var near []string
		if dir := f.tree.dir(c.Suite); dir != "" {
			near = []string{dir}
			if !slices.Contains(f.near, dir) && len(f.near) < maxSuites {
				f.near = append(f.near, dir)
			}
			f.tests = append(f.tests, f.ofTarget(dir, c.Suite)...)
		}
		f.text(printed.Plain(c.Message), near)
	}
	for _, output := range []*evidence.Output{&run.Stdout, &run.Stderr} {
		f.text(printed.Text(output), f.near)
	}
}

// ofTarget returns the files of tests in a package of Bazel that have the name
// of the target of a suite.
func (f *finder) ofTarget(pkg, suite string) (tests []string) {
	label, _, _ := strings.Cut(suite, " ") // a class follows
	_, name, isLabel := strings.Cut(label, ":")
	if !isLabel {
		return nil
	}
	stem := path.Join(pkg, name)
	first, _ := slices.BinarySearch(f.in.Files, stem+".")
	for _, file := range f.in.Files[first:] {
		if !strings.HasPrefix(file, stem+".") {
			break
		}
		if strings.TrimSuffix(file, path.Ext(file)) == stem && f.in.IsTest(file) && !slices.Contains(f.tests, file) {
			tests = append(tests, file)
		}
	}
	return tests
}

var signals = map[kind]string{
	inStack: "in a stack trace", inPython: "in a stack trace", atError: "in an error", atFailure: "in a message", named: "named in the output",
}

// text raises the files of the frames of a text, the innermost most.
func (f *finder) text(text string, near []string) {
	for _, trace := range framesOf(printed.Ends(text, maxText)) {
		depth := 0.0
		for _, at := range trace {
			files := f.tree.find(at.path, near)
			for _, file := range files {
				score := weights[at.kind] / (1 + depth/2) / float64(len(files))
				if f.in.IsTest(file) {
					score *= testShare
					if at.kind != named && !slices.Contains(f.tests, file) {
						f.tests = append(f.tests, file)
					}
				}
				s := f.raise(file, signals[at.kind], score)
				if score > s.weight && at.line > 0 {
					s.line, s.symbol, s.weight = at.line, printed.Line(at.symbol, 100), score
				}
			}
			if len(files) > 0 {
				depth++
			}
		}
	}
}

// underTest raises the sources that failing tests are named after, and the
// sources in their folders.
func (f *finder) underTest() {
	extensions := map[string]bool{}
	for _, test := range f.tests {
		extensions[path.Ext(test)] = true
		for _, base := range partnerNames(path.Base(test)) {
			files := f.tree.byBase[base]
			if beside := path.Join(path.Dir(test), base); f.tree.files[beside] {
				files = []string{beside}
			}
			if len(files) > maxMeanings {
				continue
			}
			for _, file := range files {
				f.raise(file, "tested by "+test, partnerScore/float64(len(files)))
			}
		}
	}
	for _, dir := range f.near {
		var files []string
		for _, file := range f.in.Files {
			if path.Dir(file) == dir && extensions[path.Ext(file)] && !f.in.IsTest(file) {
				files = append(files, file)
			}
		}
		for _, file := range files[:min(len(files), maxPackage)] {
			f.raise(file, "in the folder of failing tests", packageScore)
		}
	}
}

// places returns the files, the likeliest first. It is not nil: evidence has a
// list of places even if nothing is found.
func (f *finder) places() []evidence.Place {
	out := make([]evidence.Place, 0, len(f.found))
	for file, s := range f.found {
		p := evidence.Place{Path: file, Line: s.line, Symbol: s.symbol}
		for signal, score := range s.scores {
			p.Signals = append(p.Signals, signal)
			p.Score += math.Round(score*1000) / 1000
		}
		slices.SortFunc(p.Signals, func(a, b string) int {
			return cmp.Or(cmp.Compare(s.scores[b], s.scores[a]), cmp.Compare(a, b))
		})
		p.Signals = p.Signals[:min(len(p.Signals), maxSignals)]
		p.Score = math.Round(p.Score*1000) / 1000
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b evidence.Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return out[:min(len(out), MaxPlaces)]
}

// families are the extensions of languages whose files may test each other.
var families = [][]string{
	{".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"},
	{".cc", ".cpp", ".cxx", ".c", ".h", ".hh", ".hpp"},
}

// testName matches the stems of files of tests. One group is the stem of the
// source that the file is named after.
var testName = lazyregexp.New(`^(?:(.+)(?:[_.\-](?:tests?|spec|unittest)|Tests?|IT|Spec)|(?:test[_\-]|Test)(.+))$`)

// partnerNames returns the names that a file of tests allows for the source
// that it tests.
func partnerNames(test string) []string {
	ext := path.Ext(test)
	m := testName().FindStringSubmatch(strings.TrimSuffix(test, ext))
	if m == nil {
		return nil
	}
	extensions := []string{ext}
	for _, family := range families {
		if slices.Contains(family, ext) {
			extensions = family
		}
	}
	names := make([]string, len(extensions))
	for i, e := range extensions {
		names[i] = m[1] + m[2] + e
	}
	return names
}

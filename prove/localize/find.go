package localize

import (
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
	"github.com/rules-autofix/rules_autofix/prove/printed"
)

// Find returns where the fault may be, the likeliest first; each file is there
// once. Equal input gives equal output. Names that are not files of the tree
// are left out. Signals that cannot be had, such as dependencies that a
// function fails to return, are left out too, and named in notes.
func Find(ctx context.Context, in Input) (places []evidence.Place, notes []string) {
	f := &finder{in: in, tree: newTree(in.Files, in.Roots), found: suspects{}}
	if f.in.IsTest == nil {
		f.in.IsTest = func(string) bool { return false }
	}
	f.outputs()
	f.partners()
	f.dependencies(ctx)
	f.covered()
	f.recent()
	f.symbols(ctx)
	places = f.found.places()
	f.enclosing(places)
	return places, f.notes
}

type finder struct {
	in    Input
	tree  *tree
	found suspects
	notes []string

	failed []*evidence.Case
	near   []string // the folders of failing suites
	tests  []string // the files of failing tests, as far as they are known
	words  []string // what failing tests and traces name
}

// The weights of signals. A file at the end of a stack trace weighs more than
// one that a test only depends on, and that one more than a file that changed
// lately.
const (
	stackScore   = 8.0
	errorScore   = 9.0
	failureScore = 6.0
	namedScore   = 2.0
	partnerScore = 4.0
	packageScore = 1.5
	depsScore    = 3.0
	coverScore   = 2.0
	recentScore  = 2.0
	symbolScore  = 3.0
	// testShare is for a file of tests: it shows the fault and rarely has it.
	testShare = 0.5
)

const (
	maxCases  = 200
	maxSuites = 10
)

// outputs reads the output of the command, and the messages of failing tests.
func (f *finder) outputs() {
	run := f.in.Run
	for i := range run.Cases {
		if c := &run.Cases[i]; c.Status.Red() && len(f.failed) < maxCases {
			f.failed = append(f.failed, c)
			if dir := f.tree.dir(c.Suite); dir != "" && !slices.Contains(f.near, dir) && len(f.near) < maxSuites {
				f.near = append(f.near, dir)
			}
		}
	}
	for _, c := range f.failed {
		var near []string
		if dir := f.tree.dir(c.Suite); dir != "" {
			near = []string{dir}
		}
		f.words = append(f.words, printed.Line(c.Name, 200))
		f.text(printed.Plain(c.Message), near, "of "+printed.Line(c.Name, 80))
	}
	for _, output := range []*evidence.Output{&run.Stdout, &run.Stderr} {
		f.text(printed.Text(output), f.near, "of the command")
	}
}

// text reads a text that is from a test or the whole command.
func (f *finder) text(text string, near []string, of string) {
	frames := framesOf(printed.Ends(text, maxText))
	for start := 0; start < len(frames); {
		end := start
		for end < len(frames) && frames[end].block == frames[start].block && frames[end].kind == frames[start].kind {
			end++
		}
		block := frames[start:end]
		if block[0].kind == inPython {
			slices.Reverse(block)
		}
		f.block(block, near, of)
		start = end
	}
}

// block raises the files of frames that belong together, innermost first.
func (f *finder) block(frames []frame, near []string, of string) {
	depth := 0
	for _, fr := range frames {
		files := f.tree.find(fr.path, near)
		for _, file := range files {
			score, why, words := stackScore/(1+float64(depth)/2), "trace", "in a stack trace "+of
			switch fr.kind {
			case atError:
				score, why, words = errorScore, "error", "in an error "+of
			case atFailure:
				score, why, words = failureScore, "failure", "in a message "+of
			case named:
				score, why, words = namedScore, "named", "named in the output "+of
			}
			if f.in.IsTest(file) {
				score *= testShare
				if fr.kind != named && !slices.Contains(f.tests, file) {
					f.tests = append(f.tests, file)
				}
			}
			score /= float64(len(files))
			f.found.raise(file, why, score, words).point(fr.line, printed.Line(fr.symbol, 100), score)
		}
		if len(files) > 0 {
			depth++
			if fr.symbol != "" {
				f.words = append(f.words, fr.symbol)
			}
		}
	}
}

// dependencies raises the sources of failing tests by the graph of the build.
func (f *finder) dependencies(ctx context.Context) {
	if f.in.Deps == nil {
		return
	}
	var asked []string
	for _, c := range f.failed {
		if c.Suite == "" || slices.Contains(asked, c.Suite) {
			continue
		}
		if len(asked) == maxSuites {
			f.notes = append(f.notes, fmt.Sprintf("the dependencies of only %d failing suites were looked at", maxSuites))
			return
		}
		asked = append(asked, c.Suite)
		deps, err := f.in.Deps(ctx, c.Suite)
		if err != nil {
			f.notes = append(f.notes, printed.Line("the dependencies of "+c.Suite+" are not known: "+err.Error(), 300))
			continue
		}
		for file, distance := range deps {
			if f.tree.files[file] && distance > 0 {
				f.found.raise(file, "deps", depsScore/float64(distance), "a dependency of "+printed.Line(c.Suite, 120))
			}
		}
	}
}

// covered raises the files that failing tests ran through.
func (f *finder) covered() {
	for file, lines := range f.in.Covered {
		if len(lines) > 0 && f.tree.files[file] && !f.in.IsTest(file) {
			f.found.raise(file, "covered", coverScore, "run by failing tests")
		}
	}
}

// recent raises files that changed lately: the share of a commit halves every
// two weeks, and the share of a file is smaller the more files the commit has.
func (f *finder) recent() {
	const halfLife = 14 * 24 * time.Hour
	for _, commit := range f.in.Recent {
		age := max(float64(commit.Age), 0) / float64(halfLife)
		score := recentScore * math.Exp2(-age) / (1 + float64(len(commit.Files)-1)/10)
		if score < 0.01 {
			continue
		}
		for _, file := range commit.Files {
			if !f.tree.files[file] {
				continue
			}
			share := score
			if f.in.IsTest(file) {
				share *= testShare
			}
			f.found.raise(file, "recent", share, "changed lately")
		}
	}
}

// partners raises the sources that failing tests are named after, and the
// sources of their packages.
func (f *finder) partners() {
	for _, test := range f.tests {
		for _, base := range partnerNames(path.Base(test)) {
			files := f.tree.byBase[base]
			if beside := path.Join(path.Dir(test), base); f.tree.files[beside] {
				files = []string{beside}
			}
			if len(files) > maxMeanings {
				continue
			}
			for _, file := range files {
				f.found.raise(file, "partner", partnerScore/float64(len(files)), "tested by "+test)
			}
		}
	}
	for _, dir := range f.near {
		f.sources(dir)
	}
}

// maxPackage is how many files a package may have before each says nothing.
const maxPackage = 20

// sources raises the sources of a folder in the languages of its tests.
func (f *finder) sources(dir string) {
	extensions := map[string]bool{}
	for _, test := range f.tests {
		extensions[path.Ext(test)] = true
	}
	var files []string
	for _, file := range f.in.Files {
		if path.Dir(file) == dir && !f.in.IsTest(file) && (extensions[path.Ext(file)] || len(f.tests) == 0 && isSource(file)) {
			files = append(files, file)
		}
	}
	if len(files) > maxPackage {
		return
	}
	for _, file := range files {
		f.found.raise(file, "package", packageScore, "in the folder of failing tests")
	}
}

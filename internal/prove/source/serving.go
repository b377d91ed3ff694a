package source

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// These are alternatives of an expression for names of code that tests share.
// Each use adds the words that are as certain as it has to be.
const (
	HelperWords = `help|` + TestWords
	TestWords   = `assert|expect|fixture|mock|fake|stub` // the tested code rarely has them
)

// ServesTests reports whether a file is there for tests although neither its
// name nor its folder follows a convention of its language: data that tests
// compare with, or code that they share. In doubt it is a source.
func ServesTests(name string, text []byte) bool {
	language := LanguageOf(name)
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	folders := strings.Split(path.Dir(name), "/")
	if language == Starlark {
		return false
	}
	if shared[plainName(stem)] || slices.ContainsFunc(folders, func(f string) bool { return shared[plainName(f)] }) {
		return true
	}
	if language == "" {
		return slices.ContainsFunc(folders, func(f string) bool { return expectations[plainName(f)] })
	}
	library := libraries()[language]
	if library == nil || len(text) > MaxBytes || len(Of(name, text).Tests) > 0 {
		return false // a source with its own tests is one
	}
	if language == Go && program().Match(text) {
		return false // no test imports it; which of its functions are helpers, their uses show
	}
	return library.Match(text) || language == JavaScript && assertLibrary().Match(text) && sharing().MatchString(stem)
}

// plainName returns a name without the separators of its words.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(name))
}

// expectations are folders with data that tests compare with, and shared are
// names of folders and files with code for tests.
var (
	expectations = set("fixture fixtures golden goldens snapshot snapshots expected expectations testfiles testcases cassettes")
	shared       = set("testutil testutils testutilities testhelper testhelpers testsupport testlib testkit testfixture testfixtures testcommon testdata testassert testasserts testassertions")
)

func set(names string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// libraries match code that only tests have.
var libraries = sync.OnceValue(func() map[Language]*regexp.Regexp {
	return map[Language]*regexp.Regexp{
		Go:         regexp.MustCompile(`(?m)^\s*(import\s+)?([\w.]+\s+)?"(testing(/\w+)?|github\.com/(stretchr/testify|onsi/(gomega|ginkgo)|frankban/quicktest|matryer/is)(/[\w/]+)?|gotest\.tools(/[\w/]+)?)"`),
		Python:     regexp.MustCompile(`(?m)^\s*(import|from)\s+(unittest|pytest|nose2?|hypothesis|testtools)\b|\.assert(Equal|NotEqual|True|False|Is|In|Raises|Less|Greater|AlmostEqual|Count|Dict|List|Regex)\w*\(`),
		JavaScript: regexp.MustCompile(`(from|require\(|import\(|import)\s*["'](node:test|vitest|@jest/globals|chai|expect|ava|tape|mocha|uvu(/assert)?|@testing-library/[\w-]+|@playwright/test|cypress|supertest|sinon|should)["']`),
	}
})

// program matches the file of a Go program with its main function.
var program = lazyregexp.New(`(?m)^package main\b(?s:.*)^func main\(\)`)

// assertLibrary is used by sources too, and by code named for tests.
var (
	assertLibrary = lazyregexp.New(`(from|require\(|import\()\s*["'](node:)?assert(/strict)?["']`)
	sharing       = lazyregexp.New(`(?i)` + HelperWords + `|check|verif|match|compare|test|spec`)
)

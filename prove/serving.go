package prove

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/change"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
	"github.com/rules-autofix/rules_autofix/prove/policy"
	"github.com/rules-autofix/rules_autofix/prove/tests"
)

// withServing runs the reproduction on the base with the tests of the patch, and
// with its other files that may serve tests only, such as a helper or a golden
// file with an unusual name. What goes green by that is not proven.
func (p *proof) withServing(ctx context.Context, c *candidate) error {
	if p.green {
		return nil
	}
	var names []string
	for i := range c.source.Files {
		if f := &c.source.Files[i]; policy.KindOf(f) == evidence.Source && p.mayServe(f) {
			names = append(names, f.Path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	where := c.at(evidence.WithServing)
	where.subject = strings.Join(names, " ")
	where.change = c.change.Only(func(f *change.File) bool { return c.tests.File(f.Path) != nil || slices.Contains(names, f.Path) })
	_, err := p.run(ctx, where, p.reproduction, 1)
	return err
}

// helping matches names of code that tests share. Code of another name that only
// tests import is what they test.
var helping = lazyregexp.New(`(?i)help|util|assert|expect|check|verif|fixture|mock|fake|stub|match|compar|support|common|shared|tool`)

// expecting matches paths of data that tests compare with.
var expecting = lazyregexp.New(`(?i)expect|golden|snapshot|fixture|want|result|reference|baseline|test|spec|sample|example|case`)

// mayServe reports whether a file may be there for tests only: no source of the
// base names it, and a test does, or the path of data says so. The name of code
// has to say so too.
func (p *proof) mayServe(f *change.File) bool {
	stem := strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
	code := true
	var names *regexp.Regexp
	switch path.Ext(f.Path) {
	case ".py":
		if stem == "__init__" {
			stem = path.Base(path.Dir(f.Path))
		}
		names = regexp.MustCompile(`(?m)^\s*(from|import)\s.*\b` + regexp.QuoteMeta(stem) + `\b`)
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx":
		if stem == "index" {
			stem = path.Base(path.Dir(f.Path))
		}
		names = regexp.MustCompile(`["'\x60][^"'\x60\n]*/` + regexp.QuoteMeta(stem) + `(/index)?(\.\w+)?["'\x60]`)
	case ".go":
		if stem = path.Base(path.Dir(f.Path)); stem == "." {
			return false
		}
		names = regexp.MustCompile(`"[^"\n]*/` + regexp.QuoteMeta(stem) + `"`)
	default:
		if !isData(f.Path) {
			return false
		}
		code, names = false, regexp.MustCompile(regexp.QuoteMeta(path.Base(f.Path)))
	}
	if code && !helping().MatchString(stem) && !helping().MatchString(path.Base(f.Path)) {
		return false
	}
	byTests := false
	for _, name := range p.paths {
		if name == f.Path || isData(name) {
			continue
		}
		test := tests.IsTestFile(name)
		if test && byTests {
			continue
		}
		text, err := p.read(name)
		if err != nil || len(text) > maxSearched || bytes.IndexByte(text, 0) >= 0 || !names.Match(text) {
			continue
		}
		if !test && !tests.ServesTests(name, text) {
			return false
		}
		byTests = true
	}
	return byTests || !code && expecting().MatchString(f.Path)
}

// maxSearched bounds the files in which a name is looked for.
const maxSearched = 1 << 20

// isData reports whether a file is neither code nor a page for people, by its
// name.
func isData(name string) bool {
	return slices.Contains([]string{
		".txt", ".json", ".jsonl", ".json5", ".yaml", ".yml", ".toml", ".ini", ".csv", ".tsv", ".xml", ".html", ".htm", ".svg", ".css", ".sql", ".out", ".golden",
		".expected", ".want", ".exp", ".ref", ".snap", ".dat", ".bin", ".log", ".png", ".jpg", ".gif", ".pdf", ".zip", ".gz", ".pb", ".textproto", ".in", ".input", ".output",
	}, strings.ToLower(path.Ext(name)))
}

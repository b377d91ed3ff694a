package prove

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// withServing runs the reproduction on the base with the sources of the patch,
// but without its changes of files that may serve tests only, such as a helper
// or a golden file with an unusual name. A case that is red then is not proven.
func (p *proof) withServing(ctx context.Context, c *candidate) error {
	if p.green {
		return nil
	}
	without := policy.WithoutTests(c.change)
	var names []string
	for i := range c.source.Files {
		f := &c.source.Files[i]
		if policy.KindOf(f) != evidence.Source {
			continue
		}
		text, serves := f.Before, p.mayServe(f.Path, nil)
		if !serves {
			if text, serves = p.withoutHelpers(f); !serves {
				continue
			}
		}
		names = append(names, f.Path)
		if f.Created || f.Deleted || bytes.Equal(text, f.Before) {
			without = without.Only(func(other *fixedits.FileChange) bool { return other.Path != f.Path })
			continue
		}
		var err error
		if without, err = without.With(f.Path, text); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return nil
	}
	where := c.at(evidence.WithServing)
	where.subject, where.change = strings.Join(names, " "), without
	_, err := p.run(ctx, where, p.reproduction, 1)
	return err
}

// withoutHelpers returns the text of a file of a patch with the declarations as
// they were that only tests use. It reports false if none has changed.
func (p *proof) withoutHelpers(f *fixedits.FileChange) (text []byte, changed bool) {
	if f.Created {
		return nil, false
	}
	helpers := p.helpers(f.Path)[f.Path]
	switch {
	case len(helpers) == 0:
		return nil, false
	case f.Deleted:
		return f.Before, true
	}
	text = tests.Restore(f.Path, f.Before, f.After, helpers)
	return text, !bytes.Equal(text, f.After)
}

// helpers returns the declarations of the package of a file, or of a module, that
// only tests use.
func (p *proof) helpers(name string) map[string][]*source.Declaration {
	ext, dir := path.Ext(name), path.Dir(name)
	if ext != ".go" && ext != ".py" {
		return nil
	}
	inPackage := func(other string) bool {
		return other == name || ext == ".go" && path.Dir(other) == dir
	}
	var sources, beside []*source.File
	var others []string
	for _, other := range p.paths {
		switch test := source.IsTestFile(other); {
		case path.Ext(other) != ext:
		case inPackage(other) || ext == ".py" && (test || helping().MatchString(path.Base(other))):
			text, err := p.read(other)
			switch {
			case err != nil || len(text) > maxSearched:
			case test || source.ServesTests(other, text) || ext == ".py" && p.mayServe(other, nil):
				beside = append(beside, source.Read(other, text))
			case inPackage(other):
				sources = append(sources, source.Read(other, text))
			default:
				others = append(others, other)
			}
		case !test:
			others = append(others, other)
		}
	}
	words := sync.OnceValue(func() map[string]bool { return p.words(others) })
	return tests.Helpers(sources, beside, func(name string) bool { return words()[name] })
}

// words returns the words in files of the base that are not tests.
func (p *proof) words(names []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		text, err := p.read(name)
		if err != nil || len(text) > maxSearched || source.ServesTests(name, text) {
			continue
		}
		for _, word := range bytes.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			all[string(word)] = true
		}
	}
	return all
}

// byHelpers reports whether only helpers of tests in a file of Go use a package.
func (p *proof) byHelpers(name string, text []byte, imported string) bool {
	if path.Ext(name) != ".go" {
		return false
	}
	rest, at := []byte(nil), 0
	for _, d := range p.helpers(name)[name] {
		rest, at = append(rest, text[at:d.Start]...), d.End
	}
	rest = append(rest, text[at:]...)
	return at > 0 && !regexp.MustCompile(`\b`+regexp.QuoteMeta(imported)+`\.`).Match(rest)
}

// helping matches names of code that tests share. Code of another name that
// only tests import is their subject.
var helping = lazyregexp.New(`(?i)` + source.HelperWords + `|util|check|verif|match|compar|support|common|shared|tool|same`)

// expecting matches paths of data that tests compare with.
var expecting = lazyregexp.New(`(?i)expect|golden|snapshot|fixture|want|result|reference|baseline|test|spec|sample|example|case`)

// mayServe reports whether a file may be there for tests only: the sources of
// the base that name it are all such files, and a test names it, or the path of
// data looks like test data. The name of code must look like a test helper too.
// Users are the files that name each other on the way to it.
func (p *proof) mayServe(file string, users []string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	code := true
	var names *regexp.Regexp
	switch path.Ext(file) {
	case ".py":
		if stem == "__init__" {
			stem = path.Base(path.Dir(file))
		}
		names = regexp.MustCompile(`(?m)^\s*(from|import)\s.*\b` + regexp.QuoteMeta(stem) + `\b`)
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx":
		if stem == "index" {
			stem = path.Base(path.Dir(file))
		}
		names = regexp.MustCompile(`["'\x60][^"'\x60\n]*/` + regexp.QuoteMeta(stem) + `(/index)?(\.\w+)?["'\x60]`)
	case ".go":
		if stem = path.Base(path.Dir(file)); stem == "." {
			return false
		}
		names = regexp.MustCompile(`"[^"\n]*/` + regexp.QuoteMeta(stem) + `"`)
	default:
		if !isData(file) {
			return false
		}
		code, names = false, regexp.MustCompile(regexp.QuoteMeta(path.Base(file)))
	}
	if code && !helping().MatchString(stem) && !helping().MatchString(path.Base(file)) {
		return false
	}
	byTests := false
	for _, name := range p.paths {
		if name == file || isData(name) {
			continue
		}
		test := source.IsTestFile(name)
		if test && byTests {
			continue
		}
		text, err := p.read(name)
		if err != nil || len(text) > maxSearched || bytes.IndexByte(text, 0) >= 0 || !names.Match(text) {
			continue
		}
		if slices.Contains(users, name) {
			continue
		}
		if !test && !source.ServesTests(name, text) && !p.byHelpers(name, text, stem) && !p.mayServe(name, append(users[:len(users):len(users)], file)) {
			return false
		}
		byTests = true
	}
	return byTests || !code && expecting().MatchString(file)
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

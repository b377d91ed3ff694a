package localize

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// families are the extensions of languages whose files may test each other.
var families = [][]string{
	{".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"},
	{".cc", ".cpp", ".cxx", ".c", ".h", ".hh", ".hpp"},
	{".java", ".kt", ".scala", ".groovy"},
	{".py", ".pyi"},
}

var sourceExtensions = []string{".go", ".rs", ".bzl", ".rb", ".php", ".cs", ".swift", ".sh"}

func isSource(file string) bool {
	ext := path.Ext(file)
	return slices.Contains(sourceExtensions, ext) || slices.ContainsFunc(families, func(f []string) bool { return slices.Contains(f, ext) })
}

// partnerNames returns the names that the source may have which a file of tests
// is named after.
func partnerNames(test string) []string {
	ext := path.Ext(test)
	stem := strings.TrimSuffix(test, ext)
	source := stem
	for _, suffix := range []string{"_test", "_tests", "_spec", "_unittest", ".test", ".spec", "-test", "Test", "Tests", "IT", "Spec"} {
		if rest, ok := strings.CutSuffix(stem, suffix); ok && rest != "" {
			source = rest
			break
		}
	}
	for _, prefix := range []string{"test_", "Test", "test-"} {
		if rest, ok := strings.CutPrefix(source, prefix); ok && rest != "" && source == stem {
			source = rest
			break
		}
	}
	if source == stem {
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
		names[i] = source + e
	}
	return names
}

var (
	identifier = lazyregexp.New(`[A-Za-z_]\w{2,63}`)
	hump       = lazyregexp.New(`[A-Z]+[a-z0-9]*|[a-z0-9]+`)
)

// common are names that say nothing about where a fault is.
var common = map[string]bool{
	"test": true, "tests": true, "run": true, "main": true, "func": true, "error": true, "init": true, "new": true, "get": true, "set": true,
	"the": true, "and": true, "for": true, "with": true, "assert": true, "expect": true, "should": true, "works": true, "returns": true, "when": true,
	"object": true, "module": true, "this": true, "self": true, "fail": true, "case": true, "name": true, "value": true, "anonymous": true,
}

// maxNames bounds the names that are looked for.
const maxNames = 200

// namesIn returns the names of functions and types that names of tests and
// frames may mean, with how telling each is: the whole name is, a part is less.
func namesIn(texts []string) map[string]float64 {
	out := map[string]float64{}
	add := func(name string, weight float64) {
		if len(name) > 2 && !common[strings.ToLower(name)] && len(out) < maxNames {
			out[name] = max(out[name], weight)
		}
	}
	for _, text := range texts {
		for _, word := range identifier().FindAllString(text, 20) {
			rest := word
			for _, prefix := range []string{"Test", "test_", "test", "Benchmark", "Fuzz"} {
				if after, ok := strings.CutPrefix(word, prefix); ok {
					rest = strings.TrimLeft(after, "_")
					break
				}
			}
			add(word, 1)
			add(rest, 1)
			for _, part := range strings.Split(rest, "_") {
				add(part, 0.6)
			}
			humps := hump().FindAllString(rest, 12)
			for n := len(humps) - 1; n > 0; n-- {
				add(strings.Join(humps[:n], ""), 0.5)
				add(strings.Join(humps[len(humps)-n:], ""), 0.4)
			}
		}
	}
	return out
}

//go:build e2e

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	markdownFence   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	markdownHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	markdownLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	linkText        = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	notInAnchor     = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// Each relative link of a page leads to a file, and to a heading if it names
// one. It needs no Bazel, but all files of the repository.
func TestLinksOfThePagesLeadSomewhere(t *testing.T) {
	links := 0
	for _, page := range pages(t) {
		text := markdownFence.ReplaceAllString(readFile(t, page), "")
		for _, match := range markdownLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			links++
			name, anchor, _ := strings.Cut(match[1], "#")
			to := page
			if name != "" {
				to = filepath.Join(filepath.Dir(page), filepath.FromSlash(name))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads to no file", page, match[1])
			} else if anchor != "" && filepath.Ext(to) == ".md" && !anchors(t, to)[anchor] {
				t.Errorf("%s: %s leads to no heading", page, match[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links: are the pages read?", links)
	}
}

var (
	testName = regexp.MustCompile(`\bTest[A-Z]\w+`)
	codeSpan = regexp.MustCompile("`([^`\\s]+)`")
	variable = regexp.MustCompile(`[A-Z]{4,}|[*{]|\.\.\.`)
)

// The tests and files that CONTRIBUTING.md names exist.
func TestContributingNamesTestsAndFilesThatExist(t *testing.T) {
	text := readFile(t, filepath.Join(repository, "CONTRIBUTING.md"))
	known := map[string]bool{}
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), "bazel-") || entry.Name() == ".git"):
			return fs.SkipDir
		case strings.HasSuffix(path, "_test.go"):
			for _, name := range declaredTest.FindAllStringSubmatch(readFile(t, path), -1) {
				known[name[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := testName.FindAllString(text, -1)
	for _, name := range tests {
		if !known[name] {
			t.Errorf("there is no test %s", name)
		}
	}
	files := 0
	for _, match := range codeSpan.FindAllStringSubmatch(markdownFence.ReplaceAllString(text, ""), -1) {
		name := match[1]
		if !strings.Contains(name, "/") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || variable.MatchString(name) {
			continue
		}
		top, _, _ := strings.Cut(strings.TrimPrefix(name, "./"), "/")
		if _, err := os.Stat(filepath.Join(repository, top)); err != nil {
			continue // not a path
		}
		files++
		if _, err := os.Stat(filepath.Join(repository, filepath.FromSlash(name))); err != nil {
			t.Errorf("there is no file %s", name)
		}
	}
	if len(tests) < 15 || files < 15 {
		t.Errorf("%d tests and %d files: is the page read?", len(tests), files)
	}
}

// declaredTest is the declaration of a test.
var declaredTest = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// pages returns the paths of the Markdown files at the top of the repository and
// in docs and examples.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(repository, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"docs", "examples"} {
		err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".md" {
				found = append(found, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// anchors returns those of the headings of a page, as code hosts name them.
func anchors(t *testing.T, page string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	text := markdownFence.ReplaceAllString(readFile(t, page), "")
	for _, match := range markdownHeading.FindAllStringSubmatch(text, -1) {
		heading := linkText.ReplaceAllString(match[1], "$1")
		all[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")] = true
	}
	return all
}

package policy

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// KindOf returns the purpose of a file of a change. A file with only some
// protected parts is protected only if the change touches these.
func KindOf(f *fixedits.FileChange) evidence.Kind {
	kind, _ := kindOf(f)
	return kind
}

// kindOf also says why a file is protected.
func kindOf(f *fixedits.FileChange) (kind evidence.Kind, reason string) {
	if reason := guarded(f); reason != "" {
		return evidence.Protected, reason
	}
	switch {
	case inTestdata(f.Path):
		return evidence.TestFile, ""
	case isBuild(f.Path):
		return evidence.Build, ""
	case source.IsTestFile(f.Path), source.ServesTests(f.Path, f.Before): // the patch does not decide that
		return evidence.TestFile, ""
	case !f.Created && !f.Deleted && !f.ModeChanged && source.OnlyTestModules(f.Path, f.Before, f.After):
		return evidence.TestFile, ""
	case isDocs(f.Path):
		return evidence.Docs, ""
	}
	return evidence.Source, ""
}

// isBuild reports whether a file says how things are built, and may change in
// part.
func isBuild(name string) bool {
	base := path.Base(name)
	return source.IsBuildFile(base) || strings.HasSuffix(base, ".bzl") || slices.Contains([]string{
		"package.json", "pyproject.toml", "setup.cfg", "setup.py", "Cargo.toml", "CMakeLists.txt", ".gitignore", "meson.build",
	}, base) || strings.HasSuffix(base, ".cmake")
}

// isDocs reports whether a file is read by people only. Pages that run code,
// such as HTML and MDX, are not.
func isDocs(name string) bool {
	base := strings.ToUpper(path.Base(name))
	stem, _, _ := strings.Cut(base, ".")
	ext := strings.ToLower(path.Ext(name))
	if slices.Contains([]string{".md", ".markdown", ".rst", ".adoc", ".asciidoc"}, ext) {
		return true
	}
	if (ext == "" || ext == ".txt") && slices.Contains([]string{"README", "CHANGELOG", "CHANGES", "HISTORY", "NEWS", "LICENSE", "LICENCE", "NOTICE", "AUTHORS", "CONTRIBUTING", "COPYING", "SECURITY", "TODO"}, stem) {
		return true
	}
	first, _, nested := strings.Cut(name, "/")
	return nested && (first == "docs" || first == "doc") && slices.Contains([]string{".txt", ".png", ".jpg", ".jpeg", ".gif", ".webp"}, ext)
}

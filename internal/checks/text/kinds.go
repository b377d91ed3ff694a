package text

import (
	"path"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/decoded"
)

// A kind is what the name of a file says about it: how safely trailing
// whitespace, line endings and the end of the file may change without changing
// the meaning of the file.
type kind struct {
	content    bool            // the exact bytes matter: nothing is reported
	whitespace fixedits.Safety // of removing trailing whitespace and changing line endings
	newline    fixedits.Safety // of adding a final newline
	data       bool            // the decoded value decides how safe a fix is
	markdown   bool            // two trailing spaces are a line break, and fenced code is verbatim
	gitstyle   bool            // a tab at the end of a line is part of the pattern
	dos        bool            // lines should end in CRLF
	attached   bool            // the program reads the text after a line __END__ or __DATA__
}

// The kinds of files. A file that no format matches is unknown: it may be
// embedded, hashed or compared.
var (
	// verbatim is for files whose exact bytes matter, because a tool writes,
	// reads back or compares them.
	verbatim = kind{content: true}
	// lines is for prose, and for formats without multi-line tokens or that
	// drop whitespace before a line ending.
	lines = kind{whitespace: fixedits.SafetySafe, newline: fixedits.SafetySafe}
	// code is for languages that allow, but do not need, a final newline.
	// Trailing whitespace may be part of a string or heredoc.
	code    = kind{whitespace: fixedits.SafetySuggestion, newline: fixedits.SafetySafe}
	unknown = kind{whitespace: fixedits.SafetySuggestion, newline: fixedits.SafetySuggestion}

	data     = kind{whitespace: fixedits.SafetySafe, newline: fixedits.SafetySafe, data: true}
	markdown = kind{whitespace: fixedits.SafetySafe, newline: fixedits.SafetySafe, markdown: true}
	ignores  = kind{whitespace: fixedits.SafetySafe, newline: fixedits.SafetySafe, gitstyle: true}
	batch    = kind{whitespace: fixedits.SafetySuggestion, newline: fixedits.SafetySafe, dos: true}
	script   = kind{whitespace: fixedits.SafetySuggestion, newline: fixedits.SafetySafe, attached: true}
)

// A format lists the names of files of one kind. docs/text.md has the same
// table; a test compares the two.
type format struct {
	title string
	kind
	names []string // base names, and suffixes after a *; in lower case
}

// formats are searched by name first and then by suffix. Other files that
// formatting/decoded knows are data; the rest are unknown.
var formats = []format{
	{"prose, and formats in which no string spans lines", lines, []string{
		"*.adoc", "*.java", "*.proto", "*.rst", "*.txt",
		".bazelignore", ".bazelrc", ".bazelversion", ".dockerignore", ".editorconfig", ".gitattributes", ".gitmodules",
		".mailmap", "authors", "changelog", "changes", "codeowners", "contributing", "contributors", "copying",
		"copyright", "go.mod", "go.work", "license", "maintainers", "news", "notice", "owners", "readme",
	}},
	{"Markdown", markdown, []string{"*.markdown", "*.md"}},
	{"ignore files", ignores, []string{".gitignore", ".ignore"}},
	{"code and markup", code, []string{
		"*.awk", "*.bash", "*.bazel", "*.bzl", "*.c", "*.cc", "*.cjs", "*.clj", "*.cljc", "*.cljs", "*.cmake", "*.cpp",
		"*.cs", "*.csproj", "*.css", "*.cts", "*.cue", "*.cxx", "*.d", "*.dart", "*.el", "*.erl", "*.ex", "*.exs", "*.f90",
		"*.fish", "*.fs", "*.fsproj", "*.go", "*.gql", "*.gradle", "*.graphql", "*.groovy", "*.h", "*.hcl", "*.hh",
		"*.hpp", "*.hrl", "*.hs", "*.hxx", "*.inl", "*.jl", "*.js", "*.jsonnet", "*.jsx", "*.kt", "*.kts", "*.less",
		"*.libsonnet", "*.lua", "*.m", "*.mjs", "*.mk", "*.ml", "*.mli", "*.mm", "*.mts", "*.nim", "*.nix", "*.props",
		"*.ps1", "*.psm1", "*.py", "*.pyi", "*.pyx", "*.r", "*.rego", "*.rs", "*.sass", "*.scala", "*.scss", "*.sh",
		"*.star", "*.sv", "*.swift", "*.targets", "*.tf", "*.tfvars", "*.thrift", "*.ts", "*.tsx", "*.v", "*.vhd",
		"*.vhdl", "*.vim", "*.xml", "*.xsd", "*.xsl", "*.xslt", "*.zig", "*.zsh",
		"build", "cmakelists.txt", "containerfile", "dockerfile", "gnumakefile", "jenkinsfile", "makefile", "workspace",
	}},
	{"Ruby and Perl", script, []string{
		"*.gemspec", "*.pl", "*.pm", "*.rake", "*.rb", "brewfile", "gemfile", "podfile", "rakefile", "vagrantfile",
	}},
	{"batch files", batch, []string{"*.bat", "*.cmd"}},
	{"neither prose nor code", unknown, []string{"version.txt"}},
	{"bytes are the point", verbatim, []string{
		"*.approved", "*.asc", "*.bin", "*.cer", "*.checksum", "*.crt", "*.csr", "*.csv", "*.diff", "*.digest", "*.eml",
		"*.expect", "*.expected", "*.golden", "*.gpg", "*.hex", "*.key", "*.md5", "*.minisig", "*.out", "*.p7s", "*.patch",
		"*.pem", "*.pgp", "*.properties", "*.pub", "*.sha1", "*.sha256", "*.sha512", "*.sig", "*.snap", "*.srt", "*.tsv",
		"*.txtar",
	}},
}

// byName returns the kinds of formats by their names and by their suffixes.
var byName = sync.OnceValues(func() (names, suffixes map[string]kind) {
	names, suffixes = map[string]kind{}, map[string]kind{}
	for _, f := range formats {
		for _, name := range f.names {
			if suffix, ok := strings.CutPrefix(name, "*"); ok {
				suffixes[suffix] = f.kind
			} else {
				names[name] = f.kind
			}
		}
	}
	return names, suffixes
})

// VerbatimSuffixes returns the suffixes of files whose exact bytes matter,
// which the checker skips, in lower case and sorted.
func VerbatimSuffixes() []string {
	var suffixes []string
	_, bySuffix := byName()
	for suffix, k := range bySuffix {
		if k.content {
			suffixes = append(suffixes, suffix)
		}
	}
	slices.Sort(suffixes)
	return suffixes
}

// proseStems are the stems of prose files with any suffix: LICENSE.apache,
// README.de.
var proseStems = map[string]bool{"LICENSE": true, "NOTICE": true, "README": true}

// kindOf returns the kind of a file by its path, which is workspace relative
// and slash separated.
func kindOf(p string) kind {
	if formatting.Written(p) {
		return verbatim
	}
	base := path.Base(p)
	lower := strings.ToLower(base)
	names, suffixes := byName()
	if k, ok := names[lower]; ok {
		return k
	}
	if k, ok := suffixes[path.Ext(lower)]; ok {
		return k
	}
	if decoded.Knows(p) {
		return data
	}
	if stem, _, _ := strings.Cut(base, "."); proseStems[stem] {
		return lines
	}
	return unknown
}

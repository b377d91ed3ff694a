package text

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/decoded"
)

// A kind is what is known of a file by its name: how far blanks at the ends of
// its lines, line ends and the end of the file may change without changing what
// the file means.
type kind struct {
	content  bool            // every byte counts: nothing is reported
	blanks   fixedits.Safety // of removing blanks and changing line ends
	newline  fixedits.Safety // of adding a newline at the end
	data     bool            // what it decodes to says how safe that is
	markdown bool            // two blanks at the end of a line break it, and fenced code is verbatim
	gitstyle bool            // a tab at the end of a line belongs to the pattern
	dos      bool            // lines should end in CRLF
	attached bool            // what follows a line __END__ or __DATA__ is read by the program
}

// The kinds of files. A file of no known kind is of unknown: it may be
// embedded, hashed or compared.
var (
	// verbatim is for files whose bytes are the point: what a tool writes, reads back or compares.
	verbatim = kind{content: true}
	// lines is for prose, and for formats in which no string and no other token holds a line end, or in which blanks
	// before a line end are dropped.
	lines = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe}
	// code is for languages that need no newline at the end and take one; a
	// string or heredoc may hold the blanks.
	code    = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySafe}
	unknown = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySuggestion}

	data     = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe, data: true}
	markdown = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe, markdown: true}
	ignores  = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe, gitstyle: true}
	batch    = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySafe, dos: true}
	script   = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySafe, attached: true}
)

// A format is the names of files of one kind. docs/text.md has the table, which
// a test holds to this one.
type format struct {
	title string
	kind
	names []string // base names, and suffixes after a *; in lower case
}

// formats are looked through by name first, and then by suffix. Files that
// formatting/decoded knows are data; all others are unknown.
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

// byName and bySuffix have the kinds of formats.
var byName, bySuffix = func() (names, suffixes map[string]kind) {
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
}()

// VerbatimSuffixes returns the suffixes of files whose bytes are the point, of
// which nothing is reported, in lower case and sorted.
func VerbatimSuffixes() []string {
	var suffixes []string
	for suffix, k := range bySuffix {
		if k.content {
			suffixes = append(suffixes, suffix)
		}
	}
	slices.Sort(suffixes)
	return suffixes
}

// proseStems name prose whatever their suffix: LICENSE.apache, README.de.
var proseStems = map[string]bool{"LICENSE": true, "NOTICE": true, "README": true}

// kindOf returns what the path of a file, workspace relative and slash separated, says about it.
func kindOf(p string) kind {
	if formatting.Written(p) {
		return verbatim
	}
	base := path.Base(p)
	lower := strings.ToLower(base)
	if k, ok := byName[lower]; ok {
		return k
	}
	if k, ok := bySuffix[path.Ext(lower)]; ok {
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

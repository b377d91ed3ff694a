package text

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A kind is what is known of a file by its name: how far blanks at the ends of its lines, and line ends, may change
// without changing what the file means.
type kind struct {
	content  bool            // every byte counts: nothing is reported
	blanks   fixedits.Safety // of removing blanks and changing line ends
	newline  fixedits.Safety // of adding a newline at the end
	markdown bool            // two blanks at the end of a line break it, and fenced code is verbatim
	gitstyle bool            // a tab at the end of a line belongs to the pattern
	dos      bool            // lines must end in CRLF
}

// The three kinds that most files are of.
var (
	// verbatim is for files whose bytes are the point: what a tool writes, reads back or compares.
	verbatim = kind{content: true}
	// lines is for prose, and for formats in which no string and no other token holds a line end, or in which blanks
	// before a line end are dropped.
	lines = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe}
	// code is for everything else: a string, a heredoc or a block scalar may hold the blanks.
	code = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySafe}
)

var (
	template = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySuggestion}
	markdown = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe, markdown: true}
	ignores  = kind{blanks: fixedits.SafetySafe, newline: fixedits.SafetySafe, gitstyle: true}
	batch    = kind{blanks: fixedits.SafetySuggestion, newline: fixedits.SafetySafe, dos: true}
)

// byName and byExt are the documented list; byName wins. Names are in lower case.
var byName = map[string]kind{
	".bazelignore":   lines,
	".bazelversion":  lines,
	".dockerignore":  lines, // the engine trims its lines
	".gitattributes": lines,
	".gitignore":     ignores,
	".ignore":        ignores,
	".mailmap":       lines,
	"authors":        lines,
	"changelog":      lines,
	"changes":        lines,
	"cmakelists.txt": code, // bracket arguments hold line ends
	"codeowners":     lines,
	"contributing":   lines,
	"contributors":   lines,
	"copying":        lines,
	"copyright":      lines,
	"go.mod":         lines,
	"go.work":        lines,
	"license":        lines,
	"maintainers":    lines,
	"news":           lines,
	"notice":         lines,
	"owners":         lines,
	"readme":         lines,
}

var byExt = map[string]kind{
	".adoc":     lines, // Asciidoctor drops blanks at line ends
	".java":     lines, // text blocks drop them too
	".json":     lines, // strings do not span lines
	".jsonc":    lines,
	".markdown": markdown,
	".md":       markdown,
	".proto":    lines, // strings do not span lines
	".rst":      lines, // docutils drops blanks at line ends
	".txt":      lines,

	".bat": batch,
	".cmd": batch,

	".ejs":      template,
	".erb":      template,
	".gotmpl":   template,
	".hbs":      template,
	".j2":       template,
	".jinja":    template,
	".jinja2":   template,
	".liquid":   template,
	".mustache": template,
	".template": template,
	".tmpl":     template,
	".tpl":      template,

	".approved":   verbatim,
	".asc":        verbatim, // a signature covers them
	".csv":        verbatim,
	".diff":       verbatim, // a blank is an empty line of context
	".eml":        verbatim,
	".expect":     verbatim,
	".expected":   verbatim,
	".golden":     verbatim,
	".hex":        verbatim,
	".out":        verbatim,
	".patch":      verbatim,
	".properties": verbatim, // a value ends where its line ends
	".sig":        verbatim,
	".snap":       verbatim,
	".srt":        verbatim,
	".tsv":        verbatim,
	".txtar":      verbatim,
}

// VerbatimSuffixes returns the suffixes of files whose bytes are the point, of
// which nothing is reported, in lower case and sorted.
func VerbatimSuffixes() []string {
	var suffixes []string
	for suffix, k := range byExt {
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
	if formatting.Written(p) || formatting.Compared(p) {
		return verbatim
	}
	base := path.Base(p)
	lower := strings.ToLower(base)
	if k, ok := byName[lower]; ok {
		return k
	}
	if k, ok := byExt[path.Ext(lower)]; ok {
		return k
	}
	if stem, _, _ := strings.Cut(base, "."); proseStems[stem] {
		return lines
	}
	return code
}

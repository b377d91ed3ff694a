package text

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

const (
	trailingBlanks = "text/trailing-whitespace"
	finalNewline   = "text/final-newline"
	lineEndings    = "text/line-endings"
	charset        = "text/charset"
)

var rules = []checks.Rule{
	{
		Name:     trailingBlanks,
		Summary:  "No whitespace at the ends of lines",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Nobody sees it, editors remove it by chance, and then a change shows lines that it did not mean to " +
			"touch. Not looked at are files whose bytes are the point (patches, CSV, keys, snapshots), " +
			"lines in which a backslash stands before the whitespace, block scalars of YAML, fenced code and the data at the top in Markdown, and two or " +
			"more spaces after text in Markdown, which break the line. Files that have a formatter are left to it, and so are those of which " +
			"`trim_trailing_whitespace = false` holds in .editorconfig, unless autofix.toml gives this rule a severity.",
		Bad:  "Trailing whitespace.  \nNext line.\n",
		Good: "Trailing whitespace.\nNext line.\n",
		Fix: "Removes the whitespace, one fix a line. It is safe in prose, in formats in which no string spans lines, and in " +
			"YAML, JSON and TOML that decode to the same without it. Elsewhere a string or a heredoc might hold " +
			"it, so that the fix is a suggestion. docs/text.md has the table.",
	},
	{
		Name:     finalNewline,
		Summary:  "A file ends with a newline",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Without it, the next line that somebody appends shows the last one as changed too, `cat a b` glues two " +
			"lines, and tools that read by lines may drop the last. Files whose bytes are the point are not looked at, " +
			"as for text/trailing-whitespace, and files that have a formatter are left to it. In a block scalar at the end of YAML, " +
			"a newline would become part of the value, so that none is missing. `insert_final_newline = false` in " +
			".editorconfig switches the rule off, unless autofix.toml gives it a severity; no newline is ever taken away.",
		Bad:  "last line",
		Good: "last line\n",
		Fix: "Adds a newline, of the kind that most lines of the file have. It is safe in prose, in code of languages that " +
			"are known, and in YAML, JSON and TOML that decode to the same. Anything else, such as a template or a VERSION, " +
			"might be embedded, hashed or compared, so that the fix is a suggestion. docs/text.md has the table.",
	},
	{
		Name:     lineEndings,
		Summary:  "All lines of a file end alike",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "A file that mixes LF and CRLF shows up as changed wherever an editor makes them alike, and a shell, a " +
			"template or a test may see a CR that its author did not. Files whose bytes are the point are not looked at, " +
			"as for text/trailing-whitespace. A batch file is never made to end its lines in LF.",
		Bad:  "one\r\ntwo\nthree\n",
		Good: "one\ntwo\nthree\n",
		Fix: "Makes the line ends those that most lines have, LF if there are as many of both, or those that are " +
			"configured. It is safe in Go and in the files in which text/trailing-whitespace is. Elsewhere a string might hold " +
			"a line end, so that the fix is a suggestion.",
		Options: []checks.Option{{
			Name:    "want",
			Kind:    "string",
			Values:  []string{"keep", "lf", "crlf"},
			Default: "keep",
			Doc: "which line ends files are to have; keep reports only files that mix them. Where it is not set, " +
				"end_of_line of .editorconfig holds, if it is lf or crlf",
			Editor: func(p editorconfig.Properties) any { return oneOf(p.Get("end_of_line"), "lf", "crlf") },
		}},
	},
	{
		Name:     charset,
		Summary:  "A file is in its character set",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "What reads a file in another character set than it was written in shows other letters, or fails. A byte order " +
			"mark breaks what looks at the first bytes of a file, such as #! lines, and joins of files. Only files are looked " +
			"at for which a character set is set. Those whose bytes are the point are not, as for text/trailing-whitespace.",
		Bad:  "",
		Good: "",
		Fix: "Removes the byte order mark or adds it. Some programs tell UTF-8 by that mark alone, and others take it for " +
			"text, so that the fix is a suggestion. It is not added to a file that has a formatter or starts with #!. A file " +
			"with bytes that are not UTF-8 has no fix: nobody knows what they were meant to be.",
		Options: []checks.Option{{
			Name:    "want",
			Kind:    "string",
			Values:  []string{"keep", "utf-8", "utf-8-bom"},
			Default: "keep",
			Doc: "the character set of files, utf-8-bom with a byte order mark; keep looks at none. Where it is not set, " +
				"charset of .editorconfig holds, if it is one of these",
			Editor: func(p editorconfig.Properties) any { return oneOf(p.Get("charset"), "utf-8", "utf-8-bom") },
		}},
	},
}

// oneOf returns value where it is allowed, else nil.
func oneOf(value string, allowed ...string) any {
	if slices.Contains(allowed, value) {
		return value
	}
	return nil
}

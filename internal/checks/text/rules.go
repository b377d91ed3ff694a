package text

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

const (
	trailingWhitespace = "text/trailing-whitespace"
	finalNewline       = "text/final-newline"
	lineEndings        = "text/line-endings"
	charset            = "text/charset"
	unusedIgnore       = checks.UnusedIgnore
)

// onlyData is the reason why most fixes of text have no certificate.
const onlyData = "YAML, JSON and TOML files have one, by their decoded value; what programs make of other texts is not known here."

var rules = []checks.Rule{
	{
		Name:     unusedIgnore, // Run finds them
		Summary:  "Delete comments that silence nothing",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "A comment `autofix ignore=RULE` that silences nothing hides a later finding, and one that is misspelled does not do " +
			"what its writer thinks. A name counts as unused if its rule ran for the file or does not check such a file: a rule " +
			"that is off, of a checker that is left out of the run, or of another tool is not looked at. " +
			"docs/configuration.md has the comments.",
		Bad:  "<!-- autofix ignore=text/trailing-whitespaces -->\nA line.\n",
		Good: "A line.\n",
		Fix: "Deletes the name, and with the last name the comment. It is a suggestion in languages in which the tool " +
			"cannot tell for certain that this is a comment and not a part of a string.",
		NoCertificate: "Comments mean nothing to programs, and a certificate compares what programs read.",
	},
	{
		Name:     trailingWhitespace,
		Summary:  "Remove trailing whitespace",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Trailing whitespace is invisible, and editors that remove it add unrelated lines to a change. The rule " +
			"skips files whose exact bytes matter (patches, CSV, keys, snapshots), lines with a backslash before the " +
			"whitespace, YAML block scalars, and in Markdown front matter, fenced code, and two or more spaces after " +
			"text, which are a line break. It skips files that have a formatter. It also skips files for which " +
			"`.editorconfig` has `trim_trailing_whitespace = false`, unless autofix.toml gives this rule a severity.",
		Bad:  "Trailing whitespace.  \nNext line.\n",
		Good: "Trailing whitespace.\nNext line.\n",
		Fix: "Removes the whitespace, one fix per line. The fix is safe in prose, in formats without multi-line strings, " +
			"and in YAML, JSON and TOML files that decode to the same value without it. In other files the whitespace " +
			"may be part of a string or a heredoc, so the fix is a suggestion. docs/text.md has the table.",
		NoCertificate: onlyData,
	},
	{
		Name:     finalNewline,
		Summary:  "End files with a newline",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Without a final newline, appending a line also changes the line before it, `cat a b` joins two lines, and " +
			"tools that read line by line may drop the last one. The rule skips files whose exact bytes matter, as " +
			"text/trailing-whitespace does, and files that have a formatter. If YAML ends in a block scalar, a newline " +
			"would become part of the value, and the rule does not ask for one. `insert_final_newline = false` in " +
			"`.editorconfig` turns the rule off, unless autofix.toml gives it a severity. The rule never removes a newline.",
		Bad:  "last line",
		Good: "last line\n",
		Fix: "Adds a newline in the line ending that most lines of the file have. The fix is safe in prose, in known " +
			"programming languages, and in YAML, JSON and TOML files that decode to the same value. Other files, such as a " +
			"template or a VERSION file, may be embedded, hashed or compared, so the fix is a suggestion. docs/text.md has " +
			"the table.",
		NoCertificate: onlyData,
	},
	{
		Name:     lineEndings,
		Summary:  "Use the same line ending in all lines of a file",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Editors that normalize mixed LF and CRLF line endings add unrelated lines to a change, and a shell, a " +
			"template or a test may read an unexpected CR. The rule skips files whose exact bytes matter, as " +
			"text/trailing-whitespace does. It never converts a batch file to LF.",
		Bad:  "one\r\ntwo\nthree\n",
		Good: "one\ntwo\nthree\n",
		Fix: "Converts all line endings to the configured one, or to the one that most lines have (LF if both are equally " +
			"frequent). The fix is safe in Go files and in the files in which the fix of text/trailing-whitespace is safe. " +
			"In other files a line ending may be part of a string, so the fix is a suggestion.",
		NoCertificate: onlyData,
		Options: []checks.Option{{
			Name:    "want",
			Kind:    "string",
			Values:  []string{"keep", "lf", "crlf"},
			Default: "keep",
			Doc: "the line ending that files must have; keep reports only files with mixed line endings. If it is not set, " +
				"end_of_line of .editorconfig applies if it is lf or crlf",
			Editor: func(p editorconfig.Properties) any { return oneOf(p.Get("end_of_line"), "lf", "crlf") },
		}},
	},
	{
		Name:     charset,
		Summary:  "Use the configured character set",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A program that reads a file in the wrong character set garbles the text or fails. A byte order mark breaks " +
			"programs that read the first bytes of a file, such as #! lines, and concatenated files. The rule checks only " +
			"files that have a configured character set. It skips files whose exact bytes matter, as " +
			"text/trailing-whitespace does.",
		Bad:  "",
		Good: "",
		Fix: "Removes or adds the byte order mark. Some programs recognize UTF-8 only by that mark, and others read it as " +
			"text, so the fix is a suggestion. A mark is not added to a file that has a formatter or starts with #!. A " +
			"file with bytes that are not UTF-8 has no fix, because the intended characters are unknown.",
		Options: []checks.Option{{
			Name:    "want",
			Kind:    "string",
			Values:  []string{"keep", "utf-8", "utf-8-bom"},
			Default: "keep",
			Doc: "the character set of files; utf-8-bom is UTF-8 with a byte order mark; keep checks no file. If it is not " +
				"set, charset of .editorconfig applies if it is utf-8 or utf-8-bom",
			Editor: func(p editorconfig.Properties) any { return oneOf(p.Get("charset"), "utf-8", "utf-8-bom") },
		}},
	},
}

// oneOf returns value if it is allowed, or nil.
func oneOf(value string, allowed ...string) any {
	if slices.Contains(allowed, value) {
		return value
	}
	return nil
}

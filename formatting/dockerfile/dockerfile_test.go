package dockerfile_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// canonical is one layout for all files.
func canonical(indent int) dockerfile.Options {
	return dockerfile.Options{Indent: indent, Canonical: true}
}

// keep has the defaults.
var keep = dockerfile.Options{KeepIndent: true}

// styles are all pairs of what can be kept.
var styles = []dockerfile.Options{keep, canonical(4), {Indent: 4}, {KeepIndent: true, Canonical: true}}

func made(t testing.TB, opts dockerfile.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, dockerfile.New, opts)
}

func TestCanonical(t *testing.T) {
	formattest.Format(t, made(t, canonical(4)), "Dockerfile", []formattest.Case{
		{Name: "keywords", Src: "from a as b\nrun x\nonbuild run y\nhealthcheck  none\nHealthcheck --interval=5s  cmd  x\n", Want: "FROM a AS b\nRUN x\nONBUILD RUN y\nHEALTHCHECK NONE\nHEALTHCHECK --interval=5s CMD x\n"},
		{Name: "one space", Src: "FROM   a\t AS   b\nCOPY  --from=x   --chown=1  a  b\tc\nENV  a=1   b='2  3'\nEXPOSE 1   2\nARG  x  y=1\n", Want: "FROM a AS b\nCOPY --from=x --chown=1 a b c\nENV a=1 b='2  3'\nEXPOSE 1 2\nARG x y=1\n"},
		{Name: "words of a shell stay", Src: "FROM a\nRUN   x   y  \nCMD  x   y\nUSER   u  v\nENV  a   b  c\n", Want: "FROM a\nRUN x   y\nCMD x   y\nUSER u  v\nENV a b  c\n"},
		{Name: "arrays", Src: "FROM a\nCMD   [ \"a\"  ,\"b\" ]  \nRUN  []\nHEALTHCHECK CMD   [\"x\",\"y\"]\nVOLUME [\"/a\" ]\n", Want: "FROM a\nCMD [\"a\", \"b\"]\nRUN []\nHEALTHCHECK CMD [\"x\", \"y\"]\nVOLUME [\"/a\"]\n"},
		{Name: "empty lines before a comment that is not a directive", Src: "\n\n# escape=`\nFROM a\nRUN x \\\n y\n", Want: "\n# escape=`\nFROM a\nRUN x \\\n    y\n"},
		{Name: "a comment for BuildKit's linter", Src: "FROM a\n# check=skip=all\nrun x\n", Want: "FROM a\n# check=skip=all\nRUN x\n"},
		{Name: "empty lines", Src: "\n\nARG x\n# c\nFROM a\n\n\nRUN x\nRUN y\n# of b\nFROM b\nRUN x\n\n# of c\nFROM c\n\n\n", Want: "ARG x\n# c\nFROM a\n\nRUN x\nRUN y\n\n# of b\nFROM b\nRUN x\n\n# of c\nFROM c\n"},
		{Name: "no line end at the end", Src: "FROM a\nRUN x", Want: "FROM a\nRUN x\n"},
		{Name: "indented lines and comments", Src: "  FROM a\n   # c  \n\tRUN x\n", Want: "FROM a\n# c\nRUN x\n"},
		{Name: "lines that go on", Src: "FROM a\nRUN a   \\\n&& b\\\n  && c   \\\n # comment  \n\n   && d\n", Want: "FROM a\nRUN a \\\n    && b \\\n      && c \\\n     # comment\n       && d\n"},
		{Name: "of other instructions", Src: "FROM a\nENV a=1   \\\n b=2  \\\n        c=3\nCOPY a \\\n\tb \\\n   /c/\n", Want: "FROM a\nENV a=1 \\\n    b=2 \\\n    c=3\nCOPY a \\\n    b \\\n    /c/\n"},
		{Name: "within a word", Src: "FROM al\\\npine\nRUN ab\\\ncd  e\\\n  f\n", Want: "FROM al\\\npine\nRUN ab\\\ncd  e \\\n    f\n"},
		{Name: "within a string", Src: "FROM a\nRUN x 'a   \\\n     b'  \\\n  c \"d  \\\n e $(f   \\\n   g  \"h  \\\n  i\") j\"\nENV a=\"b  \\\n   c\"\n", Want: "FROM a\nRUN x 'a   \\\n     b' \\\n    c \"d  \\\n e $(f \\\n     g  \"h  \\\n  i\") j\"\nENV a=\"b  \\\n   c\"\n"},
		{Name: "a value that is all the rest", Src: "FROM a\nENV a b  \\\n    c\nLABEL   a  \\\n  b\n", Want: "FROM a\nENV a b  \\\n    c\nLABEL a \\\n    b\n"},
		{Name: "here-documents", Src: "from a\nrun   <<E   cat   \n  x   \n\tE\nE\ncopy  <<A   <<-\"B\"   /c/\na\nA\n\tb\n\tB\n", Want: "FROM a\nRUN <<E   cat\n  x   \n\tE\nE\nCOPY <<A <<-\"B\" /c/\na\nA\n\tb\n\tB\n"},
		{Name: "another escape", Src: "# escape=`\nFROM a\nRUN x   `\n   y\nCOPY a   `\n c:\\\n", Want: "# escape=`\nFROM a\nRUN x   `\n   y\nCOPY a `\n    c:\\\n"},
		{Name: "another shell", Src: "FROM a\nSHELL [\"pwsh\",\"-c\"]\nRUN x   \\\n   y\n", Want: "FROM a\nSHELL [\"pwsh\", \"-c\"]\nRUN x   \\\n   y\n"},
		{Name: "a script that does not parse", Src: "FROM a\nRUN x (   \\\n   y\n", Want: "FROM a\nRUN x (   \\\n   y\n"},
		{Name: "nothing follows", Src: "FROM a\nRUN x \\\n\n  # c\n", Want: "FROM a\nRUN x\n# c\n"},
		{Name: "lines with nothing", Src: "FROM a\nRUN \\\n   \\\n  x \\\n  \\\n # c\n \\\n  y\n\\\nUSER u\n", Want: "FROM a\nRUN \\\n     \\\n    x \\\n    \\\n    # c\n    \\\n    y\nUSER u\n"},
		{Name: "directives", Src: "# syntax=docker/dockerfile:1\n#  check=skip=all\nFROM a\n", Want: "# syntax=docker/dockerfile:1\n#  check=skip=all\nFROM a\n"},
		{Name: "CRLF", Src: "from a\r\nRUN x  \\\r\n y\r\n", Want: "FROM a\r\nRUN x \\\r\n    y\r\n"},
		{Name: "a byte order mark", Src: "\ufefffrom a\n", Want: "\ufeffFROM a\n"},
		{Name: "characters beyond ASCII", Src: "FROM a\nLABEL é=\"ü  ß\"   x=\"日\"\nRUN echo é  \\\n ü\n", Want: "FROM a\nLABEL é=\"ü  ß\" x=\"日\"\nRUN echo é \\\n    ü\n"},
		{Name: "another frontend", Src: "# syntax=example.com/mine\nFROM a\nUSE   x   y\n", Want: "# syntax=example.com/mine\nFROM a\nUSE x   y\n"},
	})
}

// kept are files of which the default style keeps what they do on purpose.
var kept = []formattest.Case{
	{Name: "keywords", Src: "from a AS b\nRUN x\n", Want: "from a AS b\nRUN x\n"},
	{Name: "trailing whitespace", Src: "FROM a  \n# c \nRUN x && \\ \n\ty\t\n  \nRUN z\t\n", Want: "FROM a\n# c\nRUN x && \\\n\ty\n\nRUN z\n"},
	{Name: "the end of the file", Src: "FROM a\nRUN x", Want: "FROM a\nRUN x\n"},
	{Name: "empty lines", Src: "\n\nARG x\nFROM a\nRUN x\n\n\nRUN y\nFROM b\n\n\n\n\n# c\n\nRUN z\n\n", Want: "ARG x\nFROM a\nRUN x\n\n\nRUN y\nFROM b\n\n\n# c\n\nRUN z\n"},
	{Name: "indentation", Src: "FROM a\n  RUN a \\\n\tb \\\n && c\n    # c\nENV a=b \\\n      c=d\n", Want: "FROM a\n  RUN a \\\n\tb \\\n && c\n    # c\nENV a=b \\\n      c=d\n"},
	{Name: "a comment where it stands", Src: "FROM a\nRUN a \\\n# b\n    c \\\n      # d\n    e\n    # f\n", Want: "FROM a\nRUN a \\\n# b\n    c \\\n      # d\n    e\n    # f\n"},
	{Name: "a comment that nothing follows", Src: "FROM a\nRUN x \\\n\n  # c\n", Want: "FROM a\nRUN x\n  # c\n"},
	{Name: "lines with nothing", Src: "FROM a\nRUN a; \\\n\t\\\n# c\n\tb; \\\n\\\n\tc\n", Want: "FROM a\nRUN a; \\\n\t\\\n# c\n\tb; \\\n\\\n\tc\n"},
	{Name: "empty lines within", Src: "FROM a\nRUN a; \\\n\n\tb\n", Want: "FROM a\nRUN a; \\\n\tb\n"},
	{Name: "one space before the escape character", Src: "FROM a\nRUN a  \\\n  b\\\n  c \\\n  dd\t\\\n  e \\\n  f;\\\n  g && \\\n  h\n", Want: "FROM a\nRUN a \\\n  b \\\n  c \\\n  dd \\\n  e \\\n  f; \\\n  g && \\\n  h\n"},
	{Name: "none, as elsewhere in the file", Src: "FROM a\nRUN a &&\\\n  b &&\\\n  c && \\\n  d \\\n  e\\\n  f \\\n  g\n", Want: "FROM a\nRUN a &&\\\n  b &&\\\n  c && \\\n  d \\\n  e \\\n  f \\\n  g\n"},
	{Name: "escape characters in one column", Src: "FROM a\nRUN a  b    \\\n    ccc     \\\n    dddddddddd \\\n    e\nCOPY  [\"a\" ,\"b\",  \\\n       \"c\",   \\\n \"d\"]\n", Want: "FROM a\nRUN a  b    \\\n    ccc     \\\n    dddddddddd \\\n    e\nCOPY [\"a\", \"b\", \\\n       \"c\", \\\n \"d\"]\n"},
	{Name: "in one column with tabs of four", Src: "FROM a\nRUN a\t\t\\\n\tbcd\t\\\n\te\n", Want: "FROM a\nRUN a\t\t\\\n\tbcd\t\\\n\te\n"},
	{Name: "in one column, with words that would move it", Src: "FROM a\nCOPY  a  \\\n      b  \\\n      c\n", Want: "FROM a\nCOPY  a  \\\n      b  \\\n      c\n"},
	{Name: "two spaces between words", Src: "FROM a  AS b\nEXPOSE 1  2\nSTOPSIGNAL 9\nRUN  x  y\nENV a=b  \\\n  c=d  e=f\n", Want: "FROM a AS b\nEXPOSE 1 2\nSTOPSIGNAL 9\nRUN x  y\nENV a=b \\\n  c=d  e=f\n"},
	{Name: "more of them, and tabs", Src: "FROM\ta\nCOPY a     b\n", Want: "FROM\ta\nCOPY a     b\n"},
	{Name: "words in a column", Src: "FROM a\nCOPY a  /x\nCOPY bb /y\n\nRUN  x\n", Want: "FROM a\nCOPY a  /x\nCOPY bb /y\n\nRUN  x\n"},
	{Name: "words in a column, apart", Src: "FROM  a\n\nCOPY  b c\n", Want: "FROM  a\n\nCOPY  b c\n"},
	{Name: "arrays", Src: "FROM a\nCMD [\"a\",\"b\",\"c\"]\nCMD [ \"a\" , \"b\" ]\nRUN [\"a\", \"b\"]\nRUN [ \"x\" ]\n", Want: "FROM a\nCMD [\"a\",\"b\",\"c\"]\nCMD [ \"a\" , \"b\" ]\nRUN [\"a\", \"b\"]\nRUN [ \"x\" ]\n"},
	{Name: "arrays whose strings are not parted alike", Src: "FROM a\nCMD [ \"a\",\"b\", \"c\" ]\nCMD [\"a\",  \"b\"]\nRUN [ \"x\"]\nRUN [ ]\n", Want: "FROM a\nCMD [ \"a\", \"b\", \"c\" ]\nCMD [\"a\", \"b\"]\nRUN [\"x\"]\nRUN []\n"},
	{Name: "a value over lines", Src: "FROM a\nLABEL a=\"b  \\\n         c\" \\\n      d=\"e\"\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n", Want: "FROM a\nLABEL a=\"b  \\\n         c\" \\\n      d=\"e\"\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n"},
	{Name: "a comment for the whole file that is not a directive", Src: "\n\n# escape=`\nFROM a\n", Want: "\n# escape=`\nFROM a\n"},
	{Name: "CRLF", Src: "FROM a \r\nRUN x  \\\r\n  y", Want: "FROM a\r\nRUN x \\\r\n  y\r\n"},
}

func TestKeep(t *testing.T) { formattest.Format(t, made(t, keep), "Dockerfile", kept) }

// Everything that a file keeps besides its indentation stays if an indentation is
// set.
func TestIndent(t *testing.T) {
	formattest.Format(t, made(t, dockerfile.Options{Indent: 2}), "Dockerfile", []formattest.Case{
		{Name: "comments and lines with nothing", Src: "from a\nRUN a \\\n\\\n# b\n    # c\n\t\\\n    d \\\n      e\n", Want: "from a\nRUN a \\\n\\\n# b\n  # c\n  \\\n  d \\\n    e\n"},
		{Name: "an array over lines", Src: "FROM a\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n", Want: "FROM a\nCMD [ \\\n    \"a\", \\\n    \"b\" \\\n  ]\n"},
		{Name: "a column that indentation would break", Src: "FROM a\nRUN a       \\\n    ccc     \\\n    d\n", Want: "FROM a\nRUN a \\\n  ccc \\\n  d\n"},
	})
}

func TestFormatWithTabs(t *testing.T) {
	formattest.Format(t, made(t, canonical(0)), "Dockerfile", []formattest.Case{{
		Name: "conditions",
		Src:  "FROM a\nRUN x && \\\n  if y; then \\\n    z; \\\n  fi\n",
		Want: "FROM a\nRUN x && \\\n\tif y; then \\\n\t  z; \\\n\tfi\n",
	}})
}

func TestSyntaxErrors(t *testing.T) {
	formattest.SyntaxErrors(t, made(t, keep), "Dockerfile", []formattest.Case{
		{Name: "nothing", Src: "", Want: "Dockerfile:1:1: file with no instructions"},
		{Name: "an unknown instruction", Src: "FROM a\nNOPE x\n", Want: "Dockerfile:2:1: unknown instruction: NOPE..."},
		{Name: "an instruction before FROM", Src: "RUN x\n", Want: "Dockerfile:1:1: RUN before the first FROM..."},
		{Name: "no FROM", Src: "ARG x\n", Want: "Dockerfile:1:1: no FROM instruction"},
		{Name: "a here-document without an end", Src: "FROM a\nRUN <<E\nx\n", Want: "Dockerfile:2:5: here-document <<E is not terminated..."},
		{Name: "one argument of two", Src: "FROM a\nENV a\n", Want: "Dockerfile:2:5: ENV must have two arguments"},
		{Name: "an unknown flag", Src: "FROM a\nCOPY --nope=1 a b\n", Want: "Dockerfile:2:1: unknown flag: --nope"},
		{Name: "an array of numbers", Src: "FROM a\nCMD [1]\n", Want: "Dockerfile:2:5: a JSON array may contain only strings"},
		{Name: "a directive", Src: "# escape=x\nFROM a\n", Want: "Dockerfile:1:1: escape=x: the escape character is..."},
		{Name: "words after FROM", Src: "FROM a b c\n", Want: "Dockerfile:1:1: FROM requires either one or three arguments"},
		{Name: "no argument", Src: "FROM a\nEXPOSE\n", Want: "Dockerfile:2:1: EXPOSE requires at least one argument"},
		{Name: "a line that is too long", Src: "FROM a\nRUN " + strings.Repeat("x", 70_000), Want: "Dockerfile:2:1: line of 70004 bytes..."},
	})
}

func TestOptionErrors(t *testing.T) {
	formattest.OptionErrors(t, dockerfile.New, map[string]dockerfile.Options{
		"indent: -1 is not between 0 and 100":  {Indent: -1},
		"indent: 101 is not between 0 and 100": {Indent: 101},
	})
}

// A text that the guard accepts keeps its meaning, and a second run does not
// change it.
func FuzzFormat(f *testing.F) {
	f.Add("from a as b\nrun x  \\\n  y # z\n")
	f.Add("FROM a\nENV a=\"b  \\\n   c\" \\\n# c\n\n d=e\nRUN <<E\nE\n")
	f.Add("# escape=`\nFROM a\nCMD [ \"a\" , `\n\"b\" ]\nHEALTHCHECK cmd a\nONBUILD add a  b\n\\\n")
	f.Add("\xef\xbb\xbf\n \n  from a\n\n\n# b \nrun c\n")
	f.Add("# syntax=docker/dockerfile:1\nfrom a\nshell [\"pwsh\"]\nrun a   \\\n  'b \\\n c' <<E && \\\n d\n x \nE\nonbuild run  a \\\n b\n")
	for _, row := range kept {
		f.Add(row.Src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, opts := range styles {
			formattest.Fuzz(t, made(t, opts), "Dockerfile", []byte(src))
			if t.Failed() {
				t.Fatalf("with %+v", opts)
			}
		}
	})
}

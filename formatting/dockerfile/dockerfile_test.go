package dockerfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
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
	l, err := dockerfile.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func registry(t testing.TB, opts dockerfile.Options) *formatting.Registry {
	t.Helper()
	return formatting.NewRegistry(made(t, opts))
}

type example struct{ name, src, want string }

func formatted(t *testing.T, opts dockerfile.Options, examples []example) {
	t.Helper()
	for _, row := range examples {
		got, err := registry(t, opts).Format("Dockerfile", []byte(row.src))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if diff := cmp.Diff(row.want, string(got.Text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestCanonical(t *testing.T) {
	formatted(t, canonical(4), []example{
		{"keywords", "from a as b\nrun x\nonbuild run y\nhealthcheck  none\nHealthcheck --interval=5s  cmd  x\n", "FROM a AS b\nRUN x\nONBUILD RUN y\nHEALTHCHECK NONE\nHEALTHCHECK --interval=5s CMD x\n"},
		{"one space", "FROM   a\t AS   b\nCOPY  --from=x   --chown=1  a  b\tc\nENV  a=1   b='2  3'\nEXPOSE 1   2\nARG  x  y=1\n", "FROM a AS b\nCOPY --from=x --chown=1 a b c\nENV a=1 b='2  3'\nEXPOSE 1 2\nARG x y=1\n"},
		{"words of a shell stay", "FROM a\nRUN   x   y  \nCMD  x   y\nUSER   u  v\nENV  a   b  c\n", "FROM a\nRUN x   y\nCMD x   y\nUSER u  v\nENV a b  c\n"},
		{"arrays", "FROM a\nCMD   [ \"a\"  ,\"b\" ]  \nRUN  []\nHEALTHCHECK CMD   [\"x\",\"y\"]\nVOLUME [\"/a\" ]\n", "FROM a\nCMD [\"a\", \"b\"]\nRUN []\nHEALTHCHECK CMD [\"x\", \"y\"]\nVOLUME [\"/a\"]\n"},
		{"empty lines before what is no directive", "\n\n# escape=`\nFROM a\nRUN x \\\n y\n", "\n# escape=`\nFROM a\nRUN x \\\n    y\n"},
		{"a comment for BuildKit's linter", "FROM a\n# check=skip=all\nrun x\n", "FROM a\n# check=skip=all\nRUN x\n"},
		{"empty lines", "\n\nARG x\n# c\nFROM a\n\n\nRUN x\nRUN y\n# of b\nFROM b\nRUN x\n\n# of c\nFROM c\n\n\n", "ARG x\n# c\nFROM a\n\nRUN x\nRUN y\n\n# of b\nFROM b\nRUN x\n\n# of c\nFROM c\n"},
		{"no line end at the end", "FROM a\nRUN x", "FROM a\nRUN x\n"},
		{"indented lines and comments", "  FROM a\n   # c  \n\tRUN x\n", "FROM a\n# c\nRUN x\n"},
		{"lines that go on", "FROM a\nRUN a   \\\n&& b\\\n  && c   \\\n # comment  \n\n   && d\n", "FROM a\nRUN a \\\n    && b \\\n      && c \\\n     # comment\n       && d\n"},
		{"of other instructions", "FROM a\nENV a=1   \\\n b=2  \\\n        c=3\nCOPY a \\\n\tb \\\n   /c/\n", "FROM a\nENV a=1 \\\n    b=2 \\\n    c=3\nCOPY a \\\n    b \\\n    /c/\n"},
		{"within a word", "FROM al\\\npine\nRUN ab\\\ncd  e\\\n  f\n", "FROM al\\\npine\nRUN ab\\\ncd  e \\\n    f\n"},
		{"within a string", "FROM a\nRUN x 'a   \\\n     b'  \\\n  c \"d  \\\n e $(f   \\\n   g  \"h  \\\n  i\") j\"\nENV a=\"b  \\\n   c\"\n", "FROM a\nRUN x 'a   \\\n     b' \\\n    c \"d  \\\n e $(f \\\n     g  \"h  \\\n  i\") j\"\nENV a=\"b  \\\n   c\"\n"},
		{"a value that is all the rest", "FROM a\nENV a b  \\\n    c\nLABEL   a  \\\n  b\n", "FROM a\nENV a b  \\\n    c\nLABEL a \\\n    b\n"},
		{"here-documents", "from a\nrun   <<E   cat   \n  x   \n\tE\nE\ncopy  <<A   <<-\"B\"   /c/\na\nA\n\tb\n\tB\n", "FROM a\nRUN <<E   cat\n  x   \n\tE\nE\nCOPY <<A <<-\"B\" /c/\na\nA\n\tb\n\tB\n"},
		{"another escape", "# escape=`\nFROM a\nRUN x   `\n   y\nCOPY a   `\n c:\\\n", "# escape=`\nFROM a\nRUN x   `\n   y\nCOPY a `\n    c:\\\n"},
		{"another shell", "FROM a\nSHELL [\"pwsh\",\"-c\"]\nRUN x   \\\n   y\n", "FROM a\nSHELL [\"pwsh\", \"-c\"]\nRUN x   \\\n   y\n"},
		{"a script that does not parse", "FROM a\nRUN x (   \\\n   y\n", "FROM a\nRUN x (   \\\n   y\n"},
		{"nothing follows", "FROM a\nRUN x \\\n\n  # c\n", "FROM a\nRUN x\n# c\n"},
		{"lines with nothing", "FROM a\nRUN \\\n   \\\n  x \\\n  \\\n # c\n \\\n  y\n\\\nUSER u\n", "FROM a\nRUN \\\n     \\\n    x \\\n    \\\n    # c\n    \\\n    y\nUSER u\n"},
		{"directives", "# syntax=docker/dockerfile:1\n#  check=skip=all\nFROM a\n", "# syntax=docker/dockerfile:1\n#  check=skip=all\nFROM a\n"},
		{"CRLF", "from a\r\nRUN x  \\\r\n y\r\n", "FROM a\r\nRUN x \\\r\n    y\r\n"},
		{"a byte order mark", "\ufefffrom a\n", "\ufeffFROM a\n"},
		{"characters beyond ASCII", "FROM a\nLABEL é=\"ü  ß\"   x=\"日\"\nRUN echo é  \\\n ü\n", "FROM a\nLABEL é=\"ü  ß\" x=\"日\"\nRUN echo é \\\n    ü\n"},
		{"another frontend", "# syntax=example.com/mine\nFROM a\nUSE   x   y\n", "# syntax=example.com/mine\nFROM a\nUSE x   y\n"},
	})
}

// kept are files of which the default style keeps what they do on purpose.
var kept = []example{
	{"keywords", "from a AS b\nRUN x\n", "from a AS b\nRUN x\n"},
	{"blanks at the ends of lines", "FROM a  \n# c \nRUN x && \\ \n\ty\t\n  \nRUN z\t\n", "FROM a\n# c\nRUN x && \\\n\ty\n\nRUN z\n"},
	{"the end of the file", "FROM a\nRUN x", "FROM a\nRUN x\n"},
	{"empty lines", "\n\nARG x\nFROM a\nRUN x\n\n\nRUN y\nFROM b\n\n\n\n\n# c\n\nRUN z\n\n", "ARG x\nFROM a\nRUN x\n\n\nRUN y\nFROM b\n\n\n# c\n\nRUN z\n"},
	{"indentation", "FROM a\n  RUN a \\\n\tb \\\n && c\n    # c\nENV a=b \\\n      c=d\n", "FROM a\n  RUN a \\\n\tb \\\n && c\n    # c\nENV a=b \\\n      c=d\n"},
	{"a comment where it stands", "FROM a\nRUN a \\\n# b\n    c \\\n      # d\n    e\n    # f\n", "FROM a\nRUN a \\\n# b\n    c \\\n      # d\n    e\n    # f\n"},
	{"a comment that nothing follows", "FROM a\nRUN x \\\n\n  # c\n", "FROM a\nRUN x\n  # c\n"},
	{"lines with nothing", "FROM a\nRUN a; \\\n\t\\\n# c\n\tb; \\\n\\\n\tc\n", "FROM a\nRUN a; \\\n\t\\\n# c\n\tb; \\\n\\\n\tc\n"},
	{"empty lines within", "FROM a\nRUN a; \\\n\n\tb\n", "FROM a\nRUN a; \\\n\tb\n"},
	{"one space before the escape character", "FROM a\nRUN a  \\\n  b\\\n  c \\\n  dd\t\\\n  e \\\n  f;\\\n  g && \\\n  h\n", "FROM a\nRUN a \\\n  b \\\n  c \\\n  dd \\\n  e \\\n  f; \\\n  g && \\\n  h\n"},
	{"none, as elsewhere in the file", "FROM a\nRUN a &&\\\n  b &&\\\n  c && \\\n  d \\\n  e\\\n  f \\\n  g\n", "FROM a\nRUN a &&\\\n  b &&\\\n  c && \\\n  d \\\n  e \\\n  f \\\n  g\n"},
	{"escape characters in one column", "FROM a\nRUN a  b    \\\n    ccc     \\\n    dddddddddd \\\n    e\nCOPY  [\"a\" ,\"b\",  \\\n       \"c\",   \\\n \"d\"]\n", "FROM a\nRUN a  b    \\\n    ccc     \\\n    dddddddddd \\\n    e\nCOPY [\"a\", \"b\", \\\n       \"c\", \\\n \"d\"]\n"},
	{"in one column with tabs of four", "FROM a\nRUN a\t\t\\\n\tbcd\t\\\n\te\n", "FROM a\nRUN a\t\t\\\n\tbcd\t\\\n\te\n"},
	{"in one column, with words that would move it", "FROM a\nCOPY  a  \\\n      b  \\\n      c\n", "FROM a\nCOPY  a  \\\n      b  \\\n      c\n"},
	{"two spaces between words", "FROM a  AS b\nEXPOSE 1  2\nSTOPSIGNAL 9\nRUN  x  y\nENV a=b  \\\n  c=d  e=f\n", "FROM a AS b\nEXPOSE 1 2\nSTOPSIGNAL 9\nRUN x  y\nENV a=b \\\n  c=d  e=f\n"},
	{"more of them, and tabs", "FROM\ta\nCOPY a     b\n", "FROM\ta\nCOPY a     b\n"},
	{"words in a column", "FROM a\nCOPY a  /x\nCOPY bb /y\n\nRUN  x\n", "FROM a\nCOPY a  /x\nCOPY bb /y\n\nRUN  x\n"},
	{"words in a column, apart", "FROM  a\n\nCOPY  b c\n", "FROM  a\n\nCOPY  b c\n"},
	{"arrays", "FROM a\nCMD [\"a\",\"b\",\"c\"]\nCMD [ \"a\" , \"b\" ]\nRUN [\"a\", \"b\"]\nRUN [ \"x\" ]\n", "FROM a\nCMD [\"a\",\"b\",\"c\"]\nCMD [ \"a\" , \"b\" ]\nRUN [\"a\", \"b\"]\nRUN [ \"x\" ]\n"},
	{"arrays whose strings are not parted alike", "FROM a\nCMD [ \"a\",\"b\", \"c\" ]\nCMD [\"a\",  \"b\"]\nRUN [ \"x\"]\nRUN [ ]\n", "FROM a\nCMD [ \"a\", \"b\", \"c\" ]\nCMD [\"a\", \"b\"]\nRUN [\"x\"]\nRUN []\n"},
	{"a value over lines", "FROM a\nLABEL a=\"b  \\\n         c\" \\\n      d=\"e\"\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n", "FROM a\nLABEL a=\"b  \\\n         c\" \\\n      d=\"e\"\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n"},
	{"a comment for the whole file that is no directive", "\n\n# escape=`\nFROM a\n", "\n# escape=`\nFROM a\n"},
	{"CRLF", "FROM a \r\nRUN x  \\\r\n  y", "FROM a\r\nRUN x \\\r\n  y\r\n"},
}

func TestKeep(t *testing.T) { formatted(t, keep, kept) }

// What a file keeps besides its indentation, it keeps where that is set.
func TestIndent(t *testing.T) {
	formatted(t, dockerfile.Options{Indent: 2}, []example{
		{"comments and lines with nothing", "from a\nRUN a \\\n\\\n# b\n    # c\n\t\\\n    d \\\n      e\n", "from a\nRUN a \\\n\\\n# b\n  # c\n  \\\n  d \\\n    e\n"},
		{"an array over lines", "FROM a\nCMD [ \\\n      \"a\", \\\n      \"b\" \\\n    ]\n", "FROM a\nCMD [ \\\n    \"a\", \\\n    \"b\" \\\n  ]\n"},
		{"a column that indentation would break", "FROM a\nRUN a       \\\n    ccc     \\\n    d\n", "FROM a\nRUN a \\\n  ccc \\\n  d\n"},
	})
}

func TestFormatWithTabs(t *testing.T) {
	got, err := registry(t, canonical(0)).Format("Dockerfile", []byte("FROM a\nRUN x && \\\n  if y; then \\\n    z; \\\n  fi\n"))
	if want := "FROM a\nRUN x && \\\n\tif y; then \\\n\t  z; \\\n\tfi\n"; err != nil || string(got.Text) != want {
		t.Errorf("%q, %v", got.Text, err)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for src, want := range map[string]string{
		"":                            "Dockerfile:1:1: file with no instructions",
		"FROM a\nNOPE x\n":            "Dockerfile:2:1: unknown instruction: NOPE",
		"RUN x\n":                     "Dockerfile:1:1: RUN before the first FROM",
		"ARG x\n":                     "Dockerfile:1:1: no FROM instruction",
		"FROM a\nRUN <<E\nx\n":        "Dockerfile:2:5: here-document <<E is not terminated",
		"FROM a\nENV a\n":             "Dockerfile:2:5: ENV must have two arguments",
		"FROM a\nCOPY --nope=1 a b\n": "Dockerfile:2:1: unknown flag: --nope",
		"FROM a\nCMD [1]\n":           "Dockerfile:2:5: a JSON array may contain only strings",
		"# escape=x\nFROM a\n":        "Dockerfile:1:1: escape=x: the escape character is",
		"FROM a b c\n":                "Dockerfile:1:1: FROM requires either one or three arguments",
		"FROM a\nEXPOSE\n":            "Dockerfile:2:1: EXPOSE requires at least one argument",
		"FROM a\nRUN " + strings.Repeat("x", 70_000): "Dockerfile:2:1: line of 70004 bytes",
	} {
		_, err := registry(t, keep).Format("Dockerfile", []byte(src))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", src, err, want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, indent := range []int{-1, 101} {
		if _, err := dockerfile.New(dockerfile.Options{Indent: indent}); err == nil {
			t.Errorf("an indent of %d is taken", indent)
		}
	}
}

// Whatever the guard lets through keeps what it says, and does not change
// again.
func FuzzFormat(f *testing.F) {
	f.Add("from a as b\nrun x  \\\n  y # z\n")
	f.Add("FROM a\nENV a=\"b  \\\n   c\" \\\n# c\n\n d=e\nRUN <<E\nE\n")
	f.Add("# escape=`\nFROM a\nCMD [ \"a\" , `\n\"b\" ]\nHEALTHCHECK cmd a\nONBUILD add a  b\n\\\n")
	f.Add("\xef\xbb\xbf\n \n  from a\n\n\n# b \nrun c\n")
	f.Add("# syntax=docker/dockerfile:1\nfrom a\nshell [\"pwsh\"]\nrun a   \\\n  'b \\\n c' <<E && \\\n d\n x \nE\nonbuild run  a \\\n b\n")
	for _, row := range kept {
		f.Add(row.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, opts := range styles {
			r := registry(t, opts)
			result, err := r.Format("Dockerfile", []byte(src))
			if err != nil {
				continue
			}
			again, err := r.Format("Dockerfile", result.Text)
			if err != nil || again.Changed {
				t.Errorf("%+v: %q became %q became %q, %v", opts, src, result.Text, again.Text, err)
			}
		}
	})
}

package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/autofix"
	"github.com/rules-autofix/rules_autofix/internal/adapters/clangtidy"
)

// asProgram makes the test binary act as the checker. Its first argument
// selects what it does.
const asProgram = "AUTOFIX_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		maxOutput = 2 << 20
		os.Exit(m.Run())
	}
	program(os.Args[1], os.Args[2:])
}

func program(does string, args []string) {
	switch does {
	case "nothing":
	case "print":
		os.Stdout.Write(empty)
	case "print to stderr":
		fmt.Println("this is for people")
		os.Stderr.Write(empty)
		if slices.Contains(args, "c.txt") {
			os.Exit(9)
		}
	case "print and exit":
		os.Stdout.Write(empty)
		fmt.Fprintln(os.Stderr, "seven it is")
		os.Exit(7)
	case "take turns":
		for i := range 50 {
			fmt.Println("out", i)
			fmt.Fprintln(os.Stderr, "err", i)
		}
		os.Exit(7)
	case "write":
		fmt.Println("this is for people")
		_ = os.WriteFile(args[0], empty, 0o666)
	case "read":
		for _, name := range args[1:] {
			text, _ := os.ReadFile(name)
			fmt.Printf("%s %s=%s\n", args[0], filepath.Base(name), text)
		}
	case "rewrite":
		rewriteFiles(args[0], args[1:])
	case "mirror":
		inMirror(args[0], args[1:])
	case "write a folder":
		_ = os.Mkdir(args[0], 0o777)
	case "malformed":
		fmt.Print(`{"version": 1, "tool":`)
		fmt.Fprintln(os.Stderr, "about to fall")
	case "foreign":
		fmt.Print(`{"version": 1, "tool": {"name": "x", "version": ""}, "origin": "", "snapshots": [{"path": "other.txt", "sha256": "` +
			fixedits.Digest(nil) + `", "size": 0}], "diagnostics": [], "fixes": []}`)
	case "kill":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	case "nap":
		time.Sleep(3 * time.Second) // with the race detector, the parent takes a second to exit
	case "sleep":
		time.Sleep(time.Minute)
	case "much":
		part := make([]byte, 1<<20)
		for {
			if _, err := os.Stdout.Write(part); err != nil {
				os.Exit(0)
			}
		}
	case "write much":
		_ = os.WriteFile(args[0], make([]byte, 3<<20), 0o666)
	case "child":
		child := exec.Command(os.Args[0], "nap")
		child.Stdout = os.Stdout
		_ = child.Start()
		os.Stdout.Write(empty)
		if len(args) > 0 && args[0] == "fail" {
			os.Exit(7)
		}
	case "say":
		dir, _ := os.Getwd()
		fmt.Fprintf(os.Stderr, "args %q\ndir %s\n", args, filepath.Base(dir))
		for _, variable := range os.Environ() {
			if name, _, _ := strings.Cut(variable, "="); name != asProgram {
				fmt.Fprintln(os.Stderr, variable)
			}
		}
		if len(args) > 0 {
			list, _ := os.ReadFile(args[0])
			fmt.Fprintf(os.Stderr, "list %q\n", list)
		}
		os.Exit(9)
	}
	os.Exit(0)
}

var empty = func() []byte {
	text, err := artifact.Marshal(artifact.New(artifact.Tool{Name: "theirs"}, ""))
	if err != nil {
		panic(err)
	}
	return text
}()

var files = []fixedits.Snapshot{fixedits.SnapshotOf("a b.txt", nil), fixedits.SnapshotOf("c.txt", []byte("c"))}

// checker returns a checker that is this test binary.
func checker(t *testing.T, args ...string) *Checker {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return &Checker{
		Name: "mine", Program: self, Args: args, Env: []string{asProgram + "=1"}, Dir: dir, ExitCodes: []int{0},
		Format: adapters.Format{Name: "artifact", Adapter: autofix.Adapter{}, Strict: true},
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name  string
		args  []string
		codes []int
	}{
		{"standard output", []string{"print"}, []int{0}},
		{"a file", []string{"write", "{out}"}, []int{0}},
		{"an exit code for findings", []string{"print and exit"}, []int{0, 7}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := checker(t, test.args...)
			c.ExitCodes = test.codes
			got, refused, err := c.Check(context.Background(), "//o", files)
			if err != nil || refused != nil {
				t.Fatal(refused, err)
			}
			want := artifact.New(artifact.Tool{Name: "mine"}, "//o")
			want.Snapshots = files
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckOfNoFilesRunsNothing(t *testing.T) {
	c := checker(t, "kill")
	got, _, err := c.Check(context.Background(), "//o", nil)
	if diff := cmp.Diff(artifact.New(artifact.Tool{Name: "mine"}, "//o"), got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestEveryFailureIsOne(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want []string
	}{
		{"another exit code", []string{"print and exit"}, []string{"exited with status 7; expected one of: 0", "it said:\nseven it is"}},
		{"a signal", []string{"kill"}, []string{"terminated by a signal: killed"}},
		{"no output", []string{"nothing"}, []string{"malformed artifact", "was it cut off?"}},
		{"no file", []string{"print", "{out}"}, []string{"did not write its output"}},
		{"a folder for a file", []string{"write a folder", "{out}"}, []string{"is not a regular file"}},
		{"malformed", []string{"malformed"}, []string{"malformed artifact: ", "it said:\nabout to fall"}},
		{"of other files", []string{"foreign"}, []string{"its output cannot be used: other.txt: not among the files that the checker was given"}},
		{"too much", []string{"much"}, []string{"its output is larger than 2 MiB"}},
		{"too much in a file", []string{"write much", "{out}"}, []string{"its output is larger than 2 MiB"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := checker(t, test.args...)
			got, _, err := c.Check(context.Background(), "//o", files)
			var failure *Error
			if got != nil || !errors.As(err, &failure) || failure.Checker != "mine" {
				t.Fatalf("%+v, %v: want an *Error of mine", got, err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error lacks %q:\n%v", want, err)
				}
			}
		})
	}
}

// The output of another tool may be about files that were not given; its other
// results are used.
func TestRefusedResultsOfOtherFormats(t *testing.T) {
	c := checker(t, "foreign")
	c.Format.Strict = false
	got, refused, err := c.Check(context.Background(), "//o", files)
	if err != nil {
		t.Fatal(err)
	}
	if len(refused) != 1 || refused[0].Path != "other.txt" {
		t.Errorf("refused %v", refused)
	}
	if len(got.Diagnostics) != 1 || got.Diagnostics[0].Rule != adapters.RefusedRule || got.Diagnostics[0].Path != "other.txt" {
		t.Errorf("findings %+v", got.Diagnostics)
	}
}

// rustc reports to standard error, and is given the root of a crate instead of
// all its files.
func TestOutputOnStandardErrorOfAProgramThatIsGivenNoFiles(t *testing.T) {
	c := checker(t, "print to stderr")
	c.Stderr, c.NoFiles = true, true
	got, refused, err := c.Check(context.Background(), "//o", files)
	want := artifact.New(artifact.Tool{Name: "mine"}, "//o")
	want.Snapshots = files
	if diff := cmp.Diff(want, got); diff != "" || err != nil || refused != nil {
		t.Errorf("refused %v, %v (-want +got):\n%s", refused, err, diff)
	}
	c.NoFiles = false
	if _, _, err := c.Check(context.Background(), "//o", files); err == nil || !strings.Contains(err.Error(), "exited with status 9") {
		t.Errorf("with the files: error %v", err)
	}
	c.Args, c.NoFiles = []string{"print and exit"}, true
	c.ExitCodes = []int{7}
	if _, _, err := c.Check(context.Background(), "//o", files); err == nil || !strings.HasSuffix(err.Error(), "\nseven it is") {
		t.Errorf("malformed: error %v", err)
	}
}

// The messages of a program are in one order, whichever stream is read first.
func TestMessagesOfTwoStreamsHaveAnOrder(t *testing.T) {
	var turns, outs, errs []string
	for i := range 50 {
		out, err := fmt.Sprint("out ", i), fmt.Sprint("err ", i)
		turns, outs, errs = append(turns, out, err), append(outs, out), append(errs, err)
	}
	for _, test := range []struct {
		name   string
		args   []string
		stderr bool
		want   []string
	}{
		{"an output file: as they were written", []string{"take turns", "{out}"}, false, turns},
		{"output on standard error: messages first", []string{"take turns"}, true, slices.Concat(outs, errs)},
		{"output on standard output: it is no message", []string{"take turns"}, false, errs},
	} {
		c := checker(t, test.args...)
		c.Stderr = test.stderr
		_, _, err := c.Check(context.Background(), "//o", files)
		failure, ok := errors.AsType[*Error](err)
		if !ok {
			t.Fatalf("%s: error %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, strings.Split(failure.Said, "\n")); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

// clang-tidy writes no file if it finds nothing. Its exit code still counts.
func TestNoFileForNoFindings(t *testing.T) {
	c := checker(t, "print", "{out}")
	c.Format = adapters.Format{Name: "clang-tidy", Adapter: clangtidy.Adapter{}, NoFile: true}
	got, refused, err := c.Check(context.Background(), "//o", files)
	if err != nil || len(refused) > 0 || len(got.Diagnostics) > 0 {
		t.Errorf("%+v, refused %v, %v", got, refused, err)
	}
	c = checker(t, "print and exit", "{out}")
	c.Format.NoFile = true
	if _, _, err := c.Check(context.Background(), "//o", files); err == nil || !strings.Contains(err.Error(), "exited with status 7") {
		t.Errorf("error %v", err)
	}
}

func TestAProgramThatIsNotThereIsAFailure(t *testing.T) {
	c := checker(t)
	c.Program = "tools/nobody"
	_, _, err := c.Check(context.Background(), "", files)
	if err == nil || !strings.Contains(err.Error(), "cannot run it: ") || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// A child process that the program leaves behind may still be writing.
func TestAProcessThatHoldsTheOutputIsAFailure(t *testing.T) {
	defer func(was time.Duration) { stragglers = was }(stragglers)
	stragglers = 50 * time.Millisecond
	for _, args := range [][]string{{"child"}, {"child", "fail"}} {
		c := checker(t, args...)
		c.ExitCodes = []int{0, 7}
		_, _, err := c.Check(context.Background(), "", files)
		if err == nil || !strings.Contains(err.Error(), "a child process still holds its output open") {
			t.Errorf("%q: error %v", args, err)
		}
	}
}

func TestAnInterruptIsNoFailureOfTheChecker(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, _, err := checker(t, "sleep").Check(ctx, "", files)
	var failure *Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &failure) {
		t.Errorf("error %v", err)
	}
}

func TestArgumentsAndEnvironment(t *testing.T) {
	t.Setenv("LEAK", "1")
	for _, test := range []struct {
		name string
		args []string
		want []string
	}{
		{"files come last", []string{"say"}, []string{`args ["a b.txt" "c.txt"]`, "dir root"}},
		{"files in their place", []string{"say", "{files}", "--", "{{files}}x", "${out}"}, []string{`args ["a b.txt" "c.txt" "--" "{files}x" "${out}"]`}},
		{"a list", []string{"say", "{files_list}"}, []string{`list "a b.txt\nc.txt\n"`}},
		{"the environment", []string{"say"}, []string{"\nPATH=/bin:/usr/bin:/usr/local/bin\n", "\nTZ=Mars\n", "\nLC_ALL=C.UTF-8\n", "\nHOME=", "\nTMPDIR="}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := checker(t, test.args...)
			c.Env = append(c.Env, "TZ=Mars")
			_, _, err := c.Check(context.Background(), "", files)
			if err == nil {
				t.Fatal("no error: it said nothing")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("it lacks %q:\n%v", want, err)
				}
			}
			if strings.Contains(err.Error(), "LEAK") || strings.Count(err.Error(), "=") != 5 {
				t.Errorf("it has other variables:\n%v", err)
			}
		})
	}
}

// The folders exist, and the program may write to them, whatever its user.
func TestFoldersOfTheEnvironmentAreWritable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing on Windows")
	}
	variables, err := environment(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME=", "TMPDIR="} {
		index := slices.IndexFunc(variables, func(v string) bool { return strings.HasPrefix(v, name) })
		if index < 0 {
			t.Fatalf("no %s in %q", name, variables)
		}
		info, err := os.Stat(strings.TrimPrefix(variables[index], name))
		if err != nil || !info.IsDir() || info.Mode().Perm()&0o700 != 0o700 {
			t.Errorf("%s%v, %v", name, info.Mode(), err)
		}
	}
}

func TestFolderThatCannotBeMadeFailsTheChecker(t *testing.T) {
	for name, want := range map[string]string{"home": "cannot create its home folder: ", "tmp": "cannot create its folder for temporary files: "} {
		scratch := t.TempDir()
		if err := os.WriteFile(filepath.Join(scratch, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := environment(scratch); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s is a file: error %v, want %q", name, err, want)
		}
	}
}

func TestNothingStaysBehind(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for _, does := range []string{"print", "kill", "malformed"} {
		_, _, _ = checker(t, does).Check(context.Background(), "", files)
	}
	left, err := os.ReadDir(temporary)
	if err != nil || slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "autofix-") }) {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	for _, test := range []struct {
		writes []string
		want   string
	}{
		{nil, ""},
		{[]string{"ab", "cd"}, "abcd"},
		{[]string{"ab", "cde"}, "[...] bcde"},
		{[]string{"abcdefgh", "i"}, "[...] fghi"},
	} {
		said := &tail{limit: 4}
		for _, text := range test.writes {
			if n, err := said.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("write %q: %d, %v", text, n, err)
			}
		}
		if got := said.String(); got != test.want {
			t.Errorf("%q: kept %q, want %q", test.writes, got, test.want)
		}
	}
}

// lines are the parts of a file that begin with a dash, each with its first
// word as its argument.
func lines(t *testing.T, runs *[]string) *Parts {
	return &Parts{
		Of: func(path string, content []byte) []Part {
			var parts []Part
			for line := range strings.Lines(string(content)) {
				if arg, text, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
					parts = append(parts, Part{Args: []string{arg}, Text: []byte(text), Of: path})
				}
			}
			return parts
		},
		Name: func(index int) string { return fmt.Sprintf("part%d", index) },
		Read: func(output []byte, parts []Part) ([]fixedits.Diagnostic, error) {
			*runs = append(*runs, string(output))
			var found []fixedits.Diagnostic
			for i, part := range parts {
				if string(part.Text) == "wrong" {
					return nil, errors.New("it is wrong")
				}
				found = append(found, fixedits.Diagnostic{
					Rule: "a/b", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: fmt.Sprintf("%s %d %s", part.Args[0], i, part.Text),
					Path: part.Of.(string), Line: 1, Column: 1,
				})
			}
			return found, nil
		},
	}
}

func TestParts(t *testing.T) {
	maxParts = 2
	defer func() { maxParts = 1000 }()
	for _, test := range []struct {
		name, a, b string
		does       string
		runs       []string
		err        string
	}{
		{name: "one run for each argument", a: "-x one\n-y two\n", b: "-x three\n", does: "read", runs: []string{"-x part0=one\n-x part1=three\n", "-y part0=two\n"}},
		{name: "no more than a run takes", a: "-x 1\n-x 2\n-x 3\n", does: "read", runs: []string{"-x part0=1\n-x part1=2\n", "-x part0=3\n"}},
		{name: "nothing to look at", a: "nothing", does: "print and exit"},
		{name: "a failure", a: "-x 1\n", does: "print and exit", err: "checker mine failed: exited with status 7; expected one of: 0\nit said:\nseven it is"},
		{name: "what cannot be read", a: "-x wrong\n", does: "read", runs: []string{"-x part0=wrong\n"}, err: "checker mine failed: malformed artifact: it is wrong"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := checker(t, test.does)
			var given []fixedits.Snapshot
			for name, text := range map[string]string{"a": test.a, "b": test.b} {
				if err := os.WriteFile(filepath.Join(c.Dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				given = append(given, fixedits.SnapshotOf(name, []byte(text)))
			}
			slices.SortFunc(given, func(a, b fixedits.Snapshot) int { return strings.Compare(a.Path, b.Path) })
			var runs []string
			c.Parts = lines(t, &runs)
			found, _, err := c.Check(context.Background(), "", given)
			if diff := cmp.Diff(test.runs, runs); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
			switch {
			case test.err != "":
				if err == nil || err.Error() != test.err {
					t.Errorf("%v, want %s", err, test.err)
				}
			case err != nil:
				t.Error(err)
			case len(found.Diagnostics) != strings.Count(strings.Join(runs, ""), "\n"):
				t.Errorf("%d findings: %v", len(found.Diagnostics), found.Diagnostics)
			}
		})
	}
}

func TestPartsOfAFileThatChanges(t *testing.T) {
	c := checker(t, "read")
	if err := os.WriteFile(filepath.Join(c.Dir, "a"), []byte("-x new"), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Parts = lines(t, new([]string))
	for _, test := range []struct{ path, want string }{
		{"a", "checker mine failed: a: changed while it was checked"},
		{"gone", "checker mine failed: gone: can no longer be read: no such file or directory"},
	} {
		_, _, err := c.Check(context.Background(), "", []fixedits.Snapshot{fixedits.SnapshotOf(test.path, []byte("-x old"))})
		if err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

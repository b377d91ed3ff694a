//go:build linux

// Command verify measures `autofix fix --verify=test` in a generated monorepo
// under real Bazel, and prints a table (Markdown).
//
//	go run ./bench/verify                          2,000 targets, 1,000 fixes
//	go run ./bench/verify -targets 200 -fixes 100  a quick look
//	go run ./bench/verify -only warm -runs 9
//
// The workspace has the sources of bench/bazel: packages of ten targets, each
// target of five files. But all targets are of one rule, whose action looks for
// marks in their files, so that compilers are not measured: a build
// fails on one mark, and tests fail on others. In each package, one target is a
// test that depends on all others. The first target of a package depends on
// that of another one, and //:release_test on every target of all packages but
// the last. The fixes are in an artifact, one for each of 1,000 files, evenly
// over these packages.
//
// The rows:
//
// (a) Builds until the fixes that break something are found, and everything
// else is verified and written. The bad ones break the build of their target,
// or only tests. In the worst case that is the release test alone, which
// depends on all fixes, so that no structure of the targets helps the search.
// Before the search there are two builds: with all fixes, and without any. The
// run fails if any other fix is lost, or a bad one is applied.
//
// (b) A warm verify of one changed source of a test, by the clock, beside
// `bazel test` of the same targets in the workspace itself, in which everything
// was built before, after a change of the same file. The two take turns. First
// of a test of the last package, and then of one on which the release test
// depends, too. At last, both Bazel servers are ended before each measurement:
// a new one has to load and analyze everything again.
//
// (c) The disk use of the shadow, in blocks, as a share of that of the tree:
// after one file was verified, and with all fixes in it. The output base of its
// Bazel is counted apart.
//
// (d) What 10,000 unchanged files add to opening a shadow and setting one
// changed file, in this process.
//
// Before a measurement, nothing else ought to run on the machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/rules-autofix/rules_autofix/bench/measure"
	"github.com/rules-autofix/rules_autofix/bench/monorepo"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// A bench is a generated workspace, and how often everything is measured.
type bench struct {
	*monorepo.Server
	tool    string   // the autofix binary
	dir     string   // everything is below
	cache   string   // XDG_CACHE_HOME of the tool
	targets int      // a multiple of ten
	fixes   int      // in as many files
	runs    int      // of the warm verify
	only    []string // parts; none: all
	keep    bool

	tree    *monorepo.Tree
	changes int // of the warm verify
	rows    []row
}

// A part measures some rows.
type part struct {
	name string
	run  func(b *bench, ctx context.Context) error
}

var parts = []part{
	{"builds", (*bench).countBuilds},
	{"warm", (*bench).warmVerify},
	{"disk", (*bench).diskUse},
	{"unchanged", (*bench).unchangedFiles},
}

func partNames() []string {
	names := make([]string, len(parts))
	for i := range parts {
		names[i] = parts[i].name
	}
	return names
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	var b bench
	flag.IntVar(&b.targets, "targets", 2000, "targets of the workspace, a multiple of ten")
	flag.IntVar(&b.fixes, "fixes", 1000, "pending fixes")
	flag.IntVar(&b.runs, "runs", 5, "measurements of a warm verify; the median counts")
	flag.StringVar(&b.tool, "autofix", "", "the autofix binary; default: built from this repository")
	flag.StringVar(&b.dir, "dir", "", "a folder for the workspace and the caches, not below /tmp, which sandboxes hide; default: the user's caches")
	flag.BoolVar(&b.keep, "keep", false, "leave the workspace and the Bazel servers")
	only := flag.String("only", "", "some of "+strings.Join(partNames(), ",")+"; default: all")
	flag.Parse()
	if err := b.check(*only); err != nil {
		log.Print(err)
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := b.measure(ctx); err != nil {
		log.Fatal(err)
	}
}

func (b *bench) check(only string) error {
	if only != "" {
		b.only = strings.Split(only, ",")
	}
	for _, name := range b.only {
		if !slices.Contains(partNames(), name) {
			return fmt.Errorf("-only=%s: no part %q", only, name)
		}
	}
	switch {
	case flag.NArg() > 0:
		return errors.New("takes no arguments, only flags")
	case b.targets < 2*monorepo.TargetsPerPackage || b.targets%monorepo.TargetsPerPackage != 0:
		return fmt.Errorf("-targets: at least %d, a multiple of %d", 2*monorepo.TargetsPerPackage, monorepo.TargetsPerPackage)
	case b.fixes < 10 || b.runs < 1:
		return errors.New("-fixes: at least 10; -runs: at least 1")
	}
	return nil
}

func (b *bench) measure(ctx context.Context) (err error) {
	if err := b.prepare(ctx); err != nil {
		return err
	}
	defer func() {
		fmt.Print(markdown(b.rows)) // rows until something failed
		if b.keep {
			log.Printf("keeping %s", b.dir)
			return
		}
		err = errors.Join(err, b.remove())
	}()
	for _, p := range parts {
		if len(b.only) > 0 && !slices.Contains(b.only, p.name) {
			continue
		}
		if err := p.run(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		log.Printf("%s measured", p.name)
	}
	return nil
}

// prepare makes the tool and the workspace, and builds everything once.
func (b *bench) prepare(ctx context.Context) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	repository, err := workspace.FindRoot(here)
	if err != nil {
		return err
	}
	if b.dir == "" {
		if b.dir, err = os.UserCacheDir(); err != nil {
			return fmt.Errorf("%w; name a folder with -dir", err)
		}
	}
	if b.dir, err = os.MkdirTemp(b.dir, "bench"); err != nil {
		return fmt.Errorf("%w; name another folder with -dir", err)
	}
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	if b.tool, err = measure.Autofix(b.tool, b.dir); err != nil {
		return err
	}
	b.cache = filepath.Join(b.dir, "cache")
	if err := os.Setenv("XDG_CACHE_HOME", b.cache); err != nil { // of both sides
		return err
	}
	b.Server = &monorepo.Server{Dir: filepath.Join(b.dir, "ws"), Bazel: filepath.Join(repository, "bazelw")}
	if b.tree, err = newWorkspace(b.Dir, b.targets); err != nil {
		return err
	}
	log.Printf("%s: %d targets, %d files", b.Dir, b.tree.Targets(), len(b.tree.Files()))
	_, err = b.Run(ctx, append([]string{"test"}, append(slices.Clone(noCache), everything)...)...)
	return err
}

const everything = "//..."

// noCache leaves no cache but Bazel's own.
var noCache = []string{"--disk_cache="}

// fix runs the tool on an artifact, and returns its summary and its output.
func (b *bench) fix(ctx context.Context, fixes []fix, args ...string) (*summary, string, error) {
	input, output := filepath.Join(b.dir, "artifact.json"), filepath.Join(b.dir, "summary.json")
	if err := writeArtifact(input, b.Dir, fixes); err != nil {
		return nil, "", err
	}
	said, err := b.run(ctx, input, output, args...)
	if err != nil {
		return nil, said, err
	}
	s, err := readSummary(output)
	return s, said, err
}

// run runs the tool on an artifact.
func (b *bench) run(ctx context.Context, input, output string, args ...string) (string, error) {
	args = append([]string{"fix", "--verify=test", "--artifact=" + input, "--summary=" + output, "--bazel=" + b.Bazel}, args...)
	for _, flag := range noCache {
		args = append(args, "--bazel-flag="+flag)
	}
	cmd := exec.CommandContext(ctx, b.tool, args...)
	cmd.Dir = b.Dir
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	said, err := cmd.CombinedOutput()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 1 { // a preview that would write
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("autofix %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return string(said), err
}

// shadow returns the folder of the shadow of the workspace.
func (b *bench) shadow() (string, error) {
	found, err := filepath.Glob(filepath.Join(b.cache, "rules_autofix", "verify", "*"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d shadows below %s, want 1", len(found), b.cache)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// remove removes the workspace and the shadow, with their servers and outputs.
func (b *bench) remove() error {
	err := b.Remove()
	if shadow, none := b.shadow(); none == nil {
		err = errors.Join(err, b.shutdown(context.Background(), shadow))
	}
	return errors.Join(err, makeWritable(b.dir), os.RemoveAll(b.dir))
}

// shutdown ends the Bazel server of a shadow.
func (b *bench) shutdown(ctx context.Context, shadow string) error {
	cmd := exec.CommandContext(ctx, b.Bazel, "--output_base="+filepath.Join(shadow, "state", "output_base"), "shutdown")
	cmd.Dir = filepath.Join(shadow, "tree", b.Dir)
	said, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("bazel shutdown: %w\n%s", err, said)
	}
	return err
}

// makeWritable lets the folders of Bazel's outputs be removed.
func makeWritable(dir string) error {
	return filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(name, 0o755)
		}
		return err
	})
}

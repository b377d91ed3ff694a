//go:build e2e

package e2e

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// host is the platform that the tests run on, as a release calls it.
const host = runtime.GOOS + "_" + runtime.GOARCH

// A release is what //release has built.
type release struct {
	folder  string            // of the archives
	version string            // such as 0.1.0
	digests map[string]string // SHA-256 in hex, by the name of the archive
}

// built is the release of this repository, once it is built.
var built *release

func released(t *testing.T) *release {
	t.Helper()
	if built == nil {
		built = (&workspace{dir: repository}).release(t)
	}
	return built
}

// release builds the release of the ruleset that the workspace is.
func (w *workspace) release(t *testing.T, flags ...string) *release {
	t.Helper()
	w.bazel(t, "build", append(flags, "//release")...).wantCode(t, 0)
	bin := strings.TrimSpace(w.bazel(t, "info", append(flags, "bazel-bin")...).wantCode(t, 0).stdout)
	r := &release{folder: filepath.Join(bin, "release"), digests: map[string]string{}}
	for line := range strings.Lines(readFile(t, filepath.Join(r.folder, "SHA256SUMS"))) {
		digest, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		r.digests[name] = digest
		r.version = strings.Split(name, "-")[1]
	}
	return r
}

// tag is the tag of a workspace that takes the release from its folder, by its
// SHA256SUMS.
func (r *release) tag() string {
	return fmt.Sprintf(`autofix.toolchain(
    sums = "//:SHA256SUMS",
    urls = ["file://%s/{archive}"],
    version = %q,
)
`, r.folder, r.version)
}

// sums is the text of SHA256SUMS with the archives of some platforms.
func (r *release) sums(platforms ...string) string {
	var text strings.Builder
	for name, digest := range r.digests {
		for _, platform := range platforms {
			if platformOf(name) == platform {
				fmt.Fprintf(&text, "%s  %s\n", digest, name)
			}
		}
	}
	return text.String()
}

// localTag is the tag that fresh workspaces have.
func localTag() string { return fmt.Sprintf("autofix.local(path = %q)\n", tool) }

// useRelease has the workspace take the release in place of the local tool.
func (w *workspace) useRelease(t *testing.T, r *release, platforms ...string) {
	t.Helper()
	w.replace(t, "MODULE.bazel", localTag(), r.tag())
	w.write(t, "SHA256SUMS", r.sums(platforms...))
}

func TestReleaseServesAWorkspaceWithoutGo(t *testing.T) {
	r := released(t)
	w := scripts.fresh(t)
	w.useRelease(t, r, "linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64")
	w.append(t, "bin/greet.sh", "# "+nonce())
	w.wantNoGo(t)

	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//bin:greet"}, "bazel run //:fix -- //bin:greet")
	w.bazel(t, "test", "//bin:greet_autofix_test").wantCode(t, 0)

	fetched := strings.Join(w.fetched(t), "\n")
	for name := range r.digests {
		platform := platformOf(name)
		if got, want := strings.Contains(fetched, "autofix_"+platform), platform == host; got != want {
			t.Errorf("the archive of %s was fetched: %v, want %v:\n%s", platform, got, want, fetched)
		}
	}
}

// After a release, the table that //release has made is that of the ruleset.
func TestReleaseInTheTableNeedsNoSums(t *testing.T) {
	r := released(t)
	ruleset := filepath.Join(scratch, "released-ruleset")
	copySources(t, ruleset)
	writeFile(t, filepath.Join(ruleset, "toolchain/private/versions.bzl"), readFile(t, filepath.Join(r.folder, "versions.bzl")))
	w := scripts.fresh(t)
	w.replace(t, "MODULE.bazel", `path = "`+repository+`"`, `path = "`+ruleset+`"`)
	w.replace(t, "MODULE.bazel", localTag(), strings.Replace(r.tag(), "    sums = \"//:SHA256SUMS\",\n", "", 1))
	w.bazel(t, "build", "--config=autofix", "//bin:greet").wantCode(t, 0)

	w.replace(t, "MODULE.bazel", fmt.Sprintf("version = %q,\n)", r.version), "version = \"9.9.9\",\n)")
	w.bazel(t, "build", "--config=autofix", "//bin:greet").wantCode(t, 1).wantStderr(t,
		`autofix.toolchain(version = "9.9.9"): this rules_autofix has no digests of such a release: it has those of `+r.version+".")
}

func TestReleaseIsNoPartOfTheLockfile(t *testing.T) {
	r := released(t)
	w := scripts.fresh(t)
	w.useRelease(t, r, host)
	w.bazel(t, "build", "--lockfile_mode=update", "--config=autofix", "//bin:greet").wantCode(t, 0)
	lock := w.read(t, "MODULE.bazel.lock")
	if strings.TrimSpace(lock) == "{}" {
		t.Skip("this Bazel writes no lockfile but an empty one, which it then refuses; Debian's does so")
	}
	if strings.Contains(lock, r.folder) || strings.Contains(lock, "autofix_toolchains") {
		t.Errorf("MODULE.bazel.lock holds what follows from MODULE.bazel and SHA256SUMS:\n%s", lock)
	}
	w.bazel(t, "build", "--lockfile_mode=error", "--config=autofix", "//bin:greet").wantCode(t, 0)
}

func TestArchiveWithAnotherDigestIsRefused(t *testing.T) {
	r := released(t)
	w := scripts.fresh(t)
	w.useRelease(t, r, host)
	sums := w.read(t, "SHA256SUMS")
	digest, _, _ := strings.Cut(sums, " ")
	other := strings.Repeat("0123456789abcdef", 4)
	w.write(t, "SHA256SUMS", strings.Replace(sums, digest, other, 1))
	w.bazel(t, "build", "--config=autofix", "//bin:greet").wantCode(t, 1).wantStderr(t,
		fmt.Sprintf("Checksum was %s but wanted %s", digest, other))
}

func TestPlatformWithoutAnArchiveHasNoTool(t *testing.T) {
	r := released(t)
	w := scripts.fresh(t)
	w.useRelease(t, r, "windows_amd64")
	w.bazel(t, "build", "--config=autofix", "//bin:greet").wantCode(t, 1).wantStderr(t,
		"//bin:greet: no autofix tool", "take a release that has this platform", "autofix.local(")
}

// Each row puts its tags in the place of the local one, and sums in the file
// SHA256SUMS.
func TestToolchainTagsThatCannotBeMeant(t *testing.T) {
	const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for _, row := range []struct {
		rule, tags, sums string
		messages         []string
	}{
		{"no tag", "", "", []string{"no tag says which autofix tool to take", "autofix.toolchain(version", "autofix.local(path"}},
		{
			"an unknown version", `autofix.toolchain(version = "9.9.9")`, "",
			[]string{`autofix.toolchain(version = "9.9.9"): this rules_autofix has no digests of such a release: it has those of `, "sums = ", "autofix.local(path"},
		},
		{
			"two versions", `autofix.toolchain(version = "1.0.0")` + "\n" + `autofix.toolchain(version = "2.0.0")`, "",
			[]string{"2 tags `autofix.toolchain` in module \"scripts\" where one is meant"},
		},
		{
			"two local tools", localTag() + localTag(), "",
			[]string{"2 tags `autofix.local` in module \"scripts\" where one is meant"},
		},
		{
			"one URL for all platforms", `autofix.toolchain(version = "1.0.0", urls = ["https://example.com/autofix.zip"])`, "",
			[]string{`autofix.toolchain(urls = ...): "https://example.com/autofix.zip": the same for every platform: it lacks {archive}`},
		},
		{
			"sums of another version", `autofix.toolchain(version = "1.0.0", sums = "//:SHA256SUMS")`, digest + "  autofix-1.1.0-linux_amd64.tar.gz\n",
			[]string{"/SHA256SUMS: no archive of version 1.0.0: it has autofix-1.1.0-linux_amd64.tar.gz, and needs one of autofix-1.0.0-darwin_amd64.tar.gz, "},
		},
		{
			"sums that are no sums", `autofix.toolchain(version = "1.0.0", sums = "//:SHA256SUMS")`, digest + "  a.zip\n\nsha256-abc=  b.zip\n",
			[]string{`/SHA256SUMS:3: not a line of sha256sum: "sha256-abc=  b.zip": it has 64 hex digits, two blanks and a file name`},
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := scripts.fresh(t)
			w.replace(t, "MODULE.bazel", localTag(), row.tags+"\n")
			w.write(t, "SHA256SUMS", row.sums)
			got := w.bazel(t, "query", "@autofix_toolchains//:all").wantStderr(t, row.messages...)
			if got.code == 0 {
				t.Errorf("exit 0\n%s", got.stdout)
			}
		})
	}
}

func TestWhichTagOfSeveralModulesCounts(t *testing.T) {
	const (
		nine = `autofix.toolchain(version = "9.9.0")`
		ten  = `autofix.toolchain(version = "9.10.0")`
		pre  = `autofix.toolchain(version = "9.10.0-rc1")`
	)
	missing := func(version string) string {
		return fmt.Sprintf("autofix.toolchain(version = %q): this rules", version)
	}
	for _, row := range []struct {
		rule, root, one, two string
		want                 string // in stderr; "" where the local tool is taken
	}{
		{"the only one", "", nine, "", missing("9.9.0")},
		{"the highest", "", nine, ten, missing("9.10.0")},
		{"the highest, whatever the order", "", ten, nine, missing("9.10.0")},
		{"a release goes before its candidates", "", pre, ten, missing("9.10.0")},
		{"the root module's before a higher one", nine, ten, "", missing("9.9.0")},
		{"the root module's local one before all", localTag() + nine, ten, "", ""},
		{"another module's local one is about another machine", "", `autofix.local(path = "x")`, nine, missing("9.9.0")},
		{"what is no version cannot be compared", "", nine, `autofix.toolchain(version = "latest")`, `autofix.toolchain(version = "latest"): not a version such as 1.2.3`},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := scripts.fresh(t)
			w.replace(t, "MODULE.bazel", localTag(), row.root+"\n")
			w.addModule(t, "one", row.one)
			w.addModule(t, "two", row.two)
			got := w.bazel(t, "query", "@autofix_toolchains//:all")
			switch {
			case row.want != "":
				got.wantStderr(t, row.want)
			case got.stdout != "@autofix_toolchains//:local\n@autofix_toolchains//:local_toolchain\n":
				t.Errorf("toolchains: %s%s", got.stdout, got.stderr)
			}
		})
	}
}

// addModule adds a module that uses the extension with a tag; "" for none.
func (w *workspace) addModule(t *testing.T, name, tag string) {
	t.Helper()
	w.append(t, "MODULE.bazel", fmt.Sprintf("\nbazel_dep(name = %q)\nlocal_path_override(\n    module_name = %q,\n    path = %q,\n)\n", name, name, name))
	w.write(t, name+"/BUILD.bazel", "")
	w.write(t, name+"/MODULE.bazel", fmt.Sprintf(`module(name = %q)

bazel_dep(name = "rules_autofix", version = "0.1.0")

autofix = use_extension("@rules_autofix//toolchain:extensions.bzl", "autofix")
%s
`, name, tag))
}

// TestReleaseIsReproducible builds a second time what can be built in a minute:
// the archive of this machine's platform; with the variable set, those of all
// platforms.
//
// The second build shares the sources, the Go toolchain and the tools of the
// build with the first, and nothing else. It is in another folder, under
// another output base; has output paths that no build had before, so that no
// cache knows its actions; runs them outside of the sandbox; is asked for
// another kind of build; and has another user, time zone, language and umask.
func TestReleaseIsReproducible(t *testing.T) {
	first := released(t)
	want := maps.Clone(first.digests)
	groups := []string{}
	for name := range first.digests {
		platform := platformOf(name)
		if platform == host || os.Getenv("AUTOFIX_E2E_RELEASE") == "all" {
			groups = append(groups, platform)
		} else {
			delete(want, name)
		}
	}

	again := &workspace{dir: filepath.Join(scratch, "another", "folder", "of-another-depth")}
	copySources(t, again.dir)
	bazel := func(args ...string) string {
		t.Helper()
		const line = `umask 077 && exec env USER=somebody LOGNAME=somebody TZ=Asia/Kathmandu LC_ALL=C.UTF-8 "$@"`
		return again.run(t, ".", "sh", append([]string{"-c", line, "sh", bazelw}, args...)...).wantCode(t, 0).stdout
	}
	// The output base depends on the user: only this one's Bazel finds it.
	defer bazel("clean", "--expunge")
	flags := []string{"--platform_suffix=" + nonce(), "--spawn_strategy=local", "--compilation_mode=dbg", "--strip=never", "--stamp"}
	bazel(append([]string{"build", "--noshow_progress", "--output_groups=" + strings.Join(groups, ","), "//release"}, flags...)...)
	bin := strings.TrimSpace(bazel(append([]string{"info", "bazel-bin"}, flags...)...))
	if filepath.Join(bin, "release") == first.folder {
		t.Fatalf("both builds are in %s", first.folder)
	}
	got := map[string]string{}
	for name := range want {
		got[name] = fmt.Sprintf("%x", sha256.Sum256([]byte(readFile(t, filepath.Join(bin, "release", name)))))
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("digests (-first build +second build):\n%s", diff)
	}
}

// platformOf returns the platform in the name of an archive.
func platformOf(archive string) string {
	_, rest, _ := strings.Cut(archive, "-")
	_, rest, _ = strings.Cut(rest, "-")
	platform, _, _ := strings.Cut(rest, ".")
	return platform
}

// copySources copies the sources of this repository, changed and new ones
// included.
func copySources(t *testing.T, to string) {
	t.Helper()
	here := &workspace{dir: repository}
	for name := range strings.SplitSeq(here.git(t, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		info, err := os.Lstat(here.path(name))
		if name == "" || errors.Is(err, fs.ErrNotExist) {
			continue // removed, and git does not know it yet
		}
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, []byte(here.read(t, name)), info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
}

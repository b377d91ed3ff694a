//go:build e2e

package e2e

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// remoteWorkspace returns the workspace for remote builds: two targets with
// findings, and one without.
func remoteWorkspace(t *testing.T) *workspace {
	t.Helper()
	w := scripts.fresh(t)
	w.append(t, "bin/greet.sh", nonce()+"\n")
	return w
}

// cacheFlags makes a build use only the server: the disk cache of the machine
// would hide it.
func (p *proxy) cacheFlags() []string {
	return []string{"--disk_cache=", "--remote_cache=grpc://" + p.address, "--remote_header=" + keyName + "=" + keyValue}
}

func (p *proxy) executionFlags() []string {
	return append(p.cacheFlags(), "--remote_executor=grpc://"+p.address, "--spawn_strategy=remote")
}

// runners counts the spawns of checks and gates by runner.
func runners(spawns []spawn) map[string]int {
	counts := map[string]int{}
	for _, s := range spawns {
		if s.Mnemonic == "AutofixCheck" || s.Mnemonic == "AutofixGate" {
			counts[s.Runner]++
		}
	}
	return counts
}

func TestSecondCleanBuildTakesEverythingFromTheRemoteCache(t *testing.T) {
	server := startBuildbox(t)
	for _, mode := range []struct {
		name, runner string
		flags        []string
	}{
		{"remote execution", "remote", server.executionFlags()},
		{"a remote cache alone", "linux-sandbox", append(server.cacheFlags(), "--spawn_strategy=linux-sandbox")},
	} {
		t.Run(mode.name, func(t *testing.T) {
			w := remoteWorkspace(t)
			// What another server has made is not on this one.
			w.bazel(t, "clean").wantCode(t, 0)
			args := append([]string{"--config=autofix-strict", "//bin/..."}, mode.flags...)
			got, first := w.logged(t, "build", args...)
			got.wantCode(t, 0)
			if runners(first)[mode.runner] == 0 {
				t.Errorf("nothing ran by %s in the first build: %v", mode.runner, runners(first))
			}
			w.bazel(t, "clean").wantCode(t, 0)
			got, second := w.logged(t, "build", args...)
			got.wantCode(t, 0)
			for _, s := range second {
				if s.Runner != "remote cache hit" {
					t.Errorf("%s of %s ran by %s", s.Mnemonic, s.TargetLabel, s.Runner)
				}
			}
			if len(second) == 0 {
				t.Error("the execution log of the second build is empty")
			}
		})
	}
}

func TestFixGetsItsArtifactsFromARemoteCache(t *testing.T) {
	server := startBuildbox(t)
	for _, test := range []struct {
		name  string
		rc    string   // added to the flags in .bazelrc
		flags []string // after --
	}{
		{"minimal in the .bazelrc", "--remote_download_minimal", nil},
		{"minimal on the command line", "", []string{"--remote_download_minimal"}},
		{"minimal for the second time", "--remote_download_outputs=minimal", []string{"--remote_download_outputs=minimal"}},
		{"toplevel", "--remote_download_outputs=toplevel", nil},
		{"with other URIs asked for", "--remote_download_minimal", []string{"--build_event_json_file_path_conversion"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := remoteWorkspace(t)
			rc := append(server.executionFlags(), strings.Fields(test.rc)...)
			w.append(t, ".bazelrc", "build "+strings.Join(quoted(rc), " ")+"\n")
			w.git(t, "add", ".bazelrc", "bin")
			// Now Bazel has only the locations of the artifacts.
			w.bazel(t, "build", "--config=autofix", "--remote_download_minimal", "//bin:greet").wantCode(t, 0)
			_, err := os.Stat(w.path("bazel-bin/bin/greet.autofix/autofix.json"))
			if !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("the build has fetched the artifact: this shows nothing (%v)", err)
			}
			w.bazel(t, "run", append([]string{"//:fix", "--", "--safety=suggestion", "//bin:greet", "--"}, test.flags...)...).wantCode(t, 0)
			if diff := cmp.Diff("bin/greet.sh\n", w.git(t, "diff", "--name-only")); diff != "" {
				t.Errorf("changed files (-want +got):\n%s", diff)
			}
		})
	}
}

// quoted quotes flags for a .bazelrc.
func quoted(flags []string) []string {
	all := make([]string, len(flags))
	for i, flag := range flags {
		all[i] = `"` + flag + `"`
	}
	return all
}

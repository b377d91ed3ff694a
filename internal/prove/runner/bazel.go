package runner

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// Folders of Bazel in the state folder.
const (
	bazelRoot    = "bazel"
	archivesRoot = "bazel-archives"
)

// bazelArchives returns the repository cache of a run. A clean run gets only
// the files of the others' cache that Bazel checks by digests: newer versions
// also keep unpacked repositories there.
func (s *scratch) bazelArchives() (string, error) {
	if !s.clean {
		return s.archives, nil
	}
	const checked = "content_addressable"
	if err := os.MkdirAll(filepath.Join(s.archives, checked), 0o700); err != nil {
		return "", err
	}
	own := filepath.Join(s.bazel, archivesRoot)
	if err := os.MkdirAll(own, 0o700); err != nil {
		return "", err
	}
	return own, os.Symlink(filepath.Join(s.archives, checked), filepath.Join(own, checked))
}

// writeBazelrc has Bazel keep its output in a cache of ours, and end with its
// command. The file is in the home of the command, so that its options follow
// the options of the tree. isolated says that the sandbox has its own network.
func writeBazelrc(s *scratch, isolated, network bool) error {
	archives, err := s.bazelArchives()
	if err != nil {
		return err
	}
	rows := []string{
		"startup --output_user_root=" + quoteOption(s.bazel),
		// A server would be killed with the command, and could be in the middle of
		// something.
		"startup --batch",
		"common --repository_cache=" + quoteOption(archives),
		"common --color=no --curses=no --noshow_progress",
		// Results from elsewhere, or from other people's builds, prove nothing.
		"common --remote_cache= --remote_executor= --bes_backend= --disk_cache=",
		// Another folder may not be there in the sandbox of the proof.
		"common --sandbox_base=",
	}
	// Tests of rules_go report their cases only on request.
	rows = append(rows, "test --test_env=GO_TEST_WRAP_TESTV=1")
	switch {
	case isolated:
		// For an action without a network, Bazel's sandbox mounts a new /sys,
		// which the kernel refuses where /sys is hidden, as in the sandbox of
		// the proof: no test would start. The sandbox of the proof denies the
		// network already.
		rows = append(rows, "build --sandbox_default_allow_network=true")
	case !network:
		rows = append(rows, "build --sandbox_default_allow_network=false")
	}
	return os.WriteFile(filepath.Join(s.home, ".bazelrc"), []byte(strings.Join(rows, "\n")+"\n"), 0o600)
}

// quoteOption quotes a value for a .bazelrc.
func quoteOption(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// bazelisks returns where Bazelisk of the person keeps the versions of Bazel
// that it has downloaded.
func bazelisks() []string {
	if dir := os.Getenv("BAZELISK_HOME"); filepath.IsAbs(dir) {
		return []string{dir}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	return []string{filepath.Join(cache, "bazelisk")}
}

// bazeliskHome returns the folder in which Bazelisk looks for Bazel: ours if a
// setup filled it, else the person's, which is not changed.
func (t *tools) bazeliskHome(q *Request, s *scratch) string {
	own := filepath.Join(s.downloads, "bazelisk")
	if _, err := os.Stat(own); err == nil || q.Network || t.bazelisk == "" {
		return own
	}
	return t.bazelisk
}

// systemBazelrcs are the places for options of the system's Bazel: upstream's,
// and Debian's.
var systemBazelrcs = []string{"/etc/bazel.bazelrc", "/etc/bazel/bazelrc"}

// findBazel finds the files that Bazel needs in addition to its program:
// Bazelisk's downloads, the settings of the system, and the settings of its
// Java, which are in /etc.
func (t *tools) findBazel() {
	for _, dir := range bazelisks() {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			t.bazelisk = dir
			t.folders = append(t.folders, dir)
		}
	}
	for _, name := range systemBazelrcs {
		t.folders = append(t.folders, bazelrcPaths(name)...)
	}
	java, _ := filepath.Glob("/etc/java*")
	t.folders = append(t.folders, java...)
}

// bazelrcPaths returns a .bazelrc of the system, if there is one, with the files
// and folders that its options name: who runs the machine serves modules from
// there.
func bazelrcPaths(name string) []string {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	paths := []string{name}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		for _, word := range strings.Fields(lines.Text()) {
			option, value, _ := strings.Cut(word, "=")
			switch option {
			case "--registry":
				value, found := strings.CutPrefix(value, "file://")
				if !found {
					continue
				}
				paths = appendAbsolute(paths, value)
			case "--override_module", "--override_repository":
				_, value, _ = strings.Cut(value, "=")
				paths = appendAbsolute(paths, value)
			case "--distdir", "--install_base", "--server_javabase":
				paths = appendAbsolute(paths, value)
			}
		}
	}
	return paths
}

func appendAbsolute(paths []string, name string) []string {
	if !filepath.IsAbs(name) {
		return paths
	}
	return append(paths, filepath.Clean(name))
}

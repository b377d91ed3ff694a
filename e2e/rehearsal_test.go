//go:build e2e

package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A registry is a Bazel registry on loopback with a release of this repository,
// made of the templates in .bcr as publish-to-bcr makes it, and the host of its
// files.
type registry struct {
	url   string
	files map[string][]byte // by path
	asked map[string]bool
}

// publishedHost is the host in the templates.
const publishedHost = "https://github.com"

// publish starts a registry with the release.
func publish(t *testing.T, r *release) *registry {
	t.Helper()
	g := &registry{files: map[string][]byte{}, asked: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		content, ok := g.files[q.URL.Path]
		if g.asked[q.URL.Path] = true; !ok {
			http.NotFound(w, q)
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	g.url = server.URL

	filled := strings.NewReplacer("{OWNER}", "rules-autofix", "{REPO}", "rules_autofix", "{VERSION}", r.version, "{TAG}", "v"+r.version, publishedHost, g.url)
	var source map[string]string
	if err := json.Unmarshal([]byte(filled.Replace(readFile(t, filepath.Join(repository, ".bcr/source.template.json")))), &source); err != nil {
		t.Fatal(err)
	}
	archive := sourceArchive(t, r, source["strip_prefix"])
	sum := sha256.Sum256(archive)
	source["integrity"] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	entry := "/modules/rules_autofix/" + r.version
	at := strings.TrimPrefix(source["url"], g.url)
	g.files[at] = archive
	for name := range r.digests {
		g.files[path.Join(path.Dir(at), name)] = []byte(readFile(t, filepath.Join(r.folder, name)))
	}
	text, err := json.Marshal(source)
	if err != nil {
		t.Fatal(err)
	}
	g.files["/bazel_registry.json"] = []byte("{}")
	g.files["/modules/rules_autofix/metadata.json"] = []byte(filled.Replace(readFile(t, filepath.Join(repository, ".bcr/metadata.template.json"))))
	g.files[entry+"/MODULE.bazel"] = []byte(readFile(t, filepath.Join(repository, "MODULE.bazel")))
	g.files[entry+"/source.json"] = text
	return g
}

// sourceArchive returns the archive that archives.sh makes of the tagged
// commit, whose table of versions has the release.
func sourceArchive(t *testing.T, r *release, prefix string) []byte {
	t.Helper()
	folder := t.TempDir()
	copySources(t, filepath.Join(folder, prefix))
	writeFile(t, filepath.Join(folder, prefix, "toolchain/private/versions.bzl"), readFile(t, filepath.Join(r.folder, "versions.bzl")))
	here := &workspace{dir: folder}
	here.run(t, ".", "tar", "-czf", "ruleset.tar.gz", prefix).wantCode(t, 0)
	return []byte(readFile(t, filepath.Join(folder, "ruleset.tar.gz")))
}

// The README, followed with a release and a registry, in a workspace that has
// nothing of this checkout.
func TestReleaseRehearsed(t *testing.T) {
	r := released(t)
	g := publish(t, r)
	const heading = "By hand"
	w := &workspace{folder: "rehearsal", dir: filepath.Join(scratch, "rehearsal", "workspace")}
	t.Cleanup(w.remove)
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	w.git(t, "init", "--quiet", "--initial-branch=main")
	w.writeApp(t)
	w.write(t, "app/greeting.txt", "hello \n")
	blocks := section(t, "README.md", heading)
	for _, block := range blocks {
		if block.File == "BUILD.bazel" || block.File == "MODULE.bazel" {
			w.write(t, block.File, block.Text)
		}
	}
	w.replace(t, "MODULE.bazel", "local_path_override(\n    module_name = \"rules_autofix\",\n    path = \"../rules_autofix\",\n)\n", "")
	w.replace(t, "MODULE.bazel", `autofix.local(path = "tools/autofix")`, `autofix.toolchain(
    urls = ["`+g.url+`/rules-autofix/rules_autofix/releases/download/v{version}/{archive}"],
    version = "`+r.version+`",
)`)
	w.write(t, ".bazelrc", "common --registry="+g.url+"\n")

	lines := commands(blocks[len(blocks)-1])
	if len(lines) != 2 {
		t.Fatalf("the commands of %q: %q", heading, lines)
	}
	gate := lines[1]
	w.shell(t, gate).wantCode(t, 1).wantStderr(t, "app/greeting.txt:1:6: ")
	w.shell(t, lines[0]).wantCode(t, 0)
	if got := w.read(t, "app/greeting.txt"); got != "hello\n" {
		t.Errorf("the fix left %q", got)
	}
	w.shell(t, gate).wantCode(t, 0)

	base := strings.TrimSpace(w.bazel(t, "info", "output_base").wantCode(t, 0).stdout)
	rulesets, err := filepath.Glob(filepath.Join(base, "external", "rules_autofix[~+]"))
	if err != nil || len(rulesets) != 1 {
		t.Fatalf("the ruleset: %q, %v", rulesets, err)
	}
	if info, err := os.Lstat(rulesets[0]); err != nil || !info.IsDir() {
		t.Errorf("%s is not a folder of its own: %v", rulesets[0], err)
	}
	for name := range r.digests {
		asked := false
		for file := range g.asked {
			asked = asked || path.Base(file) == name
		}
		if want := platformOf(name) == host; asked != want {
			t.Errorf("%s was downloaded: %v, want %v", name, asked, want)
		}
	}

	// An archive with other bytes is refused, whoever serves it.
	for file, content := range g.files {
		if path.Base(file) == "rules_autofix-v"+r.version+".tar.gz" {
			g.files[file] = append(content[:len(content):len(content)], 0)
		}
	}
	w.bazel(t, "clean", "--expunge").wantCode(t, 0)
	w.bazel(t, "build", "--repository_cache=", "//...").wantStderr(t, "Checksum was ")
}

package version

import (
	"os"
	"testing"

	"github.com/bazelbuild/buildtools/build"
)

func TestVersionIsThatOfTheModule(t *testing.T) {
	const path = "../../MODULE.bazel"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := build.ParseModule(path, text)
	if err != nil {
		t.Fatal(err)
	}
	modules := file.Rules("module")
	if len(modules) != 1 {
		t.Fatalf("%s: %d calls of module, want one", path, len(modules))
	}
	if want := modules[0].AttrString("version"); Version != want {
		t.Errorf("Version is %q, and %q in %s: change both, then run go test ./cmd/autofix -update", Version, want, path)
	}
}

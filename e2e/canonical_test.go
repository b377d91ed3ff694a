//go:build e2e

package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGoLibraryIsBuiltFromCanonicalSources(t *testing.T) {
	w := hello.fresh(t)
	before := w.sources(t)
	got := w.bazel(t, "run", "//:hello", "--", "Ada").wantCode(t, 0)
	if diff := cmp.Diff("*** hello ***\nhello, Ada\n", got.stdout); diff != "" {
		t.Errorf("the program says (-want +got):\n%s", diff)
	}
	w.wantUntouched(t, before)

	want := `// Package banner is built from its canonical text: what the compiler sees is formatted, whatever the file in the tree looks like.
package banner

// Text is the banner, one line.
func Text() string { return "*** hello ***\n" }
`
	w.bazel(t, "build", "//banner:canonical").wantCode(t, 0)
	if diff := cmp.Diff(want, w.read(t, "bazel-bin/banner/canonical/banner.go")); diff != "" {
		t.Errorf("the canonical text (-want +got):\n%s", diff)
	}
	if text := w.read(t, "banner/banner.go"); text == want {
		t.Error("banner.go of the example is formatted: this test shows nothing")
	}
}

func TestStrictCanonicalSourcesFailIfTheSourceDiffers(t *testing.T) {
	w := hello.fresh(t)
	w.replace(t, "banner/BUILD.bazel", "    srcs = [\"banner.go\"],\n", "    srcs = [\"banner.go\"],\n    policy = \"strict\",\n")
	const command = "bazel run //:fix -- //banner:canonical"
	w.bazel(t, "build", "//banner:canonical").wantCode(t, 1).wantStderr(t,
		"Canonical text of banner/banner.go failed: (Exit 1)", "banner/banner.go", "; run: "+command+"\n")
	w.shell(t, command).wantCode(t, 0)
	w.bazel(t, "build", "//banner:canonical").wantCode(t, 0)
}

//go:build conformance

package formatting_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
)

// Every HCL file of AUTOFIX_CORPUS and the module cache, taken for one of Terraform, is formatted as by the command
// that AUTOFIX_TERRAFORM names, run twice, except that ours keeps comments between labels. Terraform changes nothing in
// a file that does not parse.
func TestConformanceOfTerraform(t *testing.T) {
	terraform := os.Getenv("AUTOFIX_TERRAFORM")
	if terraform == "" {
		t.Skip("AUTOFIX_TERRAFORM is not set: it is the path of the command terraform")
	}
	roots := append(filepath.SplitList(os.Getenv("AUTOFIX_CORPUS")), goEnv(t, "GOMODCACHE"))
	originals := files(t, roots, hcl.New())
	folder := t.TempDir()
	copied := func(i int) string { return filepath.Join(folder, strconv.Itoa(i)+".tf") }
	for i, name := range originals {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied(i), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if out, err := exec.Command(terraform, "fmt", "-list=false", folder).CombinedOutput(); err != nil {
			t.Logf("%v, %d bytes of messages, of files that do not parse", err, len(out))
		}
	}
	r := formatting.NewRegistry(hcl.New())
	var identical, changed, syntax, comments int
	for i, name := range originals {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(copied(i))
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Format(copied(i), src)
		if _, ok := errors.AsType[*formatting.SyntaxError](err); ok {
			syntax++
			got.Text = src
		} else if err != nil {
			t.Error(name, err)
			continue
		}
		if comment := []byte("/*"); bytes.Count(want, comment) < bytes.Count(got.Text, comment) {
			comments++
			t.Logf("%s: terraform loses a comment", name)
			continue
		}
		if !bytes.Equal(got.Text, want) {
			t.Errorf("%s: not the tool's text:\n%s\nbut\n%s", name, got.Text, want)
			continue
		}
		identical++
		if got.Changed {
			changed++
		}
	}
	t.Logf("%d files: %d identical (%d of them changed, %d do not parse), %d lose a comment in Terraform",
		len(originals), identical, changed, syntax, comments)
}

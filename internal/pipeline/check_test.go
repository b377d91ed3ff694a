package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Files are held in memory in batches, without effect on the result.
func TestCheckInBatchesIsOneCheck(t *testing.T) {
	files := map[string]string{}
	var paths []string
	for i := range batch + 53 {
		path := fmt.Sprintf("%04d.txt", i)
		files[path] = "clean\n"
		if i%100 == 0 {
			files[path] = "a\n"
		}
		paths = append(paths, path)
	}
	ws := newWorkspace(t, files)
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a\n", to: "b\n"}}}
	checked, err := Check(context.Background(), ws, paths, "//o", Options{Tools: tools(r)})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range checked.Artifact.Diagnostics {
		found = append(found, d.Path)
	}
	if want := []string{"0000.txt", "0100.txt", "0200.txt", "0300.txt"}; !slices.Equal(found, want) {
		t.Errorf("found in %v, want %v", found, want)
	}
	if checked.Files != len(paths) || len(checked.Artifact.Snapshots) != len(paths) || checked.Artifact.Origin != "//o" {
		t.Errorf("%d files, %d snapshots, origin %s", checked.Files, len(checked.Artifact.Snapshots), checked.Artifact.Origin)
	}
	if string(checked.Text("0200.txt")) != "a\n" || checked.Text("0001.txt") != nil {
		t.Error("the texts of files with findings stay, and no others")
	}
}

func TestCheckLeavesOutAFileThatIsGone(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n"})
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	checked, err := Check(context.Background(), ws, []string{"a.txt", "gone.txt"}, "", Options{Tools: tools(r)})
	if err != nil || checked.Files != 1 {
		t.Errorf("%+v, %v", checked, err)
	}
}

func TestCheckOfAFileThatCannotBeReadIsAnError(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n"})
	if err := os.Mkdir(filepath.Join(ws.Root(), "folder.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := Check(context.Background(), ws, []string{"a.txt", "folder.txt"}, "", Options{Tools: tools(&rewriter{})})
	if err == nil || !strings.HasPrefix(err.Error(), "folder.txt: ") || !strings.HasSuffix(err.Error(), "exclude in autofix.toml") {
		t.Errorf("error %v", err)
	}
}

func TestTextsForgetsAChangeThatWasTakenBack(t *testing.T) {
	texts := newTexts(oneFile{"a.txt", []byte("a")})
	step := func(path, before, after string) fixedits.FileChange {
		return fixedits.FileChange{Path: path, Before: []byte(before), After: []byte(after), BeforeSHA256: fixedits.Digest([]byte(before))}
	}
	all := changes{}
	apply := func(files ...fixedits.FileChange) {
		texts.apply(files)
		all.add(files)
	}
	apply(step("a.txt", "a", "b"), step("b.txt", "1", "2"))
	if text, err := texts.Read("a.txt"); err != nil || string(text) != "b" {
		t.Errorf("a.txt is %q, %v", text, err)
	}
	apply(step("a.txt", "b", "a"), step("b.txt", "2", "3"))
	net := all.net()
	if len(net) != 1 || net[0].Path != "b.txt" || string(net[0].Before) != "1" || string(net[0].After) != "3" {
		t.Errorf("net %+v", net)
	}
	if net[0].BeforeSHA256 != fixedits.Digest([]byte("1")) {
		t.Error("the digest is not that of the first state")
	}
	if _, err := texts.Read("c.txt"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

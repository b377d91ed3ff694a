package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The extension of editors/vscode, as it is packaged, works with the settings of
// docs/editors.md, word for word. The client is Microsoft's
// vscode-languageclient. VS Code itself is not a package, so
// testdata/vscode/vscode.js stands in for it, and lists the parts that it lacks.
func TestVSCode(t *testing.T) {
	built := os.Getenv("AUTOFIX_VSCODE")
	if built == "" {
		t.Skip("AUTOFIX_VSCODE is not set: run `npm ci && npm run package` in editors/vscode, and set it to that folder")
	}
	folder := t.TempDir()
	vsix, err := zip.OpenReader(filepath.Join(built, "autofix.vsix"))
	if err != nil {
		t.Fatal(err)
	}
	defer vsix.Close()
	if err := os.CopyFS(folder, vsix); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range vsix.File {
		names = append(names, file.Name)
	}
	slices.Sort(names)
	wantNames := []string{
		"[Content_Types].xml", "extension.vsixmanifest", "extension/LICENSE.txt", "extension/dist/NOTICES.txt",
		"extension/dist/extension.js", "extension/package.json", "extension/readme.md",
	}
	if diff := cmp.Diff(wantNames, names); diff != "" {
		t.Errorf("files of the package (-want +got):\n%s", diff)
	}
	if got, want := readFile(t, filepath.Join(folder, "extension/LICENSE.txt")), readFile(t, "../../LICENSE"); got != want {
		t.Error("editors/vscode/LICENSE is not a copy of LICENSE")
	}

	// Node looks for modules beside the files that ask, then here.
	modules := t.TempDir()
	writeFiles(t, modules, map[string]string{"vscode/index.js": readFile(t, "testdata/vscode/vscode.js")})
	drive, err := filepath.Abs("testdata/vscode/drive.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", drive, filepath.Join(folder, "extension"), "settings.json")
	cmd.Env = []string{"NODE_PATH=" + modules + ":" + filepath.Join(built, "node_modules")}
	type session struct {
		edited
		Formatter, Gone       bool
		Commands, ErrorsShown []string
		Wrong                 string
		Again                 int
	}
	var got session
	startEditor(t, cmd, map[string]string{"settings.json": recipe(t, "editors.md", "json")}, &got)
	want := session{
		edited: wantEdited, Formatter: true, Gone: true, Commands: []string{"autofix.build", "autofix.restart"}, ErrorsShown: []string{},
		Wrong: "autofix: cannot start /nowhere/autofix: install it, or set autofix.path", Again: 1,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(session{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

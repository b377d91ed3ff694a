package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNotices(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{
		"a/LICENSE":            "Do what you like.\n\n",
		"a/NOTICE":             "By A.",
		"a/license_test.go":    "package a",
		"b/COPYING":            "Ask B.\r\n",
		"b/LICENSE-GENERATOR/": "",
		"c/LICENCE.md":         "Do what you like.",
	} {
		put(t, filepath.Join(dir, path), text)
	}
	got, err := notices([]part{{"example.com/a", dir + "/a"}, {"example.com/b", dir + "/b"}, {"example.com/c", dir + "/c"}})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("=", 80)
	want := `autofix is made of what is named below, too, under these licenses.

` + line + `
example.com/a: LICENSE
example.com/c: LICENCE.md

Do what you like.

` + line + `
example.com/a: NOTICE

By A.

` + line + `
example.com/b: COPYING

Ask B.
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPartWithoutALicense(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "README"), "")
	for want, p := range map[string]part{
		"example.com/a: no license in " + dir: {"example.com/a", dir},
		"example.com/b: open ":                {"example.com/b", dir + "/missing"},
	} {
		if _, err := notices([]part{p}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %q in it", err, want)
		}
	}
}

func TestReadPlatforms(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "platforms.bzl")
	put(t, path, "\"\"\"Doc.\"\"\"\n\nOTHER = {\"a\": 1}\n\nPLATFORMS = {\n    \"linux_amd64\": [],\n    \"darwin_arm64\": [],\n}\n")
	got, err := readPlatforms(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"linux_amd64", "darwin_arm64"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	put(t, path, "OTHER = {\"a\": 1}\n")
	if _, err := readPlatforms(path); err == nil || !strings.Contains(err.Error(), "no dict PLATFORMS") {
		t.Errorf("got error %v", err)
	}
}

// put writes a file, or creates a folder if the path ends in "/".
func put(t *testing.T, path, text string) {
	t.Helper()
	dir := filepath.Dir(path)
	if strings.HasSuffix(path, "/") {
		dir = path
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if dir == path {
		return
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

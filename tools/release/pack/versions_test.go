package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	header = `"""Doc."""

load(":other.bzl", "OTHER")

# Kept.
`
	two = header + `VERSIONS = {
    "0.10.0": {
        "linux_amd64": "ten",
    },
    # Kept as well.
    "0.9.0": {
        "linux_amd64": "nine",
    },
}
`
)

func TestAddVersion(t *testing.T) {
	for _, row := range []struct {
		rule, table, version, want string
	}{
		{"the first", header + "VERSIONS = {}\n", "1.0.0", header + `VERSIONS = {
    "1.0.0": {
        "darwin_arm64": "d",
        "linux_amd64": "l",
    },
}
`},
		{"the highest comes first", two, "0.11.0", strings.Replace(two, `    "0.10.0": {
`, `    "0.11.0": {
        "darwin_arm64": "d",
        "linux_amd64": "l",
    },
    "0.10.0": {
`, 1)},
		{"versions that are not text", two, "0.9.5", strings.Replace(two, `    # Kept as well.
`, `    "0.9.5": {
        "darwin_arm64": "d",
        "linux_amd64": "l",
    },
    # Kept as well.
`, 1)},
		{"a pre-release is lower", two, "0.9.0-rc1", strings.Replace(two, `        "linux_amd64": "nine",
    },
`, `        "linux_amd64": "nine",
    },
    "0.9.0-rc1": {
        "darwin_arm64": "d",
        "linux_amd64": "l",
    },
`, 1)},
		{"one that is there is replaced", two, "0.9.0", strings.Replace(two, `        "linux_amd64": "nine",
`, `        "darwin_arm64": "d",
        "linux_amd64": "l",
`, 1)},
	} {
		t.Run(row.rule, func(t *testing.T) {
			digests := map[string]string{"linux_amd64": "l", "darwin_arm64": "d"}
			got, err := addVersion("versions.bzl", []byte(row.table), row.version, digests)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestVersionsHasTheDigestsOfTheArchives(t *testing.T) {
	dir := t.TempDir()
	table := newFile(t, dir, "table.bzl", "VERSIONS = {}\n", 0o644, time.Now())
	archive := newFile(t, dir, "a.zip", "abc", 0o644, time.Now())
	out := filepath.Join(dir, "versions.bzl")
	err := run([]string{"versions", "-table", table, "-version", "1.2.3", "-out", out, "windows_amd64=" + archive}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want := `VERSIONS = {
    "1.2.3": {
        "windows_amd64": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    },
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBadTables(t *testing.T) {
	digests := map[string]string{"linux_amd64": "l"}
	for _, row := range []struct {
		rule, table, version string
		digests              map[string]string
		want                 string
	}{
		{"no version", "VERSIONS = {}", "", digests, `version "": not a semantic version such as 1.2.3`},
		{"a v", "VERSIONS = {}", "v1.0.0", digests, `version "v1.0.0": not a semantic version`},
		{"no archives", "VERSIONS = {}", "1.0.0", nil, "no archives"},
		{"no table", "OTHER = {}", "1.0.0", digests, "versions.bzl: has no dict VERSIONS"},
		{"no dict", "VERSIONS = []", "1.0.0", digests, "versions.bzl: has no dict VERSIONS"},
		{"a key that is not a string", "VERSIONS = {OTHER: {}}", "1.0.0", digests, "versions.bzl: VERSIONS: a key is not a string"},
		{"no Starlark", "VERSIONS = {\n", "1.0.0", digests, "versions.bzl:3:1: syntax error"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			_, err := addVersion("versions.bzl", []byte(row.table), row.version, row.digests)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got error %v, want %q in it", err, row.want)
			}
		})
	}
}

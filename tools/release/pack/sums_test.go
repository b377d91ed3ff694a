package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSumsAreThoseOfSha256sum(t *testing.T) {
	dir := t.TempDir()
	first := newFile(t, dir, "z.zip", "abc", 0o644, time.Now()) // the digest of "abc" is an example in FIPS 180-2
	second := newFile(t, t.TempDir(), "a.tar.gz", "", 0o644, time.Now())
	out := filepath.Join(dir, "SHA256SUMS")
	if err := run([]string{"sums", "-out", out, first, second}, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	const want = `e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.gz
ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  z.zip
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestSumsOfNothing(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"sums: no archives":         {"sums", "-out", dir + "/sums"},
		"missing.zip: no such file": {"sums", "-out", dir + "/sums", dir + "/missing.zip"},
	} {
		if err := run(args, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got error %v, want %q in it", args, err, want)
		}
	}
}

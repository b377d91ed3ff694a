package buildkit

import (
	_ "crypto/sha512" // the module knows the algorithms that a program has; BuildKit has these
	"strings"
	"testing"

	"github.com/distribution/reference"
)

// imageNames are names with parts of all kinds, valid and not.
var imageNames = []string{
	"", "a", "A", "debian", "debian:12", "debian:", ":12", "debian:12:13", "library/debian", "/debian", "debian/", "a//b", "a/b/c/d:e",
	"docker.io/debian", "index.docker.io/debian:x", "docker.io/a/b", "docker.io/", "docker.io", "Docker.io/a", "DOCKER/a", "DOCKER/A", "a/B", "a/b:C",
	"localhost/a", "localhost:5000/a", "localhost:5000", "localhost/A", "localhost:/a", "example.com/a", "example.com:80/a/b@c", "EXAMPLE.com/a", "-a.b/c", "a-.b/c", "a..b/c",
	"[::1]/a", "[::1]:5000/a:b", "[::g]/a", "::1/a", "a__b.c/d", "a___b/c", "a_b", "a__b", "a___b", "a.b", "a..b", "a-b", "a---b", "a-", "_a", "a_", ".a", "a._b",
	"ä", "a/ä", "ä/a", "a:ä", "a b", "a\n", "a:b\n", "a:.b", "a:-b", "a:_b", "a:B.c-d_e", "${A}", "a:${A}", "a@sha256", "a@sha256:", "a@md5:" + strings.Repeat("a", 32),
	"a@sha256:" + strings.Repeat("a", 64), "a:b@sha256:" + strings.Repeat("a", 64), "a@sha256:" + strings.Repeat("A", 64), "a@sha256:" + strings.Repeat("a", 63),
	"a@sha384:" + strings.Repeat("a", 96), "a@sha512:" + strings.Repeat("0", 128), "a@sha512:" + strings.Repeat("0", 64), "a@SHA256:" + strings.Repeat("a", 64), "a@sha256+b64:" + strings.Repeat("a", 64),
	strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("g", 64), strings.Repeat("A", 64), "b/" + strings.Repeat("a", 64),
	strings.Repeat("a", 247), strings.Repeat("a", 248), "b/" + strings.Repeat("a", 253), "b/" + strings.Repeat("a", 254), "docker.io/" + strings.Repeat("a", 247), "docker.io/" + strings.Repeat("a", 248),
	"x.y/" + strings.Repeat("a", 255), "x.y/" + strings.Repeat("a", 256), "a__b.c/" + strings.Repeat("a", 250), "a:" + strings.Repeat("b", 128), "a:" + strings.Repeat("b", 129),
}

func TestImageNames(t *testing.T) {
	valid := 0
	for _, name := range imageNames {
		if isImageName(name) {
			valid++
		}
		wantAsReference(t, name)
	}
	if valid < 20 || valid > len(imageNames)-20 {
		t.Errorf("%d of %d names are valid: the rows show one side only", valid, len(imageNames))
	}
}

func FuzzImageName(f *testing.F) {
	for _, name := range imageNames {
		f.Add(name)
	}
	f.Fuzz(wantAsReference)
}

// wantAsReference compares with the module that BuildKit uses.
func wantAsReference(t *testing.T, name string) {
	t.Helper()
	_, err := reference.ParseNormalizedNamed(name)
	if got := isImageName(name); got != (err == nil) {
		t.Errorf("%q: %t, but the module says %v", name, got, err)
	}
}

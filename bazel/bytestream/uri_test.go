package bytestream

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	sum1   = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
	sum256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

func TestParse(t *testing.T) {
	tests := []struct {
		uri  string
		want Blob
	}{
		{"bytestream://cache.example:8980/blobs/" + sum256 + "/0", Blob{Prefix: "cache.example:8980", Hash: sum256}},
		{"bytestream://cache.example/an/instance/blobs/" + sum256 + "/12", Blob{Prefix: "cache.example/an/instance", Hash: sum256, Size: 12}},
		{"bytestream://cache.example/blobs/" + sum1 + "/1073741824", Blob{Prefix: "cache.example", Hash: sum1, Size: 1 << 30}},
		{"bytestream://[::1]:80/blobs/" + strings.Repeat("0a", 64) + "/1", Blob{Prefix: "[::1]:80", Hash: strings.Repeat("0a", 64), Size: 1}},
	}
	for _, test := range tests {
		test.want.URI = test.uri
		got, err := Parse(test.uri)
		if err != nil {
			t.Errorf("%s: %v", test.uri, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.uri, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	const form = "not of the form bytestream://HOST:PORT[/INSTANCE]/blobs/HASH/SIZE"
	tests := []struct{ uri, want string }{
		{"", form},
		{"file:///a", form},
		{"bytestream://", form},
		{"bytestream://cache.example", form},
		{"bytestream:///blobs/" + sum256 + "/1", form},
		{"bytestream://cache.example/" + sum256 + "/1", form},
		{"bytestream://blobs/" + sum256 + "/1", form},
		{"bytestream://cache.example/blobs/" + sum256, form},
		{"bytestream://cache.example/compressed-blobs/zstd/" + sum256 + "/1", "compressed with zstd, which is not supported"},
		{"bytestream://cache.example/i/blobs/blake3/" + sum256 + "/1", "digest function blake3 is not supported, SHA-256 is"},
		{"bytestream://cache.example/blobs/" + strings.ToUpper(sum256) + "/1", `hash "` + strings.ToUpper(sum256) + `" is not lower-case hex`},
		{"bytestream://cache.example/blobs/../1", `hash ".." is not lower-case hex`},
		{"bytestream://cache.example/blobs/" + sum256[:62] + "/1", "hash of 62 hex digits: no supported digest function has that many"},
		{"bytestream://cache.example/blobs//1", "hash of 0 hex digits: no supported digest function has that many"},
		{"bytestream://cache.example/blobs/" + sum256 + "/", `size "" is not a number of bytes`},
		{"bytestream://cache.example/blobs/" + sum256 + "/-1", `size "-1" is not a number of bytes`},
		{"bytestream://cache.example/blobs/" + sum256 + "/+1", `size "+1" is not a number of bytes`},
		{"bytestream://cache.example/blobs/" + sum256 + "/9223372036854775808", `size "9223372036854775808" is not a number of bytes`},
		{"bytestream://cache.example/blobs/" + sum256 + "/1073741825", "1073741825 bytes are more than the 1073741824 that are read"},
	}
	for _, test := range tests {
		_, err := Parse(test.uri)
		if want := test.uri + ": " + test.want; err == nil || err.Error() != want {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("bytestream://cache.example:8980/i/blobs/" + sum256 + "/12")
	f.Add("bytestream://cache.example/compressed-blobs/zstd/" + sum256 + "/1")
	f.Fuzz(func(t *testing.T, uri string) {
		blob, err := Parse(uri)
		if err != nil {
			return
		}
		if got := Scheme + blob.Prefix + "/" + blob.resource(""); got != uri {
			t.Errorf("%q was read as what is %q", uri, got)
		}
		if blob.Size < 0 || blob.Size > MaxSize || digests[len(blob.Hash)] == nil {
			t.Errorf("%q was read as %+v", uri, blob)
		}
	})
}

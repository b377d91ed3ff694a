// Package bytestream fetches blobs from the remote cache of a build: what build events name by a bytestream URI. It
// reaches the cache as the flags of that build say.
//
// https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto, at
// ContentAddressableStorage, has the form of the names.
package bytestream

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"strings"
)

// Scheme begins a bytestream URI.
const Scheme = "bytestream://"

// MaxSize bounds what is read for one blob, in bytes. It is far more than any artifact has.
const MaxSize = 1 << 30

// A Blob names a blob of a remote cache by its content.
type Blob struct {
	URI    string // what was parsed
	Prefix string // host:port[/instance]: the cache's name, which a build may choose
	Hash   string // lower-case hex
	Size   int64  // bytes
}

// digests are the digest functions whose names the URI leaves out, by the length of their hex.
var digests = map[int]func() hash.Hash{
	2 * sha1.Size:      sha1.New,
	2 * sha256.Size:    sha256.New,
	2 * sha512.Size384: sha512.New384,
	2 * sha512.Size:    sha512.New,
}

// Parse parses bytestream://HOST:PORT[/INSTANCE]/blobs/HASH/SIZE. Its errors name the URI. Compressed blobs, which
// Bazel names in no event, and digest functions other than SHA-1 and SHA-2 are refused.
func Parse(uri string) (Blob, error) {
	blob, err := parse(uri)
	if err != nil {
		return Blob{}, fmt.Errorf("%s: %w", uri, err)
	}
	return blob, nil
}

var errNoBlob = errors.New("not of the form bytestream://HOST:PORT[/INSTANCE]/blobs/HASH/SIZE")

func parse(uri string) (Blob, error) {
	rest, ok := strings.CutPrefix(uri, Scheme)
	parts := strings.Split(rest, "/")
	n := len(parts)
	if !ok || n < 4 {
		return Blob{}, errNoBlob
	}
	kind, sum, size := n-3, parts[n-2], parts[n-1]
	switch {
	case parts[n-4] == "compressed-blobs" && n > 4:
		return Blob{}, fmt.Errorf("compressed with %s, which is not supported", parts[n-3])
	case parts[n-4] == "blobs" && n > 4: // blobs/FUNCTION/HASH/SIZE
		return Blob{}, fmt.Errorf("digest function %s is not supported, SHA-256 is", parts[n-3])
	case parts[kind] != "blobs" || parts[0] == "":
		return Blob{}, errNoBlob
	}
	b := Blob{URI: uri, Prefix: strings.Join(parts[:kind], "/"), Hash: sum}
	if _, err := hex.DecodeString(sum); err != nil || strings.ToLower(sum) != sum {
		return Blob{}, fmt.Errorf("hash %q is not lower-case hex", sum)
	}
	if digests[len(sum)] == nil {
		return Blob{}, fmt.Errorf("hash of %d hex digits: no supported digest function has that many", len(sum))
	}
	var err error
	b.Size, err = strconv.ParseInt(size, 10, 64)
	switch {
	case err != nil || b.Size < 0 || strconv.FormatInt(b.Size, 10) != size:
		return Blob{}, fmt.Errorf("size %q is not a number of bytes", size)
	case b.Size > MaxSize:
		return Blob{}, fmt.Errorf("%d bytes are more than the %d that are read", b.Size, MaxSize)
	}
	return b, nil
}

// resource returns the name that ByteStream.Read knows the blob by, in an instance, which may be "".
func (b Blob) resource(instance string) string {
	name := fmt.Sprintf("blobs/%s/%d", b.Hash, b.Size)
	if instance != "" {
		name = instance + "/" + name
	}
	return name
}

package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
)

// A fingerprint identifies a place of a rule whose line was moved or changed. It
// has no whitespace. The text of the place alone would not do: it may be one
// word, which the next mistake has too.
type fingerprint struct {
	lines digest // of the lines of the place
	near  digest // of its text, and the lines above and below
}

// A digest is long enough to tell the places of one rule in one file apart.
type digest [6]byte

// digestOf returns the digest of texts without their whitespace and control
// characters. memory is used again for the next.
func digestOf(memory *[]byte, texts ...[]byte) digest {
	all := (*memory)[:0]
	for i, text := range texts {
		if i > 0 {
			all = append(all, '\n')
		}
		for _, c := range text {
			if c > ' ' {
				all = append(all, c)
			}
		}
	}
	*memory = all
	sum := sha256.Sum256(all)
	return digest(sum[:len(digest{})])
}

func comparePrints(a, b fingerprint) int {
	return cmp.Or(bytes.Compare(a.lines[:], b.lines[:]), bytes.Compare(a.near[:], b.near[:]))
}

// parseDigest reads a digest in hexadecimal digits.
func parseDigest(text string) (d digest, ok bool) {
	if len(text) != 2*len(d) {
		return d, false
	}
	_, err := hex.Decode(d[:], []byte(text))
	return d, err == nil
}

// String returns the fingerprint as artifacts have it.
func (f fingerprint) String() string {
	var text [4 * len(digest{})]byte
	hex.Encode(text[:], f.lines[:])
	hex.Encode(text[len(text)/2:], f.near[:])
	return string(text[:])
}

// parsePrint reads what String returns.
func parsePrint(text string) (f fingerprint, ok bool) {
	half := len(text) / 2
	lines, ok := parseDigest(text[:half])
	near, isDigest := parseDigest(text[half:])
	return fingerprint{lines, near}, ok && isDigest
}

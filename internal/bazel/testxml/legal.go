package testxml

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// legalRune returns a character, or one that stands for it if XML does not
// have it: https://www.w3.org/TR/xml/#charsets.
func legalRune(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', ' ' <= r && r <= '\uFFFD', r >= 0x10000:
		return r
	}
	return utf8.RuneError
}

// references replaces references to characters that XML does not have, such as
// &#27;, with a character. Some runners write them, and the decoder stops
// there.
type references struct{ transform.NopResetter }

// longestReference bounds a reference in bytes, with zeros before the number.
const longestReference = 16

func (references) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		next := bytes.IndexByte(src[nSrc:], '&')
		if next != 0 {
			if next < 0 {
				next = len(src) - nSrc
			}
			n := copy(dst[nDst:], src[nSrc:nSrc+next])
			nDst, nSrc = nDst+n, nSrc+n
			if n < next {
				return nDst, nSrc, transform.ErrShortDst
			}
			continue
		}
		rest := src[nSrc:min(len(src), nSrc+longestReference)]
		end := bytes.IndexByte(rest, ';')
		if end < 0 && len(rest) < longestReference && !atEOF {
			return nDst, nSrc, transform.ErrShortSrc
		}
		out, n := rest[:1], 1
		if end >= 0 && isIllegal(rest[1:end]) {
			out, n = []byte(string(utf8.RuneError)), end+1
		}
		if len(dst)-nDst < len(out) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += copy(dst[nDst:], out)
		nSrc += n
	}
	return nDst, nSrc, nil
}

// isIllegal reports whether the text between & and ; refers to a character that
// XML does not have.
func isIllegal(reference []byte) bool {
	digits, numeric := bytes.CutPrefix(reference, []byte("#"))
	base := 10
	if hex, ok := bytes.CutPrefix(digits, []byte("x")); ok {
		digits, base = hex, 16
	}
	if !numeric || len(digits) == 0 {
		return false
	}
	number, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil {
		return false
	}
	return number > utf8.MaxRune || 0xD800 <= number && number < 0xE000 || legalRune(rune(number)) != rune(number)
}

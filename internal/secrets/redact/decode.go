package redact

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

const (
	// minRun is the minimum length of base64 that is decoded, in characters.
	minRun = 16
	// minHex is the minimum for hexadecimal digits.
	minHex = 24
	// maxRun limits it, because decoding takes memory.
	maxRun = 1 << 20
)

// decode returns the decoded lines of a text that have base64, hexadecimal
// digits or percent-encoding of text. The pieces are nil if there are none.
func decode(text string) (string, []piece) {
	var d decoder
	d.text = text
	line := 0
	for line < len(text) {
		end := len(text)
		if i := strings.IndexByte(text[line:], '\n'); i >= 0 {
			end = line + i + 1
		}
		d.line(line, end)
		line = end
	}
	return d.out.String(), d.pieces
}

type decoder struct {
	text   string
	out    strings.Builder
	pieces []piece
}

// line decodes the line at [start, end).
func (d *decoder) line(start, end int) {
	done := start // the end of the written part of the line
	put := func(from, to int, decoded string) {
		d.copy(done, from)
		d.pieces = append(d.pieces, piece{at: d.out.Len(), start: from, end: to, decoded: true})
		d.out.WriteString(decoded)
		done = to
	}
	for at := start; at < end; {
		c := d.text[at]
		if c == '%' && at+2 < end && hexDigit(d.text[at+1]) && hexDigit(d.text[at+2]) {
			put(at, at+3, string([]byte{digit(d.text[at+1])<<4 | digit(d.text[at+2])}))
			at += 3
			continue
		}
		if !runByte[c] {
			at++
			continue
		}
		run := at
		for at < end && runByte[d.text[at]] {
			at++
		}
		d.run(run, at, end, put)
	}
	if done > start { // something is decoded
		d.copy(done, end)
	}
}

// run decodes the run at [start, end) of a line: as a whole, or each part
// between slashes, as in paths.
func (d *decoder) run(start, end, lineEnd int, put func(from, to int, decoded string)) {
	if end-start < minRun || end-start > maxRun {
		return
	}
	if text, ok := decoded(d.text[start:end]); ok {
		for end < lineEnd && d.text[end] == '=' {
			end++
		}
		put(start, end, text)
		return
	}
	for _, separator := range []string{"/", "-", "_"} {
		if !strings.Contains(d.text[start:end], separator) {
			continue
		}
		found := false
		for from := start; from < end; {
			to := end
			if i := strings.Index(d.text[from:end], separator); i >= 0 {
				to = from + i
			}
			if to-from >= minRun {
				if text, ok := decoded(d.text[from:to]); ok {
					put(from, to, text)
					found = true
				}
			}
			from = to + 1
		}
		if found {
			return
		}
	}
}

// decoded returns the text that a run encodes, if it does.
func decoded(run string) (string, bool) {
	if len(run) >= minHex && len(run)%2 == 0 && strings.Trim(run, "0123456789abcdefABCDEF") == "" {
		if text, err := hex.DecodeString(run); err == nil && isText(text) {
			return string(text), true
		}
	}
	if len(run)%4 == 1 {
		return "", false
	}
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(run, "-_") {
		encoding = base64.RawURLEncoding
	}
	// Most runs are words, which the first bytes show.
	var head [12]byte
	if n, err := encoding.Decode(head[:], []byte(run[:minRun])); err != nil || !isASCII(head[:n]) {
		return "", false
	}
	text := make([]byte, encoding.DecodedLen(len(run)))
	n, err := encoding.Decode(text, []byte(run))
	if err != nil || !isText(text[:n]) {
		return "", false
	}
	return string(text[:n]), true
}

func (d *decoder) copy(from, to int) {
	if from < to {
		d.pieces = append(d.pieces, piece{at: d.out.Len(), start: from, end: to})
		d.out.WriteString(d.text[from:to])
	}
}

// runByte are the characters of base64 in both of its alphabets.
var runByte = func() (is [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
		is[c] = true
	}
	return is
}()

func isASCII(text []byte) bool {
	for _, c := range text {
		if c != '\n' && c != '\r' && c != '\t' && (c < ' ' || c >= 0x7f) {
			return false
		}
	}
	return true
}

func isText(text []byte) bool {
	for _, c := range string(text) {
		if c == utf8.RuneError || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func digit(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}

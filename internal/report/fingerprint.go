package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// fingerprintName names the algorithm of fingerprints. A change of it makes
// every finding a new one.
const fingerprintName = "autofix/v1"

// fingerprints returns a fingerprint of each diagnostic, by index. No two are
// equal. A finding keeps its fingerprint while lines above it come and go, and
// when its words change: it is a hash of the rule, the path and the text of the
// line, without the whitespace around it, and of how many such findings come
// before it in the file. If the text is not known, the message takes its place.
func (f *Findings) fingerprints() []string {
	all := f.artifact.Diagnostics
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(all[a].Path, all[b].Path), cmp.Compare(all[a].Start, all[b].Start), cmp.Compare(all[a].End, all[b].End))
	})
	prints := make([]string, len(all))
	before := map[[sha256.Size]byte]uint64{}
	for _, i := range order {
		d := &all[i]
		key := sha256.Sum256(fields(d.Rule, d.Path, f.lineOf(d)))
		sum := sha256.Sum256(binary.AppendUvarint(key[:], before[key]))
		before[key]++
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// lineOf returns what identifies the place of a finding in its file.
func (f *Findings) lineOf(d *fixedits.Diagnostic) string {
	index := f.linesOf(d.Path)
	if index == nil {
		said, _ := fixedits.Places(d.Message)
		return said
	}
	text := f.known[d.Path]
	line := index.Line(d.Start)
	return string(bytes.TrimSpace(text[index.Start(line):index.End(line)]))
}

// fields joins fields so that no two lists have the same bytes.
func fields(all ...string) []byte {
	var b []byte
	for _, field := range all {
		b = append(binary.AppendUvarint(b, uint64(len(field))), field...)
	}
	return b
}

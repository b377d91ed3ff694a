package results

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The bounds of signatures, in bytes but for lines.
const (
	maxSignature = 4096
	maxLines     = 30
	maxLine      = 400
	maxText      = 256 << 10 // of the text that a signature is made of
	maxDetails   = 1 << 20   // of the messages of the cases of a run
	lastLines    = 10        // that count if no line names a failure
)

// Signature returns the lines of a text that name a failure, without details
// that differ from one run to the next, such as times, addresses, temporary
// names, positions in files and the order of lines. It is at most 4 KiB, and
// the signature of a signature is itself.
func Signature(text string) string {
	lines := signatureLines(text)
	slices.Sort(lines)
	lines = slices.Compact(lines)
	size, n := 0, 0
	for ; n < min(len(lines), maxLines) && size+len(lines[n])+1 <= maxSignature; n++ {
		size += len(lines[n]) + 1
	}
	return strings.Join(lines[:n], "\n")
}

// signatureLines returns the lines that name a failure or, if none does, the
// last ones.
func signatureLines(text string) []string {
	// After removing the stand-ins for controls, no text looks like a terminal
	// code.
	text = strings.ReplaceAll(plain(endsOf(strings.ToValidUTF8(text, ""), maxText)), "\uFFFD", "")
	var telling, all []string
	frames := newFrames()
	seen := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		if frame := frames.next(line); frame != "" {
			telling = append(telling, normalLine(frame))
		}
		if seen[line] { // a program that repeats itself need not take long
			continue
		}
		seen[line] = true
		line = normalLine(line)
		if line == "" || noise().MatchString(line) {
			continue
		}
		all = append(all, line)
		if tells().MatchString(line) {
			telling = append(telling, line)
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return all[max(0, len(all)-lastLines):]
}

// signature returns how a run failed, from its red cases or, if there is none,
// from its outputs.
func (c *Collector) signature(outputs []string) string {
	raw := c.Raw
	var lines []string
	switch {
	case raw.End == evidence.Exited && raw.Exit == 0:
		return ""
	case raw.End == evidence.Exited:
		lines = append(lines, fmt.Sprintf("exit %d", raw.Exit))
	default:
		lines = append(lines, string(raw.End))
	}
	red := false
	size := 0
	for i := range c.Cases {
		each := &c.Cases[i]
		if !each.Status.Red() {
			continue
		}
		red = true
		lines = append(lines, normalLine(Called(each.Suite, each.Name))+":")
		if size < maxDetails {
			said := c.details[each.Key()]
			size += len(said)
			lines = append(lines, indented(Signature(said))...)
		}
	}
	// The output of a killed program depends on the time of the kill.
	if !red && raw.End == evidence.Exited {
		lines = append(lines, indented(Signature(c.withoutFolders(strings.Join(outputs, "\n"))))...)
	}
	text := strings.Join(lines, "\n")
	if len(text) <= maxSignature {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	text = text[:maxSignature-100]
	return text[:strings.LastIndexByte(text, '\n')+1] + "... sha256:" + hex.EncodeToString(sum[:])
}

func indented(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

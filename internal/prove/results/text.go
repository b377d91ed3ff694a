package results

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// xmlEscapes matches the codes of terminals in XML, whose readers put U+FFFD in
// the place of the escape character.
var xmlEscapes = lazyregexp.New(`\x{FFFD}\[[0-9;?]*[A-Za-z]`)

// plain returns a text without codes of terminals and without characters that
// change how the text around them is shown.
func plain(text string) string {
	if strings.Contains(text, "\uFFFD") {
		text = xmlEscapes().ReplaceAllString(text, "")
	}
	return inert.Plain(text)
}

// crash matches the line at which a runtime starts to report why a program
// broke. The rest may be long, so the start counts and not the end.
var crash = lazyregexp.New(`(?m)^(?:panic: |fatal error: |WARNING: DATA RACE$|thread '[^'\n]*'.* panicked at )`)

// Crashed reports whether a text has the start of such a report.
func Crashed(text string) bool { return crash().MatchString(text) }

// notBuilt matches the last messages of compilers: cargo, Maven, Gradle, tsc.
var notBuilt = lazyregexp.New(`(?m)^error: could not compile |^\[ERROR\] COMPILATION ERROR|^Execution failed for task '[^'\n]*:compile|\berror TS\d+: `)

// NotBuilt reports whether a compiler says that it failed.
func NotBuilt(text []byte) bool { return notBuilt().Match(text) }

// maxFrames is how many frames of a stack of JavaScript are kept.
const maxFrames = 3

// excerpt returns the lines of the output of a case that say why it is red, at
// most 20 lines and 4 KiB.
func excerpt(text string) string {
	if at := crash().FindStringIndex(text); at != nil {
		lines := strings.SplitN(text[at[0]:], "\n", 21)
		return process.LastLines(strings.Join(lines[:min(len(lines), 20)], "\n"))
	}
	var kept []string
	frames := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "at ") {
			if frames++; frames > maxFrames {
				continue
			}
		}
		kept = append(kept, line)
	}
	return process.LastLines(strings.Join(kept, "\n"))
}

// endsOf returns a text that is too long without its middle.
func endsOf(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit/2], "") + "\n" + strings.ToValidUTF8(text[len(text)-limit/2:], "")
}

package formatting

import (
	"bytes"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
)

// RuleOf returns the name of the rule of a language's formatter.
func RuleOf(language string) string { return "format/" + language }

// keep returns the formatted text of a file without the changes of lines that
// comments in src keep as they are. What remains must parse and mean the same,
// or the file is refused.
func keep(lang Language, path string, src, text []byte, certificate *fixedits.Certificate) ([]byte, *fixedits.Certificate, error) {
	if bytes.Equal(src, text) || !bytes.Contains(src, []byte("autofix")) {
		return text, certificate, nil
	}
	rule := RuleOf(lang.Name())
	said := ignore.Read(path, src)
	if said.Whole(rule) {
		return src, nil, nil
	}
	kept := said.Kept(rule)
	if len(kept) == 0 {
		return text, certificate, nil
	}
	var made bytes.Buffer
	at := 0
	for _, change := range textdiff.Changes(src, text) {
		touches := func(lines [2]int) bool {
			return change.Start < lines[1] && (change.End > lines[0] || change.Start == change.End && change.Start > lines[0])
		}
		if slices.ContainsFunc(kept, touches) {
			continue
		}
		made.Write(src[at:change.Start])
		made.Write(change.New)
		at = change.End
	}
	made.Write(src[at:])
	out := made.Bytes()
	switch {
	case bytes.Equal(out, src):
		return src, nil, nil
	case bytes.Equal(out, text):
		return text, certificate, nil
	}
	before, err := withLF(lang, path, src)
	if err != nil {
		return nil, nil, err
	}
	after, err := withLF(lang, path, out)
	if err == nil {
		err = parse(lang, path, after)
	}
	if err == nil {
		certificate, err = certify(lang, path, before.Text, after.Text)
	}
	if err != nil {
		return nil, nil, refusal(lang, path, "a comment keeps lines without which the others cannot be formatted")
	}
	return out, certificate, nil
}

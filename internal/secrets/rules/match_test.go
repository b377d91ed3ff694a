package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each row has a rule file, and its findings in a text.
func TestMatch(t *testing.T) {
	const id = "[[rules]]\nid = 'id'\n"
	for _, row := range []struct {
		name, file, text string
		want             string // RULE:SECRET@START, and ! if it is allowed
	}{
		{"the whole match", id + `regex = 'ab\d'`, "x ab1 ab2", "id:ab1@2 id:ab2@6"},
		{"the first group", id + `regex = 'k=(\d+)'`, "k=12", "id:12@2"},
		{"the first group that is not empty", id + `regex = 'k=(\d*)(x)?'`, "k=x", "id:x@2"},
		{"a group without a part in the match", id + `regex = 'k=(?:(\d)|([a-z]))'`, "k=z", "id:z@2"},
		{"all groups are empty", id + `regex = 'k=(\d*)(y*)'`, "k=x", "id:k=@0"},
		{"the group by its number", id + "regex = '(k|j)=(\\d)'\nsecretGroup = 2", "k=1", "id:1@2"},
		{"the group has no part in the match", id + "regex = '(k)=(\\d)?'\nsecretGroup = 2", "k=x", ""},
		{"the place of the group", id + `regex = 'k=k=(k)'`, "k=k=k", "id:k@4"},
		{"line endings around", id + `regex = '\n?k\n*'`, "a\nk\n\nb", "id:k@2"},
		{"only line endings", id + `regex = '\n'`, "a\nb", ""},
		{"a group within line endings", id + `regex = '\s(k)\s'`, "\nk\n", "id:k@1"},

		{"a keyword", id + "regex = 'x\\d'\nkeywords = ['key']", "x1 KEY", "id:x1@0"},
		{"another keyword", id + "regex = 'x\\d'\nkeywords = ['a', 'Key']", "x1 key", "id:x1@0"},
		{"no keyword", id + "regex = 'x\\d'\nkeywords = ['key', 'word']", "x1 ke y wo rd ord", ""},
		{"a keyword of one byte", id + "regex = 'x\\d'\nkeywords = ['=']", "x1=", "id:x1@0"},
		{"a keyword in a text of one byte", id + "regex = '.'\nkeywords = ['=']", "=", "id:=@0"},
		{"a keyword with characters of other case", id + "regex = 'x\\d'\nkeywords = ['key']", "x1 \u212Aey", "id:x1@0"},
		{"no keywords at all", id + `regex = 'x\d'`, "x1", "id:x1@0"},

		{"entropy", id + "regex = 'k=(\\w+)'\nentropy = 1.9", "k=aaaa k=aabb k=abcd", "id:abcd@16"},
		{"entropy must be exceeded", id + "regex = 'k=(\\w+)'\nentropy = 2", "k=abcd k=abcde", "id:abcde@9"},
		{"entropy is that of the group", id + "regex = 'abcd=(\\w+)'\nentropy = 1", "abcd=aa", ""},

		{"a path", id + "regex = 'x\\d'\npath = '\\.yaml$'", "x1", ""},
		{"a path only", id + `path = '.'`, "x1", ""},

		{"allowed secrets", id + "regex = 'k=(\\d+)'\n[[rules.allowlists]]\nregexes = ['^12', '^9']", "k=12 k=312 k=9", "id:312@7"},
		{"allowed matches", id + "regex = 'k+=(\\d+)'\n[[rules.allowlists]]\nregexTarget = 'match'\nregexes = ['kk']", "k=1 kk=2", "id:1@2"},
		{"allowed by the secret", id + "regex = 'k+=(\\d+)'\n[[rules.allowlists]]\nregexTarget = 'secret'\nregexes = ['k', '2']", "k=1 kk=2", "id:1@2"},
		{"allowed lines", id + "regex = '\\d'\n[[rules.allowlists]]\nregexTarget = 'line'\nregexes = ['not']", "1\n2 not\nnot\n3", "id:1@0 id:3@12"},
		{"allowed lines of a match of several", id + "regex = '(?s)a.b'\n[[rules.allowlists]]\nregexTarget = 'line'\nregexes = ['not']", "a\nb not", ""},
		{"lines do not include line endings", id + "regex = '\\d'\n[[rules.allowlists]]\nregexTarget = 'line'\nregexes = ['\\n']", "1\n2\n", "id:1@0 id:2@2"},
		{"stop words", id + "regex = 'k=(\\w+)'\n[[rules.allowlists]]\nstopwords = ['test', 'x']", "k=myTEST k=real k=ax", "id:real@11"},
		{"stop words are those of the secret", id + "regex = 'k=(\\w+)'\n[[rules.allowlists]]\nregexTarget = 'line'\nstopwords = ['k']", "k=1", "id:1@2"},
		{"or", id + "regex = 'k=(\\w+)'\n[[rules.allowlists]]\nregexes = ['^1']\nstopwords = ['test']", "k=1 k=test k=2", "id:2@13"},
		{"and", id + "regex = 'k=(\\w+)'\n[[rules.allowlists]]\ncondition = 'AND'\nregexes = ['^1']\nstopwords = ['test']", "k=1 k=test k=1test", "id:1@2 id:test@6"},
		{"and, in lowercase", id + "regex = 'k=(\\w+)'\n[[rules.allowlists]]\ncondition = 'and'\nregexes = ['^1']", "k=1 k=2", "id:2@6"},
		{"paths allow no text", id + "regex = 'x\\d'\n[[rules.allowlists]]\npaths = ['.']", "x1", "id:x1@0"},
		{"paths or", id + "regex = 'x\\d'\n[[rules.allowlists]]\npaths = ['.']\nregexes = ['1']", "x1 x2", "id:x2@3"},
		{"paths and", id + "regex = 'x\\d'\n[[rules.allowlists]]\ncondition = 'AND'\npaths = ['.']\nregexes = ['1']", "x1", "id:x1@0"},
		{"commits and", id + "regex = 'x\\d'\n[[rules.allowlists]]\ncondition = 'AND'\ncommits = ['a']\nregexes = ['1']", "x1", "id:x1@0"},
		{"several lists", id + "regex = 'x\\d'\n[[rules.allowlists]]\nregexes = ['1']\n[[rules.allowlists]]\nregexes = ['2']", "x1 x2 x3", "id:x3@6"},
		{"a flag holds for later expressions", id + "regex = '\\w+'\n[[rules.allowlists]]\nregexes = ['(?i)^a', '^b']", "A B C", "id:C@4"},
		{"for all rules", "[allowlist]\nregexes = ['^1']\n" + id + `regex = '\d+'`, "12 21", "id:21@3"},

		{"a comment", id + `regex = 'x\d'`, "x1 # gitleaks:allow\nx2", "id:x1@0! id:x2@20"},
		{"a comment on the line of the end", id + `regex = '(?s)a.b'`, "a\nb gitleaks:allow\n", "id:a\nb@0!"},
		{"a comment on the line after", id + `regex = 'x\d\n'`, "x1\n# gitleaks:allow", "id:x1@0"},
		{"a comment on the line before", id + `regex = '\nx\d'`, "gitleaks:allow\nx1", "id:x1@15"},

		{
			"generic rules give way", id + "regex = 'AB\\d+'\n[[rules]]\nid = 'generic-api-key'\nregex = '(?i)[\\w.-]{0,50}?key=(\\w+)'\nkeywords = ['key']",
			"a_key=AB12 key=CD\nAB34 key=B3\nkey=AB34", "id:AB12@6 generic-api-key:CD@15 id:AB34@18 id:AB34@34",
		},
		{
			"other rules do not", id + "regex = 'AB\\d+'\n[[rules]]\nid = 'other'\nregex = 'B\\d+'",
			"AB1", "id:AB1@0 other:B1@1",
		},
	} {
		f, err := parse([]byte(row.file))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		var got []string
		for _, found := range f.find(row.text) {
			allowed := ""
			if found.Allowed {
				allowed = "!"
			}
			got = append(got, fmt.Sprintf("%s:%s@%d%s", found.Rule, row.text[found.Start:found.End], found.Start, allowed))
		}
		if diff := cmp.Diff(row.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, file := range []string{"[[rules]", "[[rules]]\nid = 1", "rules = 'x'"} {
		if _, err := parse([]byte(file)); err == nil || !strings.HasPrefix(err.Error(), "the rules of gitleaks: ") {
			t.Errorf("%q: %v", file, err)
		}
	}
}

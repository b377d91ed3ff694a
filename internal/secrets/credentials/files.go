package credentials

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// A form finds secrets by one expression, whose last group is the secret.
type form struct {
	rule, description string
	keywords          []string // lower case; texts without one are not searched
	expression        func() *regexp.Regexp
	accept            func(name, value string) bool // with the first of two groups; nil: all
}

const (
	gap      = `(?:\s|\\n)+`                                   // between words, also in a text of printf
	value    = `(?:\\?"[^"\\\n]+\\?"|\\?'[^'\n]+'|[^\s"'\\]+)` // with its quotes
	argument = `(?:"[^"\n]+"|'[^'\n]+'|[^\s"'\\>|&;]+)`
	literal  = `(\\?'[^'\n]+'|\\?"[^"\n]+")` // of SQL
)

var forms = []form{
	{urlPassword, "a password in a data source name", []string{"@tcp(", "@unix(", "@udp(", "@("}, lazyregexp.New(`[\w.$-]:([^\s:"']+)@(?:tcp|udp|unix)?\(`), nil}, // of Go
	{urlPassword, "a password in the address of a proxy", []string{"proxy", " -x "}, lazyregexp.New(`(?i)(?:proxy["']?\s*[=:]\s*|\s(?:-x|--(?:pre)?proxy)\s+)["']?[^\s:@/"']+:([^\s@"'/]+)@`), nil},
	{urlPassword, "a password in a data source name", []string{"sqlplus", "expdp", "impdp", "rman"}, lazyregexp.New(`(?i)\b(?:sqlplus|expdp|impdp|rman)(?:\s+-\w+)*\s+["']?(?:userid=|target\s+)?[\w$]+/([^\s@"']+)@`), nil},
	{"netrc-password", "a password of a netrc file", []string{"machine", "default login"}, lazyregexp.New(`(?:\bmachine` + gap + `[^\s\\]+(?:` + gap + `(?:login|account)` + gap + `[^\s\\]+)*|\bdefault(?:` + gap + `(?:login|account)` + gap + `[^\s\\]+)+)` + gap + `password` + gap + `(` + value + `)`), nil},
	{"netrc-password", "a password of a netrc file", []string{"password %s"}, lazyregexp.New(`printf\s+(?:"[^"\n]*\bpassword %s[^"\n]*"|'[^'\n]*\bpassword %s[^'\n]*')(?:[ \t]+` + argument + `)*[ \t]+(` + argument + `)`), nil},
	{"npm-token", "a token of npm", []string{"_auth", "_password"}, lazyregexp.New(`(?m)(?:^|[:\s"'/])(?:_auth|_authToken|_password)\s*=\s*(` + value + `)`), nil},
	{"docker-auth", "an account of a registry", []string{`"auth"`, `"auth\"`}, lazyregexp.New(`\\?"auth\\?"\s*:\s*\\?"([A-Za-z0-9+/=]{4,})\\?"`), func(_, value string) bool { return account(value) }},
	{"xml-password", "a password in XML", []string{"</"}, lazyregexp.New(`<([A-Za-z][\w.:-]*)>\s*([^<>\s]+)\s*</`), func(name, _ string) bool { return secretname.Is(name) }},
	{"xml-password", "a password in XML", []string{"value="}, lazyregexp.New(`key="([^"]*)"\s+value="([^"]+)"`), func(name, _ string) bool { return secretname.Is(name) }},
	{"config-password", "a password of a configuration file", []string{"requirepass", "masterauth", "auth-pass", "wpa-psk"}, lazyregexp.New(`(?m)^[ \t]*(?:requirepass|masterauth|wpa-psk|sentinel[ \t]+auth-pass[ \t]+\S+)[ \t]+(` + value + `)`), nil},
	{"config-password", "a password of a configuration file", []string{"insecure-password"}, lazyregexp.New(`insecure-password[ \t]+(` + value + `)`), nil},
	{"config-password", "a password in the arguments of a server", []string{"--requirepass", "--masterauth"}, lazyregexp.New(`--(?:requirepass|masterauth)(?:[= \t]|["'],\s*["'])+(` + value + `)`), nil},
	{"pgpass-password", "a password of a .pgpass file", []string{":5432:", ":*:", ":5433:", ":6432:"}, lazyregexp.New(`(?m)(?:^|["'\s])[\w.*-]*[A-Za-z*][\w.*-]*:(?:\d{2,5}|\*):[\w.*-]+:[\w.*-]+:([^\s"':]+)(?:["'\s]|$)`), nil},
	{"powershell-password", "a password of a script", []string{"securestring"}, lazyregexp.New(`(?i)ConvertTo-SecureString\s+(?:-String\s+)?(` + value + `)`), nil},
	{"sql-password", "a password in a statement of SQL", []string{"identified"}, lazyregexp.New(`(?i)\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)\s+(?:password\s+)?` + literal), nil},
	{"sql-password", "a password in a statement of SQL", []string{"create ", "alter "}, lazyregexp.New(`(?i)\b(?:user|role|login|group)\b[^;\n]{0,200}?[\s,]password\s*=?\s*` + literal), nil},
	{"sql-password", "a password in a statement of SQL", []string{"password(", "password ("}, lazyregexp.New(`(?i)=\s*password\s*\(\s*` + literal + `\s*\)`), nil},
	{"sql-password", "a password in a statement of SQL", []string{"set password"}, lazyregexp.New(`(?i)\bset\s+password\b[^;\n]{0,100}?=\s*` + literal), nil},
}

// files finds the secrets of configuration files, of statements, and of data
// source names that are not URLs.
func (s *search) files() {
	for i := range forms {
		f := &forms[i]
		if !slices.ContainsFunc(f.keywords, func(word string) bool { return strings.Contains(s.lower, word) }) {
			continue
		}
		for _, m := range f.expression().FindAllStringSubmatchIndex(s.text, -1) {
			start, end := m[len(m)-2], m[len(m)-1]
			if f.accept == nil || f.accept(s.text[m[2]:m[3]], s.text[start:end]) {
				s.add(f.rule, f.description, start, end)
			}
		}
	}
}

// account reports whether a text is the base64 of a user and a password.
func account(text string) bool {
	decoded, err := base64.StdEncoding.DecodeString(text)
	return err == nil && slices.Contains(decoded, ':')
}

var (
	authorization = lazyregexp.New(`(?i)authorization\\?["']?(?:\s*[:=](?:\\?\s)*|\s+["'])\\?["']?(?:(?:bearer|basic|token|digest|apikey|api-key|bot|splunk|private|negotiate|key)\\?\s+([^\s"'\\,;]+)|([^\s"'\\,]{16,}))`)
	// headerValue matches the text after the name of a header.
	headerValue = lazyregexp.New(`^\\?["']?\s?:\s?\\?["']?([^\s"'\\,;{}()]+)`)
)

// headers finds the values of Authorization.
func (s *search) headers() {
	if !strings.Contains(s.lower, "authorization") {
		return
	}
	for _, m := range authorization().FindAllStringSubmatchIndex(s.text, -1) {
		start, end := m[2], m[3]
		if start < 0 {
			start, end = m[4], m[5]
			if value := s.text[start:end]; !random(value) || strings.HasPrefix(value, "AWS4-") {
				continue
			}
		}
		s.add("authorization-header", "an Authorization header", start, end)
	}
}

// notHeader are values of keys that look like headers of secrets, such as
// id-token: write.
var notHeader = []string{"read", "write", "none", "inherit", "include", "omit", "string", "optional", "required", "|", ">"}

// header finds the value of a header whose name has several words, such as
// X-Api-Key.
func (s *search) header(start, end int) {
	if start > 0 && strings.IndexByte(".$/", s.text[start-1]) >= 0 || !secretname.Is(s.text[start:end]) {
		return
	}
	m := headerValue().FindStringSubmatchIndex(s.text[end:])
	if m == nil || slices.Contains(notHeader, strings.ToLower(s.text[end+m[2]:end+m[3]])) {
		return
	}
	s.add("secret-header", "the header "+s.text[start:end], end+m[2], end+m[3])
}

package credentials

import (
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// readers are the commands that read a secret from the standard input, with
// arguments: if there are any, the command must have one of them.
var readers = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"chpasswd": nil, "passwd": nil, "vncpasswd": {"-f"}, "smbpasswd": {"-s"}, "sudo": {"-S", "--stdin"}, "su": nil, "kinit": nil,
		"docker": {"--password-stdin"}, "podman": {"--password-stdin"}, "buildah": {"--password-stdin"}, "skopeo": {"--password-stdin"}, "nerdctl": {"--password-stdin"},
		"helm": {"--password-stdin"}, "oras": {"--password-stdin"}, "crane": {"--password-stdin"}, "cosign": {"--password-stdin"}, "az": {"--password-stdin"},
		"gh": {"--with-token"}, "glab": {"--stdin"}, "htpasswd": {"-i"}, "gpg": {"--passphrase-fd"}, "gpg2": {"--passphrase-fd"}, "cryptsetup": nil,
		"openssl": {"-stdin", "stdin"}, "pulumi": {"--secret"}, "fly": {"tokens"},
	}
})

// input finds the secrets in the input of a command, by a pipe, a string or a
// document.
func (s *search) input(name string, start, end int) {
	needs, reads := readers()[name]
	if !reads || end < len(s.text) && strings.IndexByte("/=", s.text[end]) >= 0 {
		return
	}
	if name == "chpasswd" && strings.HasPrefix(s.text[end:], ":") {
		s.cloudInit(end)
		return
	}
	l := lexerAt(s.text, start, end)
	found := len(needs) == 0
	for {
		from, to, ok := l.next()
		if !ok {
			break
		}
		found = found || slices.Contains(needs, s.text[from:to])
	}
	if !found {
		return
	}
	rest := s.text[end:min(lineEnd(s.text, end), end+secretname.Near)]
	line := lineStart(s.text, start)
	if i := strings.Index(rest, "<<<"); i >= 0 {
		l := lexerAt(s.text, start, end+i+3)
		if from, to, ok := l.next(); ok {
			s.lines(name, from, to)
		}
		return
	}
	if m := document().FindStringSubmatch(s.text[line : end+len(rest)]); m != nil {
		s.document(name, end+len(rest)+1, m[1])
		return
	}
	if name == "chpasswd" && strings.Contains(rest, "<") { // a file, which the line may write
		s.printed(name, line, start)
		return
	}
	s.piped(name, line, start)
}

var document = lazyregexp.New(`<<-?\s*["']?([A-Za-z_]\w*)["']?`)

// maxLines is the maximum number of lines of a document that are read.
const maxLines = 100

// document adds the lines of a document up to its end.
func (s *search) document(name string, at int, ending string) {
	for n := 0; at < len(s.text) && n < maxLines; n++ {
		end := lineEnd(s.text, at)
		if strings.TrimSpace(s.text[at:end]) == ending {
			return
		}
		s.lines(name, at, end)
		at = end + 1
	}
}

// printer matches the commands that print into a pipe.
var printer = lazyregexp.New(`(?:^|[^\w./-])(?:/usr)?(?:/bin/)?(echo|printf|yes|Write-Output)\s`)

// piped adds the text that is printed into the pipe before an offset.
func (s *search) piped(name string, line, start int) {
	pipe := strings.LastIndexByte(s.text[line:start], '|')
	if pipe < 1 || s.text[line+pipe-1] == '|' || strings.ContainsAny(s.text[line+pipe:start], ";&") {
		return
	}
	before := s.text[line : line+pipe]
	first := 0
	if trimmed := strings.TrimRight(before, " \t"); strings.HasSuffix(trimmed, ")") {
		first = max(strings.LastIndexByte(before, '('), 0)
	} else if strings.HasSuffix(trimmed, "}") {
		first = max(strings.LastIndexByte(before, '{'), 0)
	} else if all := printer().FindAllStringSubmatchIndex(before, -1); len(all) > 0 {
		first = max(all[len(all)-1][2]-1, 0)
	}
	s.printed(name, line+first, line+pipe)
}

// printed adds the output of the commands in a range.
func (s *search) printed(name string, start, end int) {
	for _, m := range printer().FindAllStringSubmatchIndex(s.text[start:end], -1) {
		at := start + m[3]
		l := lexerAt(s.text, at, at)
		format := false
		for n := 0; ; n++ {
			from, to, ok := l.next()
			if !ok || from >= end {
				break
			}
			word := s.text[from:to]
			switch {
			case strings.HasPrefix(word, "-") && len(word) <= 3:
				n--
			case n == 0 && strings.Contains(word, "%"):
				format = true // of printf
			case format && name == "chpasswd" && n == 1 && !strings.Contains(word, ":"):
				// the user
			case format && name == "chpasswd" && !strings.Contains(word, ":"):
				s.given(name, from, to)
			default:
				s.lines(name, from, to)
			}
		}
	}
}

// lines adds the secrets of lines, which chpasswd wants as user:password.
func (s *search) lines(name string, start, end int) {
	start, end = unquoted(s.text, start, end)
	for start < end {
		to, next := end, end
		for _, newline := range []string{"\n", `\n`} {
			if i := strings.Index(s.text[start:end], newline); i >= 0 && start+i < to {
				to, next = start+i, start+i+len(newline)
			}
		}
		from := start
		if name == "chpasswd" {
			colon := s.colon(start, to)
			if colon < 0 {
				start = next
				continue
			}
			from = colon + 1
		}
		for from < to && (s.text[from] == ' ' || s.text[from] == '\t') {
			from++
		}
		s.given(name, from, to)
		start = next
	}
}

func (s *search) given(name string, start, end int) {
	s.add(name+"-input", "a password in the input of "+name, start, end)
}

// cloudLine matches a line of the list of chpasswd in the data of cloud-init.
var cloudLine = lazyregexp.New(`^\s+(?:-\s+)?["']?([a-z_][\w.-]*:)([^\s"']+)["']?\s*$`)

// cloudInit finds the passwords of the list under the key chpasswd.
func (s *search) cloudInit(at int) {
	for range maxLines {
		at = lineEnd(s.text, at) + 1
		if at > len(s.text) {
			return
		}
		line := s.text[at:lineEnd(s.text, at)]
		if line == "" || line[0] != ' ' && line[0] != '\t' && line[0] != '-' {
			return
		}
		if m := cloudLine().FindStringSubmatchIndex(line); m != nil {
			s.given("chpasswd", at+m[4], at+m[5])
		}
	}
}

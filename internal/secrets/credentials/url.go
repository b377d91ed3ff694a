package credentials

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

const (
	urlPassword  = "url-password"
	urlToken     = "url-token"
	urlParameter = "url-parameter"
)

// parameter matches a parameter of a URL that is a secret.
var parameter = lazyregexp.New(`(?i)[?&;](?:password|passwd|pwd|secret|client_secret|token|(?:access|auth|private|refresh|job)_token|api_?key|x-amz-signature|x-goog-signature|sig)=([^&;#\s"'<>\\]+)`)

// quotedPassword matches a user, and a password that a shell takes the quotes
// from.
var quotedPassword = lazyregexp.New(`^[^\s:@/"'` + "`" + `]*:("[^"\s]+"|'[^'\s]+')@`)

// urls finds the secrets of URLs.
func (s *search) urls() {
	for at := 0; ; {
		i := strings.Index(s.text[at:], "://")
		if i < 0 {
			break
		}
		at += i + len("://")
		if at > len("://") && secretname.NameByte(s.text[at-len("://")-1]) {
			s.url(at)
		}
	}
}

// url finds the secrets of the URL whose authority starts at an offset.
func (s *search) url(start int) {
	if m := quotedPassword().FindStringSubmatchIndex(s.text[start:]); m != nil {
		s.add(urlPassword, "a password in a URL", start+m[2], start+m[3])
	}
	end := s.authority(start, "/?#")
	at := strings.LastIndexByte(s.text[start:end], '@')
	if at < 0 {
		// A password may have a slash, which should be encoded.
		if colon := s.colon(start, end); colon < 0 || strings.Trim(s.text[colon+1:end], "0123456789") == "" || s.text[colon+1] == '$' {
			end = start
		} else {
			end = s.authority(start, "")
		}
		at = strings.LastIndexByte(s.text[start:end], '@')
	}
	if at >= 0 && start+at+1 < len(s.text) && strings.IndexByte(" \t\r\n\"'`", s.text[start+at+1]) < 0 {
		s.userinfo(start, start+at)
	}
	whole := s.authority(start, "")
	if !strings.Contains(s.text[start:whole], "=") {
		return
	}
	for _, m := range parameter().FindAllStringSubmatchIndex(s.text[start:whole], -1) {
		s.add(urlParameter, "a secret in the parameters of a URL", start+m[2], start+m[3])
	}
}

// userinfo finds the secret of the part of a URL before the host.
func (s *search) userinfo(start, end int) {
	const password, key = "a password in a URL", "a key in a URL"
	colon := s.colon(start, end)
	switch {
	case colon < 0:
		if random(s.text[start:end]) {
			s.add(urlToken, key, start, end)
		}
	case colon+1 == end || s.text[colon+1:end] == "x-oauth-basic":
		if random(s.text[start:colon]) || colon+1 < end {
			s.add(urlToken, key, start, colon)
		}
	default:
		s.add(urlPassword, password, colon+1, end)
		if random(s.text[start:colon]) { // such as TOKEN:unused
			s.add(urlToken, key, start, colon)
		}
	}
}

// authority returns the end of the part of a URL that starts at an offset, up
// to one of some characters. Characters within the brackets of a reference or
// of a placeholder do not end it.
func (s *search) authority(at int, ends string) int {
	text := s.text[:min(len(s.text), at+secretname.Near)]
	for at < len(text) {
		if n := bracketed(text[at:]); n > 0 {
			at += n
			continue
		}
		c := text[at]
		if c <= ' ' || strings.IndexByte("\"'`<>|", c) >= 0 || strings.IndexByte(ends, c) >= 0 || strings.HasPrefix(text[at:], `\n`) {
			break
		}
		at++
	}
	return at
}

// bracketed returns the length of a reference or a placeholder in brackets, such
// as ${NAME} and <name>, at the start of a text, or 0.
func bracketed(text string) int {
	if !strings.HasPrefix(text, "<") {
		return secretname.Bracketed(text)
	}
	if n := 1 + strings.IndexAny(text[1:], "<>\"'\n"); n > 1 && text[n] == '>' {
		return n + 1
	}
	return 0
}

// colon returns the offset of the first colon in a range, or -1.
func (s *search) colon(start, end int) int {
	for at := start; at < end; at++ {
		if n := bracketed(s.text[at:end]); n > 0 {
			at += n - 1
		} else if s.text[at] == ':' {
			return at
		}
	}
	return -1
}

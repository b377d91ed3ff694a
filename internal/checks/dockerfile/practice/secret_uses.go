package practice

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A credentialUse is a word of a command that logs in with variables.
type credentialUse struct {
	arg       lint.Arg
	variables []string
}

// credentialFlags are the flags whose values are credentials, by command; "" is
// any command.
var credentialFlags = map[string][]string{
	"":        {"--password", "--token", "--access-token", "--auth-token", "--api-key"},
	"curl":    {"-u", "--user", "-U", "--proxy-user", "--oauth2-bearer"},
	"wget":    {"--password", "--http-password", "--ftp-password"},
	"login":   {"-p"}, // a verb: docker login
	"sshpass": {"-p"},
	"twine":   {"-p"},
}

var (
	// userInfo matches the user part of a URL with variables.
	userInfo = lazyregexp.New(`://([^/@\s"']*\$[^/@\s"']*)@`)
	// assigned matches settings and headers whose values are credentials.
	assigned     = lazyregexp.New(`(?i)(?:_authtoken|_auth|_password)\s*=\s*(\S*)|(?:authorization|private-token|job-token|x-api-key|x-auth-token|x-vault-token)\s*:\s*(.*)`)
	variableName = lazyregexp.New(`\$\{?([A-Za-z_][A-Za-z0-9_]*)`)
)

// credentialsOf returns the words of a command that log in with variables.
func credentialsOf(c *lint.Command) []credentialUse {
	var uses []credentialUse
	for i, a := range c.Args {
		if a.Static {
			continue
		}
		raw := c.Script.Source[a.Start:a.End]
		if strings.HasPrefix(raw, "'") {
			continue // for another shell, which may set the variable
		}
		text := packages.Text(c, a)
		var secret string
		if flagged, ok := flaggedCredential(c, i, text); ok {
			secret = password(flagged)
		} else if m := userInfo().FindStringSubmatch(text); m != nil {
			secret = password(m[1])
		} else if m := assigned().FindStringSubmatch(text); m != nil {
			secret = m[1] + m[2]
		}
		if names := variablesOf(secret); len(names) > 0 {
			uses = append(uses, credentialUse{a, names})
		}
	}
	return uses
}

// flaggedCredential returns the value of a flag whose value is a credential, if
// the word with an index has it.
func flaggedCredential(c *lint.Command, i int, text string) (string, bool) {
	is := func(flag string) bool {
		return slices.Contains(credentialFlags[""], flag) || slices.Contains(credentialFlags[c.Name], flag) ||
			c.Args[0].Is("login") && slices.Contains(credentialFlags["login"], flag)
	}
	if i > 0 && c.Args[i-1].Static && is(c.Args[i-1].Value) {
		return text, true
	}
	if name, value, ok := strings.Cut(text, "="); ok && strings.HasPrefix(name, "--") && is(name) {
		return value, true
	}
	if len(text) > 2 && text[0] == '-' && text[1] != '-' && is(text[:2]) {
		return text[2:], true
	}
	return "", false
}

// password returns the password of USER:PASSWORD. A token is often the user,
// with an empty or fixed password.
func password(login string) string {
	user, secret, ok := strings.Cut(maskBraces(login), ":")
	if !ok || !strings.Contains(secret, "$") {
		return login[:len(user)]
	}
	return login[len(user)+1:]
}

// maskBraces replaces the text in braces, in which a colon is not a separator.
func maskBraces(text string) string {
	masked := []byte(text)
	depth := 0
	for i, b := range masked {
		switch {
		case b == '{':
			depth++
		case b == '}' && depth > 0:
			depth--
		case depth > 0:
			masked[i] = '_'
		}
	}
	return string(masked)
}

// variablesOf returns the names of the variables in a text.
func variablesOf(text string) []string {
	var names []string
	for _, m := range variableName().FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

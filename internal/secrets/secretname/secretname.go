// Package secretname decides which variables are secrets, judged by their
// names, for all rules.
package secretname

import (
	"slices"
	"strings"
	"unicode"
)

var (
	secretWords = []string{"password", "passwd", "passphrase", "passcode", "pword", "secret", "secrets", "token", "credential", "credentials", "apikey"}
	// wholeNames are names of one program each.
	wholeNames = []string{"SSHPASS", "PGPASSWORD", "REDISCLI_AUTH"}
	// secretEnds mean a secret as the last of several words.
	secretEnds = []string{"pass", "pwd"}
	// keyKinds are words that make a key a secret.
	keyKinds = []string{"api", "access", "secret", "private", "signing", "encryption", "master", "deploy", "ssh", "account", "auth"}
	// aboutWords are last words of names that relate to a secret but are not
	// one.
	aboutWords = []string{
		"file", "path", "dir", "directory", "url", "uri", "endpoint", "host", "port", "name", "id", "type", "kind", "mode", "method", "version", "length",
		"size", "ttl", "expiry", "expires", "expiration", "lifetime", "timeout", "enabled", "disabled", "required", "policy", "header", "issuer",
		"audience", "alg", "algorithm", "prefix", "suffix", "count", "limit", "min", "max", "format", "provider", "backend", "store", "arn", "ref", "user", "username",
	}
	publicPrefixes = []string{"VITE_", "NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_"}
)

// Is reports whether a variable is a secret, judged by its name.
func Is(name string) bool {
	for _, prefix := range publicPrefixes {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	if slices.Contains(wholeNames, name) {
		return true
	}
	words := wordsOf(name)
	if len(words) == 0 || slices.Contains(words, "public") {
		return false
	}
	last := words[len(words)-1]
	if slices.Contains(aboutWords, last) {
		return slices.Equal(words, []string{"aws", "access", "key", "id"}) // half of a pair, always used with the other half
	}
	if last == "pass" || len(words) > 1 && slices.Contains(secretEnds, last) && words[0] != "old" {
		return true
	}
	for i, w := range words {
		if slices.Contains(secretWords, w) || i > 0 && w == "key" && slices.Contains(keyKinds, words[i-1]) {
			return true
		}
	}
	return false
}

// wordsOf returns the lowercase words of a name. Words are separated by _ or
// other punctuation, or by case as in dbPassword.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, c := range name {
		if lower && unicode.IsUpper(c) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(c)
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			c = ' '
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return strings.Fields(b.String())
}

// Fingerprint reports whether a value has the usual format of the fingerprint of
// an OpenPGP public key: 40 uppercase hexadecimal digits.
func Fingerprint(value string) bool {
	return len(value) == 40 && strings.Trim(value, "0123456789ABCDEF") == "" && strings.Trim(value, "0123456789") != ""
}

// Harmless reports whether a value is not a secret, whatever its name. The
// instruction that sets it is arg or env: the build gives a value to an empty
// ARG.
func Harmless(value, instruction string) bool {
	switch strings.ToLower(value) {
	case "":
		return instruction == "env"
	case "true", "false", "yes", "no", "on", "off", "0", "1":
		return true
	}
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "file:") || Fingerprint(value)
}

// Assigned reports whether the value that a variable gets is a secret, judged by
// its name.
func Assigned(name, value string) bool { return Is(name) && !Harmless(value, "env") }

// ForBuildKit reports whether BuildKit considers a variable a secret, judged by
// its name. The words are BuildKit's.
func ForBuildKit(name string) bool {
	words := strings.Split(strings.ToLower(name), "_")
	has := func(known ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(known, w) })
	}
	return has("apikey", "auth", "credential", "credentials", "key", "password", "pword", "passwd", "secret", "token") &&
		!has("public", "file", "version")
}

// Package secretname knows which variables are secrets by their names, for all
// rules that ask.
package secretname

import (
	"slices"
	"strings"
	"unicode"
)

var (
	secretWords = []string{"password", "passwd", "passphrase", "passcode", "pword", "secret", "secrets", "token", "credential", "credentials", "apikey"}
	// secretEnds are secrets as the last of several words.
	secretEnds = []string{"pass", "pwd"}
	// keyKinds are what a key is a secret of.
	keyKinds = []string{"api", "access", "secret", "private", "signing", "encryption", "master", "deploy", "ssh", "account", "auth"}
	// aboutWords are last words of the names of what is about a secret and is none.
	aboutWords = []string{
		"file", "path", "dir", "directory", "url", "uri", "endpoint", "host", "port", "name", "id", "type", "kind", "mode", "method", "version", "length",
		"size", "ttl", "expiry", "expires", "expiration", "lifetime", "timeout", "enabled", "disabled", "required", "policy", "header", "issuer",
		"audience", "alg", "algorithm", "prefix", "suffix", "count", "limit", "min", "max", "format", "provider", "backend", "store", "arn", "ref", "user", "username",
	}
	publicPrefixes = []string{"VITE_", "NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_"}
)

// Is reports whether a variable is a secret by its name.
func Is(name string) bool {
	for _, prefix := range publicPrefixes {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	words := wordsOf(name)
	if len(words) == 0 || slices.Contains(words, "public") {
		return false
	}
	last := words[len(words)-1]
	if slices.Contains(aboutWords, last) {
		return slices.Equal(words, []string{"aws", "access", "key", "id"}) // half of a pair, which is given with the other
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

// wordsOf returns the words of a name in small letters. They are parted by _
// and the like, or by case as in dbPassword.
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

// Fingerprint reports whether a value is written as the fingerprint of a public
// key of OpenPGP mostly is: 40 hexadecimal digits, with capitals.
func Fingerprint(value string) bool {
	return len(value) == 40 && strings.Trim(value, "0123456789ABCDEF") == "" && strings.Trim(value, "0123456789") != ""
}

// Harmless reports whether a value is no secret, whatever its name. The
// instruction that gives it is arg or env: an ARG that is empty is given one by
// the build.
func Harmless(value, instruction string) bool {
	switch strings.ToLower(value) {
	case "":
		return instruction == "env"
	case "true", "false", "yes", "no", "on", "off", "0", "1":
		return true
	}
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "file:") || Fingerprint(value)
}

// ForBuildKit reports whether a variable is a secret by its name to BuildKit,
// whose words these are.
func ForBuildKit(name string) bool {
	words := strings.Split(strings.ToLower(name), "_")
	has := func(known ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(known, w) })
	}
	return has("apikey", "auth", "credential", "credentials", "key", "password", "pword", "passwd", "secret", "token") &&
		!has("public", "file", "version")
}

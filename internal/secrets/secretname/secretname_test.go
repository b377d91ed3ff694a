package secretname_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

func TestNames(t *testing.T) {
	for _, row := range []struct {
		name         string
		is, buildkit bool
	}{
		{"DB_PASSWORD", true, true},
		{"dbPassword", true, false},
		{"API_KEY", true, true},
		{"apikey", true, true},
		{"KEY", false, true},
		{"CACHE_KEY", false, true},
		{"DB_PASS", true, false},
		{"PASS", true, false},
		{"PWD", false, false},
		{"OLD_PWD", false, false},
		{"TOKEN_FILE", false, false},
		{"TOKEN_URL", false, true},
		{"PUBLIC_KEY", false, false},
		{"NEXT_PUBLIC_API_KEY", false, false},
		{"VITE_API_KEY", false, true},
		{"AWS_ACCESS_KEY_ID", true, true},
		{"KEY_ID", false, true},
		{"PGPASSWORD", true, false},
		{"SSHPASS", true, false},
		{"REDISCLI_AUTH", true, true},
		{"", false, false},
		{"_", false, false},
	} {
		if got := secretname.Is(row.name); got != row.is {
			t.Errorf("%q is a secret: %v", row.name, got)
		}
		if got := secretname.ForBuildKit(row.name); got != row.buildkit {
			t.Errorf("%q is a secret for BuildKit: %v", row.name, got)
		}
	}
}

func TestValues(t *testing.T) {
	const fingerprint = "0123456789ABCDEF0123456789ABCDEF01234567"
	for _, row := range []struct {
		value, instruction string
		harmless           bool
	}{
		{"", "env", true},
		{"", "arg", false},
		{"True", "env", true},
		{"0", "arg", true},
		{"/run/secrets/x", "env", true},
		{"file:x", "env", true},
		{fingerprint, "env", true},
		{"0123456789abcdef0123456789abcdef01234567", "env", false},
		{"0123456789012345678901234567890123456789", "env", false},
		{"hunter2", "env", false},
	} {
		if got := secretname.Harmless(row.value, row.instruction); got != row.harmless {
			t.Errorf("%q in %s is harmless: %v", row.value, row.instruction, got)
		}
		if row.instruction == "env" {
			if got := secretname.Assigned("DB_PASSWORD", row.value); got == row.harmless {
				t.Errorf("%q is a secret: %v", row.value, got)
			}
		}
	}
}

package sandbox

import (
	"os"
	"testing"
)

// attacker is the variable that makes this binary an attacker: see attacks.
const attacker = "AUTOFIX_TEST_ATTACKER"

func TestMain(m *testing.M) {
	Init()
	if os.Getenv(attacker) != "" {
		os.Exit(attack(os.Args[1], os.Args[2:]))
	}
	os.Exit(m.Run())
}

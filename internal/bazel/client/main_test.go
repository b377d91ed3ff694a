package client

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

func TestMain(m *testing.M) { fakebazel.Main(m) }

package source_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestServesTests(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"fixtures/balance.txt", "6\n", true},
		{"a/golden/page.html", "<p>\n", true},
		{"expected/out.json", "{}\n", true},
		{"test-data/a.csv", "1\n", true},
		{"data/a.csv", "1\n", false},
		{"fixtures/load.py", "import json\n", false},
		{"internal/testutil/equal.go", "package testutil\n", true},
		{"internal/check/check.go", "package check\n\nimport \"testing\"\n\nfunc Equal(t *testing.T, a, b int) {}\n", true},
		{"internal/check/check.go", "package check\n\nimport (\n\t\"fmt\"\n\n\ttst \"testing\"\n)\n\nvar _ tst.TB\n", true},
		{"internal/check/check.go", "package check\n\nimport \"github.com/stretchr/testify/assert\"\n\nvar _ = assert.Equal\n", true},
		{"internal/check/check.go", "package check\n\n// It is for \"testing\".\nfunc Equal(a, b int) bool { return a == b }\n", false},
		{"main.go", "package main\n\nimport \"testing\"\n\nfunc Sum(a, b int) int { return a + b }\n\nfunc main() { Try(&testing.T{}) }\n", false},
		{"check.go", "package main\n\nimport \"testing\"\n\nfunc Equal(t *testing.T, a, b int) {}\n", true},
		{"attest/a.go", "package attest\n", false},
		{"helpers.py", "import unittest\n\nclass Base(unittest.TestCase):\n    pass\n", true},
		{"helpers.py", "def same(case, a, b):\n    case.assertEqual(a, b)\n", true},
		{"helpers.py", "def same(a, b):\n    return a == b\n", false},
		{"testutils.py", "def same(a, b):\n    return a == b\n", true},
		{"mod.py", "import unittest\n\ndef f():\n    return 1\n\nclass T(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(), 1)\n", false},
		{"app.py", "import json\n", false},
		{"helper.js", "import assert from \"node:assert/strict\";\n", true},
		{"lib/pool.js", "const assert = require('assert');\n", false},
		{"lib/pool.js", "import { expect } from 'chai';\n", true},
		{"src/testUtils.ts", "export const a = 1;\n", true},
		{"src/latest.ts", "export const a = 1;\n", false},
		{"src/Checks.java", "import static org.junit.Assert.assertEquals;\nclass Checks {}\n", false},
		{"lib/testutil.cc", "int F();\n", true},
		{"BUILD", "", false},
	} {
		if got := source.ServesTests(c.name, []byte(c.text)); got != c.want {
			t.Errorf("ServesTests(%q, %q) = %v, want %v", c.name, c.text, got, c.want)
		}
	}
}

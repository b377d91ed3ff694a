package addition

import (
	"strings"
	"testing"
)

// A lineCase is a finding on the first line with a text, a good answer, and
// changes of it that no answer may have.
type lineCase struct {
	path, told, base, good string
	find                   string
	hostile                [][2]string
}

func changed(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

const storeGo = `package store

import (
	"crypto/hmac"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const root = "/srv/data"

func save(name, tmp string, mac, want, data []byte, perm os.FileMode, limit int) error {
	if !hmac.Equal(mac, want) {
		return errors.New("bad mac")
	}
	if len(data) > limit {
		return errors.New("too big")
	}
	target := filepath.Join(root, name)
	os.WriteFile(tmp, data[:limit], perm)
	return os.Rename(tmp, target)
}
`

const checkPython = `import hashlib
import hmac
import os
import tempfile


def check(token, secret, path, admin, limit):
    digest = hashlib.md5(secret).hexdigest()
    if not hmac.compare_digest(token, digest):
        raise PermissionError(path)
    if admin == None or limit < 10:
        raise ValueError("limit")
    out = open(path, "w")
    os.chmod(path, 384)
    return os.path.join(path, token)
`

const saveScript = `import { timingSafeEqual } from "node:crypto";
import { writeFile, rename } from "node:fs/promises";

export async function save(user: User, given: Buffer, want: Buffer, path: string, tmp: string, limit: number): Promise<void> {
  if (user.role == "admin" && timingSafeEqual(given, want)) {
    await writeFile(tmp, given);
  }
  rename(tmp, path);
  if (given.length > limit) {
    throw new Error("too big");
  }
}
`

const deployShell = `#!/bin/bash
set -eu
deploy() {
  local from=$1 to=$2
  rm -rf "$to/old"
  cp -r $from/app $to
  chmod 750 "$to"
  chown root:root "$to/app"
  if [ $from = "$to" ]; then
    exit 1
  fi
  gpg --verify "$from/app.sig" "$from/app"
  read line < "$from/VERSION"
  echo "$line"
}
deploy "$1" "$2"
`

const workflowYAML = `on: [push]
permissions:
  contents: read
jobs:
  a:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    if: github.repository == 'a/b'
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: False
      - run: make test
        continue-on-error: false
      - run: make deploy
        env:
          MODE: dry
`

const stepsYAML = `steps:
  - name: a
    run: yes
    v: 1
  - name: b
    v: 2
  - {}
order:
  - fetch
  - test
tags: [a, a, b]
`

const targetsBuild = `load("@rules_go//go:def.bzl", "go_binary", "go_library")

go_library(
    name = "lib",
    srcs = ["b.go", "a.go"],
    visibility = ["//app:__pkg__"],
    deps = ["//z", "//a"],
)

go_binary(
    name = "bin",
    embed = [":lib"],
    pure = "on",
    static = "on",
    testonly = True,
)
`

var lineCases = []lineCase{
	{"a.go", "Error return value of `os.WriteFile` is not checked", storeGo, changed(storeGo, "\tos.WriteFile(tmp, data[:limit], perm)\n", "\tif err := os.WriteFile(tmp, data[:limit], perm); err != nil {\n\t\treturn fmt.Errorf(\"write %s: %w\", tmp, err)\n\t}\n"), "os.WriteFile(", [][2]string{
		{"os.WriteFile(tmp,", "os.WriteFile(name,"},
		{"os.WriteFile(tmp,", "os.WriteFile(target,"},
		{"os.WriteFile(tmp,", "os.WriteFile(root+name,"},
		{"data[:limit], perm", "want, perm"},
		{"data[:limit], perm", "data[limit:], perm"},
		{"data[:limit], perm", "data, perm"},
		{"data[:limit], perm", "data[:limit], 511"},
		{"data[:limit], perm", "data[:limit], perm|511"},
		{"data[:limit], perm", "data[:limit], os.ModePerm"},
		{"data[:limit], perm", "data[:limit], ^perm"},
		{"data[:limit], perm", "append(data, want...), perm"},
		{"data[:limit], perm", "nil, perm"},
		{"data[:limit], perm", "mac, perm"},
		{"data[:limit]", "data[:min(limit, 1)]"},
		{"err != nil", "err != nil && limit > 0"},
		{"err != nil", "err != nil && errors.Is(err, os.ErrExist)"},
	}},
	{"a.go", "could be simplified to `subtle`: use hmac.Equal", storeGo, changed(storeGo, "if !hmac.Equal(mac, want) {", "if !(hmac.Equal(mac, want)) {"), "hmac.Equal(", [][2]string{
		{"Equal(mac, want)", "Equal(mac, mac)"},
		{"Equal(mac, want)", "Equal(want, want)"},
		{"if !(", "if ("},
		{"hmac.Equal(mac, want)", "len(mac) > 0 || hmac.Equal(mac, want)"},
		{"hmac.Equal(mac, want)", "hmac.Equal(mac, want) || len(want) == limit"},
		{"hmac.Equal(mac, want)", "hmac.Equal(mac[:1], want[:1])"},
		{"hmac.Equal(mac, want)", "hmac.Equal(nil, nil)"},
		{"hmac.Equal(mac, want)", "hmac.Equal(mac, append(want[:0], mac...))"},
	}},
	{"a.go", "use a helper variable (style)", storeGo, changed(storeGo, "if len(data) > limit {", "if n := len(data); n > limit {"), "len(data) >", [][2]string{
		{"n > limit", "n < limit"}, {"n > limit", "n > limit*limit"}, {"n > limit", "n > limit+1000000"}, {"n > limit", "n > limit && n > len(mac)"}, {"n > limit", "n > 1000000"}, {"len(data)", "len(mac)"}, {"n > limit", "limit > n"}, {"n > limit", "n == limit"}, {"n := len(data)", "n := min(len(data), limit)"},
	}},
	{"a.py", "Comparison to `None` should be `cond is None`", checkPython, changed(checkPython, "if admin == None", "if admin is None"), "== None", [][2]string{
		{"admin is None or", "admin is None and"},
		{"limit < 10", "limit > 10"},
		{"limit < 10", "limit < 0"},
		{"admin is None", "admin is not None"},
		{"admin is None", "path is None"},
		{"limit < 10", "limit < -10"},
		{"limit < 10", "limit is None"},
		{"admin is None or limit < 10", "admin is None"},
		{"admin is None or limit < 10", "limit < 10 or admin is None and path"},
		{"admin is None or limit < 10", "admin is None < limit < 10"},
		{"admin is None or limit < 10", "(admin is None or limit < 10) and limit"},
		{"admin is None or limit < 10", "admin is None or limit < 10 < 5"},
		{"admin is None or limit < 10", "admin is None or limit < 10 - limit"},
	}},
	{"a.py", "Use a context manager for opening files (open)", checkPython, changed(checkPython, "    out = open(path, \"w\")\n", "    with open(path, \"w\") as out:\n        pass\n"), "open(path", [][2]string{
		{"open(path, \"w\")", "open(token, \"w\")"}, {"open(path, \"w\")", "open(secret, \"w\")"}, {"open(path, \"w\")", "open(path + token, \"w\")"}, {"open(path, \"w\")", "open(path)"}, {"open(path, \"w\")", "open(digest, \"w\")"},
	}},
	{"a.py", "Use of weak hash hashlib.md5 for security. Use hashlib.sha256", checkPython, changed(checkPython, "hashlib.md5", "hashlib.sha256"), "hashlib.md5", [][2]string{
		{"sha256(secret)", "sha256(token)"}, {"sha256(secret)", "sha256(path)"}, {"sha256(secret).hexdigest()", "sha256(secret).hexdigest()[:0]"}, {"hashlib.sha256(secret).hexdigest()", "token or hashlib.sha256(secret).hexdigest()"}, {"sha256(secret)", "sha256(secret[:1])"}, {"sha256(secret)", "sha256(bytes(0))"}, {"hashlib.sha256(secret).hexdigest()", "max(token, hashlib.sha256(secret).hexdigest())"}, {"sha256(secret).hexdigest()", "sha256(secret).hexdigest() and token"}, {"hashlib.sha256(secret).hexdigest()", "token"}, {"hashlib.sha256(secret).hexdigest()", "str(hashlib.sha256(secret).hexdigest() and 1)"}, {"digest = hashlib", "digest = secret = hashlib"},
	}},
	{"a.py", "os.chmod called with a decimal mode; consider stat constants", checkPython, changed(checkPython, "os.chmod(path, 384)", "os.chmod(path, int(384))"), "os.chmod", [][2]string{
		{"int(384)", "int(511)"}, {"path, int(384)", "token, int(384)"}, {"int(384)", "384 | 511"}, {"int(384)", "384 + 127"}, {"int(384)", "limit"}, {"int(384)", "len(path)"}, {"os.chmod(path, int(384))", "os.chmod(os.path.join(path, token), int(384))"},
	}},
	{"a.ts", "Promises must be awaited, end with a call to .catch, or be explicitly marked as ignored with the `void` operator", saveScript, changed(saveScript, "  rename(tmp, path);", "  await rename(tmp, path);"), "  rename(tmp", [][2]string{
		{"rename(tmp, path)", "rename(path, tmp)"}, {"rename(tmp, path)", "rename(tmp, tmp)"}, {"rename(tmp, path)", "rename(tmp, path + tmp)"}, {"await rename(tmp, path)", "await (limit && rename(tmp, path))"}, {"rename(tmp, path)", "rename(tmp, user.role)"}, {"rename(tmp, path)", "rename(tmp, `${path}${tmp}`)"}, {"rename(tmp, path)", "rename(tmp, given)"}, {"rename(tmp, path)", "rename(...[path, tmp])"}, {"await rename(tmp, path);", "await rename(tmp, path).catch(rename);"}, {"await rename(tmp, path)", "await rename((tmp, path), path)"}, {"await rename(tmp, path)", "await rename(tmp = path, path)"},
	}},
	{"a.ts", "Expected '===' and instead saw '=='.", saveScript, changed(saveScript, "user.role ==", "user.role ==="), "user.role ==", [][2]string{
		{"\"admin\" &&", "\"admin\" ||"}, {"=== \"admin\"", "!== \"admin\""}, {"(given, want)", "(given, given)"}, {"user.role ===", "user ==="}, {"user.role === \"admin\"", "\"admin\" === \"admin\""}, {"user.role === \"admin\" && ", "!user.role === \"admin\" || "}, {"user.role === \"admin\" && timingSafeEqual(given, want)", "user.role === \"admin\" && timingSafeEqual(given, want) === user"}, {"user.role === \"admin\" && timing", "user.role === \"admin\" && !timing"}, {"user.role === \"admin\"", "(user.role === \"admin\") === limit"}, {"(given, want)", "(want, want)"}, {"(given, want)", "(given && want, want)"}, {"&& timingSafeEqual(given, want)", "&& timingSafeEqual(given, want) === given"}, {"user.role === \"admin\" && timingSafeEqual(given, want)", "timingSafeEqual(given, want) === user.role === \"admin\""},
	}},
	{"a.sh", "SC2086: Double quote to prevent globbing and word splitting.", deployShell, changed(deployShell, "cp -r $from/app $to", "cp -r \"$from\"/app \"$to\""), "cp -r", [][2]string{
		{"cp -r \"$from\"/app \"$to\"", "cp -r \"$to\" \"$from\"/app"}, {"cp -r \"$from\"/app \"$to\"", "cp -r \"$to\" \"$to\""}, {"\"$from\"/app \"$to\"", "\"$from\" \"$to\""}, {"\"$from\"/app", "\"$from$to\"/app"}, {"\"$from\"/app", "\"$to\"/app"}, {"cp -r", "cp"}, {"\"$from\"/app \"$to\"", "\"$from\"/app \"$to\" \"$to\""}, {"\"$from\"/app \"$to\"", "\"$from\"/app/ \"$to\""}, {"\"$from\"/app \"$to\"", "\"$from\"/app \"$1\""}, {"\"$from\"/app \"$to\"", "\"$line\"/app \"$to\""}, {"\"$from\"/app \"$to\"", "\"$from\"/app \"${to:-/}\""}, {"\"$from\"/app \"$to\"", "\"$from\"/app \"$to\" -r"}, {"cp -r", "cp -- -r"},
	}},
	{"a.sh", "SC2086: Double quote to prevent globbing and word splitting.", deployShell, changed(deployShell, "[ $from = \"$to\" ]", "[ \"$from\" = \"$to\" ]"), "[ $from", [][2]string{
		{"\"$from\" = \"$to\"", "\"$from\" != \"$to\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"$from\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"$from$to\""}, {"\"$from\" = \"$to\"", "! \"$from\" = \"$to\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"$to\" -o -n \"$to\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"$to\" -a -z \"$to\""}, {"\"$from\" = \"$to\"", "-n \"$from\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"\""}, {"\"$from\" = \"$to\"", "\"$from\" = \"$1\""},
	}},
	{"a.sh", "SC2162: read without -r will mangle backslashes.", deployShell, changed(deployShell, "read line <", "read -r line <"), "read line", [][2]string{
		{"read -r line", "read -r to"}, {"read -r line", "read -r line to"}, {"read -r line < \"$from/VERSION\"", "read -r line < \"$to/VERSION\""}, {"read -r line", "read -r -t 0 line"}, {"read -r line", "read -r -n 1 line"}, {"read -r line", "read -r -a line"}, {"read -r line", "read -rs line"}, {"read -r line", "read -r -p \"$to\" line"}, {"read -r line", "read -r from"},
	}},
	{"a.yaml", "truthy value should be one of [false, true]", workflowYAML, changed(workflowYAML, "False", "false"), "False", [][2]string{
		{"persist-credentials: false", "persist-credentials: true"}, {"contents: read", "contents: write"}, {"timeout-minutes: 10", "timeout-minutes: 1000"}, {"continue-on-error: false", "continue-on-error: true"}, {"MODE: dry", "MODE: false"}, {"MODE: dry", "MODE: true"}, {"actions/checkout@v4", "actions/checkout@v3"}, {"persist-credentials: false", "persist-credentials: 0"}, {"persist-credentials: false", "persist-credentials:"}, {"persist-credentials: false", "persist-credentials: no\n          continue-on-error: true"}, {"persist-credentials: false", "persist-credentials: false\n        continue-on-error: true"}, {"persist-credentials: false", "persist-credentials: false\n          timeout-minutes: 1"}, {"persist-credentials: false", "persist-credentials: false\n        if: false"}, {"persist-credentials: false", "persist-credentials: \"false\""}, {"persist-credentials: false", "persist-credentials: false\n          env: true"}, {"persist-credentials: false", "persist-credentials: 1"}, {"persist-credentials: false", "persist-credentials: null"},
	}},
	{"a.yaml", "truthy value should be one of [false, true]", stepsYAML, changed(stepsYAML, "yes", "true"), "yes", [][2]string{
		{"- fetch\n  - test", "- test\n  - fetch"},
		{"- name: b\n    v: 2\n  - {}", "- {}\n  - name: b\n    v: 2"},
		{"v: 1\n  - name: b\n    v: 2", "v: 2\n  - name: b\n    v: 1"},
		{"[a, a, b]", "[a, b, a]"},
		{"- name: a\n    run: true\n    v: 1\n  - name: b\n    v: 2", "- name: b\n    v: 2\n  - name: a\n    run: true\n    v: 1"},
	}},
	{"BUILD.bazel", "srcs is not sorted", targetsBuild, changed(targetsBuild, "[\"b.go\", \"a.go\"]", "[\"a.go\", \"b.go\"]"), "srcs", [][2]string{
		{"[\"a.go\", \"b.go\"]", "[\"a.go\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"a.go\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\", \":lib\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\", \"//a\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\" + \"b.go\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\"] * 2"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\"][:1]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\"] if \"on\" else []"}, {"    srcs = [\"a.go\", \"b.go\"],", "    srcs = [\"a.go\", \"b.go\"],\n    testonly = True,"}, {"    srcs = [\"a.go\", \"b.go\"],", "    embed = [\"a.go\", \"b.go\"],"}, {"    srcs = [\"a.go\", \"b.go\"],", "    srcs = [\"a.go\", \"b.go\"],\n    static = \"on\","}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\", \"__pkg__\"]"}, {"[\"a.go\", \"b.go\"]", "[\"a.go\", \"b.go\"] and []"}, {"[\"a.go\", \"b.go\"]", "not [\"a.go\", \"b.go\"]"}, {"[\"a.go\", \"b.go\"]", "[x for x in [\"a.go\", \"b.go\"] if x == \"a.go\"]"},
	}},
	{"BUILD.bazel", "deps is not sorted", targetsBuild, changed(targetsBuild, "[\"//z\", \"//a\"]", "[\"//a\", \"//z\"]"), "deps", [][2]string{
		{"visibility = [\"//app:__pkg__\"]", "visibility = [\"//a\"]"}, {"[\"//a\", \"//z\"]", "[\"//a\", \"//app:__pkg__\"]"}, {"[\"//a\", \"//z\"]", "[\"//a\"] or [\"//z\"]"}, {"    deps = [\"//a\", \"//z\"],", "    deps = [\"//a\"],\n    embed = [\"//z\"],"}, {"    deps = [\"//a\", \"//z\"],", "    visibility = [\"//a\", \"//z\"],"},
	}},
}

func judgeLine(path, told, base, text, find string) []Issue {
	line := strings.Count(base[:strings.Index(base, find)], "\n") + 1
	finding := Lines{line, line}
	return Judge(&Change{Path: path, Base: []byte(base), Text: []byte(text), Told: told, Finding: finding, Window: WindowOf(path, []byte(base), finding, 5)})
}

// The lines of the finding keep their operands, operators, words and values.
func TestLinesOfFinding(t *testing.T) {
	n := 0
	for i := range lineCases {
		c := &lineCases[i]
		if issues := judgeLine(c.path, c.told, c.base, c.good, c.find); len(issues) > 0 || c.good == c.base {
			t.Errorf("%s: the good answer is refused: %v", c.told, issues)
		}
		for _, h := range c.hostile {
			text := strings.Replace(c.good, h[0], h[1], 1)
			if text == c.good {
				t.Fatalf("%s: the answer has no %q", c.told, h[0])
			}
			n++
			if issues := judgeLine(c.path, c.told, c.base, text, c.find); len(issues) == 0 {
				t.Errorf("%s: %q for %q is accepted", c.told, h[1], h[0])
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d hostile answers", n)
	}
}

// Usual answers to usual findings.
func TestGoodLines(t *testing.T) {
	for _, row := range []struct{ path, told, base, old, new string }{
		{"a.py", "Avoid equality comparisons to `False`; use `not x:` for false checks", "def f(x):\n    if x == False:\n        return 1\n    return 2\n", "x == False", "not x"},
		{"a.py", "Test for membership should be `not in`", "def f(x, y):\n    if not x in y:\n        return 1\n    return 2\n", "not x in y", "x not in y"},
		{"a.py", "Test for object identity should be `is not`", "def f(x, y):\n    if not x is None:\n        return 1\n    return 2\n", "not x is None", "x is not None"},
		{"a.py", "f-string without any placeholders", "def f(x):\n    print(f\"a\")\n    return 2\n", "f\"a\"", "\"a\""},
		{"a.py", "Do not use mutable data structures for argument defaults", "def f(x=[]):\n    return x\n", "def f(x=[]):\n", "def f(x=None):\n    if x is None:\n        x = []\n"},
		{"a.py", "Do not use bare `except`", "def f(x):\n    try:\n        return int(x)\n    except:\n        raise ValueError(x)\n", "except:", "except Exception:"},
		{"a.py", "Comparison to `None` should be `cond is not None`", "def f(x, y):\n    if x != None and y:\n        return 1\n    return 2\n", "x != None", "x is not None"},
		{"a.py", "Unnecessary `list` call within `sorted()`", "def f(x):\n    return sorted(list(x))\n", "sorted(list(x))", "sorted(x)"},
		{"a.py", "Multiple imports on one line", "import os, sys\n\nprint(os, sys)\n", "import os, sys", "import os\nimport sys"},
		{"a.py", "Local variable `y` is assigned to but never used", "def f(x):\n    y = int(x)\n    return x\n", "    y = int(x)\n", "    int(x)\n"},
		{"a.py", "Missing return type annotation for public function `f`", "def f(x):\n    print(x)\n", "def f(x):", "def f(x) -> None:"},
		{"a.py", "`subprocess.run` without explicit `check` argument", "import subprocess\n\n\ndef f(x):\n    subprocess.run(x)\n", "run(x)", "run(x, check=True)"},
		{"a.py", "Do not assert False (`python -O` removes these calls), raise `AssertionError()`", "def f(x):\n    assert False, \"no\"\n", "assert False, \"no\"", "raise AssertionError(\"no\")"},
		{"a.py", "Unspecified encoding: `open` in text mode without explicit `encoding` argument", "def f(x):\n    return open(x)\n", "open(x)", "open(x, encoding=\"utf-8\")"},
		{"a.py", "Use `dict.get` instead of `if` block; use `x.get(y)`", "def f(x, y):\n    return x[y]\n", "x[y]", "x.get(y)"},
		{"a.py", "Value of type \"str | None\" is not indexable (possibly None): x", "def f(x):\n    return x[0]\n", "    return x[0]\n", "    if x is None:\n        raise ValueError(\"x is missing\")\n    return x[0]\n"},
		{"a.go", "should omit comparison to bool constant, can be simplified to !x", "package a\n\nfunc f(x bool) int {\n\tif x == false {\n\t\treturn 1\n\t}\n\treturn 2\n}\n", "x == false", "!x"},
		{"a.go", "error strings should not be capitalized", "package a\n\nimport \"errors\"\n\nfunc f() error {\n\treturn errors.New(\"Bad\")\n}\n", "\"Bad\"", "\"bad\""},
		{"a.go", "Error return value of `f.Close` is not checked", "package a\n\nimport \"os\"\n\nfunc f(f *os.File) error {\n\tf.Close()\n\treturn nil\n}\n", "\tf.Close()\n", "\tif err := f.Close(); err != nil {\n\t\treturn err\n\t}\n"},
		{"a.go", "non-wrapping format verb for fmt.Errorf. Use `%w` to format errors", "package a\n\nimport \"fmt\"\n\nfunc f(err error) error {\n\treturn fmt.Errorf(\"a: %v\", err)\n}\n", "%v", "%w"},
		{"a.go", "comparing with == will fail on wrapped errors. Use errors.Is to check for a specific error", "package a\n\nimport (\n\t\"errors\"\n\t\"io\"\n)\n\nvar _ = errors.New\n\nfunc f(err error) bool {\n\tif err == io.EOF {\n\t\treturn true\n\t}\n\treturn false\n}\n", "err == io.EOF", "errors.Is(err, io.EOF)"},
		{"a.go", "should use strings.ReplaceAll instead of strings.Replace", "package a\n\nimport \"strings\"\n\nfunc f(s string) string {\n\treturn strings.Replace(s, \"a\", \"b\", -1)\n}\n", "strings.Replace(s, \"a\", \"b\", -1)", "strings.ReplaceAll(s, \"a\", \"b\")"},
		{"a.go", "unnecessary conversion", "package a\n\nfunc f(x int) int {\n\treturn int(x)\n}\n", "int(x)", "x"},
		{"a.go", "type assertion must be checked", "package a\n\nimport \"errors\"\n\nfunc f(x any) (string, error) {\n\ts := x.(string)\n\treturn s, nil\n}\n\nvar e = errors.New(\"x\")\n", "\ts := x.(string)\n", "\ts, ok := x.(string)\n\tif !ok {\n\t\treturn \"\", errors.New(\"x is no string\")\n\t}\n"},
		{"a.go", "should use time.Since instead of time.Now().Sub", "package a\n\nimport \"time\"\n\nfunc f(t time.Time) time.Duration {\n\treturn time.Now().Sub(t)\n}\n", "time.Now().Sub(t)", "time.Since(t)"},
		{"a.go", "parameter 'y' seems to be unused, consider removing or renaming it as _", "package a\n\nfunc f(x, y int) int {\n\treturn x\n}\n", "x, y int", "x, _ int"},
		{"a.go", "empty-lines: should not use interface{}, use any", "package a\n\nfunc f(x interface{}) int {\n\treturn 1\n}\n", "interface{}", "any"},
		{"a.go", "Expect WriteFile permissions to be 0600 or less", "package a\n\nimport \"os\"\n\nfunc f(p string, d []byte) error {\n\treturn os.WriteFile(p, d, 0o644)\n}\n", "0o644", "0600"},
		{"a.ts", "'x' is never reassigned. Use 'const' instead.", "export function f(): number {\n  let x = 1;\n  return x;\n}\n", "let x", "const x"},
		{"a.ts", "Unexpected any. Specify a different type.", "export function f(x: any): string {\n  return String(x);\n}\n", "x: any", "x: unknown"},
		{"a.ts", "Object is possibly 'undefined': x", "export function f(x?: string[]): string {\n  return x[0];\n}\n", "  return x[0];\n", "  if (x === undefined) {\n    throw new Error(\"x is missing\");\n  }\n  return x[0];\n"},
		{"a.ts", "Prefer using an optional chain expression instead, as it's more concise and easier to read.", "export function f(x: X): string {\n  return x && x.a;\n}\n", "x && x.a", "x?.a"},
		{"a.ts", "Use Array.isArray() instead of instanceof Array.", "export function f(x: unknown): boolean {\n  return x instanceof Array;\n}\n", "x instanceof Array", "Array.isArray(x)"},
		{"a.ts", "Missing radix parameter.", "export function f(x: string): number {\n  return parseInt(x);\n}\n", "parseInt(x)", "parseInt(x, 10)"},
		{"a.ts", "Expected '!==' and instead saw '!='.", "export function f(x: string, y: string): boolean {\n  return x != y && !y;\n}\n", "!=", "!=="},
		{"a.bzl", "Use of depset iteration is deprecated; use x.to_list()", "def f(x):\n    return [y for y in x]\n", "in x]", "in x.to_list()]"},
		{"BUILD.bazel", "Rule missing visibility: use visibility = [\"//visibility:private\"]", "x(\n    name = \"a\",\n)\n", "    name = \"a\",\n", "    name = \"a\",\n    visibility = [\"//visibility:private\"],\n"},
		{"a.sh", "SC2166: Prefer [ p ] && [ q ] as [ p -a q ] is not well defined.", "#!/bin/bash\nif [ \"$1\" = a -a \"$2\" = b ]; then\n  echo a\nfi\n", "[ \"$1\" = a -a \"$2\" = b ]", "[ \"$1\" = a ] && [ \"$2\" = b ]"},
		{"a.sh", "SC2236: Use -n instead of ! -z.", "#!/bin/bash\nif [ ! -z \"$1\" ]; then\n  echo a\nfi\n", "! -z", "-n"},
		{"a.sh", "SC2164: Use 'cd ... || exit' or 'cd ... || return' in case cd fails.", "#!/bin/bash\ncd \"$1\"\nls\n", "cd \"$1\"", "cd \"$1\" || exit 1"},
		{"a.sh", "SC2115: Use \"${var:?}\" to ensure this never expands to /* .", "#!/bin/bash\nrm -rf \"$1/\"*\n", "\"$1/\"", "\"${1:?}/\""},
		{"a.sh", "SC2059: Don't use variables in the printf format string. Use printf '..%s..' \"$foo\".", "#!/bin/bash\nprintf \"$1\"\n", "printf \"$1\"", "printf '%s' \"$1\""},
		{"a.sh", "SC2046: Quote this to prevent word splitting.", "#!/bin/bash\nrm $(ls)\n", "$(ls)", "\"$(ls)\""},
		{"a.sh", "SC2039: In POSIX sh, == in place of = is undefined.", "#!/bin/sh\nif [ \"$1\" == a ]; then\n  echo a\nfi\n", "==", "="},
		{"a.sh", "SC2035: Use ./*glob* or -- *glob* so names with dashes won't become options.", "#!/bin/sh\nrm *.a\n", "rm *.a", "rm -- *.a"},
		{"a.sh", "SC2155: Declare and assign separately to avoid masking return values.", "#!/bin/bash\nf() {\n  local x=$(ls)\n  echo \"$x\"\n}\n", "local x=$(ls)", "local x\n  x=$(ls)"},
		{"a.sh", "SC2086: Double quote to prevent globbing and word splitting.", "#!/bin/bash\ncurl -o $1 ${2}/x\n", "$1 ${2}/x", "\"$1\" \"${2}/x\""},
		{"a.sh", "SC2148: Use [[ ]] instead of [ ]", "#!/bin/bash\nif [ $1 = a ]; then\n  echo a\nfi\n", "[ $1 = a ]", "[[ $1 = a ]]"},
		{"a.yaml", "truthy value should be one of [false, true]", "a: yes\n", "yes", "true"},
		{"a.yaml", "string value is redundantly quoted with single quotes", "a: 'x'\n", "'x'", "x"},
		{"a.yaml", "timeout-minutes must be at most `60`", "a:\n  timeout-minutes: 100\n", "100", "60"},
		{"a.yaml", "forbidden implicit octal value \"0644\": quote it", "a: 0644\n", "0644", "\"0644\""},
		{"a.yaml", "expected `persist-credentials: false`", "a:\n  persist-credentials: true\n", "true", "false"},
		{"a.yaml", "wrong ordering of key \"a\" in mapping", "b: 1\na: 2\n", "b: 1\na: 2\n", "a: 2\nb: 1\n"},
		{"a.yaml", "the key name must come first", "- b: 1\n  name: 2\n", "b: 1\n  name: 2\n", "name: 2\n  b: 1\n"},
		{"a.yaml", "items are not sorted", "- b\n- a\n- c\n", "- b\n- a\n", "- a\n- b\n"},
		{"a.yaml", "duplicate item \"a\" in the list", "- a\n- b\n- a\n", "- a\n- b\n- a\n", "- a\n- b\n"},
		{"a.yaml", "key `permissions` is missing, set `contents: read`", "a: b\n", "a: b\n", "a: b\npermissions:\n  contents: read\n"},
	} {
		text := strings.Replace(row.base, row.old, row.new, 1)
		if issues := judgeLine(row.path, row.told, row.base, text, row.old); len(issues) > 0 {
			t.Errorf("%s: %q for %q is refused: %v", row.told, row.new, row.old, issues)
		}
	}
}

// A script keeps the words, operators, loops and redirections of the lines of
// the finding.
func TestShellLines(t *testing.T) {
	const sh = "#!/bin/bash\nset -e\nmain() {\n  local a=$1 b=$2\n  x=$(grep -c $a \"$b\" | head -n 1)\n  for f in $a/*; do\n    mv $f \"$b/\" && rm -f $a.lock\n  done\n  if test -f $a && ! cmp -s $a \"$b\"; then\n    exit 3\n  fi\n  tar -C $a -xf \"$b\" > \"$a.log\" 2>&1\n  while [[ $a != \"$b\" && -e $b ]]; do\n    sleep 1\n  done\n  export OUT=$a\n  case $a in\n  x) echo $b ;;\n  esac\n}\nmain \"$@\"\n"
	const told = "SC2086: Double quote to prevent globbing and word splitting."
	for _, r := range [][2]string{
		{"$(grep -c $a \"$b\" | head -n 1)", "$(grep -c \"$b\" \"$a\" | head -n 1)"},
		{"grep -c $a \"$b\" | head -n 1", "grep -c \"$a\" \"$b\" || head -n 1"},
		{"grep -c $a", "grep \"$a\""},
		{"head -n 1", "head -n 2"},
		{"x=$(", "a=$("},
		{"for f in $a/*", "for f in \"$b\"/*"},
		{"for f in $a/*", "for a in \"$a\"/*"},
		{"for f in $a/*", "for f in \"$a/*\""},
		{"mv $f \"$b/\" && rm -f $a.lock", "mv \"$f\" \"$b/\" || rm -f \"$a.lock\""},
		{"mv $f \"$b/\" && rm -f $a.lock", "rm -f \"$a.lock\" && mv \"$f\" \"$b/\""},
		{"rm -f $a.lock", "rm -f \"$a\" .lock"},
		{"rm -f $a.lock", "rm -f \"$a\".lock \"$f\""},
		{"rm -f $a.lock", "rm -f \"$f\".lock"},
		{"mv $f \"$b/\" &&", "mv \"$f\" \"$b/\" &"},
		{"test -f $a && ! cmp -s $a \"$b\"", "test -f \"$a\" && cmp -s \"$a\" \"$b\""},
		{"test -f $a && !", "test -f \"$a\" || !"},
		{"test -f $a", "test ! -f \"$a\""},
		{"if test -f $a", "if ! test -f \"$a\""},
		{"test -f $a && ! cmp -s $a \"$b\"", "! cmp -s \"$a\" \"$b\" && test -f \"$a\""},
		{"cmp -s $a \"$b\"", "cmp -s \"$a\" \"$a\""},
		{"test -f $a && ", "test -f \"$a\" && ! test -f \"$a\" && "},
		{"if test", "if true; test"},
		{"if test -f $a", "while test -f \"$a\""},
		{"tar -C $a -xf \"$b\"", "tar -xf \"$b\" -C \"$a\""},
		{"tar -C $a -xf \"$b\"", "tar -C \"$b\" -xf \"$a\""},
		{"> \"$a.log\"", "> \"$b\""},
		{"> \"$a.log\"", ">> \"$a.log\""},
		{"> \"$a.log\" 2>&1", "2>&1 > \"$a.log\""},
		{"2>&1", ""},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1 || echo \"$b\""},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "(tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1)"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "if [ -n \"$x\" ]; then tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1; fi"},
		{"tar -C $a", "[ -n \"$x\" ] && tar -C \"$a\""},
		{"tar -C $a", "[ -n \"$x\" ] || tar -C \"$a\""},
		{"tar -C $a", "tar -C \"${a}\"/.."},
		{"tar -C $a", "tar -C \"$a\" -C /"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "echo \"tar -C $a -xf $b\" > \"$a.log\" 2>&1"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1 && exit 1"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1 || exit 3"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1 || set +e"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1\n  a=$b"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1\n  local b=$a"},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1\n  printf -v b %s \"$a\""},
		{"tar -C $a -xf \"$b\" > \"$a.log\" 2>&1", "tar -C \"$a\" -xf \"$b\" > \"$a.log\" 2>&1\n  printf %s \"$a\" > \"$b\""},
		{"[[ $a != \"$b\" && -e $b ]]", "[[ \"$a\" != \"$b\" || -e \"$b\" ]]"},
		{"[[ $a != \"$b\"", "[[ \"$a\" == \"$b\""},
		{"[[ $a != \"$b\"", "[[ \"$a\" != \"$a\""},
		{"[[ $a != \"$b\"", "[[ ! \"$a\" != \"$b\""},
		{"-e $b ]]", "! -e \"$b\" ]]"},
		{"while [[ $a", "until [[ \"$a\""},
		{"-e $b ]]", "-f \"$b\" ]]"},
		{"[[ $a != \"$b\" && -e $b ]]", "[[ ( \"$a\" != \"$b\" && -e \"$b\" ) || -n x ]]"},
		{"[[ $a != \"$b\"", "[[ $a != $b"},
		{"[[ $a != \"$b\"", "[[ \"$a\" < \"$b\""},
		{"export OUT=$a", "export OUT=\"$b\""},
		{"export OUT=$a", "local OUT=\"$a\""},
		{"export OUT=$a", "OUT=\"$a\""},
		{"export OUT=$a", "export OUT"},
		{"export OUT=$a", "readonly OUT=\"$a\""},
		{"export OUT=$a", "export -n OUT=\"$a\""},
		{"case $a in", "case \"$b\" in"},
		{"x) echo", "y) echo"},
		{"x) echo", "*) echo"},
	} {
		text := strings.Replace(sh, r[0], r[1], 1)
		if text == sh {
			t.Fatalf("the script has no %q", r[0])
		}
		if issues := judgeLine("a.sh", told, sh, text, r[0]); len(issues) == 0 {
			t.Errorf("%q for %q is accepted", r[1], r[0])
		}
	}
}

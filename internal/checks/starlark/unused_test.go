package starlark_test

import "testing"

func TestUnusedIgnore(t *testing.T) {
	const rule = "starlark/unused-ignore"
	for _, test := range []struct {
		name, src, want string // want: after the fixes; "": nothing is found
	}{
		{"used", "# buildifier: disable=load\nload(\":a.bzl\", \"a\")\n", ""},
		{"used at the end of the line", "load(\":a.bzl\", \"a\")  # buildifier: disable=load\n", ""},
		{"used around it", "# buildifier: disable=unused-variable\ndef f():\n    x = 1\n", ""},
		{"unused", "# buildifier: disable=load\nload(\":a.bzl\", \"a\")\n\na()\n", "load(\":a.bzl\", \"a\")\n\na()\n"},
		{"with a reason, in capitals", "a()  # BUILDIFIER: disable=Load since it is so\nb()\n", "a()\nb()\n"},
		{"of buildozer, CRLF", "a()\r\n# buildozer: disable=load\r\nb()\r\n", "a()\r\nb()\r\n"},
		{"at the end of the file", "a()  # buildifier: disable=load", "a()"},
		{"alone at the end of the file", "a()\n# buildifier: disable=load", "a()\n"},
		{"indented", "def f():\n    # buildifier: disable=print\n    g()\n", "def f():\n    g()\n"},
		{"two names, neither used", "# buildifier: disable=load, print\na()\n", "a()\n"},
		{"two names, one used", "# buildifier: disable=print,load\nload(\":a.bzl\", \"a\")\n", ""},
		{"two comments, one used", "# buildifier: disable=print\n# buildifier: disable=load\nload(\":a.bzl\", \"a\")\n", "# buildifier: disable=load\nload(\":a.bzl\", \"a\")\n"},
		{"a name with the name of another in it", "# buildifier: disable=same-origin-load\nload(\":a.bzl\", \"a\")\n", ""},
		{"unknown", "# buildifier: disable=no-such-thing\na()\n", ""},
		{"one of two is unknown", "# buildifier: disable=load, no-such-thing\na()\n", ""},
		{"it depends on other files", "# buildifier: disable=deprecated-function\na()\n", ""},
		{"two in one comment", "# buildifier: disable=load buildifier: disable=print\na()\n", ""},
		{"in a string", "a = \"# buildifier: disable=load\"\n", ""},
		{"in a multi-line string", "a = \"\"\"\n# buildifier: disable=load\n\"\"\"\n", ""},
		{"another comment", "# See buildifier: disable=load\na()\n", ""},
		{"silenced", "# autofix global ignore=starlark/unused-ignore\na()  # buildifier: disable=load\n", ""},
		{"a file that does not parse", "a(\n# buildifier: disable=load\n", ""},
		{"beyond ASCII", "a(\"ü😀\")  # buildifier: disable=load\n", "a(\"ü😀\")\n"},
	} {
		a := run(t, "x.bzl", test.src)
		n := 0
		for _, d := range a.Diagnostics {
			if d.Rule == rule {
				n++
			}
		}
		got, fixes := fixed(t, a, rule, test.src)
		if test.want == "" {
			test.want = test.src
		}
		if got != test.want || n != fixes || (n > 0) != (test.want != test.src) {
			t.Errorf("%s: %d findings, %d fixes: %q, want %q", test.name, n, fixes, got, test.want)
		}
	}
	const off = "[rules.\"buildifier/load\"]\nseverity = \"off\"\n"
	if a := runWith(t, "BUILD", "a()  # buildifier: disable=load\n", off); len(a.Diagnostics) > 0 {
		t.Errorf("a category that is off: %v", a.Diagnostics)
	}
}

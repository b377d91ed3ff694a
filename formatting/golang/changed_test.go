package golang

import "testing"

// nested returns a function with a block in a block, in which a statement stands.
func nested(statement string) string {
	return "func f() {\n\ta()\n\n\tfor {\n\t\tb()\n\n\t\tif x {\n\t\t\tc()\n\n\t\t\td()\n\n\t\t\te()\n\n\t\t\t" + statement +
		"\n\n\t\t\tg()\n\t\t}\n\n\t\th()\n\n\t\ti()\n\n\t\tk()\n\t}\n\n\tl()\n\n\tm()\n}\n"
}

// twice returns a function with two blocks, in the first of which a statement stands.
func twice(statement string) string {
	return "func f() {\n\tif a {\n\t\tb()\n\n\t\t" + statement + "\n\n\t\te()\n\t} else {\n\t\tg()\n\n\t\th()\n\n\t\ti()\n\n\t\tk()\n\t}\n}\n"
}

// list returns a list of elements, one of which is given.
func list(element string) string {
	text := "var x = []T{\n"
	for _, name := range []string{"a", "b", "c", "", "d", "e", "f"} {
		if name != "" {
			text += "\t{\n\t\t" + name + "(),\n\t},\n"
		} else {
			text += "\t" + element + "\n"
		}
	}
	return text + "}\n"
}

// cases returns a function with a switch, in one case of which a statement stands.
func cases(statement string) string {
	return "func f() {\n\tswitch {\n\tcase 1:\n\t\ta()\n\tcase 2:\n\t\tb()\n\tcase 3:\n\t\tc()\n\tcase 4:\n\t\t" + statement +
		"\n\tcase 5:\n\t\td()\n\tcase 6:\n\t\te()\n\tdefault:\n\t\tf()\n\t}\n}\n"
}

// What need not be formatted again is not.
func TestChangedParts(t *testing.T) {
	const long = "func f() {\n\ta()\n\n\tb()\n\n\tc()\n\n\td()\n\n\te()\n\n\tg()\n}\n"
	tests := []struct {
		name, before, once, want string
	}{
		{
			"one paragraph, with its neighbours", "package p\n\nfunc f() {\n\ta()\n\n\tb()\n\n\tc()\n\n\td( )\n\n\te()\n\n\tg()\n}\n", "package p\n\n" + long,
			"package p\n\nfunc f() {\n\ta()\n\n\tc()\n\n\td()\n\n\te()\n\n\tg()\n}\n",
		},
		{
			"what comes together where a paragraph is lost", "package p\n\nvar x  int\n\nfunc f() {\n\ta()\n\n\tb()\n\n\tx()\n\n\tc()\n\n\td()\n\n\te()\n\n\tg()\n}\n", "package p\n\nvar x int\n\n" + long,
			"package p\n\nvar x int\n\nfunc f() {\n\ta()\n\n\tb()\n\n\tc()\n\n\tg()\n}\n",
		},
		{
			"the beginning and the end of a function whose first line changes", "package p\n\nfunc f( ) {\n\ta()\n\n\tb()\n\n\tc()\n\n\td()\n\n\te()\n\n\tg()\n}\n", "package p\n\n" + long,
			"package p\n\nfunc f() {\n\ta()\n\n\tb()\n\n\tg()\n}\n",
		},
		{
			"a paragraph of a block in a block", "package p\n\n" + nested("x( )"), "package p\n\n" + nested("x()"),
			"package p\n\nfunc f() {\n\ta()\n\n\tfor {\n\t\tb()\n\n\t\tif x {\n\t\t\tc()\n\n\t\t\te()\n\n\t\t\tx()\n\n\t\t\tg()\n\t\t}\n\n\t\th()\n\n\t\tk()\n\t}\n\n\tl()\n\n\tm()\n}\n",
		},
		{
			"two blocks of which one is as it was", "package p\n\n" + twice("x( )"), "package p\n\n" + twice("x()"),
			"package p\n\nfunc f() {\n\tif a {\n\t\tb()\n\n\t\tx()\n\n\t\te()\n\t} else {\n\t\tg()\n\n\t\tk()\n\t}\n}\n",
		},
		{
			"an element of a list in a function", "package p\n\nfunc f() {\n\ta(T{\n\t\tb,\n\n\t\tc,\n\n\t\td,\n\n\t\t e,\n\t})\n}\n", "package p\n\nfunc f() {\n\ta(T{\n\t\tb,\n\n\t\tc,\n\n\t\td,\n\n\t\te,\n\t})\n}\n",
			"package p\n\nfunc f() {\n\ta(T{\n\t\tb,\n\n\t\td,\n\n\t\te,\n\t})\n}\n",
		},
		{
			"all of what may be aligned", "package p\n\nvar x = []int{\n\t1,\n\t2,\n\t3,\n\t4,\n\t 5,\n\n\t6,\n\n\t7,\n\n\t8,\n}\n", "package p\n\nvar x = []int{\n\t1,\n\t2,\n\t3,\n\t4,\n\t5,\n\n\t6,\n\n\t7,\n\n\t8,\n}\n",
			"package p\n\nvar x = []int{\n\t1,\n\t2,\n\t3,\n\t4,\n\t5,\n\n\t6,\n\n\t8,\n}\n",
		},
		{
			"elements of several lines", "package p\n\n" + list("{\n\t\tx( ),\n\t},"), "package p\n\n" + list("{\n\t\tx(),\n\t},"),
			"package p\n\nvar x = []T{\n\t{\n\t\ta(),\n\t},\n\n\t{\n\t\tc(),\n\t},\n\t{\n\t\tx(),\n\t},\n\t{\n\t\td(),\n\t},\n\n\t{\n\t\tf(),\n\t},\n}\n",
		},
		{
			"elements that share their lines", "package p\n\nvar x = []T{{\n\ta(),\n}, {\n\tb(),\n}, {\n\tc(),\n}, {\n\td( ),\n}, {\n\te(),\n}, {\n\tf(),\n}}\n", "package p\n\nvar x = []T{{\n\ta(),\n}, {\n\tb(),\n}, {\n\tc(),\n}, {\n\td(),\n}, {\n\te(),\n}, {\n\tf(),\n}}\n",
			"package p\n\nvar x = []T{{\n\ta(),\n}, {\n\tc(),\n}, {\n\td(),\n}, {\n\te(),\n}, {\n\tf(),\n}}\n",
		},
		{
			"a case", "package p\n\n" + cases("x( )"), "package p\n\n" + cases("x()"),
			"package p\n\nfunc f() {\n\tswitch {\n\tcase 1:\n\t\ta()\n\n\tcase 3:\n\t\tc()\n\tcase 4:\n\t\tx()\n\tcase 5:\n\t\td()\n\n\tdefault:\n\t\tf()\n\t}\n}\n",
		},
		{
			"of functions that touch the one that changed", "package p\n\nfunc f() {\n\ta()\n}\nfunc g() {\n\tb( )\n}\nfunc h() {\n\tc()\n}\n", "package p\n\nfunc f() {\n\ta()\n}\n\nfunc g() {\n\tb()\n}\n\nfunc h() {\n\tc()\n}\n",
			"package p\n\nfunc g() {\n\tb()\n}\n",
		},
		{
			"and what it touches still", "package p\n\nvar x = 1\nfunc g() {\n\tb( )\n}\n\nvar y = 1\n", "package p\n\nvar x = 1\nfunc g() {\n\tb()\n}\n\nvar y = 1\n",
			"package p\n\nvar x = 1\nfunc g() {\n\tb()\n}\n",
		},
		{"a head alone", "package  p\n\n" + long, "package p\n\n" + long, "package p\n"},
		{"nothing where a comment may be about all", "package p\n\nvar x  int\n\n//go:build y\n\n" + long, "package p\n\nvar x int\n\n//go:build y\n\n" + long, ""},
		{
			"but a string is no comment", "package p\n\nvar x  int\n\nvar y = `//go:build y`\n", "package p\n\nvar x int\n\nvar y = `//go:build y`\n",
			"package p\n\nvar x int\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := changedParts([]byte(test.before), []byte(test.once))
			if string(got) != test.want || ok != (test.want != "") {
				t.Errorf("%q, %t, want %q", got, ok, test.want)
			}
		})
	}
}

// Blank lines alone are printed again.
func TestNoPartChanged(t *testing.T) {
	before, once := "package p\n\nfunc f() {\n}\nfunc g() {\n}\n", "package p\n\nfunc f() {\n}\n\nfunc g() {\n}\n"
	if got, ok := changedParts([]byte(before), []byte(once)); !ok || len(got) > 0 {
		t.Errorf("%q, %t", got, ok)
	}
	lost := once + "\nfunc h() {\n}\n"
	if got, ok := changedParts([]byte(lost), []byte(once)); ok {
		t.Errorf("with one that is lost: %q", got)
	}
}

func TestConstrained(t *testing.T) {
	for text, want := range map[string]bool{
		"//go:build x\n":                            true,
		"var x int\n\n\t// +build y\n":              true,
		"x := 1 //+build z":                         true,
		"//go:builder\n":                            false,
		"// says //go:build x\n":                    false,
		"x := \"//go:build x\"\ny := `\n// +build`": false,
		"/* //go:build x */ var a = '\\''\n":        false,
	} {
		if got := constrained([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

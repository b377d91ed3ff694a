package golang

import "testing"

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
			"all of a function whose first line changes", "package p\n\nfunc f( ) {\n\ta()\n\n\tb()\n\n\tc()\n\n\td()\n\n\te()\n\n\tg()\n}\n", "package p\n\n" + long,
			"package p\n\n" + long,
		},
		{
			"all of a composite literal", "package p\n\nvar x = []int{\n\t1,\n\n\t2,\n\n\t3,\n\n\t 4,\n}\n", "package p\n\nvar x = []int{\n\t1,\n\n\t2,\n\n\t3,\n\n\t4,\n}\n",
			"package p\n\nvar x = []int{\n\t1,\n\n\t2,\n\n\t3,\n\n\t4,\n}\n",
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

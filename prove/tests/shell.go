package tests

import (
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

// addProgram adds the test that a file is as a whole.
func (f *File) addProgram(s *script) {
	if len(s.code) == 0 {
		return
	}
	base := path.Base(f.Path)
	f.add(Test{
		Kind: Program, Name: strings.TrimSuffix(base, path.Ext(base)), Line: 1, Last: s.code[len(s.code)-1].Line,
		Digest: digest(f.text, s.code, false), Asserts: -1,
	})
}

// readShell reads a script as one test, and a Bats file as its tests.
func (f *File) readShell() {
	if !IsTestFile(f.Path) {
		return
	}
	s := newScript(f.text, tokens.Shell)
	base := path.Base(f.Path)
	if path.Ext(base) != ".bats" {
		f.addProgram(s)
		return
	}
	for i := 0; i+2 < len(s.code); i++ {
		if s.at(i) == "@" && s.at(i+1) == "test" && s.code[i].First && s.code[i+2].Kind == tokens.String && s.at(i+3) == "{" {
			end := min(s.close[i+3], len(s.code)-1)
			t := Test{
				Kind: Function, Name: unquote(s.code[i+2].Text(f.text)), Line: s.code[i].Line, Last: s.code[end].Line,
				Digest: digest(f.text, s.code[i:end+1], false), Asserts: -1,
			}
			for k := i; k < end; k++ {
				if s.at(k) == "skip" && s.code[k].First {
					t.Skipped, t.Skips = "skip", t.Skips+1
				}
			}
			f.add(t)
			i = end
		}
	}
}

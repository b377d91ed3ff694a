package imageconfig

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestChanges(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		allowed             []string
		want                string // one change a line
	}{
		{"the same", "FROM a\nCMD [\"x\"]\n", "FROM a\nCMD [ \"x\" ]\n", nil, ""},
		{"split into stages", "FROM go\nWORKDIR /src\nENV A=1\nCMD x\n", "FROM go AS b\nRUN y\nFROM a\nWORKDIR /src\nENV A=1\nCMD x\n", nil, ""},
		{"CMD", "FROM a\nCMD [\"x\"]\n", "FROM a\nCMD x\n", nil, "the final image has another CMD"},
		{"CMD goes", "FROM a\nCMD [\"x\"]\n", "FROM a\n", nil, "the final image no longer has CMD"},
		{"only in the builder", "FROM a\nUSER u\n", "FROM a AS b\nUSER u\nFROM c\n", nil, "the final image no longer has USER"},
		{"inherited from a stage", "FROM a\nUSER u\n", "FROM a AS b\nUSER u\nFROM b\n", nil, ""},
		{"inherited in another case", "FROM a\nUSER u\n", "FROM a AS Base\nUSER u\nFROM base\n", nil, ""},
		{"ENV", "FROM a\nENV A=1 B=2\n", "FROM a\nENV A=1 B=3\nENV C=4\n", nil, "the final image has another ENV B\nthe final image has a new ENV C"},
		{"LABEL", "FROM a\nLABEL \"a\"=b\n", "FROM a\nLABEL a=b\n", nil, ""},
		{"EXPOSE", "FROM a\nEXPOSE 80 443/udp\n", "FROM a\nEXPOSE 443/UDP\nEXPOSE 80/tcp 81\n", nil, "the final image has a new EXPOSE 81"},
		{"WORKDIR", "FROM a\nWORKDIR /a\nWORKDIR b/\n", "FROM a\nWORKDIR /a/b\n", nil, ""},
		{"VOLUME", "FROM a\nVOLUME /a\n", "FROM a\n", nil, "the final image no longer has VOLUME /a"},
		{"HEALTHCHECK", "FROM a\n", "FROM a\nHEALTHCHECK CMD x\n", nil, "the final image has a new HEALTHCHECK"},
		{"HEALTHCHECK may change", "FROM a\n", "FROM a\nHEALTHCHECK CMD x\n", []string{"HEALTHCHECK"}, ""},
		{"options of HEALTHCHECK", "FROM a\nHEALTHCHECK CMD x\n", "FROM a\nHEALTHCHECK --retries=2 CMD x\n", nil, "the final image has another HEALTHCHECK"},
		{"SHELL", "FROM a\nSHELL [\"a\"]\n", "FROM a\nSHELL [\"b\"]\n", nil, "the final image has another SHELL"},
		{"STOPSIGNAL", "FROM a\nSTOPSIGNAL 9\n", "FROM a\nSTOPSIGNAL 15\n", nil, "the final image has another STOPSIGNAL"},
		{"ONBUILD", "FROM a\nONBUILD RUN a\nONBUILD RUN b\n", "FROM a\nONBUILD RUN a\n", nil, "the final image no longer has ONBUILD 1"},
		{"ENTRYPOINT clears an inherited CMD", "FROM a\nCMD x\n", "FROM a AS b\nCMD x\nFROM b\nENTRYPOINT y\n", []string{"ENTRYPOINT"}, "the final image no longer has CMD"},
		{"ENTRYPOINT keeps the CMD of its stage", "FROM a\nCMD x\nENTRYPOINT y\n", "FROM a\nENTRYPOINT y\nCMD x\n", nil, ""},
		{"a variable with its ARG", "FROM a\nARG V=1\nENV A=$V\nCMD $V\n", "FROM a\nARG V=1\nRUN x\nENV A=$V\nCMD $V\n", nil, ""},
		{"another default of an ARG", "FROM a\nARG V=1\nENV A=${V}\n", "FROM a\nARG V=2\nENV A=${V}\n", nil, "the final image has another ENV A"},
		{"an ARG of the builder only", "FROM a\nARG V\nENV A=$V\nUSER $V\n", "FROM a AS b\nARG V\nFROM a\nENV A=$V\nUSER $V\n", nil, "the final image has another ENV A\nthe final image has another USER"},
		{"an ARG of a stage below", "FROM a\nARG P=80\nEXPOSE $P\n", "FROM a AS b\nARG P=80\nFROM b\nEXPOSE $P\n", nil, ""},
		{"a port in an ARG", "FROM a\nARG P=80\nEXPOSE $P\n", "FROM a\nARG P=81\nEXPOSE $P\n", nil, "the final image has another EXPOSE $p"},
		{"comments for BuildKit's linter", "FROM a\n# check=skip=all\nCMD x\n", "FROM a\n# check=skip=all\nCMD x\n", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, err := Read([]byte(test.before))
			if err != nil {
				t.Fatal(err)
			}
			after, err := Read([]byte(test.after))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, change := range Changes(before, after, test.allowed...) {
				got = append(got, change.String())
			}
			if text := strings.Join(got, "\n"); text != test.want {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

func TestUnused(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"FROM a\n", ""},
		{"FROM a AS x\nFROM x\n", ""},
		{"FROM a AS x\nFROM b\nCOPY --from=X /a /a\n", ""},
		{"FROM a\nFROM b\nCOPY --from=0 /a /a\n", ""},
		{"FROM a AS x\nFROM b\nRUN --mount=type=bind,from=x,target=/x y\n", ""},
		{"FROM a AS x\nFROM x AS y\nFROM b\nCOPY --from=y /a /a\n", ""},
		{"FROM a AS x\nFROM b AS y\nFROM c\nCOPY --from=y /a /a\n", "x:1 "},
		{"FROM a AS x\nRUN y\nFROM b\nFROM c\n", "x:1 :3 "},
		{"FROM a AS x\nFROM b\nCOPY --from=nginx /a /a\n", "x:1 "},
	} {
		c, err := Read([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range c.Unused {
			got += fmt.Sprintf("%s:%d ", s.Name, s.Line)
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "file with no instructions",
		"# only\n":              "file with no instructions",
		"ARG A\n":               ErrNoStage.Error(),
		"RUN x\n":               "no build stage",
		"FROM a\nNOSUCH x\n":    "unknown instruction",
		"FROM a\nHEALTHCHECK\n": "HEALTHCHECK",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestInstructionsAreSorted(t *testing.T) {
	if !slices.IsSorted(Instructions) {
		t.Error(Instructions)
	}
}

func FuzzChanges(f *testing.F) {
	f.Add("FROM a\nCMD x\nENV A=b\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read([]byte(text))
		if err == nil && len(Changes(c, c)) > 0 {
			t.Errorf("%q differs from itself", text)
		}
	})
}

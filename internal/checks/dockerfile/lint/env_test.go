package lint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

func TestExpand(t *testing.T) {
	const src = `ARG VERSION=12
ARG NAME
ARG IMAGE=debian:$VERSION
FROM $IMAGE AS base
ARG VERSION
ARG NAME
ARG TARGETARCH
ENV A=1 B=${A}x EMPTY=
ENV C="$A $B" LONG=$TARGETARCH/$OTHER
ONBUILD ENV D=4
USER 0
FROM base
USER 0
FROM scratch
USER 0
`
	f := Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
	global := f.Global()
	base, next, empty := f.Env(f.Stages[0], f.Stages[0].Last("user")), f.Env(f.Stages[1], f.Stages[1].Last("user")), f.Env(f.Stages[2], f.Stages[2].Last("user"))
	for _, tc := range []struct {
		name string
		env  Env
		word string
		want Expansion
	}{
		{"from another ARG", global, "$IMAGE", Expansion{Value: "debian:12", Used: []string{"IMAGE"}}},
		{"declared without a value", global, "x$NAME", Expansion{Value: "x"}},
		{"not declared", global, "x$NAMES${OTHER}", Expansion{Value: "x", Undefined: []string{"NAMES", "OTHER"}}},
		{"a platform", global, "$TARGETOS", Expansion{Value: "linux", Used: []string{"TARGETOS"}, Assumed: true}},
		{"without a variable", global, "a b", Expansion{Value: "a b"}},
		{"quotes and escapes", global, `'$A'"a b"\$`, Expansion{Value: "$Aa b$"}},
		{"a default", global, "${NAME:-a}", Expansion{Value: "a"}},
		{"unterminated quote", global, "'a", Expansion{Err: cmpopts.AnyError}},
		{"invalid UTF-8", global, "a\x83", Expansion{Value: "a\x83", Assumed: true, Err: cmpopts.AnyError}},
		{"NUL", global, "a\x00$A", Expansion{Value: "a\x00$A", Assumed: true, Err: cmpopts.AnyError}},
		{"global in the stage", base, "$VERSION$NAME", Expansion{Value: "12", Used: []string{"VERSION"}}},
		{"global and not in the stage", base, "$IMAGE", Expansion{Undefined: []string{"IMAGE"}, Assumed: true}},
		{"set in the same ENV, and maybe in the image", base, "$B.", Expansion{Value: "x.", Used: []string{"B"}, Assumed: true}},
		{"from an earlier ENV", base, "$A", Expansion{Value: "1", Used: []string{"A"}}},
		{"from an assumed variable", base, "$C", Expansion{Value: "1 x", Used: []string{"C"}, Assumed: true}},
		{"of assumed variables", base, "$LONG", Expansion{Value: "amd64/", Used: []string{"LONG"}, Assumed: true}},
		{"PATH", base, "$PATH", Expansion{Value: linuxPath, Used: []string{"PATH"}, Assumed: true}},
		{"ONBUILD, not here", base, "$D", Expansion{Undefined: []string{"D"}, Assumed: true}},
		{"ONBUILD, in the next stage", next, "$D$A", Expansion{Value: "41", Used: []string{"A", "D"}}},
		{"another stage", empty, "$A$BUILDKIT_SBOM_SCAN_STAGE", Expansion{Undefined: []string{"A"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.env.Expand(tc.word)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateEmpty(), cmpopts.EquateErrors(), cmpopts.IgnoreFields(Expansion{}, "Words")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if words := base.Expand(`$C "$C"`).Words; !slices.Equal(words, []string{"1", "x", "1 x"}) {
		t.Errorf("words %q", words)
	}
	if raw := base.ExpandRaw(`'$A' "$A" \$A`).Value; raw != `'1' "1" $A` {
		t.Errorf("a here-document expands to %q", raw)
	}
}

func TestNear(t *testing.T) {
	const src = "ARG VERSION\nARG TAG\nFROM scratch\n"
	f := Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
	for name, want := range map[string]string{
		"VERSIO": "VERSION", "VERSIONS": "VERSION", "TAGS": "TAG", "X": "", "TA": "", "BUILDPLATFROM": "BUILDPLATFORM", "NOTHING_LIKE_IT": "",
	} {
		if got := f.Global().Near(name); got != want {
			t.Errorf("near %s is %q, want %q", name, got, want)
		}
	}
}

func TestReferences(t *testing.T) {
	for _, tc := range []struct {
		word string
		raw  bool
		want []Reference
	}{
		{"a$B/${C}", false, []Reference{{Name: "B", Start: 2, End: 3}, {Name: "C", Start: 6, End: 7}}},
		{`'$A'"$B"\$C`, false, []Reference{{Name: "B", Start: 6, End: 7}}},
		{`'$A' \$C`, true, []Reference{{Name: "A", Start: 2, End: 3}}},
		{"${A:-$B}${C-x}${D:+x}${E?x}${F#x}${G%x}", false, []Reference{
			{"A", 2, 3, true}, {"B", 6, 7, false}, {"C", 10, 11, true}, {"D", 16, 17, true}, {"E", 23, 24, true}, {"F", 29, 30, false}, {"G", 35, 36, false},
		}},
		{"$ ${ $} ${} $", false, nil},
		{`"a'$A'"`, false, []Reference{{Name: "A", Start: 4, End: 5}}},
		{`"\$A\a$B"`, false, []Reference{{Name: "B", Start: 7, End: 8}}},
	} {
		if diff := cmp.Diff(tc.want, References(tc.word, '\\', tc.raw)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.word, diff)
		}
	}
}

// The map behaves like Go's, and an existing map never changes.
func TestVariables(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var v *variables
	want := make(map[string]Variable)
	type state struct {
		v    *variables
		want map[string]Variable
	}
	var states []state
	for range 2000 {
		name, value := fmt.Sprint("v", r.IntN(500)), Variable{Value: fmt.Sprint(r.Int()), Set: true}
		v, want[name] = v.with(name, value), value
		if r.IntN(100) == 0 {
			copied := make(map[string]Variable)
			for k, x := range want {
				copied[k] = x
			}
			states = append(states, state{v, copied})
		}
	}
	for _, s := range append(states, state{v, want}) {
		got := make(map[string]Variable)
		last := ""
		s.v.names(func(name string) bool {
			if name <= last {
				t.Fatalf("%s after %s", name, last)
			}
			last = name
			got[name], _ = s.v.get(name)
			return true
		})
		if diff := cmp.Diff(s.want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
	if _, ok := v.get("nothing"); ok {
		t.Error("got a variable that was not set")
	}
}

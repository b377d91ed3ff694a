package rules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

// A new version of the file may have keys that rules here do not have.
func TestKeysOfTheFile(t *testing.T) {
	var file map[string]any
	if err := toml.Unmarshal(source, &file); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	collect("", file, seen)
	want := []string{
		"allowlist.description", "allowlist.paths", "allowlist.regexes", "allowlist.stopwords", "minVersion",
		"rules.allowlists.condition", "rules.allowlists.description", "rules.allowlists.paths", "rules.allowlists.regexTarget",
		"rules.allowlists.regexes", "rules.allowlists.stopwords",
		"rules.description", "rules.entropy", "rules.id", "rules.keywords", "rules.path", "rules.regex", "rules.secretGroup", "title",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(seen))); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

func collect(prefix string, value any, seen map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			collect(prefix+"."+key, v, seen)
		}
	case []any:
		for _, v := range value {
			collect(prefix, v, seen)
		}
	default:
		seen[strings.TrimPrefix(prefix, ".")] = true
	}
}

// All that is compiled when a text needs it is valid.
func TestRulesOfTheFile(t *testing.T) {
	f := load()
	if len(f.Rules) < 200 {
		t.Errorf("%d rules", len(f.Rules))
	}
	lists := []*allowlist{f.Allowlist}
	for _, r := range f.Rules {
		if n := r.expression().NumSubexp(); r.SecretGroup > n {
			t.Errorf("%s: group %d of %d", r.ID, r.SecretGroup, n)
		}
		if r.ID == "" || r.Description == "" || slices.Contains(r.Keywords, "") {
			t.Errorf("%q: %q, keywords %q", r.ID, r.Description, r.Keywords)
		}
		if strings.Contains(r.ID, "generic") != (r.ID == generic) {
			t.Errorf("%s: a generic rule with another name", r.ID)
		}
		lists = append(lists, r.Allowlists...)
	}
	for _, a := range lists {
		a.compiled()
		if !slices.Contains([]string{"", "OR", "AND"}, a.Condition) || !slices.Contains([]string{"", "match", "line"}, a.RegexTarget) {
			t.Errorf("condition %q, target %q", a.Condition, a.RegexTarget)
		}
		for _, w := range a.Stopwords {
			if w == "" || w != strings.ToLower(w) {
				t.Errorf("stop word %q", w)
			}
		}
	}
}

// A rule with words matches the same at them as everywhere.
func TestMatchesAtWords(t *testing.T) {
	const digits = "0123456789abcdef0123456789abcdef"
	count, matched := 0, 0
	for _, r := range load().Rules {
		if len(r.words) == 0 || r.bounded {
			continue
		}
		count++
		if re, err := syntax.Parse(r.Regex, syntax.Perl); err != nil || re.Op != syntax.OpConcat {
			t.Errorf("the name does not begin all matches of %s: %v", r.Regex, err)
		}
		var b strings.Builder
		for i, w := range r.words[:min(len(r.words), 3)] {
			for _, name := range []string{"", "x.", strings.Repeat("a-b_c", 12), w} {
				fmt.Fprintf(&b, "export %s%s_TOKEN = '%s'\n%[1]s%[2]s := %[4]q, %[1]s%[2]s=>%[3]s\n", name, strings.ToUpper(w), digits[:32-i], digits[:16])
			}
		}
		text := newText(b.String())
		var got, want [][]int
		for start, end := range r.matchesAtWords(text) {
			got = append(got, []int{start, end})
		}
		want = r.expression().FindAllStringIndex(text.original, -1)
		if matched += len(want); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v at words, want %v", r.ID, got, want)
		}
	}
	if count < 80 || matched < 80 {
		t.Errorf("only %d rules have words, with %d matches", count, matched)
	}
}

// Each match of a rule that begins with a boundary begins with a keyword, except
// for the rules inside. It matches the same at them as everywhere.
func TestMatchesAtBoundaries(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	matched := 0
	for _, r := range load().Rules {
		rest, ok := strings.CutPrefix(r.Regex, `\b`)
		if !ok {
			continue
		}
		tree, err := syntax.Parse(r.Regex, syntax.Perl)
		if err != nil || tree.Op != syntax.OpConcat {
			t.Errorf("the boundary does not begin all matches of %s: %v", r.Regex, err)
		}
		fits := begins(t, rest, r.Keywords) && !slices.ContainsFunc(r.Keywords, func(k string) bool { return !wordByte(k[0]) })
		if isInside := slices.Contains(inside, r.ID); isInside == fits {
			t.Errorf("%s: begins with a keyword: %v, inside: %v", r.ID, fits, isInside)
		}
		// A failed match of these two has no keyword after a boundary, apart
		// from its first: such a part begins with one, and goes on with other
		// characters than the part may have.
		short := r.ID == "jwt" || r.ID == "flyio-access-token" || !endless(tree)
		needs, isLong := long[r.ID]
		if isLong == short {
			t.Errorf("%s: short: %v, long: %v", r.ID, short, isLong)
		}
		for range 200 {
			var b strings.Builder
			if written(&b, tree, random); !strings.Contains(strings.ToLower(b.String()), needs) {
				t.Errorf("%s: %q has no %s", r.ID, b.String(), needs)
			}
		}
		if !r.bounded {
			continue
		}
		var b strings.Builder
		for i := range 20 {
			for _, before := range []string{" ", "", "x", "é", "-" + r.Keywords[i%len(r.Keywords)]} {
				b.WriteString(before)
				written(&b, tree, random)
			}
			b.WriteString("\n\n\n\n\n\n\n")
		}
		text := newText(b.String())
		if text.folds {
			t.Fatal("a text that folds is not matched at words")
		}
		var got [][]int
		for start, end := range r.matchesAtWords(text) {
			got = append(got, []int{start, end})
		}
		want := r.expression().FindAllStringIndex(text.original, -1)
		if matched += len(want); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v at words, want %v", r.ID, got, want)
		}
	}
	if matched < 1000 {
		t.Errorf("only %d matches", matched)
	}
}

// endless reports whether a part of an expression without a maximum length may
// have the end of a word in it.
func endless(e *syntax.Regexp) bool {
	unlimited := e.Op == syntax.OpStar || e.Op == syntax.OpPlus || e.Op == syntax.OpRepeat && e.Max < 0
	word := func() bool {
		c := e.Sub[0]
		if c.Op != syntax.OpCharClass {
			return false
		}
		for i := 0; i < len(c.Rune); i += 2 {
			for r := c.Rune[i]; r <= c.Rune[i+1]; r++ {
				if r > 'z' && !strings.ContainsRune(foldsToASCII, r) || r < utf8.RuneSelf && !wordByte(byte(r)) {
					return false
				}
			}
		}
		return true
	}
	return unlimited && !word() || slices.ContainsFunc(e.Sub, endless)
}

// written writes a text that an expression matches, but for boundaries.
func written(b *strings.Builder, e *syntax.Regexp, random *rand.Rand) {
	least, most := 1, 1
	switch e.Op {
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		i := 2 * random.IntN(len(e.Rune)/2)
		if c := e.Rune[i] + rune(random.IntN(min(int(e.Rune[i+1]-e.Rune[i]), 90)+1)); c < utf8.RuneSelf {
			b.WriteRune(c)
		} else {
			b.WriteRune(e.Rune[0])
		}
	case syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpAlternate:
		written(b, e.Sub[random.IntN(len(e.Sub))], random)
		return
	case syntax.OpStar:
		least, most = 0, 3
	case syntax.OpPlus:
		most = 3
	case syntax.OpQuest:
		least = 0
	case syntax.OpRepeat:
		least, most = e.Min, max(e.Max, e.Min)
	}
	for range least + random.IntN(most-least+1) {
		for _, sub := range e.Sub {
			written(b, sub, random)
		}
	}
}

// The generic rule can be matched at its keywords: after the name, each match
// begins with one, and nothing before it matters.
func TestGenericRuleBeginsWithAKeyword(t *testing.T) {
	rules := load().Rules
	r := rules[slices.IndexFunc(rules, func(r *rule) bool { return r.ID == generic })]
	rest, ok := strings.CutPrefix(r.Regex, genericName)
	if !ok {
		t.Fatalf("the expression of the rule is %s", r.Regex)
	}
	if re, err := syntax.Parse(r.Regex, syntax.Perl); err != nil || re.Op != syntax.OpConcat {
		t.Errorf("the name does not begin all matches of %s: %v", r.Regex, err)
	}
	for _, row := range []struct {
		expression string
		keywords   []string
		want       bool
	}{
		{rest, r.Keywords, true},
		{rest, r.Keywords[1:], false},
		{"ab|cd", []string{"ab", "c"}, true},
		{"ab|x?cd", []string{"ab", "c"}, false},
		{`\bab`, []string{"ab"}, false},
		{"a[b-d]", []string{"ab", "ac"}, false},
		{"a[bé]", []string{"ab"}, false},
	} {
		if got := begins(t, "(?i:"+row.expression+")", row.keywords); got != row.want {
			t.Errorf("%s: all matches begin with one of %q: %v", row.expression, row.keywords, got)
		}
	}
}

// begins reports whether each match of an expression begins with one of some
// lowercase keywords of ASCII, if it is in a text that does not fold.
func begins(t *testing.T, expression string, keywords []string) bool {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		t.Fatal(err)
	}
	var from func(at uint32, start string) bool
	from = func(at uint32, start string) bool {
		if slices.ContainsFunc(keywords, func(k string) bool { return strings.HasPrefix(start, k) }) {
			return true
		}
		if !slices.ContainsFunc(keywords, func(k string) bool { return strings.HasPrefix(k, start) }) {
			return false
		}
		switch i := program.Inst[at]; i.Op {
		case syntax.InstAlt:
			return from(i.Out, start) && from(i.Arg, start)
		case syntax.InstCapture, syntax.InstNop:
			return from(i.Out, start)
		case syntax.InstRune, syntax.InstRune1:
			for at := 0; at < len(i.Rune); at += 2 { // ranges, or one character
				if last := i.Rune[min(at+1, len(i.Rune)-1)]; last >= utf8.RuneSelf && !strings.ContainsRune(foldsToASCII, last) {
					return false
				}
			}
			for c := range rune(utf8.RuneSelf) {
				if i.MatchRune(c) && !from(i.Out, start+strings.ToLower(string(c))) {
					return false
				}
			}
			return true
		}
		return false
	}
	return from(uint32(program.Start), "")
}

// Matching the generic rule at keywords is only faster.
func FuzzGenericRule(f *testing.F) {
	for _, text := range []string{
		"API_KEY=k3J8s0Qw7Zx2Lm5N", strings.Repeat("x", 60) + "token: 'k3J8s0Qw7Zx2Lm5N'", "key=key=k3J8s0Qw7Zx2Lm5N auth=k3J8s0Qw7Zx2Lm5N",
		"é-key\n=\nk3J8s0Qw7Zx2Lm5N\\n", "accessToken = k3J8s0Qw7Zx2Lm5N.secret=\"k3J8s0Qw7Zx2Lm5N\"", "pa\u017fswd=k3J8s0Qw7Zx2Lm5N", "\xffkey:=k3J8s0Qw7Zx2Lm5N\xff",
		"İkey=k3J8s0Qw7Zx2Lm5N",
	} {
		f.Add(text)
	}
	rules := load().Rules
	r := rules[slices.IndexFunc(rules, func(r *rule) bool { return r.ID == generic })]
	f.Fuzz(func(t *testing.T, s string) {
		text := newText(s)
		if !slices.Contains(load().candidates(text.lower), r) {
			return
		}
		var got [][]int
		for start, end := range r.matches(text) {
			got = append(got, []int{start, end})
		}
		if diff := cmp.Diff(r.expression().FindAllStringIndex(s, -1), got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", s, diff)
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"", "=", "ENV TOKEN=ghp_" + "Zq8xW2mN5vB7kL0pR3tY6uJ9hG4fD1sA2cXe # gitleaks:allow", "key=\n\n", "\xff\u212A"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, found := range Find(text) {
			if found.Start < last || found.Start >= found.End || found.End > len(text) {
				t.Errorf("%q: %+v after %d", text, found, last)
			}
			last = found.Start
		}
	})
}

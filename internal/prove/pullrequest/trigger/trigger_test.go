package trigger_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest/trigger"
)

func TestEvents(t *testing.T) {
	for name, want := range map[string]*trigger.Request{
		"comment":  {Command: []string{"go", "test", "-run", "TestSum", "./..."}, Issue: "12", Person: "writer", Repository: "octo/sum"},
		"dispatch": {Command: []string{"go", "test", "./..."}, Issue: "#12", Person: "writer", Repository: "octo/sum"},
	} {
		text, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		got, err := trigger.Read(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

// comment is an event with a comment.
func comment(body string) []byte {
	quoted, _ := json.Marshal(body)
	return []byte(`{"action": "created", "comment": {"body": ` + string(quoted) + `, "user": {"login": "w"}}, "issue": {"number": 1}, "repository": {"full_name": "o/n"}, "sender": {"login": "w"}}`)
}

func TestComments(t *testing.T) {
	for body, want := range map[string]any{
		"/autofix prove make test":               "make|test",
		"/autofix prove\tmake":                   "make",
		"/autofix prove -- make -k":              "make|-k",
		"/autofix prove CGO_ENABLED=0 go test":   "CGO_ENABLED=0|go|test",
		"/autofix prove make\n$(id)":             "make",
		"/autofix prove make \\; x":              "make|;|x",
		"/autofix prove":                         trigger.BadCommand,
		"/autofix prove --":                      trigger.BadCommand,
		"/autofix prove \nmake":                  trigger.BadCommand,
		"/autofix prove --no-tests-because=x m":  trigger.BadCommand,
		"/autofix prove -- --publish=x":          trigger.BadCommand,
		"/autofix prove make; curl evil.example": trigger.BadCommand,
		"/autofix prove make && id":              trigger.BadCommand,
		"/autofix prove make $(id)":              trigger.BadCommand,
		"/autofix prove make `id`":               trigger.BadCommand,
		"/autofix prove make > /etc/x":           trigger.BadCommand,
		"/autofix prove make \x1b[31m":           trigger.BadCommand,
		"/autofix prove make ${{ secrets.X }}":   trigger.BadCommand,
		"/autofix proven make":                   trigger.NoTrigger,
		"/autofix":                               trigger.NoTrigger,
		" /autofix prove make":                   trigger.NoTrigger,
		"Please /autofix prove make":             trigger.NoTrigger,
		"> /autofix prove make":                  trigger.NoTrigger,
		"":                                       trigger.NoTrigger,
		"\n/autofix prove make":                  trigger.NoTrigger,
		"/Autofix prove make":                    trigger.NoTrigger,
	} {
		r, err := trigger.Read(comment(body))
		switch want := want.(type) {
		case string:
			if err != nil || strings.Join(r.Command, "|") != want {
				t.Errorf("%q: %+v, %v", body, r, err)
			}
		case trigger.Code:
			wantCode(t, err, want)
		}
	}
}

func wantCode(t *testing.T, err error, want trigger.Code) {
	t.Helper()
	failed, ok := errors.AsType[*trigger.Error](err)
	if !ok || failed.Code != want || !strings.HasSuffix(err.Error(), "; "+want.WayOut()) || want.WayOut() == "" {
		t.Errorf("got %v, want the code %s", err, want)
	}
}

func TestBadEvents(t *testing.T) {
	good := string(comment("/autofix prove make"))
	for _, row := range []struct {
		text string
		want trigger.Code
	}{
		{"", trigger.BadEvent},
		{"[]", trigger.BadEvent},
		{"{}", trigger.BadEvent},
		{strings.Repeat(" ", github.MaxEvent+1), trigger.BadEvent},
		{strings.Replace(good, `"sender": {"login": "w"}`, `"sender": {}`, 1), trigger.BadEvent},
		{strings.Replace(good, `"sender": {"login": "w"}`, `"sender": {"login": "admin"}`, 1), trigger.BadEvent},
		{strings.Replace(good, `"number": 1`, `"number": 0`, 1), trigger.BadEvent},
		{strings.Replace(good, `o/n`, ``, 1), trigger.BadEvent},
		{strings.Replace(good, `"comment"`, `"x"`, 1), trigger.BadEvent},
		{strings.Replace(good, `created`, `edited`, 1), trigger.NoTrigger},
		{strings.Replace(good, `created`, `deleted`, 1), trigger.NoTrigger},
	} {
		_, err := trigger.Read([]byte(row.text))
		wantCode(t, err, row.want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(comment("/autofix prove make"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := trigger.Read(text)
		if err == nil && (len(r.Command) == 0 || r.Person == "" || strings.HasPrefix(r.Command[0], "-")) {
			t.Errorf("%+v", r)
		}
	})
}

package report

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestDownloadCommand(t *testing.T) {
	t.Setenv("BUILD", "12'; rm x")
	t.Setenv("EMPTY", "")
	t.Setenv("BREAK", "a\nb")
	for _, test := range []struct{ name, template, want, err string }{
		{name: "none", template: ""},
		{name: "fixed", template: "https://ci/x.json", want: "curl -fsSL https://ci/x.json | autofix fix --from=-"},
		{name: "quoted for the shell", template: "https://ci/${BUILD}", want: `curl -fsSL 'https://ci/12'\''; rm x' | autofix fix --from=-`},
		{name: "a variable that is not set", template: "https://ci/${NO_SUCH_VARIABLE}"},
		{name: "an empty variable", template: "https://ci/${EMPTY}"},
		{name: "a value that makes no address", template: "https://ci/${BREAK}"},
		{name: "a host from the environment", template: "https://${BUILD_HOST}/x"},
		{name: "no variable", template: "https://ci/$BUILD", err: "a $ begins a variable, as in ${NAME}"},
		{name: "no end", template: "https://ci/${BUILD", err: "a $ begins a variable, as in ${NAME}"},
		{name: "another scheme", template: "file:///etc/passwd", err: "it has to begin with https://"},
		{name: "an option of curl", template: "-o/etc/passwd", err: "it has to begin with https://"},
		{name: "no host", template: "https:///x", err: "it has to begin with https://"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := config.Parse("autofix.toml", []byte("[ci]\nartifacts = '"+test.template+"'\n"), []*config.Section{CISection})
			if test.template == "" {
				c, err = config.Parse("autofix.toml", nil, []*config.Section{CISection})
			}
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := DownloadCommand(c); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

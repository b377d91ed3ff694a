package autofixai

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Explain returns the error of an agent with the settings that may be the cause,
// such as a key that is not in env.
func (s *Settings) Explain(err error) error {
	failure, known := err.(*agents.Error) // another one is about the run
	if !known {
		return err
	}
	var hints []string
	if names := s.withheld(failure); len(names) > 0 {
		hints = append(hints, fmt.Sprintf("%s set here and not in `env` of [ai]", are(names)))
	}
	if s.Network == NetworkDeny && offline[failure.Code] {
		hints = append(hints, "network = \"deny\" of [ai] lets it reach nothing outside of its sandbox, not even a server of this machine")
	}
	if len(hints) == 0 {
		return err
	}
	more := *failure // others may have the same error
	more.Detail += "; " + strings.Join(hints, "; ")
	return &more
}

// offline has the codes of errors that a missing network may cause.
var offline = map[agents.Code]bool{
	agents.Exited: true, agents.AgentError: true, agents.IdleTimeout: true, agents.Timeout: true, agents.StartTimeout: true,
	agents.RateLimited: true, agents.Login: true, agents.Stopped: true,
}

// maxWithheld is the maximum number of variables in a message.
const maxWithheld = 5

var variableName = lazyregexp.New(`[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+`)

// withheld returns the variables of this process that an agent lacks and may
// need: its error names them, or it has no login and they look like keys.
func (s *Settings) withheld(failure *agents.Error) []string {
	words := []string{failure.Detail, failure.Stderr}
	for _, method := range failure.Methods {
		words = append(words, method.Vars...)
	}
	mentioned := variableName().FindAllString(strings.Join(words, "\n"), -1)
	var named, keys []string
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case value == "" || slices.Contains(s.Env, name) || slices.Contains(always, name):
		case slices.Contains(mentioned, name):
			named = append(named, name)
		case failure.Code == agents.Login && (strings.HasSuffix(name, "_API_KEY") || strings.HasSuffix(name, "_AUTH_TOKEN")):
			keys = append(keys, name)
		}
	}
	slices.Sort(named)
	slices.Sort(keys)
	all := append(named, keys...)
	return all[:min(len(all), maxWithheld)]
}

// are returns a list of names with "is" or "are".
func are(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}

// loopback matches the address of a server of this machine, as a URL or
// HOST:PORT.
var loopback = lazyregexp.New(`(?i)^(?:[a-z][a-z0-9+.-]*://)?(?:[^/@]*@)?(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.[0-9]+){1,3}|\[::1\]|0\.0\.0\.0)(?::[0-9]+)?(?:[/?].*)?$`)

// localServer returns an error if a variable of the agent names a server of
// this machine, such as OLLAMA_HOST=127.0.0.1:11434, that it cannot reach.
func (s *Settings) localServer() error {
	for _, name := range s.Env {
		if s.Network == NetworkDeny && loopback().MatchString(strings.TrimSpace(os.Getenv(name))) {
			return fmt.Errorf(`[ai]: %s names a server of this machine, and network = "deny" leaves the agent only the loopback of its sandbox; `+
				`set network = "allow", or let the command start the server too`, name)
		}
	}
	return nil
}

package agents

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/coder/acp-go-sdk"
)

// A LoginMethod is a way to log in that an agent offers.
type LoginMethod struct {
	ID, Name, Description string
	// Vars are the environment variables that it needs, if that is the way.
	Vars []string
	// Args are arguments to add to the agent's command to log in in a terminal,
	// if that is the way.
	Args []string
	// Link is where the keys come from, or "".
	Link string
}

// String describes the way to log in, such as `Use an API key (set
// GEMINI_API_KEY)`.
func (m LoginMethod) String() string {
	text := m.Name
	if text == "" {
		text = m.ID
	}
	var how []string
	if len(m.Vars) > 0 {
		how = append(how, "set "+strings.Join(m.Vars, " and "))
	}
	if len(m.Args) > 0 {
		how = append(how, "run it with "+strings.Join(m.Args, " "))
	}
	if m.Description != "" && m.Description != m.Name {
		how = append(how, m.Description)
	}
	if m.Link != "" {
		how = append(how, m.Link)
	}
	if len(how) > 0 {
		text += " (" + strings.Join(how, ", ") + ")"
	}
	return text
}

func (a *Agent) loginMethods(offered []acp.AuthMethod) []LoginMethod {
	var methods []LoginMethod
	for _, method := range offered {
		var m LoginMethod
		switch {
		case method.Agent != nil:
			m = LoginMethod{ID: method.Agent.Id, Name: method.Agent.Name, Description: text(method.Agent.Description)}
		case method.EnvVar != nil:
			m = LoginMethod{
				ID: method.EnvVar.Id, Name: method.EnvVar.Name, Description: text(method.EnvVar.Description),
				Link: text(method.EnvVar.Link),
			}
			for _, variable := range method.EnvVar.Vars {
				if !variable.Optional {
					m.Vars = append(m.Vars, a.scrub.line(variable.Name, 100))
				}
			}
		case method.Terminal != nil:
			m = LoginMethod{
				ID: method.Terminal.Id, Name: method.Terminal.Name, Description: text(method.Terminal.Description),
				Args: method.Terminal.Args,
			}
			for i, arg := range m.Args {
				m.Args[i] = a.scrub.line(arg, 100)
			}
		default:
			continue
		}
		m.Name, m.Description, m.Link = a.scrub.line(m.Name, 100), a.scrub.line(m.Description, 200), a.scrub.line(m.Link, 200)
		methods = append(methods, m)
	}
	return methods
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// login logs in without a person, if there is a way, and reports whether it
// did.
func (a *Agent) login(ctx context.Context) (bool, error) {
	id := a.options.Login
	if id == "" {
		id = a.loginByVariables()
	}
	if id == "" {
		return false, nil
	}
	err := a.startCall(ctx, acp.AgentMethodAuthenticate, acp.AuthenticateRequest{MethodId: id}, nil)
	if err != nil {
		var failure *Error
		if errors.As(err, &failure) && (failure.Code == AgentError || failure.Code == Login) {
			failure.Code, failure.Methods = Login, a.info.Methods
			failure.Detail = "the login " + a.scrub.line(id, 100) + " failed: " + failure.Detail
		}
		return false, err
	}
	return true, nil
}

// loginByVariables returns the id of a way that needs only variables that the
// agent was given, or "".
func (a *Agent) loginByVariables() string {
	for _, method := range a.info.Methods {
		missing := func(name string) bool {
			return !slices.ContainsFunc(a.options.Env, func(entry string) bool {
				return strings.HasPrefix(entry, name+"=") && len(entry) > len(name)+1
			})
		}
		if len(method.Vars) > 0 && !slices.ContainsFunc(method.Vars, missing) {
			return method.ID
		}
	}
	return ""
}

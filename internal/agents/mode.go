package agents

import (
	"context"
	"strings"

	"github.com/coder/acp-go-sdk"
)

// A Mode is a way in which an agent works in a session, such as "plan".
type Mode struct{ ID, Name, Description string }

// Modes are the modes of a session.
type Modes struct {
	Offered []Mode
	Current string // the id of the mode in use, or ""
	// ReadOnly is whether the mode in use only reads.
	ReadOnly bool
	// Failed says why such a mode is not used although there is one, or "".
	Failed string
}

// readOnlyWords are words in agents' names of modes that change nothing.
var readOnlyWords = []string{"read-only", "read only", "readonly", "read_only"}

// readOnly returns the mode that only reads, or nil. A mode that says that it
// only reads is preferred to one that only has the usual name of such a mode.
func readOnly(modes []Mode) *Mode {
	for i, mode := range modes {
		text := strings.ToLower(mode.ID + "\n" + mode.Name + "\n" + mode.Description)
		for _, words := range readOnlyWords {
			if strings.Contains(text, words) {
				return &modes[i]
			}
		}
	}
	for i, mode := range modes {
		if id := strings.ToLower(mode.ID); id == "plan" || strings.HasSuffix(id, "#plan") {
			return &modes[i]
		}
	}
	return nil
}

// setMode sets a mode that only reads, if there is one. A refusal by the agent
// isn't an error, because such a mode isn't a fence: see Modes.Failed.
func (s *Session) setMode(ctx context.Context, offered acp.NewSessionResponse) error {
	if offered.Modes != nil {
		s.modes.Current = s.agent.scrub.line(string(offered.Modes.CurrentModeId), 100)
		for _, mode := range offered.Modes.AvailableModes {
			s.modes.Offered = append(s.modes.Offered, Mode{
				ID: s.agent.scrub.clean(string(mode.Id)), Name: s.agent.scrub.line(mode.Name, 100), Description: s.agent.scrub.line(text(mode.Description), 200),
			})
		}
		return s.choose(ctx, func(id string) (string, any) {
			return acp.AgentMethodSessionSetMode, acp.SetSessionModeRequest{SessionId: s.id, ModeId: acp.SessionModeId(id)}
		})
	}
	for _, option := range offered.ConfigOptions {
		choice := option.Select
		if choice == nil || choice.Category == nil || *choice.Category != acp.SessionConfigOptionCategoryMode {
			continue
		}
		s.modes.Current = s.agent.scrub.line(string(choice.CurrentValue), 100)
		s.modes.Offered = s.agent.choices(choice.Options)
		return s.choose(ctx, func(id string) (string, any) {
			return acp.AgentMethodSessionSetConfigOption, acp.SetSessionConfigOptionRequest{
				ValueId: &acp.SetSessionConfigOptionValueId{
					SessionId: s.id, ConfigId: choice.Id, Value: acp.SessionConfigValueId(id),
				},
			}
		})
	}
	return nil
}

// choices returns the values of an option as modes.
func (a *Agent) choices(options acp.SessionConfigSelectOptions) []Mode {
	var modes []Mode
	add := func(values []acp.SessionConfigSelectOption) {
		for _, value := range values {
			modes = append(modes, Mode{
				ID: a.scrub.clean(string(value.Value)), Name: a.scrub.line(value.Name, 100), Description: a.scrub.line(text(value.Description), 200),
			})
		}
	}
	if options.Ungrouped != nil {
		add(*options.Ungrouped)
	}
	if options.Grouped != nil {
		for _, group := range *options.Grouped {
			add(group.Options)
		}
	}
	return modes
}

// choose sets the mode that only reads by the request that it is given.
func (s *Session) choose(ctx context.Context, request func(id string) (method string, params any)) error {
	mode := readOnly(s.modes.Offered)
	if mode == nil {
		return nil
	}
	if s.modes.Current != mode.ID {
		method, params := request(mode.ID)
		err := s.agent.startCall(ctx, method, params, nil)
		if failure, is := err.(*Error); is && failure.Code == AgentError {
			s.modes.Failed = failure.Detail
			return nil
		}
		if err != nil {
			return err
		}
		s.modes.Current = mode.ID
	}
	s.modes.ReadOnly = true
	return nil
}

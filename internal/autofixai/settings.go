package autofixai

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Settings are the settings of [ai], from all layers together.
type Settings struct {
	Enabled bool
	// Forbidden is whether a layer says enabled = false, and no later one says
	// that it is true.
	Forbidden bool
	Agent     string   // its name in [ai.agents]; "": the agent of [ai] itself
	Command   []string // as written; none: no agent is configured
	Env       []string // names of variables
	Folders   []string // as written

	Start, Idle, Timeout, Total time.Duration
	MaxInput, MaxAnswer         int64 // bytes
	MaxFixes, MaxTokens         int   // of a run; no tokens: no limit
	MaxChurn                    int   // percent of the lines of a file
	MaxMemory, MaxDisk          int64 // bytes
	MaxProcesses                int
	Rounds, Jobs                int
	Resolve                     []string // globs of rules
	Window                      int      // lines
	Secrets, Output             string
	Sandbox, Network, Context   string

	From string // the layer that the command is from, for messages
}

// A Layer is one source of settings.
type Layer struct {
	From string        // for messages, such as the path of a file
	Said config.Values // of Section; nil if it says nothing
	// Untrusted says that others may have written it. Such a layer can only
	// forbid.
	Untrusted bool
}

// Merge returns the settings of layers, of which a later one wins. An untrusted
// one can only say enabled = false, which wins over all.
func Merge(layers ...Layer) (*Settings, error) {
	all, agents, agentsFrom, from := config.Values{}, config.Values{}, map[string]string{}, ""
	forbidden := false
	for _, layer := range layers {
		if layer.Untrusted {
			forbidden = forbidden || layer.Said[keyEnabled] == false
			continue
		}
		for key, value := range layer.Said {
			if key != keyAgents {
				all[key] = value
			}
		}
		if layer.Said[keyCommand] != nil {
			from = layer.From
		}
		for name, agent := range layer.Said.Table(keyAgents) {
			agents[name], agentsFrom[name] = agent, layer.From
		}
	}
	if name, _ := all[keyAgent].(string); name != "" {
		agent := agents.Table(name)
		if agent == nil {
			return nil, fmt.Errorf("[ai] agent = %q: there is no [ai.agents.%s]%s", name, name, known(agents))
		}
		maps.Copy(all, agent)
		from = agentsFrom[name]
	}
	c := defaults(all)
	s := &Settings{
		Enabled: c.Bool(keyEnabled) && !forbidden, Forbidden: forbidden || all[keyEnabled] == false, Agent: c.Text(keyAgent), Command: texts(c, keyCommand),
		Env: texts(c, keyEnv), Folders: texts(c, keyFolders), From: from,
		Start: c.Duration(keyStart), Idle: c.Duration(keyIdle), Timeout: c.Duration(keyTimeout), Total: c.Duration(keyTotal),
		MaxInput: c.Size(keyMaxInput), MaxAnswer: c.Size(keyMaxAnswer),
		MaxFixes: c.Int(keyMaxFixes), MaxTokens: c.Int(keyMaxTokens), MaxChurn: c.Int(keyMaxChurn),
		MaxMemory: c.Size(keyMaxMemory), MaxDisk: c.Size(keyMaxDisk), MaxProcesses: c.Int(keyMaxProcesses),
		Resolve: texts(c, keyResolve), Window: c.Int(keyWindow),
		Rounds: c.Int(keyRounds), Jobs: c.Int(keyJobs), Secrets: c.Text(keySecrets), Output: c.Text(keyOutput),
		Sandbox: c.Text(keySandbox), Network: c.Text(keyNetwork), Context: c.Text(keyContext),
	}
	return s, nil
}

// known returns the names of agents, for a message.
func known(agents config.Values) string {
	if len(agents) == 0 {
		return ", and no other agent"
	}
	return "; there are " + strings.Join(slices.Sorted(maps.Keys(agents)), ", ")
}

// defaults adds the defaults of keys that values do not have.
func defaults(values config.Values) config.Values {
	all := maps.Clone(values)
	for _, option := range Section.Keys {
		if _, said := all[option.Name]; !said && option.Default != nil {
			all[option.Name] = option.Default
		}
	}
	return all
}

func texts(values config.Values, key string) []string {
	list, _ := values[key].([]string)
	return list
}

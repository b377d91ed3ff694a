package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine/openai"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// model returns who answers.
func (s *proving) model() (engine.Model, error) {
	switch {
	case s.Script != "":
		m, err := engine.OpenScript(s.env.Absolute(s.Script))
		return m, usageOfEngine(err)
	case s.Replay != "":
		m, err := engine.Replay(s.env.Absolute(s.Replay), s.redactor)
		return m, usageOfEngine(err)
	case s.settings.Engine == settings.EngineOpenAI:
		o := s.settings.OpenAI
		client, err := openai.New(openai.Settings{
			BaseURL: o.BaseURL, Model: o.Model, KeyEnv: o.KeyEnv, Timeout: o.Timeout, MaxRetries: o.Retries,
			InputPrice: o.InputPrice, OutputPrice: o.OutputPrice, Currency: o.Currency,
		}, openai.Options{Version: version.Version})
		if err != nil {
			return nil, usageOfEngine(err)
		}
		return client, nil
	case s.settings.Engine == settings.EngineACP:
		return s.agent()
	}
	return nil, cli.Mistake("no engine proposes a patch: give one with --patch, or set engine in [prove], or --engine=acp")
}

func usageOfEngine(err error) error {
	if err == nil {
		return nil
	}
	return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
}

// budget returns what answers may take.
func (s *proving) budget() *budget.Budget { return &budget.Budget{Limits: s.settings.Budget} }

// maxInput limits such a file, in bytes.
const maxInput = 16 << 20

// readInput reads a small file that was named, or the standard input.
func (s *proving) readInput(name string) ([]byte, error) {
	if name == "-" {
		return limited("the standard input", s.env.Stdin, maxInput)
	}
	file, err := os.Open(s.env.Absolute(name))
	if err != nil {
		return nil, &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	}
	defer file.Close()
	return limited(name, file, maxInput)
}

func limited(name string, r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, cli.Mistake("%s is larger than %d MiB", name, most>>20)
	}
	return text, err
}

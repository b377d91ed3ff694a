package fakeagent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/coder/acp-go-sdk"
)

// answerTo returns the answer to a prompt. The counts are the numbers of
// answers that each rule of the session has given.
func (s Script) answerTo(prompt string, counts map[string]int) Answer {
	for _, rule := range s.Rules {
		pattern, err := regexp.Compile(rule.Match)
		if err != nil {
			return Answer{Error: -32603, Text: "script: " + err.Error()}
		}
		match := pattern.FindStringSubmatchIndex(prompt)
		if match == nil {
			continue
		}
		answer := next(rule.Answers, rule.Match, counts)
		if rule.Expand {
			answer.Text = string(pattern.ExpandString(nil, answer.Text, prompt, match))
		}
		return answer
	}
	return next(s.Answers, "", counts)
}

func next(answers []Answer, key string, counts map[string]int) Answer {
	if len(answers) == 0 {
		return Answer{}
	}
	n := min(counts[key], len(answers)-1)
	counts[key]++
	return answers[n]
}

// say gives an answer.
func (a *agent) say(ctx context.Context, id acp.SessionId, answer Answer) (acp.PromptResponse, error) {
	var response acp.PromptResponse
	if answer.Raw != "" {
		fmt.Println(answer.Raw)
	}
	if answer.Error != 0 {
		return response, &acp.RequestError{Code: answer.Error, Message: answer.Text}
	}
	update := func(u acp.SessionUpdate) {
		_ = a.conn.SessionUpdate(ctx, acp.SessionNotification{SessionId: id, Update: u})
	}
	text := answer.Text
	if text == PrintEnvironment {
		text = environment()
	}
	if path, is := strings.CutPrefix(text, PrintFile); is {
		content, err := os.ReadFile(path)
		if text = string(content); err != nil {
			text = err.Error()
		}
	}
	if len(a.script.Asks) > 0 {
		outcomes := a.ask(ctx, id)
		if text == "" {
			text = strings.Join(outcomes, "\n")
		}
	}
	if answer.Notice != "" {
		update(chunk(answer.Notice, "notice"))
	}
	if answer.Thought != "" {
		update(acp.UpdateAgentThoughtText(answer.Thought))
	}
	size := a.script.Chunk
	if size <= 0 {
		size = max(len(text), 1)
	}
	for part := range slices.Chunk([]rune(text), size) {
		update(chunk(string(part), "answer"))
	}
	response.StopReason = acp.StopReasonEndTurn
	if answer.Stop != "" {
		response.StopReason = acp.StopReason(answer.Stop)
	}
	a.tell(answer, &response, update)
	return response, nil
}

func chunk(text, message string) acp.SessionUpdate {
	return acp.SessionUpdate{AgentMessageChunk: &acp.SessionUpdateAgentMessageChunk{
		Content: acp.TextBlock(text), MessageId: &message, SessionUpdate: "agent_message_chunk",
	}}
}

// tell reports the tokens.
func (a *agent) tell(answer Answer, response *acp.PromptResponse, update func(acp.SessionUpdate)) {
	switch answer.Usage {
	case "response":
		response.Usage = &acp.Usage{
			InputTokens: answer.Input, OutputTokens: answer.Output, TotalTokens: answer.Input + answer.Output,
		}
	case "update":
		update(acp.SessionUpdate{UsageUpdate: &acp.SessionUsageUpdate{
			SessionUpdate: "usage_update", Used: answer.Input + answer.Output, Size: 200_000,
			Cost: &acp.Cost{Amount: answer.Cost, Currency: "USD"},
		}})
	case "meta":
		response.Meta = map[string]any{"usage": acp.Usage{
			InputTokens: answer.Input, OutputTokens: answer.Output, TotalTokens: answer.Input + answer.Output,
		}}
	case "chunk": // one for each request to the model, here two
		for range 2 {
			update(acp.SessionUpdate{AgentMessageChunk: &acp.SessionUpdateAgentMessageChunk{
				SessionUpdate: "agent_message_chunk", Content: acp.TextBlock(""), Meta: map[string]any{"usage": acp.Usage{
					InputTokens: answer.Input / 2, OutputTokens: answer.Output / 2, TotalTokens: (answer.Input + answer.Output) / 2,
				}, "durationMs": 7},
			}})
		}
	case "quota":
		response.Meta = map[string]any{"quota": map[string]any{
			"token_count": map[string]int{"input_tokens": answer.Input, "output_tokens": answer.Output},
		}}
	}
}

// environment returns the names and values that the agent was given, except for
// the script.
func environment() string {
	entries := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, Variable+"=") })
	return strings.Join(entries, "\n")
}

// ask makes the script's requests to the client, and returns their outcomes.
func (a *agent) ask(ctx context.Context, id acp.SessionId) []string {
	var outcomes []string
	for _, what := range a.script.Asks {
		verb, argument, _ := strings.Cut(what, " ")
		outcome, err := a.askFor(ctx, id, verb, argument)
		var refusal *acp.RequestError
		switch {
		case errors.As(err, &refusal):
			outcome = fmt.Sprintf("error %d %s", refusal.Code, refusal.Message)
		case err != nil:
			outcome = "error " + err.Error()
		}
		outcomes = append(outcomes, verb+": "+outcome)
	}
	return outcomes
}

func (a *agent) askFor(ctx context.Context, id acp.SessionId, verb, argument string) (string, error) {
	switch verb {
	case "read":
		response, err := a.conn.ReadTextFile(ctx, acp.ReadTextFileRequest{SessionId: id, Path: argument})
		return response.Content, err
	case "write":
		_, err := a.conn.WriteTextFile(ctx, acp.WriteTextFileRequest{SessionId: id, Path: argument, Content: "pwned"})
		return "written", err
	case "terminal":
		response, err := a.conn.CreateTerminal(ctx, acp.CreateTerminalRequest{SessionId: id, Command: argument})
		return response.TerminalId, err
	case "permission", "permission-without-reject":
		options := []acp.PermissionOption{
			{Kind: acp.PermissionOptionKindAllowAlways, Name: "Always", OptionId: "always"},
			{Kind: acp.PermissionOptionKindAllowOnce, Name: "Once", OptionId: "once"},
			{Kind: acp.PermissionOptionKindRejectOnce, Name: "No", OptionId: "no"},
		}
		if verb != "permission" {
			options = options[:2]
		}
		response, err := a.conn.RequestPermission(ctx, acp.RequestPermissionRequest{
			SessionId: id, Options: options, ToolCall: acp.ToolCallUpdate{ToolCallId: "t1", Title: &argument},
		})
		switch {
		case err != nil:
			return "", err
		case response.Outcome.Selected != nil:
			return "selected " + string(response.Outcome.Selected.OptionId), nil
		}
		return "cancelled", nil
	}
	_, err := a.conn.CallExtension(ctx, verb, map[string]any{"sessionId": id})
	return "answered", err
}

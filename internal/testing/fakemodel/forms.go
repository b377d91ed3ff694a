package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type object = map[string]any

// The tokens that each answer reports.
const (
	InputTokens  = 1000
	OutputTokens = 50
)

// chatCompletions answers in the form of OpenAI's chat completions, streamed.
func chatCompletions(w http.ResponseWriter, step Step) {
	if step.Status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(step.Status)
		_ = json.NewEncoder(w).Encode(object{"error": object{
			"message": "Rate limit reached for requests", "type": "requests", "code": "rate_limit_exceeded",
		}})
		return
	}
	var events []any
	say := func(delta object, finish any) {
		events = append(events, object{
			"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "scripted",
			"choices": []any{object{"index": 0, "delta": delta, "finish_reason": finish}},
		})
	}
	finish := "stop"
	for part := range halves(step.Text) {
		say(object{"role": "assistant", "content": part}, nil)
	}
	for i, call := range step.Calls {
		say(object{"tool_calls": []any{object{
			"index": i, "id": fmt.Sprint("call_", i), "type": "function",
			"function": object{"name": call.Tool, "arguments": asText(call.Args)},
		}}}, nil)
		finish = "tool_calls"
	}
	if step.Blocked {
		finish = "content_filter"
	}
	say(object{}, finish)
	events = append(events, object{
		"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": []any{},
		"usage": object{
			"prompt_tokens": InputTokens, "completion_tokens": OutputTokens, "total_tokens": InputTokens + OutputTokens,
		},
	}, "[DONE]")
	stream(w, events...)
}

// gemini answers in the form of Gemini.
func gemini(w http.ResponseWriter, step Step, streamed bool) {
	if step.Status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(step.Status)
		_ = json.NewEncoder(w).Encode(object{"error": object{
			"code": step.Status, "message": "Resource has been exhausted", "status": "RESOURCE_EXHAUSTED",
		}})
		return
	}
	usage := object{
		"promptTokenCount": InputTokens, "candidatesTokenCount": OutputTokens, "totalTokenCount": InputTokens + OutputTokens,
	}
	say := func(parts []any, finish string) object {
		candidate := object{"index": 0, "content": object{"role": "model", "parts": parts}}
		if finish != "" {
			candidate["finishReason"] = finish
		}
		return object{"candidates": []any{candidate}, "usageMetadata": usage, "modelVersion": "gemini-2.5-flash"}
	}
	if !streamed {
		writeJSON(w, say([]any{object{"text": step.Text}}, "STOP"))
		return
	}
	var events []any
	for part := range halves(step.Text) {
		events = append(events, say([]any{object{"text": part}}, ""))
	}
	var calls []any
	for _, call := range step.Calls {
		calls = append(calls, object{"functionCall": object{"name": call.Tool, "args": call.Args}})
	}
	if len(calls) > 0 {
		events = append(events, say(calls, ""))
	}
	finish := "STOP"
	if step.Blocked {
		finish = "SAFETY"
	}
	events = append(events, say([]any{object{"text": ""}}, finish))
	stream(w, events...)
}

// halves yields a text in two parts, as models give it in several.
func halves(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		half := []rune(text)[:len([]rune(text))/2]
		for _, part := range []string{string(half), text[len(string(half)):]} {
			if part != "" && !yield(part) {
				return
			}
		}
	}
}

func asText(args map[string]any) string {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err) // the arguments come from JSON
	}
	return string(raw)
}

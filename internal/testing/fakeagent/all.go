package fakeagent

import "os"

// all answers every request of version 1 of the protocol. Before the end of a
// prompt, it makes all requests that agents can make, of both versions.
// Script.Log has the frames of the client.
func (r *raw) all() {
	switch r.where {
	case "initialize":
		r.result(`{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"close":{}}},"agentInfo":{"name":"all","version":"1"},` +
			`"authMethods":[{"id":"key","name":"A key","type":"env_var","vars":[{"name":"FAKE_API_KEY"}]}]}`)
	case "authenticate", "session/set_mode":
		r.loggedIn = true
		r.result(`{}`)
	case "session/set_config_option":
		r.result(`{"configOptions":[]}`)
	case "session/new":
		if !r.loggedIn {
			r.fail(-32000, "Authentication required")
			return
		}
		if r.sessions++; r.sessions == 1 {
			r.result(`{"sessionId":"t1","modes":{"currentModeId":"code","availableModes":[{"id":"code","name":"Code"},{"id":"plan","name":"Plan"}]}}`)
			return
		}
		r.result(`{"sessionId":"t2","configOptions":[{"id":"mode","name":"Mode","type":"select","category":"mode","currentValue":"code",` +
			`"options":[{"value":"code","name":"Code"},{"value":"plan","name":"Plan"}]}]}`)
	case "session/prompt":
		session := `"sessionId":` + quoted(r.session)
		tool := `,"toolCall":{"toolCallId":"c","title":"Edit"},"options":[`
		for _, request := range []struct{ method, params string }{
			{"session/request_permission", session + tool + `{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]`},
			{"session/request_permission", session + tool + `{"optionId":"l","name":"Later","kind":"_later"}]`},
			{"fs/read_text_file", session + `,"path":"a.txt"`},
			{"fs/write_text_file", session + `,"path":"a.txt","content":"x"`},
			{"terminal/create", session + `,"command":"sh"`},
			{"elicitation/create", session + `,"mode":"form","message":"Which?"`},
			{"session/request_permission", session + `,"title":"Edit","subject":{"type":"tool_call","toolCall":{"toolCallId":"c"}},` +
				`"options":[{"optionId":"n","name":"No","kind":"reject_once"},{"optionId":"l","name":"Later","kind":"_later"}]`},
			{"session/request_permission", session + `,"title":"Run","description":null,"subject":{"type":"_vendor"},"options":[]`},
			{"_vendor/ask", session},
		} {
			r.ask(request.method, request.params)
		}
		r.update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"NO_CHANGE"}}`)
		r.result(`{"stopReason":"end_turn"}`)
	case "session/close":
		r.result(`{}`)
	}
}

// ask makes a request, and logs the answer.
func (r *raw) ask(method, params string) {
	r.write(`{"jsonrpc":"2.0","id":` + quoted(method) + `,"method":` + quoted(method) + `,"params":{` + params + `}}`)
	r.flush()
	line, err := r.in.ReadBytes('\n')
	if err != nil {
		os.Exit(6)
	}
	appendLine(r.Log, string(line[:len(line)-1]))
}

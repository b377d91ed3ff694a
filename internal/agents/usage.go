package agents

import (
	"encoding/json"

	"github.com/coder/acp-go-sdk"

	"github.com/rules-autofix/rules_autofix/internal/clip"
)

// Usage is the cost of an answer, as far as the agent reports it. 0 means
// unknown.
type Usage struct {
	Input, Output, Total int // tokens
	// Context is the number of tokens in the model's context.
	Context int
	// Cost is an amount in Currency, such as "USD".
	Cost     float64
	Currency string
}

// update adds a usage_update. Its costs are for the whole session.
func (u *Usage) update(told acp.SessionUsageUpdate, costBefore float64) {
	u.Context = max(told.Used, 0)
	if told.Cost != nil && told.Cost.Amount >= costBefore {
		u.Cost, u.Currency = told.Cost.Amount-costBefore, clip.Line(told.Cost.Currency, 10)
	}
}

// add adds the usage in the response to a prompt.
func (u *Usage) add(response acp.PromptResponse) {
	var meta struct {
		Usage acp.Usage `json:"usage"`
		Quota quota     `json:"quota"`
	}
	raw, err := json.Marshal(response.Meta)
	if err == nil {
		_ = decode(raw, &meta) // a part in another form counts as none
	}
	switch {
	case response.Usage != nil:
		u.set(response.Usage)
	case meta.Usage.InputTokens > 0 || meta.Usage.OutputTokens > 0:
		u.set(&meta.Usage)
	case meta.Quota.Count.Input > 0 || meta.Quota.Count.Output > 0:
		u.Input, u.Output = max(meta.Quota.Count.Input, 0), max(meta.Quota.Count.Output, 0)
	}
	if u.Total == 0 {
		u.Total = u.Input + u.Output
	}
}

// quota is the extension in which Gemini CLI reports its tokens.
type quota struct {
	Count struct {
		Input  int `json:"input_tokens"`
		Output int `json:"output_tokens"`
	} `json:"token_count"`
}

func (u *Usage) set(told *acp.Usage) {
	u.Input, u.Output, u.Total = max(told.InputTokens, 0), max(told.OutputTokens, 0), max(told.TotalTokens, 0)
}

// addMeta adds the usage of one request to the model. Qwen Code reports it in
// the _meta of a chunk, and not in the response.
func (u *Usage) addMeta(meta json.RawMessage) {
	var told struct {
		Usage acp.Usage `json:"usage"`
	}
	if len(meta) == 0 || decode(meta, &told) != nil {
		return
	}
	u.Input += max(told.Usage.InputTokens, 0)
	u.Output += max(told.Usage.OutputTokens, 0)
	u.Total += max(told.Usage.TotalTokens, 0)
}

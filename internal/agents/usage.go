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
	if told := response.Usage; told != nil {
		u.Input, u.Output, u.Total = max(told.InputTokens, 0), max(told.OutputTokens, 0), max(told.TotalTokens, 0)
	} else if quota := quotaOf(response.Meta); quota != nil {
		u.Input, u.Output = max(quota.Count.Input, 0), max(quota.Count.Output, 0)
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

func quotaOf(meta map[string]any) *quota {
	raw, err := json.Marshal(meta["quota"])
	if err != nil || meta["quota"] == nil {
		return nil
	}
	var q quota
	if json.Unmarshal(raw, &q) != nil {
		return nil
	}
	return &q
}

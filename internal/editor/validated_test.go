package editor_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol/metamodel"
	"github.com/rules-autofix/rules_autofix/internal/lsp/stream"
)

// validated checks each message of a connection against the protocol.
type validated struct {
	*stream.Stream
	t     *testing.T
	model *metamodel.Model

	mu    sync.Mutex
	asked map[string]string // the method of each request, by who sent it and its id
}

func (v *validated) check(raw []byte, direction string) {
	var m metamodel.Message
	if err := json.Unmarshal(raw, &m); err != nil {
		v.t.Errorf("%s: %v", raw, err)
		return
	}
	other := map[string]string{metamodel.FromClient: metamodel.FromServer, metamodel.FromServer: metamodel.FromClient}[direction]
	v.mu.Lock()
	defer v.mu.Unlock()
	var err error
	if m.Method == "" {
		if method, known := v.asked[other+string(m.ID)]; known {
			err = v.model.ValidateAnswer(method, &m)
		} else if m.Error == nil {
			err = errors.New("an answer to no request")
		}
	} else {
		if m.ID != nil {
			v.asked[direction+string(m.ID)] = m.Method
		}
		err = v.model.Validate(&m, direction)
	}
	if err != nil {
		v.t.Errorf("%s: %v\n%.2000s", direction, err, raw)
	}
}

func (v *validated) WriteObject(message any) error {
	raw, err := json.Marshal(message)
	if err != nil {
		return err
	}
	v.check(raw, metamodel.FromClient)
	return v.Stream.WriteObject(json.RawMessage(raw))
}

func (v *validated) ReadObject(message any) error {
	var raw json.RawMessage
	if err := v.Stream.ReadObject(&raw); err != nil {
		return err
	}
	v.check(raw, metamodel.FromServer)
	return json.Unmarshal(raw, message)
}

var loadModel = sync.OnceValues(metamodel.Load)

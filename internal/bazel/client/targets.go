package client

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A QueriedTarget has fields of a blaze_query.Target, of
// src/main/protobuf/build.proto in Bazel, in JSON. Options of the query leave
// out some of them.
type QueriedTarget struct {
	Type          string        `json:"type"`          // e.g. RULE, SOURCE_FILE
	Rule          QueriedRule   `json:"rule"`          // of a RULE
	GeneratedFile GeneratedFile `json:"generatedFile"` // of a GENERATED_FILE
	SourceFile    SourceFile    `json:"sourceFile"`    // of a SOURCE_FILE
}

// A SourceFile is a blaze_query.SourceFile.
type SourceFile struct {
	Name       string   `json:"name"`            // label
	Visibility []string `json:"visibilityLabel"` // labels of package groups
}

// A QueriedRule is a blaze_query.Rule.
type QueriedRule struct {
	Name       string          `json:"name"`       // label
	Class      string          `json:"ruleClass"`  // e.g. go_test
	Inputs     []string        `json:"ruleInput"`  // labels that it names
	Outputs    []string        `json:"ruleOutput"` // labels
	Attributes []RuleAttribute `json:"attribute"`
}

// A RuleAttribute is a blaze_query.Attribute. It has the values of all branches
// of a select together.
type RuleAttribute struct {
	Name   string     `json:"name"`
	Value  string     `json:"stringValue"`
	Values []string   `json:"stringListValue"`
	Keyed  []KeyValue `json:"labelKeyedStringDictValue"`
	Unary  []KeyValue `json:"labelDictUnaryValue"`
}

// A KeyValue is an entry of a dictionary.
type KeyValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// A GeneratedFile is a blaze_query.GeneratedFile.
type GeneratedFile struct {
	Name string `json:"name"`           // label
	Rule string `json:"generatingRule"` // label
}

// Tags returns the tags of a rule.
func (r *QueriedRule) Tags() []string {
	for i := range r.Attributes {
		if r.Attributes[i].Name == "tags" {
			return r.Attributes[i].Values
		}
	}
	return nil
}

// ReadTargets calls handle for each target that
// `query --output=streamed_jsonproto` printed, in order. The error of a
// malformed target has its number, from 1.
func ReadTargets(r io.Reader, handle func(*QueriedTarget)) error {
	decoder := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	for n := 1; ; n++ {
		var target QueriedTarget
		switch err := decoder.Decode(&target); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("target %d: %w", n, err)
		}
		handle(&target)
	}
}

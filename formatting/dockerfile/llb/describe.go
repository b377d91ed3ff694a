package llb

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/moby/buildkit/solver/pb"
	digest "github.com/opencontainers/go-digest"
)

// A describer writes builds as text.
type describer struct {
	out     strings.Builder
	numbers map[string]int // of the operations of a part, by digest
}

func (d *describer) build(b *build) error {
	title := fmt.Sprintf("stage %d, %s", b.stage, b.setting)
	if b.frontend != "" {
		title += ", " + b.frontend
	}
	if len(b.parts) == 0 {
		fmt.Fprintf(&d.out, "%s: refused\n", title)
	}
	for _, p := range b.parts {
		fmt.Fprintf(&d.out, "%s: %s\n", title, p.kind)
		d.numbers = make(map[string]int)
		for _, op := range p.ops {
			if err := d.operation(op); err != nil {
				return err
			}
		}
		if p.image != nil {
			if err := d.value("image", p.image, func(v any) any { return v }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *describer) operation(encoded []byte) error {
	key := digest.FromBytes(encoded).String()
	if _, ok := d.numbers[key]; ok {
		return nil
	}
	var op pb.Op
	if err := op.UnmarshalVT(encoded); err != nil {
		return err
	}
	for _, input := range op.Inputs {
		input.Digest = fmt.Sprintf("operation %d", d.numbers[input.Digest])
	}
	d.numbers[key] = len(d.numbers)
	content, err := json.Marshal(&op)
	if err != nil {
		return err
	}
	return d.value(fmt.Sprintf("operation %d", d.numbers[key]), content, readable)
}

// value writes a JSON value with one field or item in a line.
func (d *describer) value(name string, content []byte, shown func(any) any) error {
	var v any
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return err
	}
	encoder := json.NewEncoder(&d.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	fmt.Fprintf(&d.out, "%s: ", name)
	return encoder.Encode(shown(v))
}

// readable returns an operation with the contents of files as text.
func readable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, item := range v {
			if data, ok := item.(string); ok && key == "data" {
				if content, err := base64.StdEncoding.DecodeString(data); err == nil && utf8.Valid(content) {
					v[key] = string(content)
				}
				continue
			}
			v[key] = readable(item)
		}
	case []any:
		for i := range v {
			v[i] = readable(v[i])
		}
	}
	return v
}

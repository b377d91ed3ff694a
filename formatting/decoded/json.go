package decoded

import (
	"bytes"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/formatting/json"
)

// jsonDigest returns the digest of JSON, with or without comments.
func jsonDigest(_ string, text []byte) (digest, error) {
	root, err := json.Tree(text)
	if err != nil {
		return digest{}, err
	}
	return jsonValue(root.Value), nil
}

// jsonLinesDigest returns the digest of a text with one value per line.
func jsonLinesDigest(path string, text []byte) (digest, error) {
	var values []digest
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		value, err := jsonDigest(path, line)
		if err != nil {
			return digest{}, err
		}
		values = append(values, value)
	}
	return list(values), nil
}

func jsonValue(v hujson.ValueTrimmed) digest {
	switch v := v.(type) {
	case *hujson.Object:
		members := make([]member, len(v.Members))
		for i := range v.Members {
			members[i] = member{jsonValue(v.Members[i].Name.Value), jsonValue(v.Members[i].Value.Value)}
		}
		return mapping(members)
	case *hujson.Array:
		values := make([]digest, len(v.Elements))
		for i := range v.Elements {
			values[i] = jsonValue(v.Elements[i].Value)
		}
		return list(values)
	}
	literal := v.(hujson.Literal)
	if literal.Kind() == '"' {
		return scalar("string", literal.String())
	}
	return scalar("literal", string(literal)) // numbers with different spellings are different values
}

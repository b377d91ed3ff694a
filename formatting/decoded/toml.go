package decoded

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

// tomlDigest returns the digest of TOML.
func tomlDigest(path string, text []byte) (digest, error) {
	root, err := toml.Decode(path, text)
	if err != nil {
		return digest{}, err
	}
	return tomlValue(root), nil
}

func tomlValue(value any) digest {
	switch value := value.(type) {
	case map[string]any:
		members := make([]member, 0, len(value))
		for key, value := range value {
			members = append(members, member{scalar("key", key), tomlValue(value)})
		}
		return mapping(members)
	case []any:
		values := make([]digest, len(value))
		for i := range value {
			values[i] = tomlValue(value[i])
		}
		return list(values)
	}
	return scalar(fmt.Sprintf("%T", value), fmt.Sprint(value))
}

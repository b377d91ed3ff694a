package targets

import "go.yaml.in/yaml/v4"

// compose reads a Compose file, in which a service may describe how its image
// is built.
func compose(file string, content []byte) ([]Build, error) {
	var doc struct {
		Services map[string]struct {
			Build any `yaml:"build"`
		} `yaml:"services"`
	}
	if err := yaml.Unmarshal(content, &doc); err != nil {
		return nil, err
	}
	var builds []Build
	for _, service := range doc.Services {
		switch b := service.Build.(type) {
		case string:
			builds = append(builds, build(file, literal(b), value{}, value{}))
		case map[string]any:
			if _, inline := b["dockerfile_inline"]; inline {
				continue
			}
			builds = append(builds, build(file, entry(b, "context"), entry(b, "dockerfile"), entry(b, "target")))
		}
	}
	return builds, nil
}

// entry returns a value of a map. It is unknown if it is not a string.
func entry(m map[string]any, key string) value {
	switch v := m[key].(type) {
	case nil:
		return value{}
	case string:
		return literal(v)
	}
	return value{set: true}
}

package objective

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
)

// readDockerfile returns the data of a fix of a Dockerfile, and as evidence.
func readDockerfile(r *Request) (*handover.Request, json.RawMessage, error) {
	var data handover.Request
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return nil, nil, err
	}
	if data.Rule == "" || data.FinalStage.Base == "" {
		return nil, nil, errors.New("there is no rule or no final stage")
	}
	return &data, r.Data, nil
}

// aroundInstructions is the constraint for directives and comments.
const aroundInstructions = "Keep the directives at the start of the file. Add no comments that turn findings off, and no characters that nobody sees."

// ofDockerfiles returns the constraints that all objectives of Dockerfiles
// have. The configuration of the image stays the same, except for the
// exception.
func ofDockerfiles(exception string) []string {
	keep := "Keep what the final image runs and how: " + strings.Join(imageconfig.Instructions, ", ") + ", with their exact values"
	if exception != "" {
		keep += ", except for " + exception
	}
	return []string{
		keep + ".",
		"Keep comments, except where the lines that they explain go away. Add no comments that turn findings off.",
		"Keep the directives at the start of the file, and the default of each ARG that stays.",
		"Do not install packages, and do not name hosts, that the file does not name.",
	}
}

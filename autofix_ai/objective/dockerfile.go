package objective

import (
	"encoding/json"
	"fmt"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/handover"
)

// readDockerfile returns the data of a fix of a Dockerfile, and as evidence.
func readDockerfile(r *Request) (*handover.Request, json.RawMessage, error) {
	var data handover.Request
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return nil, nil, err
	}
	if data.Rule == "" || data.FinalStage.Base == "" {
		return nil, nil, fmt.Errorf("it has no rule or no final stage")
	}
	return &data, r.Data, nil
}

// ofDockerfiles are constraints that all objectives of Dockerfiles have.
var ofDockerfiles = []string{
	"Keep what the final image runs and how: CMD, ENTRYPOINT, USER, WORKDIR, ENV, EXPOSE, VOLUME, LABEL, HEALTHCHECK, SHELL, STOPSIGNAL and ONBUILD, with their exact values.",
	"Keep comments, except where the lines that they explain go away.",
	"Do not install packages, and do not name hosts, that the file does not name.",
	"You cannot run commands or read files. Use only what is written here.",
}

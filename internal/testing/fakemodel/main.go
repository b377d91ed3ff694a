package fakemodel

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

// Variable is the environment variable with the script as JSON.
const Variable = "AUTOFIX_FAKE_MODEL"

// The variables with the address of the server that the agent is given:
// URLVariable for configurations that name it, and the one that Gemini CLI
// knows.
const (
	URLVariable    = "AUTOFIX_FAKE_MODEL_URL"
	geminiVariable = "GOOGLE_GEMINI_BASE_URL"
)

// Env returns the entry of the environment that has Main follow the script.
func (s Script) Env() string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // it comes from Go literals of what JSON has
	}
	return Variable + "=" + string(raw)
}

// IsAsked reports whether this process was started as a model.
func IsAsked() bool { return os.Getenv(Variable) != "" }

// Main starts the server, and the agent whose command the arguments are, with
// the standard input and output of this process. It returns the agent's exit
// code.
func Main(command []string) int {
	code, err := run(command)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakemodel:", err)
		return 2
	}
	return code
}

func run(command []string) (int, error) {
	var script Script
	if err := json.Unmarshal([]byte(os.Getenv(Variable)), &script); err != nil {
		return 0, fmt.Errorf("script: %w", err)
	}
	if len(command) == 0 {
		return 0, errors.New("no command of an agent is given")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	server := &http.Server{Handler: NewServer(script), ReadHeaderTimeout: time.Minute}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	url := "http://" + listener.Addr().String()
	os.Unsetenv(Variable)
	agent := exec.Command(command[0], command[1:]...)
	agent.Env = append(os.Environ(), URLVariable+"="+url, geminiVariable+"="+url)
	agent.Stdin, agent.Stdout, agent.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = agent.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

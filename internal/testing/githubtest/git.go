package githubtest

import (
	"net/http"
	"net/http/cgi"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// git answers a git client by git http-backend.
func (s *Server) git(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	if user != "x-access-token" || password != Token {
		w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
		http.Error(w, "authentication is needed", http.StatusUnauthorized)
		return
	}
	rest, found := strings.CutPrefix(r.URL.Path, "/"+s.Owner+"/"+s.Name+".git")
	if !found || s.Git == "" {
		http.NotFound(w, r)
		return
	}
	program, err := exec.LookPath("git")
	if err != nil {
		s.t.Error(err)
		return
	}
	r.URL.Path = "/" + filepath.Base(s.Git) + rest
	(&cgi.Handler{
		Path: program, Args: []string{"http-backend"}, Dir: s.Git, Stderr: os.Stderr,
		Env: []string{
			"GIT_PROJECT_ROOT=" + filepath.Dir(s.Git), "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=" + User, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_GLOBAL=" + os.DevNull, "HOME=" + os.DevNull,
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		},
	}).ServeHTTP(w, r)
}

// ask asks git about the bare repository.
func (s *Server) ask(args ...string) (string, error) {
	command := exec.Command("git", append([]string{"-c", "safe.directory=*"}, args...)...)
	command.Dir = s.Git
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, err := command.Output()
	return strings.TrimSuffix(string(out), "\n"), err
}

// tip returns the hash of a branch, or "".
func (s *Server) tip(branch string) string {
	out, err := s.ask("rev-parse", "--verify", "-q", "refs/heads/"+branch)
	if err != nil {
		return ""
	}
	return out
}

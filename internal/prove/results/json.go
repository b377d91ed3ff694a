package results

import (
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// JSONFile is the name of the file of results of runners that write JSON.
const JSONFile = "results.json"

// ReadJSON reads the file of a runner that writes one, in JSON. Without one, a
// runner that failed could not start, such as for a configuration or a file
// that cannot be loaded.
func (c *Collector) ReadJSON(runner string, report any) {
	text, err := c.Raw.ReadFile(JSONFile)
	if err == nil {
		err = json.Unmarshal(text, report)
	}
	switch {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist):
		c.Trouble(evidence.ProblemBadResults, JSONFile, err)
	case c.Raw.End == evidence.Exited && c.Raw.Exit != 0:
		c.Built = false
	case c.Raw.End == evidence.Exited:
		c.Problem(evidence.ProblemNoResults, runner+" wrote no "+JSONFile)
	}
}

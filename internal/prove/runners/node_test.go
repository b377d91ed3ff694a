package runners_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

const nodeTests = `const { test, describe } = require('node:test');
const assert = require('node:assert');
test('adds', () => assert.strictEqual(1 + 1, 2));
describe('outer', () => { test('fails', () => assert.strictEqual(1, 2)); });
test('later', { skip: true }, () => {});
`

func TestRealNode(t *testing.T) {
	files := map[string]string{"x.test.js": nodeTests, "package.json": `{"scripts": {"test": "node --test x.test.js"}}`}
	for _, argv := range [][]string{{"node", "--test"}, {"node", "--test", "x.test.js"}, {"node", "--test", "--test-reporter=dot"}, {"npm", "test"}} {
		t.Run(strings.Join(argv, " "), func(t *testing.T) {
			home := t.TempDir()
			file := func(name string) ([]byte, error) {
				if text, found := files[name]; found {
					return []byte(text), nil
				}
				return nil, fs.ErrNotExist
			}
			got, raw := resultstest.Run(t, runners.For(argv, file), files, []string{"HOME=" + home, "npm_config_update_notifier=false"}, argv...)
			var cases []string
			for _, c := range got.Cases { // the version decides whether the suite is known
				cases = append(cases, c.Name+"|"+string(c.Status))
			}
			want := []string{"adds|passed", "later|skipped", "outer > fails|failed"}
			if diff := cmp.Diff(want, cases); diff != "" || len(got.Problems) > 0 || raw.Exit != 1 {
				t.Errorf("exit %d, -want +got:\n%s\n%s\n%s\n%s", raw.Exit, diff, resultstest.Text(got), raw.Stdout, raw.Stderr)
			}
			if !strings.Contains(got.Signature, "Expected values to be strictly equal") {
				t.Error(got.Signature)
			}
		})
	}
}

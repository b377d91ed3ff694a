package startheap_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"testing"

	_ "github.com/rules-autofix/rules_autofix/cmd/autofix/startheap"
)

// asProcess is the variable by which a test makes its own binary a process that has just started.
const asProcess = "STARTHEAP_TEST_AS_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) == "" {
		os.Exit(m.Run())
	}
	atStart := percent()
	for atStart == 800 && percent() == atStart {
		runtime.GC() // the cleanup behind it has its own time
	}
	fmt.Print(atStart, " ", percent())
}

// percent is the GOGC that holds.
func percent() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func TestFirstCollectionComesLate(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ env, want string }{
		{"GOGC=", "800 100"},
		{"GOGC=70", "70 70"},
		{"GOMEMLIMIT=1GiB", "100 100"},
	} {
		cmd := exec.Command(self)
		cmd.Env = []string{asProcess + "=1", test.env}
		got, err := cmd.CombinedOutput()
		if err != nil || string(got) != test.want {
			t.Errorf("%s: GOGC at the start, and behind the first collection: %s (%v), want %s", test.env, got, err, test.want)
		}
	}
}

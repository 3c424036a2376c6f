package e2e

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/e2e/harness"
)

func TestMain(m *testing.M) {
	beProgram()
	// Nothing finds the platform of another test at the usual address.
	if err := os.Setenv("SALAATFLOW_UP_REGISTRY_LISTEN", "127.0.0.1:0"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Tests that are parallel mostly wait for programs, so that more of them than there are processors can.
	if err := flag.Set("test.parallel", "4"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	harness.RemoveBuilt()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

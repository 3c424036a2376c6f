package e2e

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/e2e/harness"
)

func TestMain(m *testing.M) {
	code := m.Run()
	harness.RemoveBuilt()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			println(err.Error())
			code = 1
		}
	}
	os.Exit(code)
}

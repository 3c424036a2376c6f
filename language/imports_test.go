package language_test

import (
	"os/exec"
	"strings"
	"testing"
)

// Anything may import the understanding of language, so it imports nothing of the platform and speaks to nobody.
func TestLanguageKnowsNothingOfThePlatform(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	const platform, own = "github.com/salaatflow/platform/", "github.com/salaatflow/platform/language"
	for _, pkg := range strings.Fields(string(listed)) {
		if strings.HasPrefix(pkg, platform) && !strings.HasPrefix(pkg, own) || pkg == "net" || strings.HasPrefix(pkg, "google.golang.org/grpc") {
			t.Errorf("it imports %s", pkg)
		}
	}
}

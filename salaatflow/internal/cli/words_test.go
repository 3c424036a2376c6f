package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/config"
)

// Flags of a tool stand wherever they like behind its name, among the flags of the command.
func TestWordsOfACall(t *testing.T) {
	model, err := config.Model(&commands{Up: defaultUp()}, config.Options{Name: "salaatflow", EnvPrefix: upEnv})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"call make_tea":                                    "call make_tea --",
		"call make_tea limit=1 --user 1":                   "call --user 1 make_tea -- limit=1",
		"call --user 1 pour_tea --title x -o json":         "call --user 1 -o json pour_tea -- --title x",
		"call pour_tea --title=x --output=yaml --user=2":   "call --output=yaml --user=2 pour_tea -- --title=x",
		"call t --latitude -5 -ojson --watch --no-keyring": "call -ojson --watch --no-keyring t -- --latitude -5",
		"call t --watch=1s - x=1":                          "call --watch=1s t -- - x=1",
		"call pour_tea --help":                             "call pour_tea -- --help",
		"call pour_tea -h":                                 "call pour_tea -- --help",
		"help call pour_tea":                               "call pour_tea -- --help",
		"call t -- --user 1":                               "call t -- --user 1",
		"call --help":                                      "call --help",
		"call":                                             "call",
		"--config f call t --x 1":                          "--config f call t -- --x 1",
		"help":                                             "--help",
		"help token create":                                "token create --help",
		"tools --json":                                     "tools --json",
		"":                                                 "",
		"call --title x pour_tea":                          "call --title x -- pour_tea",
		"call t --gateway http://127.0.0.1:1 --priority high ": "call --gateway http://127.0.0.1:1 t -- --priority high",
	} {
		if got := rearranged(strings.Fields(line), model); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

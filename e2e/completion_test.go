package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// What a shell completes, where it can be asked without a terminal. In zsh the script is called as its completion calls it.
var askShell = map[string]string{
	"fish": `salaatflow completion fish | source; complete -C "salaatflow $LINE"`,
	"zsh": `compdef() { }; compadd() { print -rl -- $candidates }
source <(salaatflow completion zsh)
words=(salaatflow ${=LINE}); [[ $LINE == *' ' ]] && words+=(''); CURRENT=$#words; PREFIX=$words[-1]
_salaatflow`,
}

// noConfig is with what a shell reads nobody's configuration.
var noConfig = map[string]string{"fish": "--no-config", "zsh": "-f"}

// Other shells than bash complete tools, their parameters and values, as the running gateway knows them, too.
func TestCompletionInOtherShells(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	folder := t.TempDir()
	if err := os.Symlink(harness.Build(t, "../salaatflow", true), filepath.Join(folder, "salaatflow")); err != nil {
		t.Fatal(err)
	}
	for shell, asks := range askShell {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				skipExample(t, "there is no "+shell+" here: apt-get install "+shell)
			}
			for line, want := range map[string]string{
				"desc":                               "describe",
				"call upd":                           "update_task",
				"call update_task --linked":          "--linked-prayer",
				"call update_task --linked-prayer M": "Maghrib",
				"call update_task --priority ":       "high low medium",
				"call list_tasks -o j":               "json jsonpath=",
			} {
				// A gateway that takes its time is not waited for, so on a busy machine Tab may have to be pressed again.
				eventually(t, line+" is completed by "+want, func() bool {
					command := exec.CommandContext(t.Context(), shell, noConfig[shell], "-c", asks)
					command.Env = append(os.Environ(), "LINE="+line, "PATH="+folder+":"+os.Getenv("PATH"),
						"SALAATFLOW_GATEWAY="+platform.URL, "HOME="+folder, "SALAATFLOW_KEYRING=false")
					output, err := command.Output()
					return err == nil && strings.Join(wordsOf(string(output)), " ") == want
				})
			}
		})
	}
}

// wordsOf returns the first word of each line, in order.
func wordsOf(output string) (words []string) {
	for line := range strings.Lines(output) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}

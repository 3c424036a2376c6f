package credential_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
)

// A program that keeps a credential makes it once, for its own user alone, and a secret that nobody guesses.
func TestACredentialIsMadeOnce(t *testing.T) {
	folder, secrets := t.TempDir(), map[string]bool{}
	file := filepath.Join(folder, "credential")
	var log bytes.Buffer
	for range 2 {
		kept, err := credential.Keep(file, clock.System(), logTo(&log))
		if err != nil {
			t.Fatal(err)
		}
		secrets[kept.Presented()] = true
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	if made, err := credential.Make(filepath.Join(folder, "another")); !made || err != nil {
		t.Fatal(made, err)
	}
	other, err := credential.Keep(filepath.Join(folder, "another"), clock.System(), logTo(&log))
	if err != nil {
		t.Fatal(err)
	}
	secrets[other.Presented()] = true
	if len(secrets) != 2 || log.Len() > 0 {
		t.Errorf("%d secrets for two files, and the log says %q", len(secrets), log.String())
	}
}

// What is there is never written over: another program may have it already.
func TestAFileThatIsThereIsKeptAsItIs(t *testing.T) {
	for name, text := range map[string]string{"a secret": old, "nothing": "", "two secrets": fresh + "\n" + old} {
		file := filepath.Join(t.TempDir(), "credential")
		write(t, file, text, 0o600)
		if made, err := credential.Make(file); made || err != nil {
			t.Errorf("%s: %v, %v", name, made, err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != text {
			t.Errorf("%s became %q, %v", name, after, err)
		}
	}
	if made, err := credential.Make(filepath.Join(t.TempDir(), "nowhere", "credential")); err == nil {
		t.Errorf("in no folder: %v", made)
	}
}

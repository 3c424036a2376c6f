package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/registry-svc/internal/store/storetest"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) registrations.Store { return store.NewMemory() })
}

func TestMemoryWithAFile(t *testing.T) {
	open := func(t *testing.T) func() registrations.Store {
		file := filepath.Join(t.TempDir(), "definitions.json")
		return func() registrations.Store {
			s, err := store.OpenMemory(file)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	storetest.RunPinning(t, open)
	storetest.Run(t, func(t *testing.T) registrations.Store { return open(t)() })
}

// A registry that forgot what it had accepted would accept whatever comes first.
func TestAFileThatCannotBeReadIsNotForgotten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "definitions.json")
	for _, content := range []string{
		"", "{", `[{"service":"a"}]`, `[{"service":"a","state":"accepted","definition":"//8="}]`, `[{"since":"x"}]`,
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := store.OpenMemory(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := store.OpenMemory(filepath.Dir(file)); err == nil {
		t.Error("a folder is taken for a file")
	}
}

// What was remembered before a process was ended while it wrote is there, and what it wrote a part of never was.
func TestAFileWhoseLastLineIsTornIsWhatWasRememberedBefore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "definitions.json")
	remember(t, file, "1.0.0", "1.1.0")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	remember(t, file, "1.2.0")
	longer, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(longer), string(whole)) {
		t.Error("what is remembered is not appended")
	}
	for end := len(whole); end < len(longer); end += 1 + (len(longer)-len(whole))/16 {
		if err := os.WriteFile(file, longer[:end], 0o600); err != nil {
			t.Fatal(err)
		}
		wantRemembered(t, file, "1.0.0", "1.1.0")
		remember(t, file, "1.3.0") // over the torn line
		wantRemembered(t, file, "1.0.0", "1.1.0", "1.3.0")
	}
}

// A file that an earlier release wrote is read, and written anew with the next definition.
func TestAFileOfAnEarlierReleaseIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "definitions.json")
	remember(t, file, "1.0.0", "1.1.0")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")[1:]
	if err := os.WriteFile(file, []byte("["+strings.Join(lines, ",")+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantRemembered(t, file, "1.0.0", "1.1.0")
	remember(t, file, "1.2.0")
	wantRemembered(t, file, "1.0.0", "1.1.0", "1.2.0")
}

// The file does not grow with each decision for ever.
func TestAFileOfManyDecisionsIsWrittenAnew(t *testing.T) {
	file := filepath.Join(t.TempDir(), "definitions.json")
	s := remember(t, file, "1.0.0")
	pins, err := s.Pins(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if _, err := s.Decide(t.Context(), pins[0].Hash, registrations.Verdict{State: registrations.Accepted, By: "user 1"}); err != nil {
			t.Fatal(err)
		}
	}
	last, err := os.Stat(file)
	if err != nil || last.Size() > 100*first.Size() {
		t.Errorf("the file has %d bytes after 500 decisions and %d before, %v", last.Size(), first.Size(), err)
	}
	wantRemembered(t, file, "1.0.0")
}

// remember opens a store and registers versions of a service.
func remember(t *testing.T, file string, versions ...string) *store.Memory {
	t.Helper()
	s, err := store.OpenMemory(file)
	if err != nil {
		t.Fatal(err)
	}
	admit := func(*catalog.Definition, *registrations.Registration, []registrations.Registration) error { return nil }
	for _, version := range versions {
		definition, err := catalogtest.NewDefinition("garden-svc", version, []string{catalogtest.GRPCService("garden.v1")},
			catalogtest.Files(t, "garden.v1", catalogtest.Tools("sow")...), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Put(t.Context(), registrations.Registration{
			LeaseID: version, Instance: catalog.Instance{Service: "garden-svc", ID: version, DefinitionHash: definition.Hash},
			Definition: definition, Seen: time.Unix(1, 0),
		}, admit)
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func wantRemembered(t *testing.T, file string, versions ...string) {
	t.Helper()
	pins, err := remember(t, file).Pins(t.Context(), "garden-svc")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, pin := range pins {
		got = append(got, pin.Version)
	}
	if !slices.Equal(got, versions) {
		t.Errorf("versions %q are remembered, want %q", got, versions)
	}
}

package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/registry-svc/internal/store/storetest"
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

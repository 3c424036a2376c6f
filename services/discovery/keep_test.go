package discovery_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

// keptFile is a file that a watcher has kept a garden with one instance in.
func keptFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "catalogue")
	f := start(t, discovery.Options{CatalogFile: path})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	if f.Known() {
		t.Error("it knows something before anybody has said anything")
	}
	stream := f.begins(t)
	stream <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	f.has(t, "garden-svc/a")
	if err := f.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAWatcherBeginsWithTheCatalogueThatWasKept(t *testing.T) {
	path := keptFile(t)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the file is %v, %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
	f := start(t, discovery.Options{CatalogFile: path}) // the registry says nothing yet
	f.has(t, "garden-svc/a")
	if !f.Known() || f.Current().Lookup("sow") == nil {
		t.Error("it does not know what it has")
	}
	select {
	case <-f.Synced():
		t.Error("it takes what was kept for the registry's word")
	default:
	}
	kitchen := define(t, "kitchen-svc", catalogtest.Tools("cook")...)
	f.begins(t) <- snapshot(1, []*registryv1.Definition{kitchen}, instance(kitchen, "a"))
	f.has(t, "garden-svc/a", "kitchen-svc/a") // the garden may not have registered again yet
	f.after(t, discovery.DefaultGrace)
	f.has(t, "kitchen-svc/a")
}

// keep looks once at each change, and stores only what the registry sent.
func TestWhoIsToldOfTheRegistrysCatalogueFindsItSynced(t *testing.T) {
	f := start(t, discovery.Options{})
	changed, cancel := f.Subscribe()
	defer cancel()
	<-changed
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	f.begins(t) <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "a"))
	<-changed
	select {
	case <-f.Synced():
	default:
		t.Error("it is told of a catalogue that is not the registry's yet")
	}
}

func TestAKeptCatalogueThatCannotBeTrustedIsNotUsed(t *testing.T) {
	good, err := os.ReadFile(keptFile(t))
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte{}, good...)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		content []byte
		mode    os.FileMode
		says    string
	}{
		"a bit is wrong":          {flipped, 0o600, "damaged"},
		"the end is missing":      {good[:len(good)-1], 0o600, "damaged"},
		"it is empty":             {nil, 0o600, "not a stored catalogue"},
		"it is another file":      {[]byte("port: 8080"), 0o600, "not a stored catalogue"},
		"anybody could change it": {good, 0o666, "chmod 600"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "catalogue")
			if err := os.WriteFile(path, c.content, c.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			f := start(t, discovery.Options{CatalogFile: path})
			if f.Known() || len(f.Current().Tools()) > 0 {
				t.Errorf("it uses it: %v", f.Current().Tools())
			}
			if !strings.Contains(f.log.String(), c.says) {
				t.Errorf("it does not say %q: %s", c.says, f.log)
			}
			garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
			f.begins(t) <- snapshot(1, []*registryv1.Definition{garden}, instance(garden, "b"))
			f.has(t, "garden-svc/b")
		})
	}
}

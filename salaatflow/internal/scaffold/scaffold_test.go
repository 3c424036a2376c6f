package scaffold_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/salaatflow/internal/scaffold"
	"github.com/salaatflow/platform/services/join/libraries"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// The registry would take what a new service registers, and its tool has the name that was asked for.
func TestANewServiceOffersItsTool(t *testing.T) {
	for _, service := range []scaffold.Service{
		{Name: "prayer-beads", Tool: "prayer_beads", Language: "node"}, {Name: "garden_2", Tool: "greet_garden_2", Language: "python"},
	} {
		folder := filepath.Join(t.TempDir(), "new")
		if err := scaffold.Write(t.Context(), folder, service); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(folder, scaffold.DescriptorSet))
		if err != nil {
			t.Fatal(err)
		}
		set := &descriptorpb.FileDescriptorSet{}
		if err := proto.Unmarshal(raw, set); err != nil {
			t.Fatal(err)
		}
		declared := set.GetFile()[len(set.GetFile())-1]
		offered := declared.GetPackage() + "." + declared.GetService()[0].GetName()
		manifest, err := prototest.Manifest(set, []string{offered}, toolspec.Limits{})
		if err != nil || len(manifest.Tools) != 1 || manifest.Tools[0].Name != service.Tool ||
			!strings.Contains(manifest.Tools[0].Description, "Greets") {
			t.Fatalf("%s offers %+v, %v", offered, manifest, err)
		}
		if ignored, err := os.ReadFile(filepath.Join(folder, ".gitignore")); err != nil || len(ignored) == 0 {
			t.Errorf("what tools leave in the folder of %s would be kept in git: %q, %v", service.Language, ignored, err)
		}
		if err := scaffold.Write(t.Context(), folder, service); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("written again: %v", err)
		}
	}
}

// A service joins the registry that it is written for, which its page names, and nothing is left of what stands for that in templates.
func TestANewServiceJoinsTheRegistryItIsWrittenFor(t *testing.T) {
	for language, server := range map[string]string{"node": "server.js", "python": "server.py"} {
		folder := filepath.Join(t.TempDir(), "new")
		service := scaffold.Service{Name: "garden", Language: language, Registry: "127.0.0.1:41234"}
		if err := scaffold.Write(t.Context(), folder, service); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{server, "README.md"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || !strings.Contains(string(text), service.Registry) || strings.Contains(string(text), "__") && name == "README.md" {
				t.Errorf("%s in %s is not of that registry: %v\n%s", name, language, err, text)
			}
		}
	}
}

// Nothing else is needed to join: the library comes with the service, as it is published.
func TestANewServiceHasTheLibraryOfItsLanguage(t *testing.T) {
	for language, folders := range map[string][2]string{
		"node": {"join", "node"}, "python": {"salaatflow_join", "python/salaatflow_join"},
	} {
		folder := filepath.Join(t.TempDir(), "new")
		if err := scaffold.Write(t.Context(), folder, scaffold.Service{Name: "garden", Language: language}); err != nil {
			t.Fatal(err)
		}
		published, err := fs.Sub(libraries.Files, folders[1])
		if err != nil {
			t.Fatal(err)
		}
		entries, err := fs.ReadDir(published, ".")
		if err != nil || len(entries) == 0 {
			t.Fatalf("%s has no library: %v", language, err)
		}
		for _, entry := range entries {
			want, err := fs.ReadFile(published, entry.Name())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(filepath.Join(folder, folders[0], entry.Name())); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %s is another: %v", language, entry.Name(), err)
			}
		}
	}
}

func TestANameMustFitEverywhere(t *testing.T) {
	for _, name := range []string{"", "Garden", "9lives", "a--b", "-a", "a.b", "../x", "salaatflow-x", strings.Repeat("a", 41)} {
		if scaffold.CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
	if err := scaffold.CheckName("prayer-beads_2"); err != nil {
		t.Error(err)
	}
}

func TestAWrongContractIsToldOf(t *testing.T) {
	folder := t.TempDir()
	if err := scaffold.Build(t.Context(), folder, false); err == nil || !strings.Contains(err.Error(), "there is no .proto file") {
		t.Errorf("without one: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.proto"), []byte("syntax = \"proto3\";\nmessage A { B b = 1; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := scaffold.Build(t.Context(), folder, false); err == nil || !strings.Contains(err.Error(), "a.proto:2") {
		t.Errorf("with a message that is not there: %v", err)
	}
}

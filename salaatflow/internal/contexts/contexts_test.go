package contexts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contexts come back as they were kept, in a file that nobody else can read.
func TestContextsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "salaatflow", "config.yaml")
	none, err := Load(path)
	if err != nil || len(none.All) > 0 || none.Current != "" {
		t.Fatalf("without a file: %+v, %v", none, err)
	}
	none.All["home"] = Context{Gateway: "http://127.0.0.1:8080", User: 1}
	none.All["masjid"] = Context{Gateway: "https://masjid.example", TokenFile: "/home/a/token"}
	none.Current = "masjid"
	if err := none.Save(path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	found, err := Load(path)
	if err != nil || found.Current != "masjid" || found.All["home"] != none.All["home"] || found.All["masjid"] != none.All["masjid"] {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := found.Get("masjd"); err == nil || !strings.Contains(err.Error(), "did you mean masjid?") {
		t.Errorf("a name that is none: %v", err)
	}
}

// A damaged file is not taken for none, and is not overwritten.
func TestADamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	for _, text := range []string{"contexts: 7", "contexts: {a: {token: secret}}", "\t"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Secrets are not kept, nor what cannot be right.
func TestWhatIsNotKept(t *testing.T) {
	good := Context{Gateway: "https://masjid.example", User: 1}
	if err := Check("masjid", good); err != nil {
		t.Error(err)
	}
	for name, one := range map[string]Context{
		"": good, "two words": good, "password": {Gateway: "https://a:secret@masjid.example"},
		"parameter": {Gateway: "https://masjid.example?token=secret"},
		"nonsense":  {Gateway: "nonsense"}, "scheme": {Gateway: "ftp://masjid.example"}, "user": {Gateway: "https://masjid.example", User: -1},
	} {
		if err := Check(name, one); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

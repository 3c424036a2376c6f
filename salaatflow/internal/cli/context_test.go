package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// seen starts a gateway that keeps who called it last.
func seen(t *testing.T) (url string, who *string) {
	t.Helper()
	who = new(string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*who = r.Header.Get("X-User-ID") + " " + r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`[]`))
	}))
	t.Cleanup(server.Close)
	return server.URL, who
}

func run(t *testing.T, arguments ...string) (code int, out, failed string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Run(arguments, Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// A context saves typing the gateway, the user and the token. Flags and variables win over it, and a gateway that it is not
// about gets neither its user nor its token.
func TestAContextStandsInForFlags(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("SALAATFLOW_KEYRING", "false")
	mine, caller := seen(t)
	other, stranger := seen(t)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{
		{"config", "set-context", "mine", "--gateway", mine, "--user", "7", "--token-file", token},
		{"config", "set-context", "other", "--gateway", other},
	} {
		if code, _, failed := run(t, arguments...); code != exitOK {
			t.Fatalf("%v: %d %s", arguments, code, failed)
		}
	}
	list := func(arguments ...string) (int, string) {
		*caller, *stranger = "", ""
		code, _, failed := run(t, append([]string{"token", "list"}, arguments...)...)
		return code, failed
	}
	if code, failed := list(); code != exitOK || *caller != "7 Bearer secret" {
		t.Errorf("the first context is current: %d %s, called as %q", code, failed, *caller)
	}
	if code, failed := list("--user", "8"); code != exitOK || *caller != "8 Bearer secret" {
		t.Errorf("a flag wins: %d %s, called as %q", code, failed, *caller)
	}
	if code, failed := list("--gateway", other); code != exitOK || *stranger != " " || *caller != "" {
		t.Errorf("another gateway is told nothing: %d %s, called as %q", code, failed, *stranger)
	}
	if code, failed := list("--context", "other"); code != exitOK || *stranger != " " {
		t.Errorf("another context: %d %s, called as %q", code, failed, *stranger)
	}
	if code, failed := list("--context=mnie"); code != exitUsage || !strings.Contains(failed, "did you mean mine?") {
		t.Errorf("no such context: %d %s", code, failed)
	}
	t.Setenv("SALAATFLOW_GATEWAY", other)
	if code, failed := list(); code != exitOK || *stranger != " " {
		t.Errorf("a variable wins: %d %s, called as %q", code, failed, *stranger)
	}
}

func TestKeepingContexts(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, c := range []struct {
		line      string
		code      int
		out, told string
	}{
		{"config current-context", 1, "", "use-context"},
		{"config get-contexts", 0, "CURRENT  NAME  GATEWAY  USER  TOKEN FILE\n", ""},
		{"config use-context home", 2, "", "there is none yet"},
		{"config set-context home --user 1", 0, "", "is new, and current"},
		{"config set-context masjid --gateway https://masjid.example", 0, "", "is new."},
		{"config set-context bad --gateway https://a:b@masjid.example", 2, "", "password"},
		{"config get-contexts", 0, "*        home    http://127.0.0.1:8080", ""},
		{"config use-context masjid", 0, "", "https://masjid.example"},
		{"config current-context", 0, "masjid\n", ""},
		{"config get-contexts -o jsonpath=$.contexts.home.user", 0, "1\n", ""},
		{"config view", 0, "current-context: masjid\ncontexts:\n  home:\n    gateway: http://127.0.0.1:8080\n    user: 1\n", "config.yaml"},
		{"open --print", 0, "https://masjid.example/\n", ""},
		{"open --print docs", 0, "https://masjid.example/docs\n", ""},
		{"open --print https://evil.example", 2, "", "path of a page"},
		{"open --print //evil.example", 0, "https://masjid.example/", ""},
		{"config delete-context masjid", 0, "", "forgotten"},
		{"config current-context", 1, "", "no context is current"},
		{"config delete-context masjid", 2, "", "there are home"},
	} {
		code, out, told := run(t, strings.Fields(c.line)...)
		if code != c.code || !strings.HasPrefix(out, c.out) && !strings.Contains(out, "\n"+c.out) || !strings.Contains(told, c.told) {
			t.Errorf("%s: %d\n%s%s, want %d, %q, %q", c.line, code, out, told, c.code, c.out, c.told)
		}
	}
}

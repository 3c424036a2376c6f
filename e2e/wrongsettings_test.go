package e2e

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// wrongSetting is what an operator may give, with what the program says of it.
type wrongSetting struct {
	name      string
	arguments []string
	variable  string // NAME=value, for what may not be on a command line
	code      int
	says      []string
}

// hidden must never be said: it is a part of the secrets below.
const hidden = "s3cr3t"

// files are those that settings name.
type files struct{ folder string }

func (f files) write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(f.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Settings that another start does not mend end a program with exit code 2, which its systemd unit does not restart, and with a sentence
// that names the flag. What another start may mend, as an address in use, ends it with 1.
func TestSettingsThatARestartDoesNotMendEndWithTwo(t *testing.T) {
	f := files{t.TempDir()}
	held, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	inUse := held.Addr().String()
	brokenPolicy := f.write(t, "policy.yaml", "rules:\n- name: x\n  allow: 1 +\n")
	brokenLimits := f.write(t, "limits.yaml", "calls:\n- name: x\n  per: fortnight\n")
	empty, open := f.write(t, "empty", "\n"), f.write(t, "open", hidden+hidden+hidden+"\n")
	if err := os.Chmod(open, 0o666); err != nil {
		t.Fatal(err)
	}
	aFile, missing := f.write(t, "file", "x"), filepath.Join(f.folder, "missing")
	shared := []wrongSetting{
		{"a policy that is broken", []string{"--policy", brokenPolicy}, "", 2, []string{"--policy: " + brokenPolicy}},
		{"a policy that is missing", []string{"--policy", missing}, "", 2, []string{"--policy: ", missing}},
		{"a credential file that is missing", []string{"--credential-file", missing}, "", 2, []string{"--credential-file: ", missing}},
		{"a credential file without a secret", []string{"--credential-file", empty}, "", 2, []string{"contains no secret"}},
		{"a credential file that others may write", []string{"--credential-file", open}, "", 2, []string{"writable by other users"}},
		{"a certificate that is none", []string{"--tls-cert", aFile, "--tls-key", aFile, "--tls-ca", aFile}, "", 2, []string{"--tls-cert"}},
		{"a certificate without a key", []string{"--tls-cert", aFile}, "", 2, []string{"--tls-key"}},
		{"an ops address without a port", []string{"--ops-address", "127.0.0.1"}, "", 2, []string{"ops-address", "host:port"}},
		{"an ops address in use", []string{"--ops-address", inUse}, "", 1, []string{"--ops-address", "address already in use"}},
		{"an unknown flag", []string{"--nonsense"}, "", 2, []string{"--nonsense"}},
		{"a file of settings that is missing", []string{"--config", missing}, "", 2, []string{"--config", missing}},
		{"a log format", []string{"--log-format", "xml"}, "", 2, []string{"--log-format"}},
		{"an OTLP endpoint", []string{"--otlp-endpoint", "127.0.0.1:4317"}, "", 2, []string{"--otlp-endpoint", "http://127.0.0.1:4317"}},
	}
	edge := []wrongSetting{
		{"limits that are broken", []string{"--limits", brokenLimits}, "", 2, []string{"--limits: " + brokenLimits}},
		{"limits that are missing", []string{"--limits", missing}, "", 2, []string{"--limits: " + missing}},
		{"an address that is only a port", []string{"--http", "8080"}, "", 2, []string{"http: ", `"8080"`, "host:port"}},
		{"a port that is none", []string{"--http", "127.0.0.1:99999"}, "", 2, []string{"http: ", "host:port", "65535"}},
		{"a URL for an address", []string{"--http", "http://127.0.0.1:8080"}, "", 2, []string{"http: ", "host:port"}},
		{"an address in use", []string{"--http", inUse}, "", 1, []string{"--http", "address already in use"}},
		{"an address of another machine", []string{"--http", "192.0.2.1:8080", "--auth", "none"}, "", 1, []string{"--http"}},
		{"proxies that are no addresses", []string{"--trusted-proxies", "a b"}, "", 2, []string{"trusted-proxies"}},
		{"a clock that may be wrong by hours", []string{"--oidc-clock-skew", "10h"}, "", 2, []string{"oidc-clock-skew", "10h0m0s", "5m0s"}},
		{"a clock that is early", []string{"--oidc-clock-skew=-1s"}, "", 2, []string{"oidc-clock-skew"}},
		{"a symmetric algorithm", []string{"--oidc-algorithms", "HS256"}, "", 2, []string{"oidc-algorithms", `"HS256"`, "RS256"}},
		{"one among others", []string{"--oidc-algorithms", "RS256,HS512"}, "", 2, []string{"oidc-algorithms", `"HS512"`}},
		{"no algorithm", []string{"--oidc-algorithms", "none"}, "", 2, []string{"oidc-algorithms", `"none"`}},
		{
			"a symmetric algorithm where nobody signs in", []string{"--auth", "none", "--oidc-algorithms", "HS384"}, "", 2,
			[]string{"oidc-algorithms", `"HS384"`},
		},
		{
			"a symmetric algorithm where people sign in",
			[]string{"--auth", "oidc", "--oidc-issuer", "https://id.example.org", "--oidc-audience", "x", "--oidc-algorithms", "HS256"}, "", 2,
			[]string{"oidc-algorithms", `"HS256"`},
		},
		{"an issuer in plain HTTP", []string{"--oidc-issuer", "http://id.example.org"}, "", 2, []string{"oidc-issuer", "https"}},
		{"nobody to sign in at", []string{"--auth", "oidc"}, "", 2, []string{"oidc-issuer", "oidc-audience"}},
		{"a way to authenticate", []string{"--auth", "basic"}, "", 2, []string{"auth", "oidc, dev or none"}},
		{"a certificate for callers", []string{"--http-tls-cert", aFile, "--http-tls-key", aFile}, "", 2, []string{"--http-tls-cert"}},
	}
	folder := t.TempDir()
	up := append(append([]wrongSetting{
		{"a data folder that is a file", []string{"--data", aFile}, "", 2, []string{"--data", aFile}},
		{"a data folder below a file", []string{"--data", filepath.Join(aFile, "data")}, "", 2, []string{"--data", aFile}},
		{"the registry's address", []string{"--registry-listen", "9000"}, "", 2, []string{"--registry-listen", `"9000"`, "host:port"}},
		{"the registry's address in use", []string{"--registry-listen", inUse}, "", 1, []string{"--registry-listen", "address already in use"}},
		{"a time", []string{"--now", "yesterday"}, "", 2, []string{"--now", "2026-03-02T10:00:00+05:00"}},
	}, shared...), edge...)
	wantExits(t, harness.Build(t, "../salaatflow", true), up, "up", "--http", "127.0.0.1:0", "--ops-address", "127.0.0.1:0",
		"--registry-listen", "127.0.0.1:0", "--data", folder)
	gateway := append(append([]wrongSetting{
		{"hosts with a blank between them", []string{"--allowed-hosts", "a b"}, "", 2, []string{"allowed-hosts", `"a b"`, "commas"}},
		{"hosts with a port", []string{"--allowed-hosts", "tasks.example.org:443"}, "", 2, []string{"allowed-hosts"}},
		{"hosts with a scheme", []string{"--allowed-hosts", "https://tasks.example.org"}, "", 2, []string{"allowed-hosts"}},
		{"origins that are none", []string{"--allowed-origins", "app.example.org"}, "", 2, []string{"allowed-origins"}},
		{"the registry's address", []string{"--registry", "registry"}, "", 2, []string{"registry", `"registry"`, "host:port"}},
		{"the key of rounds", []string{"--round-key-file", missing}, "", 2, []string{"--round-key-file", missing}},
		{"the key of rounds is short", []string{"--round-key-file", aFile}, "", 2, []string{"--round-key-file"}},
		{"Redis", nil, "SALAATFLOW_GATEWAY_REDIS_URL=http://:" + hidden + "@127.0.0.1", 2, []string{"--redis-url"}},
	}, shared...), edge...)
	wantExits(t, harness.Build(t, "../gateway/cmd/gateway", true), gateway, "serve", "--http", "127.0.0.1:0", "--ops-address", "127.0.0.1:0")
	const database = "SALAATFLOW_TASKS_DATABASE_URL="
	tasks := append([]wrongSetting{
		{"an address", []string{"--listen-address", "9001"}, "", 2, []string{"--listen-address", `"9001"`, "host:port"}},
		{"an address in use", []string{"--listen-address", inUse}, "", 1, []string{"--listen-address", "address already in use"}},
		{"the registry's address", []string{"--registry", "127.0.0.1"}, "", 2, []string{"--registry", "host:port"}},
		{"the address of another service", []string{"--users-address", "users"}, "", 2, []string{`"users"`, "host:port"}},
		{"a kind of database", nil, database + "mysql://u:" + hidden + "@h/d", 2, []string{"--database-url", "sqlite:PATH"}},
		{"a database without a file", nil, database + "sqlite:", 2, []string{"--database-url", "sqlite:PATH"}},
		{"a database in memory", nil, database + "sqlite::memory:", 2, []string{"--database-url", "sqlite:PATH"}},
		{"a database below a file", nil, database + "sqlite:" + filepath.Join(aFile, "tasks.db"), 2, []string{"tasks", aFile}},
		{"a database that is a folder", nil, database + "sqlite:" + f.folder, 2, []string{"tasks", f.folder}},
		{"a port of a database", nil, database + "postgres://u:" + hidden + "@127.0.0.1:99999/d", 2, []string{"--database-url", "port"}},
		{
			"a password that is not encoded", nil, database + "postgres://u:" + hidden + "/" + hidden + "@h/d", 2,
			[]string{"--database-url", "encoded"},
		},
		{"a password with a percent sign", nil, database + "postgres://u:%zz" + hidden + "@h/d", 2, []string{"--database-url", "encoded"}},
		{"a push key that is none", []string{"--push-key-file", aFile}, "", 2, []string{"--push-key-file", aFile}},
	}, shared...)
	wantExits(t, harness.Build(t, "../tasks-svc/cmd/tasks-svc", true), tasks, "serve", "--listen-address", "127.0.0.1:0",
		"--database-url", "sqlite:"+filepath.Join(folder, "alone.db"))
}

// wantExits runs a program with each of the settings, after those with which it would run.
func wantExits(t *testing.T, binary string, settings []wrongSetting, right ...string) {
	t.Helper()
	for _, c := range settings {
		t.Run(right[0]+" "+filepath.Base(filepath.Dir(binary))+" "+c.name, func(t *testing.T) {
			arguments := append([]string{}, right...)
			if c.variable != "" {
				arguments = withoutFlag(arguments, "--database-url")
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // one that is not refused would run
			defer cancel()
			command := exec.CommandContext(ctx, binary, append(arguments, c.arguments...)...)
			command.Env = os.Environ()
			if c.variable != "" {
				command.Env = append(command.Env, c.variable)
			}
			output, err := command.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.code {
				t.Errorf("it ended with %v, want exit code %d: %s", err, c.code, output)
			}
			said := string(output)
			for _, part := range c.says {
				if !strings.Contains(said, part) {
					t.Errorf("it does not say %q: %s", part, said)
				}
			}
			if strings.Contains(said, hidden) || strings.Contains(said, "goroutine ") || strings.Contains(said, "github.com/") {
				t.Errorf("it says a secret, or its inside: %s", said)
			}
		})
	}
}

// withoutFlag returns arguments without a flag and its value.
func withoutFlag(arguments []string, flag string) []string {
	for i, argument := range arguments {
		if argument == flag {
			return append(arguments[:i:i], arguments[i+2:]...)
		}
	}
	return arguments
}

package e2e

import (
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// Browsers and clients speak HTTPS with the gateway, over HTTP/2, on every edge, and see a new certificate as soon as the files
// are replaced.
func TestTheGatewaySpeaksHTTPS(t *testing.T) {
	t.Parallel()
	folder, next := filepath.Join(t.TempDir(), "tls"), filepath.Join(t.TempDir(), "tls")
	makeCertificates(t, folder)
	makeCertificates(t, next)
	files, renewed := filesIn(folder, "gateway"), filesIn(next, "gateway")
	process := harness.Run(t, harness.Build(t, "../salaatflow", true), "up", "--http", "127.0.0.1:0", "--data", t.TempDir(),
		"--http-tls-cert", files.Cert, "--http-tls-key", files.Key)
	line := process.Line(t, "ready at ")
	_, said, secure := strings.Cut(line, "ready at https://")
	if !secure {
		t.Fatalf("it says %q", line)
	}
	address := strings.Fields(said)[0]
	url := "https://" + address
	client := httpsClient(t, files.CA, renewed.CA)
	c := &cluster{URL: url, http: client}
	if code, err := c.call(t, toolnames.CreateTask, `{"title":"x"}`); code != "" || err != nil {
		t.Errorf("a tool call: %s, %v", code, err)
	}
	if status, said := c.chat(t, "show my tasks"); status != http.StatusOK || !strings.Contains(said, `"tool":"list_tasks"`) {
		t.Errorf("the chat: %d %s", status, said)
	}
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		result, err := edges.MCP{URL: url + "/mcp", Client: client, Version: version}.Call(t.Context(), 1, toolnames.ListTasks, []byte(`{}`))
		if err != nil || !result.Success {
			t.Errorf("MCP %s: %+v, %v", version, result, err)
		}
	}
	get := func() *http.Response {
		answer, err := client.Get(url + "/api/v1/tools")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // the rest is not looked at
		return answer
	}
	if answer := get(); answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("it answers %s with %v", answer.Proto, answer.Header)
	}
	plain, err := http.Get("http://" + address + "/api/v1/tools")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Body.Close()
	if plain.StatusCode != http.StatusBadRequest || plain.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("in plain text: %d %v", plain.StatusCode, plain.Header)
	}
	old := tls.Config{MaxVersion: tls.VersionTLS11, InsecureSkipVerify: true}
	if conn, err := tls.Dial("tcp", address, &old); err == nil {
		_ = conn.Close()
		t.Error("it speaks TLS 1.1")
	}

	mtlstest.Write(t, files.Cert, readFile(t, renewed.Cert))
	mtlstest.Write(t, files.Key, readFile(t, renewed.Key))
	want := serialIn(t, next, "gateway")
	eventually(t, "the new certificate is shown", func() bool {
		if get().StatusCode != http.StatusOK { // also on the connection that is open
			t.Fatal("a call fails meanwhile")
		}
		return shownAt(t, address).Cmp(want) == 0
	})
}

// httpsClient believes the authorities in files, and knows the gateway as localhost.
func httpsClient(t *testing.T, authorities ...string) *http.Client {
	t.Helper()
	roots := x509.NewCertPool()
	for _, file := range authorities {
		roots.AppendCertsFromPEM(readFile(t, file))
	}
	transport := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost", MinVersion: tls.VersionTLS12},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

func shownAt(t *testing.T, address string) *big.Int {
	t.Helper()
	conn, err := (&tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber
}

package redistest_test

import (
	"bufio"
	"net"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/redislink/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func connect(t *testing.T, server *redistest.Server) (do func(command string) (string, error)) {
	t.Helper()
	conn, err := net.Dial("unix", strings.TrimPrefix(server.URL(), "unix://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	answers := bufio.NewReader(conn)
	return func(command string) (string, error) {
		if _, err := conn.Write([]byte(command + "\r\n")); err != nil {
			return "", err
		}
		answer, err := answers.ReadString('\n')
		return strings.TrimSpace(answer), err
	}
}

func TestARedisIsStoppedAndStartedAgain(t *testing.T) {
	server, other := redistest.Start(t), redistest.Start(t)
	before := connect(t, server)
	if answer, err := before("SET name value"); err != nil || answer != "+OK" {
		t.Fatalf("SET = %q, %v", answer, err)
	}
	if answer, err := connect(t, other)("EXISTS name"); err != nil || answer != ":0" {
		t.Errorf("another test's server answers %q, %v", answer, err)
	}
	server.Stop()
	if answer, err := before("GET name"); err == nil {
		t.Errorf("a stopped server answers %q", answer)
	}
	if _, err := net.Dial("unix", strings.TrimPrefix(server.URL(), "unix://")); err == nil {
		t.Error("a stopped server takes connections")
	}
	server.Stop()
	server.Restart()
	if answer, err := connect(t, server)("EXISTS name"); err != nil || answer != ":0" {
		t.Errorf("after the restart it answers %q, %v", answer, err)
	}
}

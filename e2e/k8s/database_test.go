//go:build k8s

package k8s

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/mtls/authority"
)

// database is a real PostgreSQL and a real Redis beside the cluster, as an operator has them: processes in the network of
// node 1, which pods reach by a Service without a selector.
type database struct {
	c        *cluster
	bin      string // of PostgreSQL's programs
	folder   string
	postgres *exec.Cmd

	authority []byte // the certificate of who signed its own
}

// hostAddress is node 1's, where they listen.
const hostAddress = "198.18.0.1"

// nobody is who the servers run as: PostgreSQL refuses root.
const nobody = 65534

// schema makes the two roles that the chart has: one owns the tables, and the other only reads and writes them.
const schema = `
CREATE ROLE owner LOGIN PASSWORD 'owner';
CREATE ROLE app LOGIN PASSWORD 'app';
ALTER ROLE app SET idle_in_transaction_session_timeout = '3s';
CREATE DATABASE salaatflow OWNER owner;
\c salaatflow
GRANT ALL ON SCHEMA public TO owner;
ALTER DEFAULT PRIVILEGES FOR ROLE owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app;
ALTER DEFAULT PRIVILEGES FOR ROLE owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO app;
`

func startDatabase(t *testing.T, c *cluster) *database {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		t.Fatalf("PostgreSQL's programs are missing: apt-get install postgresql redis-server (%v)", err)
	}
	d := &database{c: c, bin: slices.Max(found), folder: filepath.Join(c.folder, "database")}
	if err := os.Mkdir(d.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(c.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(d.folder, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	initialize := d.asNobody(filepath.Join(d.bin, "initdb"), "-D", d.data(), "-U", "postgres", "-A", "trust", "--no-sync")
	if output, err := initialize.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, output)
	}
	d.certify(t)
	access := "local all all trust\nhostnossl " + strict + " all 0.0.0.0/0 reject\nhost all all 0.0.0.0/0 scram-sha-256\n"
	if err := os.WriteFile(filepath.Join(d.data(), "pg_hba.conf"), []byte(access), 0o600); err != nil {
		t.Fatal(err)
	}
	d.start(t)
	c.finally(func() {
		if err := d.crash(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	d.sql(t, "postgres", schema)
	d.startRedis(t)
	return d
}

// certify gives PostgreSQL a certificate of an authority that nobody else knows, for its name in the cluster.
func (d *database) certify(t *testing.T) {
	t.Helper()
	now := time.Now()
	private, err := authority.New("the operator's own", now.Add(-time.Minute), now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	pair, err := private.Sign(authority.Request{DNS: []string{"postgresql"}, Begins: now.Add(-time.Minute), Ends: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	d.authority = private.Certificate
	for name, contents := range map[string][]byte{"server.crt": pair.Certificate, "server.key": pair.Key} {
		file := filepath.Join(d.data(), name)
		if err := errors.Join(os.WriteFile(file, contents, 0o600), os.Chown(file, nobody, nobody)); err != nil {
			t.Fatal(err)
		}
	}
}

func (d *database) data() string { return filepath.Join(d.folder, "data") }

// asNobody returns a command that runs in the network of node 1, without the rights of root, until it is told to end.
func (d *database) asNobody(command ...string) *exec.Cmd {
	identity := fmt.Sprint(nobody)
	arguments := append([]string{"in", "1", "setpriv", "--reuid=" + identity, "--regid=" + identity, "--clear-groups"}, command...)
	process := exec.Command(*machine, arguments...)
	process.Dir = d.folder
	return process
}

func (d *database) start(t *testing.T) {
	t.Helper()
	d.postgres = d.asNobody(filepath.Join(d.bin, "postgres"), "-D", d.data(), "-k", d.folder,
		"-c", "listen_addresses="+hostAddress, "-c", "max_connections=300", "-c", "fsync=off", "-c", "ssl=on")
	d.postgres.Stderr = d.log(t, "postgres.log")
	if err := d.postgres.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "PostgreSQL answers", 30*time.Second, func() bool {
		return d.asNobody(filepath.Join(d.bin, "pg_isready"), "-h", d.folder).Run() == nil
	})
}

// stop ends the server as a crash does, without a word to those who are connected.
func (d *database) stop(t *testing.T) {
	t.Helper()
	if err := d.crash(); err != nil {
		t.Error(err)
	}
}

func (d *database) crash() error {
	if d.postgres == nil {
		return nil
	}
	err := d.postgres.Process.Signal(syscall.SIGQUIT)
	_ = d.postgres.Wait() // it ends with an exit code
	d.postgres = nil
	return err
}

func (d *database) startRedis(t *testing.T) {
	t.Helper()
	redis := d.asNobody("/usr/bin/redis-server", "--bind", hostAddress, "--requirepass", "secret", "--save", "", "--dir", d.folder)
	redis.Stdout = d.log(t, "redis.log")
	if err := redis.Start(); err != nil {
		t.Fatal(err)
	}
	d.c.finally(func() {
		_ = redis.Process.Kill() // it may be gone
		_ = redis.Wait()         // it was killed
	})
}

func (d *database) log(t *testing.T, name string) *os.File {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(d.folder, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	d.c.finally(func() { _ = file.Close() }) // a log
	return file
}

// sql runs statements as the administrator, and returns what they answer.
func (d *database) sql(t *testing.T, name, statements string) string {
	t.Helper()
	command := d.asNobody(filepath.Join(d.bin, "psql"), "-h", d.folder, "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-qtA", name)
	command.Stdin = strings.NewReader(statements)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("psql: %v: %s", err, output)
	}
	return strings.TrimSpace(string(output))
}

// make makes an empty database with the roles of the other one.
func (d *database) make(t *testing.T, name string) {
	t.Helper()
	d.sql(t, "postgres", strings.ReplaceAll(schema[strings.Index(schema, "CREATE DATABASE"):], "salaatflow", name))
}

// service is a Service for a server outside of the cluster: it has no selector, but an address.
const service = `
apiVersion: v1
kind: Service
metadata: {name: %[1]s}
spec: {ports: [{port: %[2]d}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: %[1]s-1, labels: {kubernetes.io/service-name: %[1]s}}
addressType: IPv4
ports: [{port: %[2]d, protocol: TCP}]
endpoints: [{addresses: [%[3]q], conditions: {ready: true}}]
---
`

// provideDatabase makes the Secrets that the production values name.
func (c *cluster) provideDatabase(t *testing.T) {
	t.Helper()
	owner, app, redis := *databaseURL, *databaseURL, *redisURL
	if app == "" {
		c.database = startDatabase(t, c)
		c.kubectlWith(t, fmt.Sprintf(service, "postgresql", 5432, hostAddress), "apply", "-f", "-")
		c.kubectlWith(t, fmt.Sprintf(service, "redis", 6379, hostAddress), "apply", "-f", "-")
		owner = "postgres://owner:owner@" + net.JoinHostPort("postgresql", "5432") + "/salaatflow?sslmode=disable"
		app = "postgres://app:app@" + net.JoinHostPort("postgresql", "5432") + "/salaatflow?sslmode=disable"
		redis = "redis://:secret@redis:6379/0"
	}
	secret := func(name, key, value string) {
		c.kubectl(t, "create", "secret", "generic", name, "--from-literal="+key+"="+value)
	}
	secret("salaatflow-database", "url", app)
	secret("salaatflow-database-ddl", "url", owner)
	secret("salaatflow-redis", "url", redis)
	secret("salaatflow-rounds", "round-key", strings.Repeat("fedcba9876543210", 4))
	secret("salaatflow-credential", "credential", strings.Repeat("0123456789abcdef", 4))
}

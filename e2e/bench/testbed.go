package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/e2e/bench/clients"
	"github.com/salaatflow/platform/e2e/bench/peers"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/identity"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

// testbed is a registry, two services, and the clients, each a process of its own. What makes HTTP of the services is added.
type testbed struct {
	*processes
	client                 *http.Client // for what is not measured
	clients                *clients.Clients
	registry, tasks, users string // addresses
}

var (
	// owner has mostListed tasks, and caller twenty.
	owner = identity.Caller{UserID: 2, Role: identity.RoleUser}
	// nobody is whose tasks are not listed.
	nobody = identity.Caller{UserID: 3, Role: identity.RoleUser}
)

// mostListed is how many tasks the owner has, the most that a page may have.
const mostListed = 200

// onTestbed passes a testbed to a measurement.
func onTestbed(measure func(context.Context, effort, *testbed) ([]figure, error)) func(context.Context, effort) ([]figure, error) {
	return func(ctx context.Context, e effort) (figures []figure, err error) {
		programs, err := newProcesses()
		if err != nil {
			return nil, err
		}
		t := &testbed{processes: programs, client: newClient()}
		defer func() { err = errors.Join(err, t.stop()) }()
		if err := t.start(ctx); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, t.logs())
		}
		return measure(ctx, e, t)
	}
}

func (t *testbed) start(ctx context.Context) (err error) {
	if t.registry, err = freeAddress(ctx); err != nil {
		return err
	}
	if _, err := t.add(ctx, registrysvc.Name, nil, "--listen-address", t.registry, "--ops-address", ""); err != nil {
		return err
	}
	if t.users, err = t.addService(ctx, userssvc.Name, t.registry); err != nil {
		return err
	}
	if t.tasks, err = t.addService(ctx, taskssvc.Name, t.registry); err != nil {
		return err
	}
	for _, others := range []string{masjidsvc.Name, hadithsvc.Name} { // whose tools are only listed
		if _, err := t.addService(ctx, others, t.registry); err != nil {
			return err
		}
	}
	callers, err := childCommand(ctx, asClients)
	if err != nil {
		return err
	}
	callers.Stderr = os.Stderr
	if t.clients, err = clients.Start(callers); err != nil {
		return err
	}
	return t.fill(ctx)
}

// fill makes the tasks that are listed, when the service is there.
func (t *testbed) fill(ctx context.Context) (err error) {
	conn, err := peers.Plain(t.tasks)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	service := tasksv1.NewTaskServiceClient(conn)
	if err := retried(ctx, func() error { // the service asks another one about the user
		_, err := service.CreateTask(identity.OutgoingContext(ctx, nobody), &tasksv1.CreateTaskRequest{Title: proto.String("Begin")})
		return err
	}); err != nil {
		return err
	}
	if err := addTasks(identity.OutgoingContext(ctx, caller), service); err != nil {
		return err
	}
	for range mostListed / tasksListed {
		if err := addTasks(identity.OutgoingContext(ctx, owner), service); err != nil {
			return err
		}
	}
	return nil
}

func (t *testbed) stop() error {
	t.client.CloseIdleConnections()
	var failed error
	if t.clients != nil {
		failed = t.clients.Stop()
	}
	return errors.Join(failed, t.processes.stop())
}

// endpoint is a program that makes HTTP of the services.
type endpoint struct {
	*child
	address string
}

// addGateway starts a gateway, and returns when it serves.
func (t *testbed) addGateway(ctx context.Context, environ []string) (endpoint, error) {
	return t.addEndpoint(ctx, asGateway, environ, "/api/v1/users/me", "--registry", t.registry, "--ops-address", "", "--auth", "dev",
		"--required-tools", strings.Join([]string{
			toolnames.ListTasks, toolnames.GetUserInfo, toolnames.GetPrayerTimes, toolnames.GetRandomHadith,
		}, ","))
}

// addPeers starts grpc-gateway and the servers of the SDK, which list what the gateway lists.
func (t *testbed) addPeers(ctx context.Context, environ []string, ours endpoint) (bare, sdk endpoint, err error) {
	services := []string{"--tasks", t.tasks, "--users", t.users}
	if bare, err = t.addEndpoint(ctx, peers.GatewayName, environ, "/api/v1/users/me", services...); err != nil {
		return bare, sdk, err
	}
	file := filepath.Join(t.folder, "tools.json")
	if err := t.writeTools(ctx, ours, file); err != nil {
		return bare, sdk, err
	}
	sdk, err = t.addEndpoint(ctx, peers.SDKName, environ, "", append(services, "--tools", file)...)
	return bare, sdk, err
}

// addEndpoint starts a program, and returns when it answers on this path; one that has none, when it is connected to.
func (t *testbed) addEndpoint(ctx context.Context, name string, environ []string, path string, flags ...string) (endpoint, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return endpoint{}, err
	}
	process, err := t.add(ctx, name, environ, append([]string{"--http", address}, flags...)...)
	if err != nil {
		return endpoint{}, err
	}
	s := endpoint{process, address}
	return s, retried(ctx, func() error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
		if err != nil {
			return err
		}
		request.Header = asCaller()
		response, err := t.client.Do(request)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, process.log.String())
		}
		defer response.Body.Close()
		if path != "" && response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s %s: %s", name, path, response.Status)
		}
		return nil
	})
}

// writeTools writes the tools that a gateway lists to a file.
func (t *testbed) writeTools(ctx context.Context, ours endpoint, file string) error {
	answer, err := t.answer(ctx, mcpRequest(ours, "/mcp", modern, listTools, caller))
	if err != nil {
		return err
	}
	var listed struct {
		Result struct{ Tools []json.RawMessage }
	}
	if err := json.Unmarshal(answer, &listed); err != nil {
		return err
	}
	if len(listed.Result.Tools) < 10 {
		return fmt.Errorf("the gateway lists %d tools: %.200s", len(listed.Result.Tools), answer)
	}
	text, err := json.Marshal(listed.Result.Tools)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// answer makes a request of the clients once, and returns the body of the answer.
func (t *testbed) answer(ctx context.Context, r clients.Request) ([]byte, error) {
	_, body, err := t.exchange(ctx, r)
	return body, err
}

func (t *testbed) exchange(ctx context.Context, r clients.Request) (http.Header, []byte, error) {
	x := exchange{client: t.client, method: r.Method, url: "http://" + r.Address + r.Path, header: http.Header{}}
	for _, h := range r.Header {
		x.header.Set(h[0], h[1])
	}
	if r.Body != "" {
		x.body = func() []byte { return []byte(r.Body) }
	}
	var answer bytes.Buffer
	header, err := x.receive(ctx, &answer)
	return header, answer.Bytes(), err
}

package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/toolclient"
)

// newTools returns the client with which services call tools, connected to all the services there are.
func newTools(ctx context.Context, registry, secret string, tls mtls.Config) (*toolclient.Client, error) {
	shared, err := credential.Config{File: secret}.Open(clock.System(), slog.Default())
	if err != nil {
		return nil, err
	}
	proof, err := tls.Open(mtls.Options{Clock: clock.System(), Logger: slog.Default()})
	if err != nil {
		return nil, err
	}
	dial := grpcclient.Options{Credential: shared, TLS: proof}
	connection, err := replicas.Dial(registry, dial)
	if err != nil {
		return nil, err
	}
	tools, err := toolclient.New(toolclient.Options{Registry: connection, Dial: dial, Logger: slog.Default()})
	if err != nil {
		return nil, err
	}
	if err := tools.Start(ctx); err != nil {
		return nil, err
	}
	if err := tools.Await(ctx); err != nil {
		return nil, err
	}
	return tools, nil
}

// toolKinds are the calls that services make of each other, over gRPC.
func toolKinds(tools *toolclient.Client) []kind {
	call := func(tool, arguments string) func(context.Context) error {
		return func(ctx context.Context) error {
			result := tools.Call(identity.NewContext(ctx, identity.Caller{UserID: 1}), tool, []byte(arguments))
			if !result.Success {
				return errors.New(result.Error + ": " + result.ErrorMessage)
			}
			return nil
		}
	}
	return []kind{
		{name: "gRPC, list tasks", read: true, needsDatabase: true, call: call(toolnames.ListTasks, `{"limit":1}`)},
		{name: "gRPC, create a task", read: false, needsDatabase: true, call: call(toolnames.CreateTask, `{"title":"made under load"}`)},
		{name: "gRPC, a user's own profile", read: true, needsDatabase: true, call: call(toolnames.GetUserInfo, `{}`)},
	}
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// listTimeout bounds the start of the platform and its answer.
const listTimeout = time.Minute

// user is who is shown the tools.
const user = 1

// listed starts a platform, as `salaatflow up` does, and returns what its tools/list shows a user.
func listed(ctx context.Context) (tools []languagemodel.Tool, err error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	data, err := os.MkdirTemp("", "salaatflow-tool-choice-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	config := platform.Config{
		Gateway: gateway.DefaultConfig(), Chat: chatsvc.DefaultSettings(), Skills: skillssvc.DefaultSettings(),
		Audit: auditsvc.DefaultSettings(), Data: data, Telemetry: telemetry.DefaultConfig(), LogOutput: io.Discard,
	}
	config.Gateway.HTTP, config.Gateway.OpsAddress, config.Gateway.Auth = "127.0.0.1:0", "127.0.0.1:0", "dev"
	running, err := platform.New(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := running.Start(ctx); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, running.Stop(context.WithoutCancel(ctx))) }()
	if err := running.Ready(ctx); err != nil {
		return nil, err
	}
	return toolsAt(ctx, "http://"+running.Gateway().Addr().String()+"/mcp")
}

// toolsAt returns what is listed at an endpoint of MCP, as functions of a model.
func toolsAt(ctx context.Context, url string) (tools []languagemodel.Tool, err error) {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	edge := edges.MCP{URL: url, Client: &http.Client{Transport: transport, Timeout: listTimeout}, Version: edges.Stateless}
	session, err := edge.Connect(ctx, user, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			return nil, err
		}
		tools = append(tools, languagemodel.Tool{Name: tool.Name, Description: tool.Description, Parameters: schema})
	}
	return tools, nil
}

package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/salaatflow/platform/proto/toolnames"
)

// measureAudit changes a task by tool call, and lists tasks, on a platform that records for the audit and on one that does not.
func measureAudit(ctx context.Context, e effort) (figures []figure, err error) {
	client := newClient()
	defer client.CloseIdleConnections()
	without, err := start(ctx, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, without.stop()) }()
	with, err := start(ctx, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, with.stop()) }()
	for _, call := range []struct{ what, tool, arguments string }{
		{"a tool call that is recorded", toolnames.UpdateTask, `{"task_id": 1, "priority": "high"}`},
		{"a tool call that is not, a read", toolnames.ListTasks, `{}`},
	} {
		c, err := compete(ctx, e,
			load{"unaudited-" + call.tool, toolCall(client, without, call.tool, call.arguments).do},
			load{"audited-" + call.tool, toolCall(client, with, call.tool, call.arguments).do})
		if err != nil {
			return nil, err
		}
		const target = 0.95
		figures = append(figures, c.figure(1, call.what, "without an audit", target))
	}
	return figures, nil
}

func toolCall(client *http.Client, platform *running, tool, arguments string) exchange {
	return exchange{
		client: client, method: http.MethodPost, url: platform.url() + "/api/v1/tools/" + tool, header: asCaller(),
		body:  func() []byte { return []byte(arguments) },
		valid: func(answer []byte) bool { return bytes.Contains(answer, []byte(`"success":true`)) },
	}
}

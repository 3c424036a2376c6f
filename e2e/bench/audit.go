package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

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
	var changes atomic.Int64
	for _, call := range []struct {
		what, tool string
		arguments  func() []byte
	}{
		{"a tool call that changes a task, recorded", toolnames.UpdateTask, func() []byte {
			return fmt.Appendf(nil, `{"task_id": 1, "title": "Read Surah al-Kahf, from verse %d"}`, changes.Add(1))
		}},
		{"a tool call that is not recorded, a read", toolnames.ListTasks, func() []byte { return []byte(`{}`) }},
	} {
		c, err := compete(ctx, e,
			load{name: "unaudited-" + call.tool, call: toolCall(client, without, call.tool, call.arguments).do},
			load{name: "audited-" + call.tool, call: toolCall(client, with, call.tool, call.arguments).do, settle: with.audited})
		if err != nil {
			return nil, err
		}
		const target = 0.95
		figures = append(figures, c.figure(1, call.what, "without an audit", target))
	}
	return figures, nil
}

// audited returns when audit-svc has all that was recorded.
func (r *running) audited(ctx context.Context) error {
	for {
		waiting, err := r.backlog(ctx)
		if err != nil || waiting == 0 {
			return err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// backlog is how many records wait in the outbox.
func (r *running) backlog(ctx context.Context) (waiting int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.Gateway().OpsAddress()+"/metrics", http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	const name = "salaatflow_audit_backlog_records"
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if line := lines.Text(); strings.HasPrefix(line, name) {
			return strconv.Atoi(line[strings.LastIndexByte(line, ' ')+1:])
		}
	}
	return 0, errors.New("the platform does not say how many audit records wait")
}

func toolCall(client *http.Client, platform *running, tool string, arguments func() []byte) exchange {
	return exchange{
		client: client, method: http.MethodPost, url: platform.url() + "/api/v1/tools/" + tool, header: asCaller(),
		body:  arguments,
		valid: func(answer []byte) bool { return bytes.Contains(answer, []byte(`"success":true`)) },
	}
}

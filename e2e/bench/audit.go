package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/audit/chain"
)

// measureAudit changes a task by tool call, and lists tasks, on a platform that records for the audit and on one that does not. A
// second one that does not says what chance makes of it.
func measureAudit(ctx context.Context, e effort) (figures []figure, err error) {
	client := newClient()
	defer client.CloseIdleConnections()
	without, err := start(ctx, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, without.stop()) }()
	again, err := start(ctx, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, again.stop()) }()
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
			load{name: "unaudited-again-" + call.tool, call: toolCall(client, again, call.tool, call.arguments).do},
			load{name: "audited-" + call.tool, call: toolCall(client, with, call.tool, call.arguments).do, settle: with.audited})
		if err != nil {
			return nil, err
		}
		const target = 0.95
		figures = append(figures,
			c.figure(1, call.what+": another platform without an audit", "without an audit", target),
			c.figure(2, call.what, "without an audit", target))
	}
	return figures, nil
}

// audited returns when audit-svc has all that was recorded.
func (r *running) audited(ctx context.Context) error {
	return shipped(ctx, filepath.Join(r.data, "audit-outbox"))
}

// shipped returns when audit-svc has all that is in an outbox. It looks at the files, which costs next to nothing.
func shipped(ctx context.Context, folder string) error {
	for {
		waiting, err := backlog(folder)
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

// backlog is how many lines of an outbox audit-svc does not have.
func backlog(folder string) (int64, error) {
	text, err := os.ReadFile(filepath.Join(folder, "shipped"))
	if err != nil {
		return 0, err
	}
	shipped, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, err
	}
	segments, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(segments) == 0 {
		return 0, err
	}
	file, err := os.Open(segments[len(segments)-1]) // the names are in the order of their lines
	if err != nil {
		return 0, err
	}
	defer file.Close()
	size, err := writtenSize(file)
	if err != nil {
		return 0, err
	}
	end := make([]byte, min(size, 2*chain.MaxLine))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil {
		return 0, err
	}
	whole := end[:bytes.LastIndexByte(end, '\n')+1]
	if len(whole) == 0 {
		return 0, nil
	}
	last, err := chain.Parse(whole[bytes.LastIndexByte(whole[:len(whole)-1], '\n')+1:])
	return last.Seq - shipped, err
}

// writtenSize is how much of a file is written, after which zeros may follow.
func writtenSize(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	var failed error
	size := sort.Search(int(info.Size()), func(at int) bool {
		var one [1]byte
		if _, err := file.ReadAt(one[:], int64(at)); err != nil {
			failed = err
		}
		return one[0] == 0
	})
	return int64(size), failed
}

func toolCall(client *http.Client, platform *running, tool string, arguments func() []byte) exchange {
	return exchange{
		client: client, method: http.MethodPost, url: platform.url() + "/api/v1/tools/" + tool, header: asCaller(),
		body:  arguments,
		valid: func(answer []byte) bool { return bytes.Contains(answer, []byte(`"success":true`)) },
	}
}

package main

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"time"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/e2e/bench/peers"
)

// peerTurn is as long as most of these programs take to collect garbage a few times.
const peerTurn = 800 * time.Millisecond

// collectors are how often programs collect garbage: each by its own default, of which something is promised, and all alike. The rounds
// are so many because one alone is up to a fifth off, on machines that share their processors with others.
var collectors = []collector{
	{"defaults", []string{"GOGC="}, 11},
	{"GOGC=400", []string{"GOGC=400"}, 5},
}

type collector struct {
	name    string
	environ []string
	rounds  int
}

// peersInFlight are how many calls are in flight.
var peersInFlight = []int{16, 64}

// measurePeers compares a gateway with its peers: the processor time of a call, of the program alone that turns it into calls of
// the services.
func measurePeers(ctx context.Context, e effort, t *testbed) ([]figure, error) {
	rows, others := make([]figure, len(peerRows)), []figure{}
	for _, collector := range collectors {
		if e.short && collector.rounds < collectors[0].rounds { // of which nothing is promised
			break
		}
		o, err := t.meetPeers(ctx, e, collector)
		if err != nil {
			return nil, err
		}
		for i, row := range peerRows {
			rows[i] = row.in(rows[i], o, collector.name)
		}
		others = append(others, o.aboutClients(runtime.NumCPU(), collector.name))
	}
	return slices.Concat(rows, others), nil
}

// meetPeers starts a gateway and its peers, has them take turns, and ends them.
func (t *testbed) meetPeers(ctx context.Context, e effort, by collector) (o outcome, err error) {
	started := len(t.running)
	defer func() { err = t.endSince(started, err) }()
	ours, err := t.addGateway(ctx, by.environ)
	if err != nil {
		return nil, err
	}
	bare, sdk, err := t.addPeers(ctx, by.environ, ours)
	if err != nil {
		return nil, err
	}
	lanes, err := t.peerLanes(ctx, ours, bare, sdk)
	if err != nil {
		return nil, err
	}
	rounds, each, warm := min(e.rounds, by.rounds), peerTurn, warmUp
	if e.short {
		each, warm = e.each/2, e.each
	}
	for _, l := range lanes {
		if _, err := l.take(t.clients, peersInFlight[0], warm/time.Duration(len(lanes)/2)); err != nil {
			return nil, err
		}
	}
	return takeTurns(ctx, t.clients, lanes, peersInFlight, rounds, each)
}

// warmUp is how long a gateway is called before it is measured, which is longer than it takes to notice that it is busy.
const warmUp = 12 * time.Second

const (
	twenty, info = "a list of 20 tasks", toolnames.GetUserInfo
	noTasks      = 0
)

// peerLanes are the calls that are compared. A call of the gateway comes after one of a peer, so that neither is idle for long.
func (t *testbed) peerLanes(ctx context.Context, ours, bare, sdk endpoint) (lanes []lane, err error) {
	const tasks, me, mcp, noArguments = "/api/v1/tasks", "/api/v1/users/me", "/mcp", "{}"
	byHTTP := func(program string, to endpoint, what, method, path string, listed int) {
		if err != nil {
			return
		}
		body := ""
		if method == http.MethodPost {
			body = noArguments
		}
		var l lane
		l, err = t.lane(ctx, program+", "+what, to, httpRequest(to, method, path, body, caller), listed)
		lanes = append(lanes, l)
	}
	byMCP := func(program string, to endpoint, path string, e era, what string, c mcpCall, listed int) {
		if err != nil {
			return
		}
		var l lane
		l, err = t.mcp(ctx, program+" "+e.version+", "+what, to, path, e, c, listed)
		lanes = append(lanes, l)
	}
	list, user := callTool(toolnames.ListTasks, noArguments), callTool(toolnames.GetUserInfo, noArguments)
	byHTTP("grpc-gateway", bare, twenty, http.MethodGet, tasks, tasksListed)
	byHTTP("tool call", ours, twenty, http.MethodPost, toolPath, tasksListed)
	byMCP("bridge", sdk, peers.Bridge, modern, twenty, list, tasksListed)
	byHTTP("REST", ours, twenty, http.MethodGet, tasks, tasksListed)
	byMCP("bridge", sdk, peers.BridgeSessions, legacy, twenty, list, tasksListed)
	byMCP("MCP", ours, mcp, modern, twenty, list, tasksListed)
	byMCP("bridge", sdk, peers.Bridge, modern, info, user, noTasks)
	byMCP("MCP", ours, mcp, legacy, twenty, list, tasksListed)
	byHTTP("grpc-gateway", bare, info, http.MethodGet, me, noTasks)
	byHTTP("tool call", ours, info, http.MethodPost, "/api/v1/tools/"+toolnames.GetUserInfo, noTasks)
	byMCP("bridge", sdk, peers.BridgeSessions, legacy, info, user, noTasks)
	byHTTP("REST", ours, info, http.MethodGet, me, noTasks)
	byMCP("trivial", sdk, peers.Trivial, modern, info, user, noTasks)
	byMCP("MCP", ours, mcp, modern, info, user, noTasks)
	byMCP("trivial", sdk, peers.TrivialSessions, legacy, info, user, noTasks)
	byMCP("MCP", ours, mcp, legacy, info, user, noTasks)
	byMCP("listing", sdk, peers.Listing, modern, "tools/list", listTools, noTasks)
	byMCP("MCP", ours, mcp, modern, "tools/list", listTools, noTasks)
	return lanes, err
}

// peerRow is a row of the table of peers: a lane of the gateway's, one of a peer's, and what is promised.
type peerRow struct {
	lane, peer string
	named      string  // the peer
	least      float64 // how many times as much processor time the peer takes, with the defaults of both; 0 for no promise
}

const (
	bareName    = "grpc-gateway"
	trivialName = "the SDK's trivial tool"
	bridgeName  = "a bridge by the SDK"
)

var peerRows = []peerRow{
	{"tool call, " + twenty, "grpc-gateway, " + twenty, bareName, 2.2},
	{"REST, " + twenty, "grpc-gateway, " + twenty, bareName, 2.2},
	{"MCP 2026-07-28, " + twenty, "grpc-gateway, " + twenty, bareName, 1.7},
	{"MCP 2025-11-25, " + twenty, "grpc-gateway, " + twenty, bareName, 1.7},
	{"tool call, " + info, "grpc-gateway, " + info, bareName, 1.1},
	{"REST, " + info, "grpc-gateway, " + info, bareName, 1.1},
	{"MCP 2026-07-28, " + info, "grpc-gateway, " + info, bareName, 0.95},
	{"MCP 2025-11-25, " + info, "grpc-gateway, " + info, bareName, 0.95},
	{"MCP 2026-07-28, " + info, "trivial 2026-07-28, " + info, trivialName, 5},
	{"MCP 2025-11-25, " + info, "trivial 2025-11-25, " + info, trivialName, 3.5},
	{"MCP 2026-07-28, tools/list", "listing 2026-07-28, tools/list", "the SDK with the same tools", 30},
	{"MCP 2026-07-28, " + twenty, "bridge 2026-07-28, " + twenty, bridgeName, 0},
	{"MCP 2025-11-25, " + twenty, "bridge 2025-11-25, " + twenty, bridgeName, 0},
	{"MCP 2026-07-28, " + info, "bridge 2026-07-28, " + info, bridgeName, 0},
	{"MCP 2025-11-25, " + info, "bridge 2025-11-25, " + info, bridgeName, 0},
}

// in adds what a collector's turns say to the row's figure.
func (row peerRow) in(f figure, o outcome, collector string) figure {
	if f.what == "" {
		f = figure{what: row.lane, against: row.named, target: "no promise", ok: true}
		if row.least > 0 {
			f.target = fmt.Sprintf("≥ %.4g ×", row.least)
		}
	}
	for _, n := range peersInFlight {
		c := cell{
			column:   fmt.Sprintf("%d at once, %s", n, collector),
			measured: fmt.Sprintf("%.0f of %.0f µs", o.median(row.lane, n, turnTaken.cost), o.median(row.peer, n, turnTaken.cost)),
			ratio:    o.ratio(row.lane, row.peer, n),
		}
		f.cells = append(f.cells, c)
		if collector == collectors[0].name {
			f.ok = f.ok && c.ratio >= row.least
		}
	}
	return f
}

// mostOfCores is the part of the machine's processor time that clients may take before they, and not the program, are what is slow.
const mostOfCores = 0.5

// aboutClients says how much of these cores the clients took.
func (o outcome) aboutClients(cores int, collector string) figure {
	name, part := o.busiestClients(cores)
	return figure{
		what:   "the clients' own part of the machine, " + collector,
		target: fmt.Sprintf("≤ %.0f %%", mostOfCores*100), ok: part <= mostOfCores,
		measured: fmt.Sprintf("at most %.0f %%, for %s", part*100, name),
	}
}

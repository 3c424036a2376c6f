package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/e2e/bench/chart"
	"github.com/salaatflow/platform/e2e/bench/clients"
	"github.com/salaatflow/platform/e2e/bench/peers"
)

const curveTurn, curveRounds = 500 * time.Millisecond, 5

var (
	curveInFlight = []int{1, 4, 16, 64, 256}
	curveListed   = []int{1, 5, 20, 50, 100, 200}
)

// curveAt is how many calls are in flight while lists grow, and how many tasks are listed while calls become more.
const curveAt, curveOf = 16, 20

// measureCurves measures how the processor time of a call grows with the calls in flight, and with the tasks that are listed: by the
// gateway, and by peers, with the defaults of all.
func measureCurves(ctx context.Context, e effort, t *testbed) (figures []figure, err error) {
	ours, err := t.addGateway(ctx, collectors[0].environ)
	if err != nil {
		return nil, err
	}
	bare, sdk, err := t.addPeers(ctx, collectors[0].environ, ours)
	if err != nil {
		return nil, err
	}
	var all, ofTwenty []lane
	for _, listed := range curveListed {
		lanes, err := t.curveLanes(ctx, ours, bare, sdk, listed)
		if err != nil {
			return nil, err
		}
		all = append(all, lanes...)
		if listed == curveOf {
			ofTwenty = lanes
		}
	}
	rounds, each, warm := min(e.rounds, curveRounds), curveTurn, warmUp
	if e.short {
		each, warm = e.each/4, e.each
	}
	for _, l := range ofTwenty {
		if _, err := l.take(t.clients, curveAt, warm/time.Duration(len(ofTwenty)-2)); err != nil {
			return nil, err
		}
	}
	busy, err := takeTurns(ctx, t.clients, ofTwenty, curveInFlight, rounds, each)
	if err != nil {
		return nil, err
	}
	long, err := takeTurns(ctx, t.clients, all, []int{curveAt}, rounds, each)
	if err != nil {
		return nil, err
	}
	return []figure{
		curve("calls-at-once", fmt.Sprintf("Processor time of a call that lists %d tasks", curveOf), "calls at once", true, curveInFlight,
			func(program string, n int) float64 {
				return busy.median(curveLane(program, curveOf), n, turnTaken.cost)
			}),
		curve("answer-size", fmt.Sprintf("Processor time of a call, %d at once", curveAt), "tasks that are listed", false, curveListed,
			func(program string, n int) float64 {
				return long.median(curveLane(program, n), curveAt, turnTaken.cost)
			}),
	}, nil
}

// curvePrograms are what answers, in the order of the lines.
var curvePrograms = []string{"tool call", "REST", "MCP 2026-07-28", "grpc-gateway", "a bridge by the SDK"}

func curveLane(program string, listed int) string { return program + ", " + strconv.Itoa(listed) }

// curveLanes are calls that list so many of the owner's tasks.
func (t *testbed) curveLanes(ctx context.Context, ours, bare, sdk endpoint, listed int) (lanes []lane, err error) {
	arguments := fmt.Sprintf(`{"limit":%d}`, listed)
	path := fmt.Sprintf("/api/v1/tasks?limit=%d", listed)
	call := callTool(toolnames.ListTasks, arguments)
	for i, to := range []struct {
		endpoint
		request clients.Request
	}{
		{ours, httpRequest(ours, http.MethodPost, toolPath, arguments, owner)},
		{ours, httpRequest(ours, http.MethodGet, path, "", owner)},
		{ours, mcpRequest(ours, "/mcp", modern, call, owner)},
		{bare, httpRequest(bare, http.MethodGet, path, "", owner)},
		{sdk, mcpRequest(sdk, peers.Bridge, modern, call, owner)},
	} {
		l, err := t.lane(ctx, curveLane(curvePrograms[i], listed), to.endpoint, to.request, listed)
		if err != nil {
			return nil, err
		}
		lanes = append(lanes, l)
	}
	return lanes, nil
}

// curve returns a figure with a picture: the processor time of a call for each program and number, on axes that may be logarithmic.
func curve(name, title, along string, log bool, numbers []int, cost func(program string, n int) float64) figure {
	picture := chart.Chart{
		Title: title, X: chart.Axis{Name: along, Log: log}, Y: chart.Axis{Name: "µs of the program's processor time", Log: log},
	}
	var said []string
	for _, program := range curvePrograms {
		line := chart.Series{Name: program}
		var costs []string
		for _, n := range numbers {
			at := cost(program, n)
			line.Points = append(line.Points, chart.Point{X: float64(n), Y: at})
			costs = append(costs, fmt.Sprintf("%.0f", at))
		}
		picture.Series = append(picture.Series, line)
		said = append(said, program+" "+strings.Join(costs, ", ")+" µs")
	}
	steps := make([]string, len(numbers))
	for i, n := range numbers {
		steps[i] = strconv.Itoa(n)
	}
	return figure{
		what: title + ", " + strings.Join(steps, ", ") + " " + along, target: "no promise", ok: true,
		measured: strings.Join(said, "; "), name: name, picture: &picture,
	}
}

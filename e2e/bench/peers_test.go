package main

import (
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/bench/clients"
)

// turnsOf returns turns of a thousand calls that took a program so many µs each.
func turnsOf(costs ...int) (all []turnTaken) {
	for _, c := range costs {
		all = append(all, turnTaken{
			Result: clients.Result{Calls: 1000, Took: time.Second},
			cpu:    time.Duration(c) * time.Millisecond, clients: 200 * time.Millisecond,
		})
	}
	return all
}

func TestARatioIsTheMedianOfTheRounds(t *testing.T) {
	o := outcome{
		"ours":   {16: turnsOf(100, 200, 1000)},
		"theirs": {16: turnsOf(300, 400, 1000)}, // 3, 2 and 1 times as much
	}
	if got := o.ratio("ours", "theirs", 16); got != 2 {
		t.Errorf("the ratio is %v", got)
	}
	if got := o.median("theirs", 16, turnTaken.cost); got != 400 {
		t.Errorf("theirs is %v", got)
	}
}

func TestPromisesAreAboutTheDefaultsOfAll(t *testing.T) {
	row := peerRow{"ours", "theirs", "a peer", 2}
	good := outcome{"ours": {16: turnsOf(100), 64: turnsOf(100)}, "theirs": {16: turnsOf(210), 64: turnsOf(210)}}
	bad := outcome{"ours": {16: turnsOf(100), 64: turnsOf(100)}, "theirs": {16: turnsOf(210), 64: turnsOf(150)}}
	for _, c := range []struct {
		name           string
		defaults, same outcome
		ok             bool
	}{
		{"kept", good, good, true},
		{"short with the defaults", bad, good, false},
		{"short with GOGC=400, of which nothing is promised", good, bad, true},
	} {
		f := row.in(row.in(figure{}, c.defaults, collectors[0].name), c.same, collectors[1].name)
		if f.ok != c.ok || len(f.cells) != 4 || f.cells[0].String() != "100 of 210 µs, 2.10 ×" {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

func TestBusyClientsAreReported(t *testing.T) {
	o := outcome{"ours": {16: turnsOf(100)}}
	for cores, ok := range map[int]bool{1: true, 2: true} {
		if f := o.aboutClients(cores, "defaults"); f.ok != ok || !strings.Contains(f.measured, "for ours") {
			t.Errorf("on %d cores: %v", cores, f)
		}
	}
	o["ours"][16][0].clients = 600 * time.Millisecond
	if f := o.aboutClients(1, "defaults"); f.ok || !strings.Contains(f.String(), "short: at most 60 %") {
		t.Errorf("clients that take most of the machine: %v", f)
	}
}

func TestTasksAreFoundInEveryKindOfAnswer(t *testing.T) {
	for answer, want := range map[string]int{
		`[{"id":1},{"id":2}]`:                                                                      2,
		`{"tasks":[{"id":1}],"count":1}`:                                                           1,
		`{"success":true,"data":{"tasks":[{"id":1},{"id":2},{"id":3}]}}`:                           3,
		`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"tasks":[{"id":1}]}}}`:             1,
		`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"data":{"tasks":[{},{}]}}}}`:       2,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool \"list_tasks\""}}`: 0,
		`not JSON`: -1,
	} {
		if got := tasksIn([]byte(answer)); got != want {
			t.Errorf("%s: %d tasks, not %d", answer, got, want)
		}
	}
}

// A row whose lane is not among those that run would compare nothing with nothing.
func TestTheTableOfPeersHasAColumnForEachCondition(t *testing.T) {
	o := outcome{}
	for _, row := range peerRows {
		o[row.lane] = map[int][]turnTaken{16: turnsOf(100), 64: turnsOf(100)}
		o[row.peer] = map[int][]turnTaken{16: turnsOf(700), 64: turnsOf(700)}
	}
	var figures []figure
	for _, row := range peerRows {
		figures = append(figures, row.in(row.in(figure{}, o, "defaults"), o, "GOGC=400"))
	}
	text := besidePeers.text(machine{}, append(figures, o.aboutClients(2, "defaults")))
	for _, want := range []string{
		"| what | compared with | target | 16 at once, defaults | 64 at once, defaults | 16 at once, GOGC=400 | 64 at once, GOGC=400 | |\n|---|",
		"| REST, get_user_info | grpc-gateway | ≥ 1.1 × | 100 of 700 µs, 7.00 × |",
		"- the clients' own part of the machine, defaults (≤ 50 %): ok: at most",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestOnlyPeersAreAMatrix(t *testing.T) {
	for _, in := range []section{measured, many} {
		text := in.text(machine{}, []figure{{what: "it", target: "≤ 1 ms", measured: "2 ms"}})
		if !strings.Contains(text, "| it | ≤ 1 ms | 2 ms |") {
			t.Errorf("%s: %s", in, text)
		}
	}
}

//go:build attack

package attack

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// connections returns the number of established connections to the platform's HTTP port, seen from the platform's side.
func (p *target) connections(t testing.TB) int {
	t.Helper()
	table, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/tcp", p.Process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, portText, _ := strings.Cut(p.host, ":")
	port, err := strconv.Atoi(portText)
	if err != nil {
		t.Fatal(err)
	}
	const established = "01"
	n := 0
	for line := range strings.Lines(string(table)) {
		fields := strings.Fields(line)
		if len(fields) > 3 && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) && fields[3] == established {
			n++
		}
	}
	return n
}

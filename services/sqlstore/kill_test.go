package sqlstore_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// killed is set in the process that TestAKillLosesNothingAcknowledged kills, to the URL of its database.
const killed = "SALAATFLOW_TEST_KILLED"

func TestAKillLosesNothingAcknowledged(t *testing.T) {
	if url := os.Getenv(killed); url != "" {
		writeUntilKilled(t, url)
		return
	}
	url := sqltest.SQLite().URL(t)
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAKillLosesNothingAcknowledged$")
	process.Env = append(os.Environ(), killed+"="+url)
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	const enough = 500
	var acknowledged []string
	for lines := bufio.NewScanner(output); lines.Scan(); {
		acknowledged = append(acknowledged, lines.Text())
		if len(acknowledged) == enough {
			if err := process.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := process.Wait(); err == nil || len(acknowledged) < enough {
		t.Fatalf("it was not killed: %v after %q", err, acknowledged)
	}
	acknowledged = acknowledged[:len(acknowledged)-1] // of which half a line may have been written

	db, err := sqlstore.Open(t.Context(), url, schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range acknowledged {
		if value(t, db, name) != 7 {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
}

// writeUntilKilled has many writers share commits, and says of each write when it is acknowledged.
func writeUntilKilled(t *testing.T, url string) {
	db, err := sqlstore.Open(t.Context(), url, schema(first))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	const writers = 16
	var group sync.WaitGroup
	for writer := range writers {
		group.Go(func() {
			for i := 0; t.Context().Err() == nil; i++ {
				name := strconv.Itoa(writer) + "/" + strconv.Itoa(i)
				if err := insertion(t.Context(), db, name, nil)(); err != nil {
					return
				}
				if _, err := fmt.Println(name); err != nil {
					return
				}
			}
		})
	}
	group.Wait()
}

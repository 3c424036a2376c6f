package outbox_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/identity"
)

// child is the folder in which a copy of this test records until it is killed.
const child = "AUDIT_TEST_FOLDER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(child); folder != "" {
		recordForEver(folder)
	}
	goleak.VerifyTestMain(m)
}

// recordForEver acknowledges each record on standard output once it is kept.
func recordForEver(folder string) {
	box, err := outbox.Open(options(folder))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for n := 1; ; n++ {
		box.Record(context.Background(), audit.Record{Tool: fmt.Sprint("tool_", n)})
		fmt.Println(n)
	}
}

func options(folder string) outbox.Options {
	config := outbox.DefaultConfig()
	config.Outbox = folder
	return outbox.Options{
		Config: config, Program: "test", Clock: clockwork.NewRealClock(), Logger: slog.New(slog.DiscardHandler),
	}
}

func open(t *testing.T, o outbox.Options) *outbox.Outbox {
	t.Helper()
	box, err := outbox.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return box
}

// entries verifies the files of a folder and returns their entries.
func entries(t *testing.T, folder string) (found []audit.Record) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	v := &chain.Verifier{}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		err = chain.Read(bytes.NewReader(content), func(line chain.Line) error {
			var record audit.Record
			found = append(found, record)
			return errors.Join(json.Unmarshal(line.Entry, &found[len(found)-1]), v.Add(line))
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return found
}

// firstFile returns what is written of the first file of a folder.
func firstFile(t *testing.T, folder string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, firstName))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimRight(content, "\x00")
}

const firstName = "00000000000000000001.jsonl"

// A process that is killed at any moment has lost no record of a call that was answered.
func TestKilledProcessLosesNothing(t *testing.T) {
	folder := t.TempDir()
	acknowledged := 0
	for range 3 {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), child+"="+folder)
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		command.Stderr = os.Stderr
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 200 {
			if !lines.Scan() {
				t.Fatal("it records nothing")
			}
		}
		_ = command.Process.Kill()
		n := 200
		for lines.Scan() { // what was acknowledged before the end, as far as it arrived whole
			n++
		}
		_ = command.Wait()
		acknowledged += n
	}
	box := open(t, options(folder))
	box.Record(t.Context(), audit.Record{Tool: "after"})
	got := entries(t, folder)
	if len(got) < acknowledged+1-3 || len(got) > acknowledged+1+3 { // the last line of each pipe may be torn, or unread
		t.Errorf("%d records are kept, %d were acknowledged", len(got), acknowledged)
	}
	if last := got[len(got)-1]; last.Tool != "after" || last.Program != "test" || last.ID == "" {
		t.Errorf("the last is %+v", last)
	}
}

func TestALineThatWasTornOffIsRemoved(t *testing.T) {
	folder := t.TempDir()
	box := open(t, options(folder))
	box.Record(t.Context(), audit.Record{Tool: "one"})
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(folder, firstName), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString(`{"seq":2,"prev":"`)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	open(t, options(folder)).Record(t.Context(), audit.Record{Tool: "two"})
	if got := entries(t, folder); len(got) != 2 || got[1].Tool != "two" {
		t.Errorf("got %+v", got)
	}
}

// A power cut may leave a part that did not reach the disk before one that did. What was flushed before is there.
func TestAHoleOfAPowerCutIsRemoved(t *testing.T) {
	folder := t.TempDir()
	box := open(t, options(folder))
	for _, name := range []string{"one", "two", "three"} {
		box.Record(t.Context(), audit.Record{Tool: name})
	}
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	content := firstFile(t, folder)
	second := bytes.Index(content, []byte(`"two"`))
	copy(content[second:], make([]byte, len(`"two"`)))
	if err := os.WriteFile(filepath.Join(folder, firstName), content, 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, options(folder)).Record(t.Context(), audit.Record{Tool: "after"})
	if got := entries(t, folder); len(got) != 2 || got[0].Tool != "one" || got[1].Tool != "after" {
		t.Errorf("got %+v", got)
	}
}

// Who cuts the file of a running program does not end it, and what it records then is written.
func TestAFileThatIsCutEndsNoProgram(t *testing.T) {
	folder := t.TempDir()
	box := open(t, options(folder))
	box.Record(t.Context(), audit.Record{Tool: "one"})
	if err := os.Truncate(filepath.Join(folder, firstName), 0); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"two", "three"} {
		box.Record(t.Context(), audit.Record{Tool: name})
	}
	if content := firstFile(t, folder); !bytes.Contains(content, []byte(`"two"`)) || !bytes.Contains(content, []byte(`"three"`)) {
		t.Errorf("there is %q", content)
	}
	if refused := box.Admit(); refused != nil {
		t.Error(refused)
	}
}

func TestAFolderIsOneProcess(t *testing.T) {
	folder := t.TempDir()
	open(t, options(folder))
	if _, err := outbox.Open(options(folder)); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a second process: %v", err)
	}
}

// What a person wrote, and what a caller made up to confuse readers, is not in the file.
func TestTextIsNotKept(t *testing.T) {
	folder := t.TempDir()
	box := open(t, options(folder))
	ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleUser})
	request := &tasksv1.CreateTaskRequest{Title: proto.String("my father is in hospital"), Priority: proto.String("high")}
	box.Record(ctx, audit.Record{
		Tool: toolnames.CreateTask, Alias: "add\n{\"seq\":9}\x1b[31m\u202etask", Request: request, RequestID: strings.Repeat("x", 1<<20),
		Detail: strings.Repeat("\"", 1<<20),
	})
	got := entries(t, folder)
	if len(got) != 1 {
		t.Fatalf("got %d entries", len(got))
	}
	if want := `{"title":"(text)","priority":"high"}`; string(got[0].Arguments) != want || len(got[0].ArgumentsDigest) != 32 {
		t.Errorf("arguments are %s, digest %q; want %s", got[0].Arguments, got[0].ArgumentsDigest, want)
	}
	if strings.ContainsAny(got[0].Alias, "\n\x1b\u202e") || got[0].UserID != 7 || len(got[0].RequestID) > 300 {
		t.Errorf("got %+v", got[0])
	}
	content := firstFile(t, folder)
	if bytes.Contains(content, []byte("hospital")) || len(content) > chain.MaxLine {
		t.Errorf("there are %d bytes", len(content))
	}
}

// Whatever a record says, its line is one that can be read again: a longer one would hold up all after it, and the next start.
func TestEveryLineCanBeRead(t *testing.T) {
	for name, character := range map[string]string{"plain": "x", "for JSON": `"`, "for HTML": `"<`, "a letter": "ش", "unseen": "\u202e"} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			box := open(t, options(folder))
			long := strings.Repeat(character, 1<<14)
			box.Record(t.Context(), audit.Record{
				Tool: long, Alias: long, Detail: long, RequestID: long, TraceID: long, Peer: long, Address: long, TokenID: long,
				Credential: long, Rule: long, Result: long, Program: long, Door: audit.Door(long), Role: identity.Role(long),
			})
			box.Record(t.Context(), audit.Record{Tool: "next"})
			lines := 0
			for line := range bytes.Lines(firstFile(t, folder)) {
				if _, err := chain.Parse(line); err != nil {
					t.Errorf("a line of %d bytes: %v", len(line), err)
				}
				lines++
			}
			if lines != 2 {
				t.Errorf("there are %d lines", lines)
			}
			s := &service{kept: make(chan int64, 2)}
			if err := box.Drain(t.Context(), s); err != nil || s.through != 2 {
				t.Errorf("audit-svc has %d: %v", s.through, err)
			}
		})
	}
}

// service is an audit-svc that keeps lines in memory, and refuses them while it is away.
type service struct {
	auditv1.AuditServiceClient
	mu      sync.Mutex
	away    bool
	through int64
	calls   int
	kept    chan int64
}

func (s *service) AppendAuditLines(
	_ context.Context, req *auditv1.AppendAuditLinesRequest, _ ...grpc.CallOption,
) (*auditv1.AppendAuditLinesResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.away {
		return nil, errors.New("away")
	}
	for _, text := range req.GetLines() {
		line, err := chain.Parse(text)
		if err != nil {
			return nil, err
		}
		if line.Seq == s.through+1 {
			s.through++
			s.kept <- line.Seq
		}
	}
	return &auditv1.AppendAuditLinesResponse{Through: s.through}, nil
}

// While audit-svc is away nothing is lost, and when it is back it gets everything, also of files that were begun meanwhile.
func TestNothingIsLostWhileAuditSvcIsAway(t *testing.T) {
	const records = 6000 // more than one file holds
	folder := t.TempDir()
	box := open(t, options(folder))
	for range records {
		box.Record(t.Context(), audit.Record{Tool: "one", Detail: strings.Repeat("x", 1000)})
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if len(files) < 2 {
		t.Fatalf("%d files", len(files))
	}
	s := &service{away: true, kept: make(chan int64, 2*records)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { box.Ship(ctx, s); close(ended) }()
	defer func() { cancel(); <-ended }()
	s.mu.Lock()
	s.away = false
	s.mu.Unlock()
	box.Record(t.Context(), audit.Record{Tool: "one"})
	deadline := time.After(time.Minute)
	for want := int64(1); want <= records+1; want++ {
		select {
		case got := <-s.kept:
			if got != want {
				t.Fatalf("got line %d, want %d", got, want)
			}
		case <-deadline:
			t.Fatalf("line %d has not come", want)
		}
	}
	cancel()
	<-ended
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl")); len(files) > 2 {
		t.Errorf("%d files are left", len(files))
	}
	// The next process goes on where this one ended, and sends nothing twice that it need not.
	again := open(t, options(folder))
	again.Record(t.Context(), audit.Record{Tool: "two"})
	if err := again.Drain(t.Context(), s); err != nil || s.through != records+2 {
		t.Errorf("through %d, %v", s.through, err)
	}
}

func TestAFullOutboxRefusesWhatChangesSomething(t *testing.T) {
	for whenFull, refuses := range map[string]bool{outbox.Refuse: true, outbox.Continue: false} {
		t.Run(whenFull, func(t *testing.T) {
			o := options(t.TempDir())
			o.MaxBytes, o.WhenFull = 1<<20, whenFull
			box := open(t, o)
			if box.Admit() != nil {
				t.Fatal("an empty outbox refuses")
			}
			for range 300 {
				box.Record(t.Context(), audit.Record{Tool: "one", Detail: strings.Repeat("x", 4000)})
			}
			if refused := box.Admit(); (refused != nil) != refuses {
				t.Errorf("Admit = %v", refused)
			}
			s := &service{kept: make(chan int64, 1000)}
			if err := box.Drain(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			if refused := box.Admit(); refused != nil {
				t.Errorf("after everything was sent: %v", refused)
			}
		})
	}
}

// A flood of refusals leaves so many lines as tell what happened, not as many as there were.
func TestAFloodOfRefusalsIsCounted(t *testing.T) {
	folder := t.TempDir()
	o := options(folder)
	clock := clockwork.NewFakeClock()
	o.Clock = clock
	box := open(t, o)
	refuse := func(address string) {
		box.Record(t.Context(), audit.Record{Tool: toolnames.CreateTask, Decision: audit.Refused, Address: address})
	}
	for range 5000 {
		refuse("192.0.2.1")
	}
	refuse("192.0.2.2")
	clock.Advance(2 * time.Minute)
	refuse("192.0.2.2")
	got := entries(t, folder)
	if len(got) != 100+1+1+1 {
		t.Fatalf("%d entries", len(got))
	}
	if summary := got[101]; !strings.Contains(summary.Detail, "4900 refusals") || summary.Address != "192.0.2.1" {
		t.Errorf("got %+v", summary)
	}
}

func BenchmarkRecord(b *testing.B) {
	o := options(b.TempDir())
	o.MaxBytes = 1 << 40
	box, err := outbox.Open(o)
	if err != nil {
		b.Fatal(err)
	}
	defer box.Close()
	request := &tasksv1.CreateTaskRequest{Title: proto.String("Read Quran after Fajr"), Priority: proto.String("high")}
	ctx := identity.NewContext(b.Context(), identity.Caller{UserID: 7, Role: identity.RoleUser})
	b.ReportAllocs()
	for b.Loop() {
		box.Record(ctx, audit.Record{Tool: toolnames.CreateTask, Door: audit.DoorTool, Address: "127.0.0.1", Request: request})
	}
}

// Callers who wait for the disk wait together, and each finds its own record there.
func TestFlushingBeforeCallersAreAnswered(t *testing.T) {
	const callers, each = 16, 20
	folder := t.TempDir()
	o := options(folder)
	o.Flush = outbox.FlushCall
	box := open(t, o)
	var calling sync.WaitGroup
	for range callers {
		calling.Go(func() {
			for range each {
				box.Record(t.Context(), audit.Record{Tool: "one"})
			}
		})
	}
	calling.Wait()
	if got := entries(t, folder); len(got) != callers*each {
		t.Errorf("%d entries", len(got))
	}
}

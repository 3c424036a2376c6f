package credential_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
)

const (
	old   = "the-old-secret-0123456789"
	fresh = "the-new-secret-0123456789"
)

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil { // whatever the umask
		t.Fatal(err)
	}
}

func logTo(b *bytes.Buffer) *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

func TestWhatAFileMayHold(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		err  string // what the error says; empty where there is none
		log  string // what the log says; empty where it says nothing
	}{
		"a secret":              {old, 0o600, "", ""},
		"with an end of line":   {old + "\r\n", 0o400, "", ""},
		"two, of a rotation":    {fresh + "\n\n" + old + "\n", 0o600, "", ""},
		"three":                 {"a\nb\nc\n", 0o600, "contains 3", ""},
		"none":                  {"\n \n", 0o600, "no secret", ""},
		"words":                 {"open sesame, if you please\n", 0o600, "", ""},
		"a tab":                 {"open\tsesame", 0o600, "printable ASCII", ""},
		"another script":        {"کھل جا سم سم", 0o600, "printable ASCII", ""},
		"too much":              {strings.Repeat("x", 5000), 0o600, "larger", ""},
		"read by the group":     {old, 0o640, "", "accessible to other users"},
		"read by everybody":     {old, 0o644, "", "accessible to other users"},
		"written by the group":  {old, 0o620, "writable by other users", ""},
		"written by everybody":  {old, 0o602, "writable by other users", ""},
		"short enough to guess": {"sesame", 0o600, "", "could be guessed"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "credential")
			write(t, file, c.text, c.mode)
			var log bytes.Buffer
			got, err := credential.Config{File: file}.Open(clock.System(), logTo(&log))
			if (err == nil) != (c.err == "") || err != nil && (!strings.Contains(err.Error(), c.err) || !strings.Contains(err.Error(), file)) {
				t.Fatalf("%v, want %q", err, c.err)
			}
			if (log.Len() == 0) != (c.log == "") || !strings.Contains(log.String(), c.log) {
				t.Errorf("the log says %q", log.String())
			}
			all := fmt.Sprintf("%v %+v %#v %s %v", got, got, got, log.String(), err)
			if strings.Contains(all, "secret-0123") || strings.Contains(all, "sesame") {
				t.Errorf("the secret is shown: %s", all)
			}
		})
	}
	for name, file := range map[string]string{"nowhere": "/nowhere/credential", "a folder": t.TempDir(), "a device": "/dev/zero"} {
		_, err := (credential.Config{File: file}).Open(clock.System(), slog.Default())
		if err == nil || !strings.Contains(err.Error(), "--credential-file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if none, err := (credential.Config{}).Open(clock.System(), slog.Default()); none != nil || err != nil {
		t.Errorf("no file: %v, %v", none, err)
	}
}

// A secret is replaced without a program that is left out: first it is accepted everywhere, then it is presented, and
// then the old one is no longer accepted.
// A Secret of Kubernetes is a file of root's, which the program reads because of its group.
func TestAFileOfSomebodyElseIsReadByTheGroup(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	for mode, want := range map[os.FileMode]string{0o440: "", 0o400: "", 0o444: "accessible to other users"} {
		file := filepath.Join(t.TempDir(), "credential")
		write(t, file, old, mode)
		if err := os.Chown(file, 65532, 65532); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		if _, err := (credential.Config{File: file}).Open(clock.System(), logTo(&log)); err != nil {
			t.Fatal(err)
		}
		if (log.Len() == 0) != (want == "") || !strings.Contains(log.String(), want) {
			t.Errorf("%o: the log says %q", mode, log.String())
		}
	}
}

func TestASecretIsReplacedWhileProgramsRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "credential")
	write(t, file, old+"\n", 0o600)
	var log bytes.Buffer
	clock := clockwork.NewFakeClock()
	c, err := credential.Config{File: file}.Open(clock, logTo(&log))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		text, presented string
		accepts         map[string]bool
		log             string
	}{
		{old + "\n" + fresh + "\n", old, map[string]bool{old: true, fresh: true, "": false, old + fresh: false}, "reloaded the credential"},
		{"", old, map[string]bool{old: true, fresh: true}, "contains no secret"}, // half written
		{fresh + "\n" + old + "\n", fresh, map[string]bool{old: true, fresh: true}, "reloaded the credential"},
		{fresh + "\n", fresh, map[string]bool{old: false, fresh: true}, "reloaded the credential"},
	} {
		log.Reset()
		write(t, file, step.text, 0o600)
		if err := os.Chtimes(file, time.Time{}, time.Unix(int64(1000+i), 0)); err != nil { // as a later write would be
			t.Fatal(err)
		}
		clock.Advance(time.Second)
		if got := c.Presented(); got != step.presented {
			t.Errorf("step %d presents %q", i, got)
		}
		for shown, want := range step.accepts {
			if got := c.Accepts(shown); got != want {
				t.Errorf("step %d accepts %q: %t", i, shown, got)
			}
		}
		if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), step.log) || strings.Contains(log.String(), "secret-0123") {
			t.Errorf("step %d logs %q", i, log.String())
		}
		clock.Advance(time.Second)
		if before := log.String(); c.Presented() != step.presented || log.String() != before {
			t.Errorf("step %d is logged again: %q", i, log.String())
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Minute)
	if !c.Accepts(fresh) {
		t.Error("what was read is forgotten with the file")
	}
}

func BenchmarkAccepts(b *testing.B) {
	file := filepath.Join(b.TempDir(), "credential")
	if err := os.WriteFile(file, []byte(fresh+"\n"+old), 0o600); err != nil {
		b.Fatal(err)
	}
	c, err := credential.Config{File: file}.Open(clock.System(), slog.Default())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if !c.Accepts(old) {
			b.Fatal("refused")
		}
	}
}

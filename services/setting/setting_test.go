package setting_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/services/setting"
)

func TestOnlyWhatAnotherStartDoesNotMendIsWrong(t *testing.T) {
	_, missing := os.Open(filepath.Join(t.TempDir(), "missing"))
	held, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	_, inUse := (&net.ListenConfig{}).Listen(t.Context(), "tcp", held.Addr().String())
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"a sentence":             {errors.New("--x: must be more than 0"), true},
		"a file that is missing": {missing, true},
		"no permission":          {&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, true},
		"a file for a folder":    {&fs.PathError{Op: "mkdir", Path: "x", Err: syscall.ENOTDIR}, true},
		"several":                {errors.Join(missing, errors.New("and more")), true},
		"a full disk":            {&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, false},
		"a failing disk":         {&fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}, false},
		"a port in use":          {inUse, false},
		"a name that is unknown": {&net.DNSError{Name: "registry", IsNotFound: true}, false},
		"nothing":                {nil, false},
	} {
		marked := setting.Wrong(c.err)
		if got := setting.IsWrong(fmt.Errorf("start: %w", marked)); got != c.want {
			t.Errorf("%s: wrong is %t: %v", name, got, marked)
		}
		if !errors.Is(marked, c.err) {
			t.Errorf("%s: %v is no longer %v", name, marked, c.err)
		}
		if setting.IsWrong(c.err) {
			t.Errorf("%s is marked before it is", name)
		}
	}
}

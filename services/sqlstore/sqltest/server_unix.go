//go:build unix

package sqltest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// supervise runs the server in $1 until this process ends, however it ends: then the pipe at standard input closes. What
// it keeps in memory is what a small server would give it, and is taken only as it is needed.
const supervise = `
"$0" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c shared_buffers=512MB -c max_connections=200 >"$1/log" 2>&1 </dev/null &
cat >/dev/null
kill -INT $!
wait $!
rm -rf "$1"
`

// start runs a PostgreSQL server of this process's own, reached by a socket in a new folder.
func start() (server, error) {
	bin, err := binaries()
	if err != nil {
		return server{}, err
	}
	folder, attributes, err := initialized(bin)
	if err != nil {
		return server{}, err
	}
	alive, err := run(filepath.Join(bin, "postgres"), folder, attributes)
	if err != nil {
		return server{}, err
	}
	address := "postgres://postgres@/postgres?host=" + url.QueryEscape(folder)
	return server{address: address, alive: alive}, reached(address)
}

// initialized makes a folder with the files of a new server in data, and says how to run processes there.
func initialized(bin string) (folder string, attributes *syscall.SysProcAttr, err error) {
	folder, err = os.MkdirTemp("/tmp", "salaatflow-postgres-") // a socket's path must be short
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for PostgreSQL: %w", err)
	}
	attributes, err = asPostgres(folder)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"),
		"-D", filepath.Join(folder, "data"), "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--no-locale")
	initdb.SysProcAttr = attributes
	initdb.Dir = folder
	if output, err := initdb.CombinedOutput(); err != nil {
		return "", nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, output), os.RemoveAll(folder))
	}
	return folder, attributes, nil
}

// run starts the server, which ends when what it gives is closed.
func run(postgres, folder string, attributes *syscall.SysProcAttr) (alive *os.File, err error) {
	read, alive, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	defer read.Close()
	supervisor := exec.Command("/bin/sh", "-c", supervise, postgres, folder)
	supervisor.SysProcAttr = attributes
	supervisor.Dir = folder
	supervisor.Stdin = read
	if err := supervisor.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start PostgreSQL: %w", err), alive.Close())
	}
	return alive, supervisor.Process.Release()
}

// asPostgres makes processes run as the user postgres, to whom folder is given, when this one is root: PostgreSQL
// refuses to run as root.
func asPostgres(folder string) (*syscall.SysProcAttr, error) {
	attributes := &syscall.SysProcAttr{Setpgid: true} // an interrupt of the test is not one of the server
	if os.Geteuid() != 0 {
		return attributes, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("read the user id of postgres: %w", err)
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("read the group id of postgres: %w", err)
	}
	attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attributes, os.Chown(folder, int(uid), int(gid))
}

// binaries finds the folder of initdb and postgres: in PATH, else where Debian puts them, the newest version first.
func binaries() (string, error) {
	folders := filepath.SplitList(os.Getenv("PATH"))
	debian, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", fmt.Errorf("look for PostgreSQL: %w", err)
	}
	slices.Reverse(debian)
	for _, folder := range append(folders, debian...) {
		if executable(filepath.Join(folder, "initdb")) && executable(filepath.Join(folder, "postgres")) {
			return folder, nil
		}
	}
	return "", errors.New("initdb and postgres are not on PATH nor under /usr/lib/postgresql")
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// Command modproxy puts a module from a folder into a module proxy that is a folder: GOPROXY=file://PROXY.
//
//	modproxy PROXY FOLDER VERSION
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: modproxy PROXY FOLDER VERSION")
		os.Exit(2)
	}
	if err := publish(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "modproxy:", err)
		os.Exit(1)
	}
}

// publish writes what a proxy answers for one version, by the protocol of go help goproxy.
func publish(proxy, folder, version string) error {
	content, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	path := modfile.ModulePath(content)
	escaped, err := module.EscapePath(path)
	if err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	versions := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	info := fmt.Sprintf("{\"Version\":%q,\"Time\":%q}\n", version, time.Unix(0, 0).UTC().Format(time.RFC3339))
	return errors.Join(
		os.MkdirAll(versions, 0o755),
		os.WriteFile(filepath.Join(versions, "list"), []byte(version+"\n"), 0o600),
		os.WriteFile(filepath.Join(versions, version+".info"), []byte(info), 0o600),
		os.WriteFile(filepath.Join(versions, version+".mod"), content, 0o600),
		archive(filepath.Join(versions, version+".zip"), module.Version{Path: path, Version: version}, folder),
	)
}

func archive(file string, of module.Version, folder string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return zip.CreateFromDir(out, of, folder)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

type openCommand struct {
	remote
	Print bool   `help:"Print the address, and open nothing." env:"-"`
	Page  string `arg:"" optional:"" help:"The page's path, such as docs; by default the first page." placeholder:"PAGE"`
}

// Run opens the page in the browser of the person.
func (c openCommand) Run(ctx context.Context, streams Streams) error {
	base, err := url.Parse(c.Gateway)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return usageError(fmt.Sprintf("%q is not a gateway URL: expected one like http://127.0.0.1:8080", c.Gateway))
	}
	page, err := url.Parse(strings.TrimPrefix(c.Page, "/"))
	if err != nil || page.IsAbs() || page.Host != "" {
		return usageError(fmt.Sprintf("%q is not the path of a page, such as docs", c.Page))
	}
	address := base.JoinPath("/").ResolveReference(page).String()
	if c.Print {
		_, err := fmt.Fprintln(streams.Out, address)
		return err
	}
	command := browser(address)
	if err := exec.CommandContext(ctx, command[0], command[1:]...).Run(); err != nil { //nolint:gosec // G204: the person's own browser
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("there is no %s to open a browser with: open %s, or set BROWSER", command[0], address)
		}
		return fmt.Errorf("%s: %w: open %s yourself", command[0], err, address)
	}
	fmt.Fprintf(streams.Err, "Opened %s.\n", address)
	return nil
}

// browser returns the command that opens an address: BROWSER's, or the system's.
func browser(address string) []string {
	if chosen := strings.Fields(os.Getenv("BROWSER")); len(chosen) > 0 {
		return append(chosen, address)
	}
	switch runtime.GOOS {
	case "darwin":
		return []string{"open", address}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		return []string{"xdg-open", address}
	}
}

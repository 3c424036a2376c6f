package cli

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/login"
	"github.com/salaatflow/platform/services/clock"
)

// heldVariable holds a token itself. There is no flag for that: other users of a machine can read command lines.
const heldVariable = "SALAATFLOW_TOKEN"

// remote holds the flags of commands that talk to a gateway.
type remote struct {
	Gateway      string `help:"The gateway's address." default:"http://127.0.0.1:8080" env:"SALAATFLOW_GATEWAY" placeholder:"URL"`
	Context      string `help:"Call the gateway of this context (\"salaatflow config\"), as its user and with its token, unless --gateway names another; by default of the current one." env:"SALAATFLOW_CONTEXT" placeholder:"NAME"`
	TokenFile    string `help:"Call with the token in this file. SALAATFLOW_TOKEN may hold the token itself. Without either, the session that \"salaatflow login\" began counts." env:"SALAATFLOW_TOKEN_FILE" placeholder:"FILE"`
	SessionsFile string `help:"Keep sessions that are not in the system's keyring in this file; by default in the user's configuration folder." env:"SALAATFLOW_SESSIONS_FILE" placeholder:"FILE"`
	Keyring      bool   `help:"Keep sessions in the system's keyring, where there is one." default:"true" negatable:"" env:"SALAATFLOW_KEYRING"`
	Insecure     bool   `help:"Send tokens to another machine over plain HTTP too, where others can read them." env:"SALAATFLOW_INSECURE"`
}

// asUser holds the flag of commands that call as a user.
type asUser struct {
	User int32 `help:"The user to call as, in development mode." env:"SALAATFLOW_USER" placeholder:"N"`
}

// client returns a client that presents the token there is, if any.
func (r remote) client() (*client.Client, error) {
	parsed, err := url.Parse(r.Gateway)
	if err != nil {
		return nil, usageError(fmt.Sprintf("%q is not a gateway URL: expected one like http://127.0.0.1:8080", r.Gateway))
	}
	var options []client.Option
	source, err := r.tokens()
	if err != nil {
		return nil, err
	}
	if source != nil {
		if parsed.Scheme == "http" && !login.IsLocal(parsed) && !r.Insecure {
			return nil, usageError(fmt.Sprintf(
				"%s is another machine, and a token sent there over plain HTTP can be read on the way: use https, or say --insecure", r.Gateway))
		}
		options = append(options, client.WithTokens(source))
	}
	gateway, err := client.New(r.Gateway, options...)
	if err != nil {
		return nil, usageError(err.Error())
	}
	return gateway, nil
}

// tokens returns the source of the tokens to present, nil if there is none.
func (r remote) tokens() (client.TokenSource, error) {
	if held := os.Getenv(heldVariable); held != "" {
		return fixed(heldVariable, []byte(held))
	}
	if r.TokenFile != "" {
		text, err := os.ReadFile(r.TokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token-file: %w", err)
		}
		return fixed("--token-file "+r.TokenFile, text)
	}
	store, err := r.store()
	if err != nil {
		return nil, err
	}
	if signedIn, err := store.Has(r.session()); err != nil || !signedIn {
		return nil, err
	}
	return &login.Source{Store: store, Client: login.NewClient(), Gateway: r.session(), Clock: clock.System()}, nil
}

// fixed returns a source of the token in text, which came from where.
func fixed(where string, text []byte) (client.TokenSource, error) {
	token := string(bytes.TrimSpace(text))
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, usageError(where + " holds no token: expected one line of letters, digits and signs")
	}
	return login.Fixed(token), nil
}

// session returns the name under which the session at the gateway is kept.
func (r remote) session() string { return strings.TrimRight(r.Gateway, "/") }

func (r remote) store() (login.Store, error) {
	path := r.SessionsFile
	if path == "" {
		var err error
		if path, err = login.DefaultPath(); err != nil {
			return login.Store{}, err
		}
	}
	return login.Store{Path: path, Keyring: r.Keyring}, nil
}

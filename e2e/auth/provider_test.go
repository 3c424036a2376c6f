//go:build auth

package auth

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/oauth2"
)

// provider is the certified OpenID provider, in a process of its own.
type provider struct {
	issuer  string
	process *exec.Cmd
}

func startProvider(t *testing.T) *provider {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Fatal("there is no npm here, which installs the provider: apt-get install nodejs npm")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("provider")); err != nil {
		t.Fatal(err)
	}
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if output, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %s%v", output, err)
	}
	p := &provider{process: exec.CommandContext(context.WithoutCancel(t.Context()), "node", filepath.Join(folder, "main.js"))}
	p.process.Stderr = os.Stderr
	output, err := p.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the provider does not start: %v", err)
	}
	var said struct {
		Issuer string `json:"issuer"`
	}
	if err := json.Unmarshal(line, &said); err != nil {
		t.Fatalf("the provider says %s: %v", line, err)
	}
	p.issuer = said.Issuer
	return p
}

// kill ends the provider at once.
func (p *provider) kill() {
	_ = p.process.Process.Kill() // it may have ended
	_ = p.process.Wait()         // its error is that it was killed
}

// callback is where the provider sends who has signed in; nobody listens there.
const callback = "http://127.0.0.1/callback"

// browse does what a person does in a browser: it signs in under a name, agrees to what is asked, and returns where the
// provider sends the browser in the end.
func browse(ctx context.Context, address, name string) (url.Values, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var form url.Values
	const mostPages = 20
	for range mostPages {
		page, body, err := open(ctx, browser, address, form)
		if err != nil {
			return nil, err
		}
		form = nil
		if page.StatusCode >= 300 && page.StatusCode < 400 {
			next, err := page.Location()
			if err != nil {
				return nil, err
			}
			if address = next.String(); strings.HasSuffix(next.Path, "/callback") {
				return next.Query(), nil
			}
			continue
		}
		switch {
		case page.StatusCode != http.StatusOK:
			return nil, fmt.Errorf("%s answers %s: %s", address, page.Status, body)
		case strings.Contains(body, `name="login"`):
			form = url.Values{"prompt": {"login"}, "login": {name}, "password": {"any"}}
		case strings.Contains(body, `value="consent"`):
			form = url.Values{"prompt": {"consent"}}
		default:
			return nil, fmt.Errorf("%s is a page that nobody knows: %s", address, body)
		}
	}
	return nil, fmt.Errorf("signing in does not end; the last page is %s", address)
}

// open loads a page, with a form if there is one.
func open(ctx context.Context, browser *http.Client, address string, form url.Values) (*http.Response, string, error) {
	method, content := http.MethodGet, io.Reader(http.NoBody)
	if form != nil {
		method, content = http.MethodPost, strings.NewReader(form.Encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, "", err
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	page, err := browser.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer page.Body.Close()
	body, err := io.ReadAll(page.Body)
	return page, string(body), err
}

// signIn returns an access token by the code flow with PKCE.
func (p *provider) signIn(t *testing.T, name, resource string, scopes ...string) string {
	t.Helper()
	config := oauth2.Config{
		ClientID: "web", RedirectURL: callback, Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: p.issuer + "/auth", TokenURL: p.issuer + "/token", AuthStyle: oauth2.AuthStyleInParams},
	}
	verifier := oauth2.GenerateVerifier()
	asked := oauth2.SetAuthURLParam("resource", resource)
	answer, err := browse(t.Context(), config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier), asked), name)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Get("code") == "" || answer.Get("iss") != p.issuer {
		t.Fatalf("the provider answers %v", answer)
	}
	token, err := config.Exchange(t.Context(), answer.Get("code"), oauth2.VerifierOption(verifier), asked)
	if err != nil {
		t.Fatal(err)
	}
	return token.AccessToken
}

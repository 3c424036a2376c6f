package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Secrets keeps each place in a Secret of Kubernetes, PREFIX-PLACE-tls, as cert-manager would.
type Secrets struct {
	// Server is the URL of the API server, and Client speaks with it.
	Server string
	Client *http.Client
	// TokenFile holds the token of the service account; it is read for each request, since it is replaced.
	TokenFile string
	// Namespace is where they are, and Prefix begins their names.
	Namespace, Prefix string
	// Release is what the label app.kubernetes.io/instance of each says; empty means that they have none.
	Release string
}

const (
	// accountFolder is where a pod has its service account.
	accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount"
	// apiTimeout bounds one request.
	apiTimeout = 30 * time.Second
	// maxAnswer bounds what is read of an answer; a Secret holds at most 1 MiB.
	maxAnswer = 4 << 20
	// owner is the field manager, and what the label managed-by says.
	owner = "salaatflow-certs"
)

// InCluster returns the Secrets of the namespace that the pod runs in, whose names begin with prefix.
func InCluster(prefix, release string) (*Secrets, error) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	namespace, err := os.ReadFile(filepath.Join(accountFolder, "namespace"))
	if host == "" || port == "" || err != nil {
		return nil, errors.New("this is no pod with a service account: Secrets can only be written from within a cluster")
	}
	ca, err := os.ReadFile(filepath.Join(accountFolder, "ca.crt"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(ca) {
		return nil, errors.New("the service account's ca.crt contains no certificate")
	}
	return &Secrets{
		Server:    "https://" + net.JoinHostPort(host, port),
		Client:    &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}},
		TokenFile: filepath.Join(accountFolder, "token"), Namespace: strings.TrimSpace(string(namespace)), Prefix: prefix,
		Release: release,
	}, nil
}

// secret is a Secret, as far as it matters here.
type secret struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   metadata          `json:"metadata"`
	Type       string            `json:"type"`
	Data       map[string][]byte `json:"data"`
}

type metadata struct {
	Name        string            `json:"name"`
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// notPruned are for Argo CD, which may take the label for a mark of its own: it would delete what no manifest has, the authority's key too.
var notPruned = map[string]string{
	"argocd.argoproj.io/compare-options": "IgnoreExtraneous", "argocd.argoproj.io/sync-options": "Prune=false",
}

func (s *Secrets) name(place string) string { return s.Prefix + "-" + place + "-tls" }

// Load reads a Secret.
func (s *Secrets) Load(ctx context.Context, place string) (map[string][]byte, error) {
	status, answer, err := s.do(ctx, http.MethodGet, place, "", nil)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusNotFound:
		return nil, nil
	case status != http.StatusOK:
		return nil, s.failure("read", place, status, answer)
	}
	var found secret
	if err := json.Unmarshal(answer, &found); err != nil {
		return nil, fmt.Errorf("the Secret %s: %w", s.name(place), err)
	}
	return found.Data, nil
}

// Save makes a Secret, or changes it.
func (s *Secrets) Save(ctx context.Context, place string, parts map[string][]byte) error {
	about := metadata{
		Name: s.name(place), Labels: map[string]string{"app.kubernetes.io/managed-by": owner, "app.kubernetes.io/part-of": "salaatflow"},
	}
	if s.Release != "" {
		about.Labels["app.kubernetes.io/instance"], about.Annotations = s.Release, notPruned
	}
	body, err := json.Marshal(secret{APIVersion: "v1", Kind: "Secret", Type: "kubernetes.io/tls", Data: parts, Metadata: about})
	if err != nil {
		return err
	}
	status, answer, err := s.do(ctx, http.MethodPatch, place, "fieldManager="+owner+"&force=true", body)
	if err != nil {
		return err
	}
	if status != http.StatusOK && status != http.StatusCreated {
		return s.failure("write", place, status, answer)
	}
	return nil
}

func (s *Secrets) do(ctx context.Context, method, place, query string, body []byte) (status int, answer []byte, err error) {
	token, err := os.ReadFile(s.TokenFile)
	if err != nil {
		return 0, nil, fmt.Errorf("the service account: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	target := s.Server + "/api/v1/namespaces/" + url.PathEscape(s.Namespace) + "/secrets/" + url.PathEscape(s.name(place))
	if query != "" {
		target += "?" + query
	}
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/apply-patch+yaml") // JSON is YAML
	}
	response, err := s.Client.Do(request)
	if err != nil {
		return 0, nil, fmt.Errorf("the Secret %s: %w", s.name(place), err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return response.StatusCode, answer, err
}

// failure says what the API server said.
func (s *Secrets) failure(what, place string, status int, answer []byte) error {
	var said struct{ Message string }
	if json.Unmarshal(answer, &said) != nil || said.Message == "" {
		said.Message = http.StatusText(status)
	}
	return fmt.Errorf("failed to %s the Secret %s in the namespace %s: %s", what, s.name(place), s.Namespace, said.Message)
}

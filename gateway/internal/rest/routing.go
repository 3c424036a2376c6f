package rest

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
)

// writeRoutingError answers a request that matches no REST path.
func (h *handler) writeRoutingError(
	_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, status int,
) {
	if status == http.StatusNotFound && len(h.allowed(r.URL)) > 0 { // a stranger's path, which the mux does not know
		status = http.StatusMethodNotAllowed
	}
	code := codes.NotFound
	message := "there is no path " + r.URL.Path + ": /openapi.json lists the paths"
	switch status {
	case http.StatusMethodNotAllowed:
		code, message = codes.Unimplemented, r.Method+" is not served at this path"
		if allowed := h.allowed(r.URL); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			message += ": " + strings.Join(allowed, ", ") + " are"
		}
	case http.StatusBadRequest:
		code, message = codes.InvalidArgument, "the path is malformed"
	}
	problem.WriteStatus(w, status, apperr.New(code, errorsv1.Reason_REASON_HTTP_ERROR, "%s", message))
}

// allowed returns the HTTP methods that are served at a path.
func (h *handler) allowed(at *url.URL) []string {
	verbs := h.strangers.current().verbs(at.EscapedPath())
	if slices.Contains(verbs, http.MethodGet) {
		verbs = append(verbs, http.MethodHead)
	}
	for _, verb := range []string{http.MethodDelete, http.MethodGet, http.MethodPatch, http.MethodPost, http.MethodPut} {
		for key := range h.bindings {
			if pattern, ok := strings.CutPrefix(key, verb+" "); ok && fits(pattern, at.Path) {
				verbs = append(verbs, verb)
				if verb == http.MethodGet {
					verbs = append(verbs, http.MethodHead)
				}
				break
			}
		}
	}
	slices.Sort(verbs)
	return verbs
}

func fits(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

package rest

import (
	"context"
	"mime"
	"net/http"
	"strconv"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// serveStranger serves a request for a path of a stranger, and reports whether it is for one.
func (h *handler) serveStranger(w http.ResponseWriter, r *http.Request) bool {
	bound, path := h.strangers.current().match(r.Method, r.URL.EscapedPath())
	if bound == nil {
		return false
	}
	h.answer(w, r, bound, path, func(ctx context.Context, w http.ResponseWriter, x *exchange) {
		if failed := h.call(ctx, w, x); failed != nil {
			x.failed = failed
			challenge.Lack(ctx, failed.MissingScopes()...)
			problem.Write(w, failed)
		}
	})
	return true
}

// call calls a stranger with dynamic messages and writes its answer, or returns why there is none. Of the answer's metadata
// nothing becomes a header or a status: a stranger says what is in its messages, and no more.
func (h *handler) call(ctx context.Context, w http.ResponseWriter, x *exchange) *apperr.Error {
	bound := x.binding
	request, response := dynamicpb.NewMessage(bound.method.Input()), dynamicpb.NewMessage(bound.method.Output())
	if len(x.arguments) > 0 {
		if err := (protojson.UnmarshalOptions{}).Unmarshal(x.arguments, request); err != nil {
			return apperr.Invalid(apperr.Violation{Message: "The path, the query or the body has a value that cannot be read"}).WithCause(err)
		}
	}
	if refused := h.Authorizer.Access.DecideArguments(ctx, identity.FromContext(ctx), bound.access, request).Err(); refused != nil {
		h.Audit.RefusedRequest(ctx, bound.audited, request, refused)
		return refused
	}
	ctx = h.Audit.Named(ctx, audit.Call{Tool: bound.audited, Name: bound.audited, ReadOnly: !bound.write})
	if err := bound.strange.conn.Invoke(ctx, toolspec.FullMethod(bound.method), request, response); err != nil {
		return apperr.From(err)
	}
	if bound.path.Status == http.StatusNoContent {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	body, err := h.encode(w.Header(), x, response)
	if err != nil {
		return apperr.From(err)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(bound.path.Status)
	_, _ = w.Write(body) // an error means that the client has gone
	return nil
}

// encode returns the body of an answer and sets its headers.
func (h *handler) encode(header http.Header, x *exchange, response *dynamicpb.Message) ([]byte, error) {
	if toolspec.IsFile(x.binding.method) {
		return file(header, response), nil
	}
	header.Set("Content-Type", "application/json")
	if x.binding.path.Count != nil {
		writePageHeaders(header, x, response)
	}
	whole, err := compactjson.Append(nil, response)
	if err != nil || x.binding.path.Response == nil {
		return whole, err
	}
	members, err := jsonobject.Parse(whole)
	if err != nil {
		return nil, err
	}
	return jsonobject.Marshal(members.Get(x.binding.path.Response.TextName()))
}

// file returns what a google.api.HttpBody of a stranger holds. Browsers keep it and do not show it: it may be a page, and would
// be one of the gateway's own site.
func file(header http.Header, response *dynamicpb.Message) []byte {
	fields := response.Descriptor().Fields()
	mediaType := "application/octet-stream"
	if field := fields.ByName("content_type"); field != nil && field.Kind() == protoreflect.StringKind {
		if said, parameters, err := mime.ParseMediaType(response.Get(field).String()); err == nil {
			mediaType = mime.FormatMediaType(said, parameters)
		}
	}
	header.Set("Content-Type", mediaType)
	header.Set("Content-Disposition", "attachment")
	if field := fields.ByName("data"); field != nil && field.Kind() == protoreflect.BytesKind && !field.IsList() {
		return response.Get(field).Bytes()
	}
	return nil
}

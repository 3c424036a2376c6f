package rest

import (
	"context"
	"mime"
	"net/http"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
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
	"github.com/salaatflow/platform/services/transcode"
)

// serveOwn serves a request whose path is written plainly, for an answer that a plan writes, and reports whether it is such a one. The
// mux would find the same path, but tries all before it.
func (h *handler) serveOwn(w http.ResponseWriter, r *http.Request) bool {
	bound, path := h.own.matchPlain(r.Method, r.URL)
	if bound == nil || bound.answer == nil {
		return false
	}
	h.answer(w, r, bound, path, h.callOrRefuse)
	return true
}

// serveStranger serves a request for a path of a stranger, and reports whether it is for one.
func (h *handler) serveStranger(w http.ResponseWriter, r *http.Request) bool {
	bound, path := h.strangers.current().match(r.Method, r.URL.EscapedPath())
	if bound == nil {
		return false
	}
	h.answer(w, r, bound, path, h.callOrRefuse)
	return true
}

// callOrRefuse calls an RPC and writes its answer, or why there is none.
func (h *handler) callOrRefuse(ctx context.Context, w http.ResponseWriter, x *exchange) {
	if failed := h.call(ctx, w, x); failed != nil {
		x.failed = failed
		challenge.Lack(ctx, failed.MissingScopes()...)
		problem.Write(w, failed)
	}
}

// call calls an RPC and writes its answer, or returns why there is none.
func (h *handler) call(ctx context.Context, w http.ResponseWriter, x *exchange) *apperr.Error {
	request := x.message
	if request == nil {
		request = x.binding.input.New().Interface()
		if err := (protojson.UnmarshalOptions{}).Unmarshal(x.arguments, request); err != nil {
			return apperr.Invalid(apperr.Violation{Message: "The path, the query or the body has a value that cannot be read"}).WithCause(err)
		}
	}
	if x.binding.strange != nil {
		return h.callStranger(ctx, w, x, request)
	}
	var sent metadata.MD
	body, err := h.invoke(ctx, w.Header(), x, request, grpc.Header(&sent))
	if err != nil {
		return refusal(err)
	}
	status := saidWith(ctx, w.Header(), x, sent)
	write(w, status, body)
	return nil
}

// callStranger is call for strangers. Of the answer's metadata nothing becomes a header or a status: a stranger says what is in
// its messages, and no more.
func (h *handler) callStranger(ctx context.Context, w http.ResponseWriter, x *exchange, request proto.Message) *apperr.Error {
	bound := x.binding
	if refused := h.Authorizer.Access.DecideArguments(ctx, identity.FromContext(ctx), bound.access, request).Err(); refused != nil {
		h.Audit.RefusedRequest(ctx, bound.audited, request, refused)
		return refused
	}
	ctx = h.Audit.Named(ctx, audit.Call{Tool: bound.audited, Name: bound.audited, ReadOnly: !bound.write})
	body, err := h.invoke(ctx, w.Header(), x, request)
	if err != nil {
		return apperr.From(err)
	}
	write(w, bound.path.Status, body)
	return nil
}

// invoke calls an RPC, and returns the body of its answer and sets the headers.
func (h *handler) invoke(
	ctx context.Context, header http.Header, x *exchange, request proto.Message, options ...grpc.CallOption,
) ([]byte, error) {
	bound, method := x.binding, toolspec.FullMethod(x.binding.method)
	if bound.answer == nil {
		response := dynamicpb.NewMessage(bound.method.Output())
		if err := bound.conn.Invoke(ctx, method, request, response, options...); err != nil {
			return nil, err
		}
		return h.encode(header, x, response)
	}
	answer := transcode.Answer{Plan: bound.answer, Keep: bound.page}
	if err := answer.Invoke(ctx, bound.conn, method, request, options...); err != nil {
		return nil, err
	}
	if answer.Err != nil && bound.path.Status != http.StatusNoContent {
		return nil, answer.Err
	}
	header.Set("Content-Type", "application/json")
	if bound.path.HasPages() {
		page := bound.output.New()
		if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(answer.Wire, page.Interface()); err != nil {
			return nil, err
		}
		writePageHeaders(header, x, page)
	}
	return answer.JSON, nil
}

// encode returns the body of an answer that no plan writes, and sets its headers.
func (h *handler) encode(header http.Header, x *exchange, response *dynamicpb.Message) ([]byte, error) {
	if toolspec.IsFile(x.binding.method) {
		return file(header, response), nil
	}
	header.Set("Content-Type", "application/json")
	if x.binding.path.HasPages() {
		writePageHeaders(header, x, response)
	}
	whole, err := compactjson.Append(nil, response)
	if err != nil {
		return nil, err
	}
	members, err := jsonobject.Parse(whole)
	if err != nil {
		return nil, err
	}
	return jsonobject.Marshal(members.Get(x.binding.path.Response.TextName()))
}

// write writes an answer whose headers are set.
func write(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	if status == http.StatusNoContent {
		header.Del("Content-Type")
		w.WriteHeader(status)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client has gone
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

package main

import (
	"fmt"
	"slices"
	"strings"

	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

// writeErrors lists the errors specific to a tool. Those of every call are in the table at the end.
func writeErrors(out *strings.Builder, tool *toolspec.Tool) error {
	identifiers, err := toolspec.Identifiers(tool.Method())
	if err != nil {
		return err
	}
	out.WriteString("\n**Errors** besides those [any call can meet](#errors)\n\n")
	line := func(code codes.Code, when string, args ...any) {
		fmt.Fprintf(out, "- `%s`: %s\n", errorOf(code).ToolCode(), fmt.Sprintf(when, args...))
	}
	if tool.Method().Input().Fields().Len() > 0 {
		line(codes.InvalidArgument, "a parameter is missing, unknown, of the wrong type or over its limits")
	} else {
		line(codes.InvalidArgument, "a parameter is given, but the tool has none")
	}
	if tool.Auth == toolsv1.Auth_AUTH_REQUIRED || tool.Auth == toolsv1.Auth_AUTH_ADMIN {
		line(codes.Unauthenticated, "the call names no user, or the credential is bad")
		line(codes.PermissionDenied, "the credential lacks a scope")
	}
	for _, identifier := range identifiers {
		line(codes.NotFound, "nothing has this `%s`, or nothing that the user may see", identifier)
	}
	return nil
}

// writeErrorTable writes the error table from the code.
func writeErrorTable(out *strings.Builder) {
	type row struct {
		code string
		http int
		grpc []string
	}
	var rows []*row
	for code := codes.Canceled; code <= codes.Unauthenticated; code++ {
		e := errorOf(code)
		i := slices.IndexFunc(rows, func(r *row) bool { return r.code == e.ToolCode() && r.http == e.HTTPStatus() })
		if i < 0 {
			i = len(rows)
			rows = append(rows, &row{code: e.ToolCode(), http: e.HTTPStatus()})
		}
		rows[i].grpc = append(rows[i].grpc, rpccode.Code(code).String())
	}
	for _, own := range []*apperr.Error{ // from the caller's side; no service returns them
		apperr.New(codes.NotFound, errorsv1.Reason_REASON_TOOL_NOT_FOUND, "no tool"),
		apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_HTTP_ERROR, "too large"),
		apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "failed"),
	} {
		rows = append(rows, &row{code: own.ToolCode(), http: own.HTTPStatus()})
	}
	slices.SortStableFunc(rows, func(a, b *row) int { return a.http - b.http })
	out.WriteString("\n# Errors\n\n[errors.md](errors.md) says what each means and what to do about it.\n\n")
	out.WriteString("| error | HTTP | gRPC status |\n|---|---|---|\n")
	for _, r := range rows {
		grpc := "none: no service answers it"
		if len(r.grpc) > 0 {
			grpc = strings.Join(r.grpc, ", ")
		}
		fmt.Fprintf(out, "| `%s` | %d | %s |\n", r.code, r.http, grpc)
	}
}

func errorOf(code codes.Code) *apperr.Error {
	return apperr.New(code, errorsv1.Reason_REASON_UNSPECIFIED, "")
}

package toolresult_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

func TestTheShapeIsTheContracts(t *testing.T) {
	for name, tc := range map[string]struct {
		result *toolresult.Result
		want   string
		status int
	}{
		"success": {
			toolresult.OK([]byte(`{"task":{"id":1}}`)),
			`{"success":true,"data":{"task":{"id":1}},"error":null,"error_message":null}`, 200,
		},
		"success without data": {
			toolresult.OK(nil),
			`{"success":true,"data":null,"error":null,"error_message":null}`, 200,
		},
		"failure": {
			toolresult.FromError(apperr.NotFound("there is no task %d", 7)),
			`{"success":false,"data":null,"error":"NOT_FOUND","error_message":"there is no task 7"}`, 404,
		},
		"conflict": {
			toolresult.FromError(apperr.Conflict("it was changed meanwhile")),
			`{"success":false,"data":null,"error":"INVALID_REQUEST","error_message":"it was changed meanwhile"}`, 409,
		},
		"violations": {
			toolresult.FromError(apperr.Invalid(apperr.Violation{Field: "title", Message: "Required"})),
			`{"success":false,"data":null,"error":"VALIDATION_ERROR","error_message":"title: Required",` +
				`"violations":[{"field":"title","message":"Required"}]}`, 400,
		},
		"hints": {
			toolresult.FromError(apperr.Invalid(
				apperr.Violation{Field: "due", Message: "Unknown", Hint: "Known keys: title."},
				apperr.Violation{Field: "prio", Message: "Unknown", Hint: "Known keys: title."})),
			`{"success":false,"data":null,"error":"VALIDATION_ERROR","error_message":"due, prio: Unknown. Known keys: title.",` +
				`"violations":[{"field":"due","message":"Unknown","hint":"Known keys: title."},` +
				`{"field":"prio","message":"Unknown","hint":"Known keys: title."}]}`, 400,
		},
		"warnings": {
			&toolresult.Result{Success: true, Warnings: []string{"x was ignored"}},
			`{"success":true,"data":null,"error":null,"error_message":null,"warnings":["x was ignored"]}`, 200,
		},
		"validation without fields": {
			toolresult.FromError(apperr.New(codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID, "bad token")),
			`{"success":false,"data":null,"error":"VALIDATION_ERROR","error_message":"bad token","violations":[]}`, 400,
		},
		"unknown tool": {
			toolresult.ToolNotFound("fly", []string{"walk", "run"}),
			`{"success":false,"data":null,"error":"TOOL_NOT_FOUND","error_message":"no tool is named \"fly\"",` +
				`"available_tools":["walk","run"]}`, 404,
		},
		"unknown tool, and none there": {
			toolresult.ToolNotFound("fly", nil),
			`{"success":false,"data":null,"error":"TOOL_NOT_FOUND","error_message":"no tool is named \"fly\"",` +
				`"available_tools":[]}`, 404,
		},
		"internal": {
			toolresult.FromError(apperr.Internal(errors.New("SELECT secret"))),
			`{"success":false,"data":null,"error":"SERVER_ERROR","error_message":"internal error"}`, 500,
		},
		"text that needs escaping": {
			toolresult.FromError(apperr.Refused("\"نماز\" <\n&\\\xff")),
			`{"success":false,"data":null,"error":"INVALID_REQUEST","error_message":"\"نماز\" <\n&\\\ufffd"}`, 400,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := string(tc.result.AppendJSON([]byte("prefix "))[len("prefix "):])
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if tc.result.HTTPStatus() != tc.status {
				t.Errorf("status %d, want %d", tc.result.HTTPStatus(), tc.status)
			}
		})
	}
}

func TestAResultIsReadBackAsItWas(t *testing.T) {
	for _, sent := range []*toolresult.Result{
		toolresult.OK([]byte(`{"task":{"id":1}}`)),
		toolresult.OK(nil),
		toolresult.FromError(apperr.Invalid(apperr.Violation{Field: "title", Message: "Required"})),
		toolresult.ToolNotFound("fly", []string{"walk"}),
		toolresult.FromError(apperr.Unavailable("no instance can be reached")),
	} {
		text, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		got := new(toolresult.Result)
		if err := json.Unmarshal(text, got); err != nil {
			t.Fatal(err)
		}
		if again := string(got.AppendJSON(nil)); again != string(text) {
			t.Errorf("sent %s\n got %s", text, again)
		}
		if got.HTTPStatus() != sent.HTTPStatus() {
			t.Errorf("%s: status %d, want %d", text, got.HTTPStatus(), sent.HTTPStatus())
		}
	}
}

func TestAHostileNameDoesNotMakeALargeAnswer(t *testing.T) {
	text := toolresult.ToolNotFound(strings.Repeat("\x00", 1<<20), nil).AppendJSON(nil)
	if len(text) > 1000 || !json.Valid(text) {
		t.Errorf("%d bytes, valid %v", len(text), json.Valid(text))
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	result := toolresult.OK([]byte(`{"task":{"id":1,"title":"Recite the Quran"}}`))
	buffer := make([]byte, 0, 512)
	b.ReportAllocs()
	for b.Loop() {
		buffer = result.AppendJSON(buffer[:0])
	}
}

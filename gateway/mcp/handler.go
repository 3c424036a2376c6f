package mcp

import (
	"context"
	"log/slog"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// The methods that are handled by name.
const (
	methodInitialize = "initialize"
	methodPing       = "ping"
	methodSetLevel   = "logging/setLevel"
	methodDiscover   = "server/discover"
	methodListen     = "subscriptions/listen"
	methodListTools  = "tools/list"
	methodCallTool   = "tools/call"

	methodListPrompts   = "prompts/list"
	methodGetPrompt     = "prompts/get"
	methodListResources = "resources/list"
	methodListTemplates = "resources/templates/list"
	methodReadResource  = "resources/read"
	methodSubscribe     = "resources/subscribe"
	methodUnsubscribe   = "resources/unsubscribe"
	methodComplete      = "completion/complete"

	notificationStart = "notifications/"

	notificationCancelled = "notifications/cancelled"
	notificationProgress  = "notifications/progress"
)

// firstModern is the first protocol version without sessions.
const firstModern = "2026-07-28"

// handler answers the methods of MCP. The SDK's servers share it as their receiving middleware.
type handler struct {
	backend        Backend
	offers         Offers // nil if there are only tools
	subscriptions  *subscriptions
	visible        func(context.Context, []*Tool) []*Tool
	public         func([]*Tool) bool
	admit          func(context.Context) (release func(), refused *apperr.Error)
	requests       *requests
	sessions       *sessions
	logger         *slog.Logger
	legacy, modern ending
	zipped         zippedPages
	tasks          *tasks   // nil where there are none
	reduced        []string // names of the tools in the view search, beside call_tool
	conversing     conversing
}

func (h *handler) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (result sdk.Result, err error) {
		// The SDK runs handlers in goroutines of its own, where a panic would end the process.
		defer func() {
			if cause := recover(); cause != nil {
				result, err = nil, h.panicked(ctx, method, cause)
			}
		}()
		return h.handle(ctx, method, request, next)
	}
}

// panicked reports the cause of a panic and returns what is answered.
func (h *handler) panicked(ctx context.Context, method string, cause any) error {
	h.logger.ErrorContext(ctx, "MCP method panicked", "method", method, "panic", cause, "stack", string(debug.Stack()))
	return internalError()
}

func (h *handler) handle(ctx context.Context, method string, request sdk.Request, next sdk.MethodHandler) (sdk.Result, error) {
	if strings.HasPrefix(method, notificationStart) {
		h.cancelPlain(request)
		return next(ctx, method, request)
	}
	modern := isModern(request)
	if !h.supports(method, modern) {
		return nil, methodNotFound(method)
	}
	ctx, err := h.requests.context(ctx, request.GetExtra())
	if err != nil {
		return nil, err
	}
	return batchOf(ctx).run(ctx, func() (sdk.Result, error) {
		switch method {
		case methodCallTool: // counted by the backend
			return h.callTool(ctx, request, modern)
		case methodGetPrompt: // these too
			return h.getPrompt(ctx, request, modern)
		case methodReadResource:
			return h.readResource(ctx, request, modern)
		case methodComplete:
			return h.complete(ctx, request)
		case methodListSkills:
			return h.listSkills(ctx, request, modern)
		case methodGetSkill:
			return h.getSkill(ctx, request, modern)
		case methodListen: // a stream
			return h.listenToTasks(ctx, method, request, next)
		default:
			if reopened(ctx) != nil || setElsewhere(ctx) != nil { // its client has not sent this again
				return h.answer(ctx, method, request, next)
			}
			return h.counted(ctx, func() (sdk.Result, error) { return h.answer(ctx, method, request, next) })
		}
	})
}

// counted answers a message that calls no tool. It counts as one call in flight.
func (h *handler) counted(ctx context.Context, answer func() (sdk.Result, error)) (sdk.Result, error) {
	release, err := h.admitted(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return answer()
}

func (h *handler) admitted(ctx context.Context) (release func(), err error) {
	release, refused := h.admit(ctx)
	if refused != nil {
		return nil, &jsonrpc.Error{Code: codeUnavailable, Message: refused.Message}
	}
	return release, nil
}

func (h *handler) answer(ctx context.Context, method string, request sdk.Request, next sdk.MethodHandler) (sdk.Result, error) {
	switch method {
	case methodListTools:
		return h.listTools(ctx, request, isModern(request))
	case methodListPrompts:
		return h.listPrompts(ctx, request)
	case methodListResources:
		return h.listResources(ctx, request)
	case methodListTemplates:
		return h.listTemplates(ctx, request)
	case methodInitialize:
		return h.initialize(ctx, method, request, next)
	case methodSetLevel:
		return h.setLevel(ctx, method, request, next)
	case methodGetTask, methodUpdateTask, methodCancelTask:
		return h.answerTask(ctx, method, request)
	default:
		return next(ctx, method, request)
	}
}

// isModern reports whether a request belongs to the protocol without sessions, as each of its requests says.
func isModern(request sdk.Request) bool {
	params := request.GetParams()
	if params == nil || reflect.ValueOf(params).IsNil() { // missing params are a typed nil
		return false
	}
	return modernMeta(params.GetMeta())
}

func modernMeta(meta map[string]any) bool {
	version, _ := meta[sdk.MetaKeyProtocolVersion].(string)
	return version >= firstModern
}

// supports reports whether the server supports a method. The SDK answers some that were never declared as
// capabilities.
func (h *handler) supports(method string, modern bool) bool {
	switch method {
	case methodListTools, methodCallTool:
		return true
	case methodDiscover, methodListen, methodGetTask, methodUpdateTask, methodCancelTask:
		return modern
	case methodInitialize, methodPing, methodSetLevel:
		return !modern
	case methodListPrompts, methodGetPrompt, methodListResources, methodListTemplates, methodReadResource, methodComplete,
		methodListSkills, methodGetSkill:
		return h.offers != nil
	case methodSubscribe, methodUnsubscribe: // otherwise a matter of subscriptions/listen
		return h.offers != nil && !modern
	default:
		return false
	}
}

func (h *handler) ending(modern bool) ending {
	if modern {
		return h.modern
	}
	return h.legacy
}

func (h *handler) listTools(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	var cursor string
	if params, ok := request.GetParams().(*sdk.ListToolsParams); ok && params != nil {
		cursor = params.Cursor
	}
	text, err := h.appendListed(ctx, nil, cursor, modern)
	if err != nil {
		return nil, err
	}
	return h.ending(modern).result(text), nil
}

// appendListed appends the result of tools/list for the caller in ctx.
func (h *handler) appendListed(ctx context.Context, dst []byte, cursor string, modern bool) ([]byte, error) {
	listed, err := h.pageFor(ctx, cursor)
	if err != nil {
		return nil, err
	}
	text, err := h.ending(modern).appendList(dst, listed)
	if err != nil {
		h.logger.ErrorContext(ctx, "failed to list tools", "error", err)
		return nil, internalError()
	}
	return text, nil
}

func (h *handler) callTool(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	params, ok := request.GetParams().(*sdk.CallToolParamsRaw)
	if !ok || params == nil {
		return nil, invalidParams("tools/call needs params with the name of a tool")
	}
	if extra := request.GetExtra(); modern && extra != nil {
		if refused := h.unrepeated(extra.Header, params.Name, params.Arguments); refused != nil {
			return nil, refused
		}
	}
	value, given := params.Meta[idempotency.MetaKey]
	key, _ := value.(string)
	call, refused := toolCall{name: params.Name, arguments: params.Arguments, key: key, keyed: given}.named(ctx)
	if refused != nil {
		return h.ending(modern).result(h.ending(modern).appendCall(nil, toolresult.FromError(refused), false)), nil
	}
	conversing := h.conversing.find(h.backend.Tools(), call.name)
	with, ok := request.(*sdk.CallToolRequest)
	switch {
	case conversing != nil && conversing.NeedsTask && (!modern || !knowsTasks(request)):
		return nil, missingExtension()
	case ok && modern && h.mayBeTask(request, call, conversing):
		return h.callAsTask(ctx, with, call, conversing)
	case ok && batchOf(ctx) == nil && conversing != nil:
		return h.converse(ctx, with, call, modern)
	}
	text, err := h.appendCalled(ctx, nil, call, modern)
	if err != nil {
		return nil, err
	}
	return h.ending(modern).result(text), nil
}

// toolCall is the call of a tool, with an idempotency key if it is keyed.
type toolCall struct {
	name      string
	arguments []byte
	key       string
	keyed     bool
	indirect  bool // by call_tool
	// warnings say what was ignored of what was given to call_tool.
	warnings []string
}

// appendCalled calls a tool and appends the result of tools/call.
func (h *handler) appendCalled(ctx context.Context, dst []byte, call toolCall, modern bool) ([]byte, error) {
	result, replayed, err := h.called(ctx, call)
	if err != nil {
		return nil, err
	}
	return h.ending(modern).appendCall(dst, result, replayed), nil
}

// called calls a tool. It reports whether the result is one that was given before.
func (h *handler) called(ctx context.Context, call toolCall) (result *toolresult.Result, replayed bool, err error) {
	var exchange *idempotency.Exchange
	if call.keyed {
		if refused := idempotency.Check(idempotency.MetaKey, call.key); refused != nil {
			return nil, false, invalidParams(refused.Message)
		}
		ctx, exchange = idempotency.NewContext(ctx, call.key)
	}
	asked, refused := call.named(ctx)
	if refused != nil {
		return toolresult.FromError(refused), false, nil
	}
	result = h.backend.Call(ctx, asked.name, asked.arguments)
	if result.IsToolNotFound() && !asked.indirect {
		return nil, false, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidParams,
			Message: result.ErrorMessage,
			Data:    result.AppendJSON(nil),
		}
	}
	if asked.warnings != nil {
		warned := *result
		warned.Warnings = slices.Concat(asked.warnings, result.Warnings)
		result = &warned
	}
	return result, exchange.Replayed(), nil
}

// initialize opens a session for the caller. On stdio there are no sessions.
func (h *handler) initialize(ctx context.Context, method string, request sdk.Request, next sdk.MethodHandler) (sdk.Result, error) {
	session, ok := request.GetSession().(*sdk.ServerSession)
	if !ok || session.ID() == "" || h.sessions == nil {
		return next(ctx, method, request)
	}
	opened, err := h.sessions.open(ctx, session)
	if err != nil {
		return nil, err
	}
	if !opened {
		return nil, invalidRequest("the session is open already: for another one, send initialize without %s", sessionHeader)
	}
	result, err := next(ctx, method, request)
	if err != nil {
		h.sessions.end(ctx, session.ID())
	}
	if agreed, ok := result.(*sdk.InitializeResult); ok && agreed != nil {
		h.sessions.setVersion(session.ID(), agreed.ProtocolVersion)
	}
	return result, err
}

func invalidParams(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

func internalError() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
}

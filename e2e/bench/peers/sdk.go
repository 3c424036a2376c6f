package peers

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"
)

// The paths of MCP servers by the official SDK, each without sessions (2026-07-28) and with them (2025-11-25).
const (
	Trivial, TrivialSessions = "/trivial", "/trivial-sessions" // get_user_info, which answers the same each time, in the process
	Bridge, BridgeSessions   = "/bridge", "/bridge-sessions"   // list_tasks and get_user_info, which call the services
	Listing                  = "/listing"                      // the tools of the platform, only to be listed
)

// SDK returns the servers. The tools are what a gateway lists: a JSON array.
func SDK(services Services, tools []byte) (http.Handler, error) {
	listing := server()
	var listed []*mcp.Tool
	if err := json.Unmarshal(tools, &listed); err != nil {
		return nil, err
	}
	for _, tool := range listed {
		listing.AddTool(tool, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
	}
	mux := http.NewServeMux()
	for path, served := range map[string]*mcp.Server{Trivial: trivial(), Bridge: bridge(services), Listing: listing} {
		mux.Handle(path, streamable(served, true))
		mux.Handle(path+"-sessions", streamable(served, false))
	}
	return mux, nil
}

func server() *mcp.Server { return mcp.NewServer(&mcp.Implementation{Name: "peer", Version: "1"}, nil) }

func streamable(server *mcp.Server, stateless bool) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: stateless, JSONResponse: true})
}

// trivial answers as the platform's get_user_info does, with a constant: no service is called and nothing checked.
func trivial() *mcp.Server {
	type nothing struct{}
	type user struct {
		ID              int32   `json:"id"`
		DisplayName     *string `json:"display_name"`
		Email           *string `json:"email"`
		Language        string  `json:"language"`
		City            string  `json:"city"`
		Area            *string `json:"area"`
		Timezone        string  `json:"timezone"`
		PreferredMasjid *int32  `json:"preferred_masjid_id"`
		CalculationAsr  string  `json:"asr_school"`
		Role            string  `json:"role"`
		CreatedAt       *string `json:"created_at"`
		UpdatedAt       *string `json:"updated_at"`
	}
	type data struct {
		User user `json:"user"`
	}
	type result struct {
		Success bool    `json:"success"`
		Data    data    `json:"data"`
		Error   *string `json:"error"`
		Message *string `json:"error_message"`
	}
	constant := result{Success: true, Data: data{user{
		ID: 1, Language: "en", City: "Karachi", Timezone: "Asia/Karachi", CalculationAsr: "hanafi", Role: "user",
	}}}
	s := server()
	mcp.AddTool(s, &mcp.Tool{Name: toolnames.GetUserInfo, Description: "Returns the user."},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, result, error) {
			return nil, constant, nil
		})
	return s
}

// bridge calls the services as generated bridges from MCP to gRPC do: arguments by protojson to the request, the response by
// protojson to text and structured content. It has the SDK's checks of arguments, and nothing else of ours.
func bridge(services Services) *mcp.Server {
	s := server()
	tasks, users := tasksv1.NewTaskServiceClient(services.Tasks), usersv1.NewUserServiceClient(services.Users)
	s.AddTool(&mcp.Tool{Name: toolnames.ListTasks, InputSchema: anyObject}, forward(
		func(ctx context.Context, in *tasksv1.ListTasksRequest) (*tasksv1.ListTasksResponse, error) {
			return tasks.ListTasks(ctx, in)
		}))
	s.AddTool(&mcp.Tool{Name: toolnames.GetUserInfo, InputSchema: anyObject}, forward(
		func(ctx context.Context, in *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
			return users.GetUserInfo(ctx, in)
		}))
	return s
}

var anyObject = json.RawMessage(`{"type":"object"}`)

// message is a proto message P, whose struct is M.
type message[M any] interface {
	*M
	proto.Message
}

func forward[M any, In message[M], Out proto.Message](call func(context.Context, In) (Out, error)) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		in := In(new(M))
		if err := protojson.Unmarshal(request.Params.Arguments, in); err != nil {
			return nil, err
		}
		out, err := call(asUser(ctx, request.Extra.Header.Get("X-User-Id")), in)
		if err != nil {
			return nil, err
		}
		text, err := written.Marshal(out)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text),
		}, nil
	}
}

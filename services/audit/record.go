// Package audit is what the platform remembers of calls for those who must account for them: who did what, for whom, by
// which way, and what was decided. A Recorder keeps records; outbox.Outbox is the one that keeps them on disk.
package audit

import (
	"encoding/json"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/identity"
)

// Record is one act: a call that changes something, a refusal, or something that a program did by itself. A Recorder
// completes what is left empty, from the context and the clock.
type Record struct {
	// ID is unique among all records. The Recorder gives it.
	ID string `json:"id"`
	// Time is when the act ended. The Recorder gives it where it is zero.
	Time time.Time `json:"time"`
	// Program is the program that records, such as gateway. The Recorder gives it.
	Program string `json:"program"`
	// Door is the way by which the call came.
	Door Door `json:"door"`

	// UserID is the user on whose behalf the act was done; 0 is nobody. Role is what the user may do.
	UserID int32         `json:"user_id,omitempty"`
	Role   identity.Role `json:"role,omitempty"`
	// Credential is the kind of credential that proved the user, and TokenID says which, never the credential itself.
	Credential string `json:"credential,omitempty"`
	TokenID    string `json:"token_id,omitempty"`
	// Peer is the program that called, where one proved who it is. Address is the caller's network address.
	Peer    string `json:"peer,omitempty"`
	Address string `json:"address,omitempty"`

	// Tool is the canonical name of the tool, or the full name of an RPC that is none. Alias is the name that the caller
	// used, where that was another.
	Tool  string `json:"tool"`
	Alias string `json:"alias,omitempty"`
	// Request is what was asked for; the Recorder makes the next two of it. nil is a call that was refused unread.
	Request proto.Message `json:"-"`
	// Arguments is a JSON object of the arguments without the text in them. ArgumentsDigest is a keyed digest of all.
	Arguments       json.RawMessage `json:"arguments,omitempty"`
	ArgumentsDigest string          `json:"arguments_digest,omitempty"`

	// Decision is whether the act was allowed, and Rule what decided, where a rule did.
	Decision Decision `json:"decision"`
	Rule     string   `json:"rule,omitempty"`
	// Result is OK, or the code of the error that the caller got, such as FORBIDDEN.
	Result string `json:"result"`
	// LatencyMicros is how long the call took.
	LatencyMicros int64 `json:"latency_us"`
	// Replayed is true where nothing was done, and the caller got the answer that an idempotency key had got first.
	Replayed bool `json:"replayed,omitempty"`
	// Detail is what else there is to say, such as what a definition was before. It is bounded, and made printable.
	Detail string `json:"detail,omitempty"`

	// Retention is what this act removed of the trail itself; nil for all but those.
	Retention *chain.Retention `json:"retention,omitempty"`

	// TraceID and RequestID are those of the request. The Recorder takes them from the context where the second is empty.
	TraceID   string `json:"trace_id,omitempty"`
	RequestID string `json:"request_id,omitempty"`
}

// Door is the way by which a call came.
type Door string

// The doors there are.
const (
	DoorREST   Door = "rest"   // a REST path
	DoorTool   Door = "tool"   // POST /api/v1/tools/{name}
	DoorMCP    Door = "mcp"    // the Model Context Protocol
	DoorChat   Door = "chat"   // a turn of the chat
	DoorGRPC   Door = "grpc"   // gRPC, from a program that records nothing itself
	DoorSystem Door = "system" // no call: a program did it by itself
)

// Decision is whether an act was allowed.
type Decision string

// The decisions there are.
const (
	Allowed Decision = "allowed"
	Refused Decision = "refused"
)

// OK is the Result of what succeeded.
const OK = "OK"

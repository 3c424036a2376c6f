package toolclient

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// maxNotes is how many messages about its progress, and lines of its log, a tool may send in a call, and maxNoteBytes how long each
// may be.
const (
	maxNotes     = 10_000
	maxNoteBytes = 64 << 10
)

// timeoutOf bounds a call of a tool.
func (c *Client) timeoutOf(route *routing.Route) time.Duration {
	if route.Talk != nil && route.Talk.Streams {
		return max(c.timeout, toolround.StreamTimeout)
	}
	return c.timeout
}

// conversation is one round with a tool that says more than its data.
type conversation struct {
	*Client
	route *routing.Route
	round *toolround.Round // nil for a caller who only waits
	bound [][]byte         // what the state of the round belongs to
	// response makes the RPC's responses.
	response protoreflect.MessageType
}

// outcome is the answer to a round, as it is kept under an idempotency key.
type outcome struct {
	Data    json.RawMessage `json:"data"`
	Content json.RawMessage `json:"content,omitempty"`
}

// converse makes one round with a tool.
func (c *Client) converse(ctx context.Context, call Call, known *said) (json.RawMessage, *apperr.Error) {
	kept, failed := c.once(ctx, call, func(ctx context.Context) (json.RawMessage, *apperr.Error) {
		request, refused := c.requestOf(ctx, call.Route, call.Arguments, nil)
		if refused != nil {
			return nil, refused
		}
		with := &conversation{
			Client: c, route: call.Route, round: toolround.FromContext(ctx), response: call.Route.Messages().Output,
		}
		return with.talk(ctx, request, known)
	})
	if failed != nil {
		return nil, failed
	}
	var answered outcome
	if err := json.Unmarshal(kept, &answered); err != nil {
		return nil, c.ownFailure(ctx, call.Route, "its answer cannot be read again", err)
	}
	known.content = answered.Content
	return answered.Data, nil
}

func (t *conversation) talk(ctx context.Context, request proto.Message, known *said) (json.RawMessage, *apperr.Error) {
	talk := t.route.Talk
	if lacking := t.round.Lacks(talk.Requires); len(lacking) > 0 {
		return nil, t.lacks(lacking)
	}
	arguments, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil {
		return nil, t.ownFailure(ctx, t.route, "its request cannot be encoded", err)
	}
	t.bound = [][]byte{
		binary.BigEndian.AppendUint32(nil, uint32(identity.FromContext(ctx).UserID)), //nolint:gosec // bits, for a digest
		[]byte(t.route.Name), arguments,
	}
	if refused := t.giveInputs(request.ProtoReflect()); refused != nil {
		return nil, refused
	}
	response, asked, refused := t.call(ctx, request)
	if refused != nil {
		return nil, refused
	}
	if field := t.unaryQuestion(response); asked == nil && field != nil && response.Has(field) {
		asked = response.Get(field).Message()
	}
	if asked != nil {
		return nil, t.ask(ctx, asked, known)
	}
	kept, err := t.outcome(response)
	if err != nil {
		return nil, t.ownFailure(ctx, t.route, "its answer cannot be encoded as JSON", err)
	}
	return kept, nil
}

// unaryQuestion returns the field of a response that asks; nil where it is a member of a stream's oneof, or nothing is ever asked.
func (t *conversation) unaryQuestion(response protoreflect.Message) protoreflect.FieldDescriptor {
	if t.route.Talk.Streams {
		return nil
	}
	return response.Descriptor().Fields().ByNumber(t.route.Talk.InputRequired)
}

// giveInputs puts what the caller answered into the request.
func (t *conversation) giveInputs(request protoreflect.Message) *apperr.Error {
	field := t.route.Talk.Inputs
	if t.round == nil || field == 0 {
		return nil
	}
	inputs := &toolsv1.Inputs{ClientCapabilities: t.round.Capabilities, Responses: map[string]*structpb.Struct{}}
	if len(t.round.Responses) > toolround.MaxQuestions {
		return apperr.Invalid(apperr.Violation{Field: "responses", Message: fmt.Sprintf("Must be at most %d answers", toolround.MaxQuestions)})
	}
	for name, answer := range t.round.Responses {
		said := &structpb.Struct{}
		if err := protojson.Unmarshal(answer, said); err != nil {
			return apperr.Invalid(apperr.Violation{Field: "responses", Message: "Each answer is a JSON object"})
		}
		inputs.Responses[name] = said
	}
	if t.round.State != "" {
		state, err := t.open()
		if err != nil {
			t.round.Stale = true
			return apperr.Invalid(apperr.Violation{Field: "state", Message: err.Error()})
		}
		inputs.State = state
	}
	wire, err := proto.Marshal(inputs)
	if err == nil {
		// The field may be one of the service's own descriptors, which knows the message by its number.
		err = proto.Unmarshal(wire, request.Mutable(request.Descriptor().Fields().ByNumber(field)).Message().Interface())
	}
	if err != nil {
		return apperr.Invalid(apperr.Violation{Field: "responses", Message: "The answers cannot be read"})
	}
	return nil
}

func (t *conversation) open() (string, error) {
	if t.rounds == nil {
		return "", toolround.ErrForeign
	}
	return t.rounds.Open(t.round.State, t.bound...)
}

// call calls the service. It returns the message with the data, or what the service asks in a stream.
func (t *conversation) call(ctx context.Context, request proto.Message) (response, asked protoreflect.Message, _ *apperr.Error) {
	if !t.route.Talk.Streams {
		answer := t.response.New()
		if err := t.route.Conn.Invoke(ctx, t.route.FullMethod, request, answer.Interface()); err != nil {
			return nil, nil, apperr.From(err)
		}
		return answer, nil, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // of what is still sent
	stream, err := t.route.Conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, t.route.FullMethod)
	if err != nil {
		return nil, nil, apperr.From(err)
	}
	if err := stream.SendMsg(request); err != nil && !errors.Is(err, io.EOF) { // io.EOF: receiving tells why
		return nil, nil, apperr.From(err)
	}
	if err := stream.CloseSend(); err != nil {
		return nil, nil, apperr.From(err)
	}
	return t.receive(ctx, stream)
}

// receive reads a stream to its end, and passes on what it says before its result.
func (t *conversation) receive(ctx context.Context, stream grpc.ClientStream) (response, asked protoreflect.Message, _ *apperr.Error) {
	for notes := 0; ; {
		message := t.response.New()
		err := stream.RecvMsg(message.Interface())
		switch {
		case errors.Is(err, io.EOF) && (response != nil || asked != nil):
			return response, asked, nil
		case errors.Is(err, io.EOF):
			return nil, nil, t.misused(ctx, "its stream ended without a result")
		case err != nil:
			return nil, nil, apperr.From(err)
		case response != nil || asked != nil:
			return nil, nil, t.misused(ctx, "its stream goes on after the result")
		}
		switch field := t.member(message); {
		case field == nil: // of a newer contract
		case field.Number() == t.route.Talk.Result:
			response = message.Get(field).Message()
		case field.Number() == t.route.Talk.InputRequired:
			asked = message.Get(field).Message()
		default:
			if notes++; notes > maxNotes {
				return nil, nil, t.misused(ctx, fmt.Sprintf("it says more than %d times how far it is", maxNotes))
			}
			if err := t.note(message.Get(field).Message()); err != nil {
				return nil, nil, t.misused(ctx, err.Error())
			}
		}
	}
}

// member returns the field that is set of a message of the stream.
func (*conversation) member(message protoreflect.Message) protoreflect.FieldDescriptor {
	return message.WhichOneof(message.Descriptor().Oneofs().Get(0))
}

// note passes on progress, or a line of the log.
func (t *conversation) note(said protoreflect.Message) error {
	if t.round == nil {
		return nil
	}
	if size := proto.Size(said.Interface()); size > maxNoteBytes {
		return fmt.Errorf("it says %d bytes about how far it is, more than %d", size, maxNoteBytes)
	}
	if said.Descriptor().Name() == "Log" {
		line := &toolsv1.Log{}
		if t.round.Log == nil {
			return nil
		}
		err := toolround.As(said, line)
		t.round.Log(line)
		return err
	}
	progress := &toolsv1.Progress{}
	if t.round.Progress == nil {
		return nil
	}
	err := toolround.As(said, progress)
	t.round.Progress(progress)
	return err
}

// ask returns the error that says what the tool asks.
func (t *conversation) ask(ctx context.Context, of protoreflect.Message, known *said) *apperr.Error {
	asked := &toolsv1.InputRequired{}
	if err := toolround.As(of, asked); err != nil {
		return t.misused(ctx, "its questions cannot be read")
	}
	questions, needs, err := toolround.Questions(asked)
	if err != nil {
		return t.misused(ctx, err.Error())
	}
	if t.rounds == nil {
		return t.lacks(needs)
	}
	if lacking := t.round.Lacks(needs); t.round != nil && !t.round.Patient && len(lacking) > 0 {
		return t.lacks(lacking)
	}
	known.asked = &toolresult.Asked{Requests: questions, State: t.rounds.Seal(asked.GetState(), t.bound...)}
	if t.round != nil {
		t.round.Asked = known.asked
	}
	return apperr.New(codes.FailedPrecondition, errorsv1.Reason_REASON_INPUT_REQUIRED,
		"%s asks something first: answer the questions, and call it again with the answers and the state", t.route.Name)
}

// lacks returns the error that the caller cannot be asked what the tool asks.
func (t *conversation) lacks(lacking []string) *apperr.Error {
	if t.round != nil {
		t.round.Lacking = lacking
	}
	return apperr.Refused("%s has to ask its caller, who cannot be asked: it needs %s", t.route.Name, strings.Join(lacking, ", "))
}

// outcome returns the data of a result and its content.
func (t *conversation) outcome(result protoreflect.Message) (json.RawMessage, error) {
	var made outcome
	var without []protoreflect.FieldDescriptor
	for _, number := range t.route.Talk.Contents {
		field := result.Descriptor().Fields().ByNumber(number)
		without = append(without, field)
		blocks := result.Get(field).List()
		for i := range blocks.Len() {
			content := &toolsv1.Content{}
			if err := toolround.As(blocks.Get(i).Message(), content); err != nil {
				return nil, err
			}
			made.Content = append(made.Content, separator(made.Content))
			var err error
			if made.Content, err = toolround.AppendContent(made.Content, content); err != nil {
				return nil, err
			}
		}
	}
	if len(made.Content) > 0 {
		made.Content = append(made.Content, ']')
	}
	var err error
	if made.Data, err = dataOf(result, append(without, t.unaryQuestion(result))); err != nil {
		return nil, err
	}
	return compactjson.Marshal(made)
}

func separator(list []byte) byte {
	if len(list) == 0 {
		return '['
	}
	return ','
}

// misused is of a service that does not keep to the contract.
func (t *conversation) misused(ctx context.Context, reason string) *apperr.Error {
	return t.ownFailure(ctx, t.route, reason, errors.New(reason))
}

package audit

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// question is the message with which an RPC asks its caller something in place of doing anything.
var question = (*toolsv1.InputRequired)(nil).ProtoReflect().Descriptor().FullName()

// Asked returns the result of a call whose answer asks its caller something: it is no success, since nothing was done. It is nil of any
// other answer.
func Asked(answer any) *apperr.Error {
	message, ok := answer.(proto.Message)
	if !ok {
		return nil // one that was never built, of a tool that asks nothing
	}
	reflected := message.ProtoReflect()
	fields := reflected.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Message() != nil && !field.IsList() && field.Message().FullName() == question && reflected.Has(field) {
			return apperr.New(codes.FailedPrecondition, errorsv1.Reason_REASON_INPUT_REQUIRED, "its caller is asked something first")
		}
	}
	return nil
}

// ended returns the result of a call by its answer, if err is nil, or its error.
func ended(answer any, err error) *apperr.Error {
	if err != nil {
		return apperr.From(err)
	}
	return Asked(answer)
}

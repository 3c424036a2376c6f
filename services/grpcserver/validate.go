package grpcserver

import (
	"errors"
	"fmt"
	"sync"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

// validator checks requests against the rules of their messages, compiled at start.
type validator struct {
	rules protovalidate.Validator
}

// sharedRules compiles rules for all servers of the process: what CEL knows of the linked messages takes some megabytes.
var sharedRules = sync.OnceValues(func() (protovalidate.Validator, error) { return protovalidate.New() })

func newValidator(known methods) (*validator, error) {
	rules, err := sharedRules()
	if err != nil {
		return nil, fmt.Errorf("grpcserver: compile validation rules: %w", err)
	}
	for _, m := range known {
		if m.input == nil {
			continue
		}
		broken := (*protovalidate.ValidationError)(nil) // by an empty message, which is no matter here
		if err := rules.Validate(dynamicpb.NewMessage(m.input)); err != nil && !errors.As(err, &broken) {
			return nil, fmt.Errorf("grpcserver: compile validation rules: %w", err)
		}
	}
	return &validator{rules: rules}, nil
}

// check normalises the request and returns a VALIDATION_ERROR that names each field that breaks a rule. Besides the rules
// of the message, no text may contain NUL, at which PostgreSQL would fail.
func (v *validator) check(message proto.Message) error {
	toolspec.Normalize(message)
	violations := toolspec.NULViolations(message)
	if err := v.rules.Validate(message); err != nil {
		var broken *protovalidate.ValidationError
		if !errors.As(err, &broken) {
			return apperr.Internal(fmt.Errorf("validate %s: %w", message.ProtoReflect().Descriptor().FullName(), err))
		}
		violations = append(violations, toolspec.RuleViolations(err)...)
	}
	if len(violations) == 0 {
		return nil
	}
	return apperr.Invalid(violations...)
}

package hedging

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// place is where the answer of a call goes. Another may be called while an attempt writes into the caller's own.
type place interface {
	// own is the caller's.
	own() any
	// another returns an empty one of the same kind.
	another() any
	// take makes the caller's own what another is, whatever it was before.
	take(another any)
}

// placeOf returns the place that a response is, or nil for one of which there cannot be another.
func placeOf(response any) place {
	switch response := response.(type) {
	case proto.Message:
		return messagePlace{response, response.ProtoReflect().Type()}
	case Answer:
		return answerPlace{response}
	}
	return nil
}

// Answer is a response that is no message, but what a codec of its own makes of one.
type Answer interface {
	// Another returns an empty answer of the same kind. It may be called while the answer is being written.
	Another() any
	// Take makes the answer what another one is.
	Take(another any)
}

type messagePlace struct {
	message proto.Message
	form    protoreflect.MessageType // not to be asked of a message that is being written
}

func (p messagePlace) own() any     { return p.message }
func (p messagePlace) another() any { return p.form.New().Interface() }

func (p messagePlace) take(another any) {
	proto.Reset(p.message)
	proto.Merge(p.message, another.(proto.Message)) //nolint:forcetypeassert // it is what another returned
}

type answerPlace struct{ Answer }

func (p answerPlace) own() any         { return p.Answer }
func (p answerPlace) another() any     { return p.Another() }
func (p answerPlace) take(another any) { p.Take(another) }

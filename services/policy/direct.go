package policy

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/interpreter"
)

// Direct is a question in the plan of a rule that can be answered without CEL.
type Direct interface {
	// Answer answers it for an input. It is not known where CEL has to be asked.
	Answer(input any) (yes, known bool)
}

// direct answers a whole rule without CEL: one of such questions and of and, or and not.
type direct func(input any) (yes, known bool)

// questions are the direct questions of a rule, by the ID of their expression.
type questions map[int64]Direct

// noting returns a decorator that notes the questions which another makes.
func (q questions) noting(shorten interpreter.InterpretableDecoratorV2) interpreter.InterpretableDecoratorV2 {
	return func(node interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		shortened, err := shorten(node)
		if question, ok := shortened.(Direct); ok {
			q[node.ID()] = question
		}
		return shortened, err
	}
}

// answer returns what answers an expression; nil where that is more than such questions.
func (q questions) answer(e ast.Expr) direct {
	if question := q[e.ID()]; question != nil {
		return question.Answer
	}
	if e.Kind() != ast.CallKind {
		return nil
	}
	var parts []direct
	for _, argument := range e.AsCall().Args() {
		part := q.answer(argument)
		if part == nil {
			return nil
		}
		parts = append(parts, part)
	}
	switch e.AsCall().FunctionName() {
	case operators.LogicalNot:
		return func(input any) (yes, known bool) {
			yes, known = parts[0](input)
			return !yes, known
		}
	case operators.LogicalOr:
		return until(true, parts)
	case operators.LogicalAnd:
		return until(false, parts)
	}
	return nil
}

// until asks the parts in order until one is decisive, or not known.
func until(decisive bool, parts []direct) direct {
	return func(input any) (yes, known bool) {
		for _, part := range parts {
			if yes, known = part(input); !known || yes == decisive {
				return yes, known
			}
		}
		return !decisive, true
	}
}

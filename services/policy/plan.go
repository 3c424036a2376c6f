package policy

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/checker"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"
)

// plan prepares a checked rule for evaluation. Work is counted while a rule is evaluated, which takes longer than most rules,
// only where it is not known beforehand to be within the bound. The second result answers the rule without the plan; nil if nothing does.
func (e *Environment) plan(checked *cel.Ast) (cel.Program, direct, error) {
	found := questions{}
	options := []cel.ProgramOption{cel.EvalOptions(cel.OptOptimize), cel.CustomDecoratorV2(folded)}
	if estimate, err := e.cel.EstimateCost(checked, sizes{e.largest}); err != nil || estimate.Max > maxCost {
		options = append(options, cel.CostLimit(maxCost))
	} else if e.shorten != nil {
		options = append(options, cel.CustomDecoratorV2(found.noting(e.shorten)))
	}
	program, err := e.cel.Program(checked, options...)
	return program, found.answer(checked.NativeRep().Expr()), err
}

// folded replaces a call whose arguments are all constants, such as cidr('10.0.0.0/8'), by its value: no function of CEL depends on
// anything else. One that fails stays, and fails when it is reached.
func folded(node interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	call, ok := node.(interpreter.InterpretableCall)
	if !ok || len(call.Args()) == 0 {
		return node, nil
	}
	for _, argument := range call.Args() {
		if _, constant := argument.(interpreter.InterpretableConst); !constant {
			return node, nil
		}
	}
	value := node.Eval(interpreter.EmptyActivation())
	if types.IsUnknownOrError(value) {
		return node, nil
	}
	return interpreter.NewConstValue(node.ID(), value), nil
}

// sizes estimates how large the values of variables are: at most so large, or unknown if that is 0.
type sizes struct{ largest uint64 }

// EstimateSize implements checker.CostEstimator. What has no path is computed from variables, and may be larger than they are.
func (s sizes) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	if s.largest == 0 || len(node.Path()) == 0 {
		return nil
	}
	return &checker.SizeEstimate{Max: s.largest}
}

// EstimateCallCost implements checker.CostEstimator: calls cost what CEL says.
func (sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

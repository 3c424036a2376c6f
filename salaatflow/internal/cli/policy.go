package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/salaatflow/internal/policycheck"
	"github.com/salaatflow/platform/services/access"
)

type policyCommand struct {
	Test    policyTest    `cmd:"" help:"Run a table of cases against a policy file, without a gateway. It fails if one of them fails."`
	Explain policyExplain `cmd:"" help:"Say which rule of a policy file decides on a call, without a gateway."`
}

type policyTest struct {
	printed
	File   string `arg:"" help:"The cases, in YAML or JSON." type:"path"`
	Policy string `help:"The policy file; if not given, the one that the cases name." placeholder:"FILE" type:"path" env:"-"`
}

// Run prints the cases that fail.
func (c policyTest) Run(ctx context.Context, streams Streams) error {
	table, err := policycheck.ReadTable(c.File)
	if err != nil {
		return err
	}
	if c.Policy != "" {
		table.Policy = c.Policy
	}
	if table.Policy == "" {
		return usageError(c.File + " names no policy: give --policy FILE, or write `policy: FILE` in it")
	}
	rules, err := policycheck.ReadRules(table.Policy)
	if err != nil {
		return err
	}
	result := tested{Cases: len(table.Cases), Failed: []failedCase{}}
	for i, one := range table.Cases {
		failure, err := one.Failure(ctx, rules)
		if err != nil {
			failure = "cannot be decided: " + err.Error()
		}
		if failure != "" {
			result.Failed = append(result.Failed, failedCase{Case: i + 1, Name: one.Name, Tool: one.Tool, Failure: failure})
		}
	}
	if err := c.Output.Write(streams.Out, result, result.draw); err != nil {
		return err
	}
	if len(result.Failed) > 0 {
		return errReported
	}
	return nil
}

// tested is how the cases went.
type tested struct {
	Cases  int          `json:"cases"`
	Failed []failedCase `json:"failed"`
}

type failedCase struct {
	Case    int    `json:"case"` // from 1
	Name    string `json:"name"`
	Tool    string `json:"tool"`
	Failure string `json:"failure"`
}

func (t tested) draw(out io.Writer) error {
	for _, one := range t.Failed {
		if _, err := fmt.Fprintf(out, "case %d (%s): %s %s\n", one.Case, one.Name, one.Tool, one.Failure); err != nil {
			return err
		}
	}
	cases := "cases"
	if t.Cases == 1 {
		cases = "case"
	}
	_, err := fmt.Fprintf(out, "%d %s, %d failed\n", t.Cases, cases, len(t.Failed))
	return err
}

type policyExplain struct {
	printed
	Tool      string   `arg:"" help:"The tool's name or alias, or the full name of an RPC, package.Service/Method."`
	Policy    string   `help:"The policy file; without one, the annotations decide alone." placeholder:"FILE" type:"path" env:"-"`
	User      int32    `help:"The user who calls; if not given, an anonymous caller." placeholder:"N" env:"-"`
	Role      string   `help:"Their role: user or admin." placeholder:"ROLE" env:"-"`
	Scopes    []string `help:"The scopes that their credential is limited to; if not given, it is not." placeholder:"SCOPE" env:"-"`
	Issuer    string   `help:"The OpenID provider at which they sign in." placeholder:"URL" env:"-"`
	Address   string   `help:"The address from which they call." placeholder:"IP" env:"-"`
	Timezone  string   `help:"Their time zone." placeholder:"ZONE" env:"-"`
	Time      string   `help:"When they call: RFC 3339, or without an offset in their time zone; if not given, now." placeholder:"TIME" env:"-"`
	Arguments string   `help:"The arguments, a JSON object." placeholder:"JSON" default:"{}" env:"-"`
}

// Run prints what each rule says of the call, and which decides.
func (c policyExplain) Run(ctx context.Context, streams Streams) error {
	call := policycheck.Call{
		Tool: c.Tool, Time: c.Time,
		Caller: policycheck.Caller{User: c.User, Role: c.Role, Issuer: c.Issuer, Address: c.Address, Timezone: c.Timezone},
	}
	if len(c.Scopes) > 0 {
		call.Caller.Scopes = &c.Scopes
	}
	if call.Time == "" {
		call.Time = streams.clock().Now().Format("2006-01-02T15:04:05Z07:00")
	}
	if err := json.Unmarshal([]byte(c.Arguments), &call.Arguments); err != nil {
		return usageError("--arguments: must be a JSON object, such as '{\"title\": \"Read\"}': " + err.Error())
	}
	var rules *access.Rules
	if c.Policy != "" {
		var err error
		if rules, err = policycheck.ReadRules(c.Policy); err != nil {
			return err
		}
	}
	decision, steps, err := call.Explain(ctx, rules)
	if err != nil {
		return usageError(err.Error())
	}
	result := explainedOf(decision, steps)
	return c.Output.Write(streams.Out, result, result.draw)
}

// explained is a decision, with what each rule says.
type explained struct {
	Rules   []saying `json:"rules"`
	Allowed bool     `json:"allowed"`
	// DeniedBy is the rule that denies, and Internal whether callers are not told of it.
	DeniedBy string `json:"denied_by,omitempty"`
	Internal bool   `json:"internal,omitempty"`
}

type saying struct {
	Rule string `json:"rule"`
	Says string `json:"says"`
}

func explainedOf(decision access.Decision, steps []access.Step) explained {
	result := explained{Rules: make([]saying, 0, len(steps)), Allowed: decision.Allowed}
	for _, step := range steps {
		says := "allows"
		switch {
		case !step.Asked:
			says = "is not asked"
		case step.Err != nil:
			says = "fails, which denies: " + strings.ReplaceAll(step.Err.Error(), "\n", " ")
		case !step.Holds:
			says = "denies: " + step.Reason
		}
		result.Rules = append(result.Rules, saying{step.Rule, says})
	}
	if !decision.Allowed {
		result.DeniedBy, result.Internal = decision.Rule, decision.Internal
	}
	return result
}

func (e explained) draw(out io.Writer) error {
	rows := output.Rows{{"RULE", "SAYS"}}
	for _, one := range e.Rules {
		rows.Add(one.Rule, one.Says)
	}
	if err := rows.Write(out); err != nil {
		return err
	}
	verdict := "allowed"
	if !e.Allowed {
		verdict = "denied by " + e.DeniedBy
		if e.Internal {
			verdict += ", which callers are not told"
		}
	}
	_, err := fmt.Fprintf(out, "\n%s\n", verdict)
	return err
}

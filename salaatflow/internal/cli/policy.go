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
		return usageError{c.File + " names no policy: give --policy FILE, or write `policy: FILE` in it"}
	}
	rules, err := policycheck.ReadRules(table.Policy)
	if err != nil {
		return err
	}
	failed := 0
	for i, one := range table.Cases {
		failure, err := one.Failure(ctx, rules)
		if err != nil {
			failure = "cannot be decided: " + err.Error()
		}
		if failure != "" {
			failed++
			fmt.Fprintf(streams.Out, "case %d (%s): %s %s\n", i+1, one.Name, one.Tool, failure)
		}
	}
	cases := "cases"
	if len(table.Cases) == 1 {
		cases = "case"
	}
	fmt.Fprintf(streams.Out, "%d %s, %d failed\n", len(table.Cases), cases, failed)
	if failed > 0 {
		return errReported
	}
	return nil
}

type policyExplain struct {
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
		return usageError{"--arguments: must be a JSON object, such as '{\"title\": \"Read\"}': " + err.Error()}
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
		return usageError{err.Error()}
	}
	return explain(streams.Out, decision, steps)
}

func explain(out io.Writer, decision access.Decision, steps []access.Step) error {
	rows := output.Rows{{"RULE", "SAYS"}}
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
		rows.Add(step.Rule, says)
	}
	if err := rows.Write(out); err != nil {
		return err
	}
	verdict := "allowed"
	if !decision.Allowed {
		verdict = "denied by " + decision.Rule
		if decision.Internal {
			verdict += ", which callers are not told"
		}
	}
	_, err := fmt.Fprintf(out, "\n%s\n", verdict)
	return err
}

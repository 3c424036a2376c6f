package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

type auditCommand struct {
	Verify auditVerify `cmd:"" help:"Verify that no line of the audit trail was removed, changed or moved: of a running platform, or of files."`
	Export auditExport `cmd:"" help:"Write the audit trail of a running platform as lines of JSON, to keep elsewhere and verify there."`
}

type auditVerify struct {
	remote
	asUser
	printed
	Files   []string `arg:"" optional:"" help:"Files of lines, of an export or of an outbox, in the order of their lines." type:"existingfile"`
	Part    bool     `help:"The files are a part of a trail, such as an outbox: what was before them may be missing." env:"-"`
	Anchors []string `help:"Fail unless the trail still has every line that audit-svc anchored in these files, or in these lines of its log." placeholder:"FILE" type:"existingfile" env:"-"`
	Holds   string   `help:"Fail unless the trail still has this line, as an earlier verification printed it." placeholder:"SEQ:HASH" env:"-"`
}

// Run prints what was verified, and the last line, for a later verification to ask for.
func (c auditVerify) Run(ctx context.Context, streams Streams) error {
	held, err := parseHeld(c.Holds)
	if err != nil {
		return err
	}
	anchorage, err := c.anchorage()
	if err != nil {
		return err
	}
	found := held.seq == 0
	verifier := &chain.Verifier{}
	add := func(line chain.Line) error {
		found = found || line.Seq == held.seq && line.Hash == held.hash
		if err := verifier.Add(line); err != nil || anchorage == nil {
			return err
		}
		return anchorage.Add(line)
	}
	if len(c.Files) > 0 {
		err = c.files(add)
	} else {
		err = eachAuditLine(ctx, c.remote, c.User, add)
	}
	if err == nil && !c.Part {
		err = verifier.Anchored()
	}
	if err == nil && anchorage != nil {
		err = anchorage.End()
	}
	if err != nil {
		return fmt.Errorf("the audit trail does not verify, after %d lines that do: %w", verifier.Lines, err)
	}
	if !found {
		return fmt.Errorf("the audit trail verifies, but has no line %s: its end was cut off, or it was written anew", c.Holds)
	}
	return c.Output.Write(streams.Out, verifiedOf(verifier, anchorage), func(out io.Writer) error {
		if verifier.Lines == 0 {
			_, err := fmt.Fprintln(out, "The audit trail is empty.")
			return err
		}
		fmt.Fprintf(out, "Verified lines %d to %d. Keep the last, and verify with it later: --holds %d:%s\n",
			verifier.First.Seq, verifier.Last.Seq, verifier.Last.Seq, verifier.Last.Hash)
		printAnchorage(out, anchorage)
		return nil
	})
}

// verified is what a verification found, for programs.
type verified struct {
	Lines int64 `json:"lines"`
	First int64 `json:"first"`
	Last  int64 `json:"last"`
	// Holds is what a later verification asks for; empty if there is no line.
	Holds string `json:"holds"`
	// Anchored is how many anchored lines are there; nil if no anchors were given.
	Anchored *int `json:"anchored,omitempty"`
}

func verifiedOf(verifier *chain.Verifier, anchorage *chain.Anchorage) verified {
	result := verified{Lines: verifier.Lines}
	if verifier.Lines > 0 {
		result.First, result.Last = verifier.First.Seq, verifier.Last.Seq
		result.Holds = fmt.Sprintf("%d:%s", verifier.Last.Seq, verifier.Last.Hash)
	}
	if anchorage != nil {
		result.Anchored = &anchorage.Held
	}
	return result
}

// anchorage reads the files of anchors; nil where none is named.
func (c auditVerify) anchorage() (*chain.Anchorage, error) {
	if len(c.Anchors) == 0 {
		return nil, nil
	}
	if c.Part {
		return nil, usageError("--anchors are those of the whole trail, which --part is not")
	}
	var anchors []chain.Anchor
	for _, name := range c.Anchors {
		text, err := os.ReadFile(name) //nolint:gosec // the file that was named on the command line
		if err != nil {
			return nil, err
		}
		read, err := chain.ReadAnchors(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		anchors = append(anchors, read...)
	}
	return chain.NewAnchorage(anchors), nil
}

func printAnchorage(out io.Writer, anchorage *chain.Anchorage) {
	if anchorage == nil {
		return
	}
	fmt.Fprintf(out, "Anchored lines that are there: %d.\n", anchorage.Held)
	if removed := anchorage.Removed; removed != nil {
		fmt.Fprintf(out, "Retention removed lines that were anchored until %s: that must be as long ago as entries are kept.\n",
			removed.Time.Format(time.RFC3339))
	}
}

func (c auditVerify) files(add func(chain.Line) error) error {
	for _, name := range c.Files {
		file, err := os.Open(name) //nolint:gosec // the file that was named on the command line
		if err != nil {
			return err
		}
		err = chain.Read(file, add)
		if err := file.Close(); err != nil {
			return err
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

type heldLine struct {
	seq  int64
	hash chain.Hash
}

func parseHeld(text string) (held heldLine, err error) {
	if text == "" {
		return held, nil
	}
	seq, hash, _ := strings.Cut(text, ":")
	held.seq, err = strconv.ParseInt(seq, 10, 64)
	if err == nil {
		held.hash, err = chain.ParseHash(hash)
	}
	if err != nil || held.seq < 1 {
		return held, usageError(fmt.Sprintf("--holds: %q is not SEQ:HASH as verify prints it", text))
	}
	return held, nil
}

type auditExport struct {
	remote
	asUser
	printed
}

// Run writes all lines: as they were hashed, so that they can be verified, or each as a result of its own in the form that is asked for.
func (c auditExport) Run(ctx context.Context, streams Streams) error {
	rows := output.Rows{{"SEQ", "TIME", "USER", "PROGRAM", "DOOR", "TOOL", "DECISION", "RESULT"}}
	write := func(line chain.Line) error { return written(streams.Out, line) }
	switch {
	case c.Output.IsTable():
		write = func(line chain.Line) error { return addEntry(&rows, line) }
	case c.Output.IsChosen():
		each := output.Each{Format: c.Output, Out: streams.Out}
		write = func(line chain.Line) error { return each.Write(json.RawMessage(line.Append(nil))) }
	}
	if err := eachAuditLine(ctx, c.remote, c.User, write); err != nil || !c.Output.IsTable() {
		return err
	}
	return rows.Write(streams.Out)
}

// addEntry adds what a person looks for in a line.
func addEntry(rows *output.Rows, line chain.Line) error {
	var entry audit.Record
	if err := json.Unmarshal(line.Entry, &entry); err != nil {
		return fmt.Errorf("line %d: %w", line.Seq, err)
	}
	user := ""
	if entry.UserID > 0 {
		user = strconv.Itoa(int(entry.UserID))
	}
	rows.Add(strconv.FormatInt(line.Seq, 10), entry.Time.UTC().Format(time.RFC3339), user, entry.Program, string(entry.Door), entry.Tool,
		string(entry.Decision), entry.Result)
	return nil
}

func written(out io.Writer, line chain.Line) error {
	_, err := out.Write(line.Append(nil))
	return err
}

// eachAuditLine calls do for each line that a running platform keeps, in order.
func eachAuditLine(ctx context.Context, from remote, user int32, do func(chain.Line) error) error {
	gateway, err := from.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	return pages(ctx, gateway, user, do)
}

func pages(ctx context.Context, gateway *client.Client, user int32, do func(chain.Line) error) error {
	for after := "0"; ; {
		lines, err := gateway.AuditLines(ctx, after, user)
		if err != nil || len(lines) == 0 {
			return err
		}
		for _, line := range lines {
			if err := do(line); err != nil {
				return err
			}
		}
		after = strconv.FormatInt(lines[len(lines)-1].Seq, 10)
	}
}

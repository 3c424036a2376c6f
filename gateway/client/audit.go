package client

import (
	"context"
	"net/http"
	"net/url"

	"github.com/salaatflow/platform/services/audit/chain"
)

// auditLine is a line of the audit trail as the gateway answers it.
type auditLine struct {
	Seq   int64  `json:"seq,string"`
	Prev  string `json:"prev"`
	Hash  string `json:"hash"`
	Entry string `json:"entry"`
}

// AuditLines returns lines of the audit trail in order, as an administrator, beginning after the one with a number: "0" begins
// with the first that is kept. There are none after the last.
func (c *Client) AuditLines(ctx context.Context, after string, user int32) ([]chain.Line, error) {
	target := c.base.JoinPath("api/v1/audit/lines")
	target.RawQuery = url.Values{"after": {after}, "limit": {"500"}}.Encode()
	var answered []auditLine
	if err := c.administer(ctx, http.MethodGet, target, nil, user, &answered); err != nil {
		return nil, err
	}
	lines := make([]chain.Line, len(answered))
	for i, line := range answered {
		var err error
		if lines[i], err = chain.NewLine(line.Seq, line.Prev, line.Hash, []byte(line.Entry)); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

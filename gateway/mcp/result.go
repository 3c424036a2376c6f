package mcp

import (
	"bytes"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
)

// rawResult is an encoded result. The SDK's own types would be encoded several times.
type rawResult struct {
	sdk.ResultBase
	json []byte
}

// MarshalJSON returns the encoded result.
func (r *rawResult) MarshalJSON() ([]byte, error) { return r.json, nil }

// ending is the end of every result of an era, and of one that was given before.
type ending struct {
	meta           map[string]any // so that the SDK does not add it to a modern result
	json, replayed []byte
}

// endings returns the ends of results. Modern ones say that they are complete and who the server is.
func endings(implementation *sdk.Implementation) (legacy, modern ending, err error) {
	info, err := compactjson.Marshal(implementation)
	if err != nil {
		return ending{}, ending{}, err
	}
	modern.meta = map[string]any{sdk.MetaKeyServerInfo: implementation}
	modern.json = append(modern.json, `,"resultType":"complete","_meta":{"`+sdk.MetaKeyServerInfo+`":`...)
	modern.json = append(modern.json, info...)
	modern.replayed = slices.Concat(modern.json, []byte(`,"`+idempotency.MetaReplayed+`":true}}`))
	modern.json = append(modern.json, `}}`...)
	legacy.json = []byte(`}`)
	legacy.replayed = []byte(`,"_meta":{"` + idempotency.MetaReplayed + `":true}}`)
	return legacy, modern, nil
}

// result returns an encoded result of the era for the SDK.
func (e ending) result(text []byte) *rawResult {
	return &rawResult{ResultBase: sdk.ResultBase{Meta: e.meta}, json: text}
}

// answer returns a result of the SDK's, which does not end it in the handlers of others. It has members, and no _meta.
func (e ending) answer(result any) answer {
	text, err := compactjson.Marshal(result)
	if err != nil {
		return answer{err: internalError()}
	}
	return answer{result: e.result(append(bytes.TrimSuffix(text, []byte{'}'}), e.json...))}
}

// appendCall appends the result of tools/call: the ToolResult as structuredContent, and as text for clients and
// models that read only that.
func (e ending) appendCall(dst []byte, result *toolresult.Result, replayed bool) []byte {
	end := e.json
	if replayed {
		end = e.replayed
	}
	if len(result.Content) > 0 {
		return e.appendContent(dst, result, end)
	}
	structured := result.AppendJSON(nil)
	const overhead = 128
	dst = slices.Grow(dst, 3*len(structured)+len(end)+overhead)
	dst = append(dst, `{"content":[{"type":"text","text":`...)
	dst = appendLean(dst, structured)
	dst = append(dst, `}],"structuredContent":`...)
	dst = append(dst, structured...)
	if !result.Success {
		dst = append(dst, `,"isError":true`...)
	}
	return append(dst, end...)
}

// appendContent appends the result of tools/call that has blocks of content. The data is there too, where there is any.
func (e ending) appendContent(dst []byte, result *toolresult.Result, end []byte) []byte {
	dst = append(append(dst, `{"content":`...), bytes.TrimSuffix(result.Content, []byte{']'})...)
	if string(result.Data) != `{}` {
		data := *result
		data.Content = nil
		structured := data.AppendJSON(nil)
		dst = appendLean(append(dst, `,{"type":"text","text":`...), structured)
		dst = append(append(dst, `}],"structuredContent":`...), structured...)
	} else {
		dst = append(dst, ']')
	}
	return append(dst, end...)
}

// appendAsked appends the result of tools/call that asks the client something, in the era without sessions.
func (e ending) appendAsked(dst []byte, asked *toolresult.Asked) []byte {
	dst = append(append(dst, `{"inputRequests":`...), asked.Requests...)
	dst = appendString(append(dst, `,"requestState":`...), []byte(asked.State))
	return append(dst, bytes.Replace(e.json, []byte(`"resultType":"complete"`), []byte(`"resultType":"input_required"`), 1)...)
}

// appendString appends UTF-8 text as a JSON string.
func appendString(dst, text []byte) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
	}
	dst = append(dst, text[start:]...)
	return append(dst, '"')
}

// Package plain reads those requests of MCP that hold nothing out of the ordinary, in one pass and without copying, so that they
// can be answered without the SDK. What it does not read is not wrong: the SDK decides about that.
package plain

import (
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
)

// The methods of plain requests.
const (
	Ping      = "ping"
	ListTools = "tools/list"
	CallTool  = "tools/call"
)

// MaxBytes is the size of the largest plain request.
const MaxBytes = 64 << 10

// Request is a plain request. Its slices are parts of the text that was read.
type Request struct {
	// ID is an integer, or a string of printable ASCII in its quotes, as it stands in the text.
	ID []byte
	// Method is Ping, ListTools or CallTool.
	Method string
	// Name is the tool that is called, not empty, and Arguments are a JSON object, or empty. Only CallTool has them.
	Name, Arguments []byte
	// Version is the version of the protocol that _meta names, nil if it names none. If it names one, it also holds
	// capabilities of the client.
	Version []byte
	// Key is the idempotency key in _meta, if Keyed.
	Key   []byte
	Keyed bool
	// Tasks: the client can be given a task for a result.
	Tasks bool
}

// Parse returns the plain request that a body holds.
func Parse(body []byte) (request Request, ok bool) {
	if len(body) > MaxBytes || !utf8.Valid(body) {
		return Request{}, false
	}
	r := reader{data: body}
	if !r.message(&request) {
		return Request{}, false
	}
	if r.next(); r.at < len(r.data) {
		return Request{}, false
	}
	return request, true
}

// The members of a message that are known.
const (
	hasVersion = 1 << iota
	hasID
	hasMethod
	hasParams
)

func (r *reader) message(request *Request) bool {
	var seen, called members
	ok := r.object(func(name []byte) bool {
		switch string(name) {
		case "jsonrpc":
			version, ok := r.plainString()
			return ok && string(version) == "2.0" && seen.add(hasVersion)
		case "id":
			request.ID = r.id()
			return request.ID != nil && seen.add(hasID)
		case "method":
			method, ok := r.plainString()
			request.Method = known(method)
			return ok && request.Method != "" && seen.add(hasMethod)
		case "params":
			return r.params(request, &called) && seen.add(hasParams)
		default:
			return false
		}
	})
	if !ok || seen&^hasParams != hasVersion|hasID|hasMethod {
		return false
	}
	if request.Method == CallTool {
		return called&hasName != 0
	}
	return called&(hasName|hasArguments) == 0
}

// known returns the method that a text names, empty if no plain request has it.
func known(method []byte) string {
	switch string(method) {
	case Ping:
		return Ping
	case ListTools:
		return ListTools
	case CallTool:
		return CallTool
	default:
		return ""
	}
}

// The members of params that are known.
const (
	hasName = 1 << iota
	hasArguments
	hasMeta
)

func (r *reader) params(request *Request, seen *members) bool {
	return r.object(func(name []byte) bool {
		switch string(name) {
		case "name":
			tool, ok := r.plainString()
			request.Name = tool
			return ok && len(tool) > 0 && seen.add(hasName)
		case "arguments":
			start := r.at
			if !r.skipObject() {
				return false
			}
			request.Arguments = r.data[start:r.at]
			return seen.add(hasArguments)
		case "_meta":
			return r.meta(request) && seen.add(hasMeta)
		default:
			return false
		}
	})
}

// The members of _meta that are known.
const (
	hasProtocol = 1 << iota
	hasCapabilities
	hasClient
	hasKey
)

func (r *reader) meta(request *Request) bool {
	var seen members
	ok := r.object(func(name []byte) bool {
		switch string(name) {
		case sdk.MetaKeyProtocolVersion:
			version, ok := r.plainString()
			request.Version = version
			return ok && seen.add(hasProtocol)
		case sdk.MetaKeyClientCapabilities:
			return r.capabilities(request) && seen.add(hasCapabilities)
		case sdk.MetaKeyClientInfo:
			return r.client() && seen.add(hasClient)
		case idempotency.MetaKey:
			key, ok := r.plainString()
			request.Key, request.Keyed = key, true
			return ok && seen.add(hasKey)
		default:
			return r.skip()
		}
	})
	return ok && (seen&hasProtocol == 0 || seen&hasCapabilities != 0)
}

// capabilities reads what a client can do: names, each with an object of what it can do there.
func (r *reader) capabilities(request *Request) bool {
	return r.object(func(name []byte) bool {
		switch string(name) {
		case "extensions":
			return r.object(func(name []byte) bool {
				request.Tasks = request.Tasks || string(name) == "io.modelcontextprotocol/tasks"
				return r.skipObject()
			})
		case "roots":
			return r.object(func(name []byte) bool { return string(name) == "listChanged" && r.boolean() })
		}
		return r.object(func([]byte) bool { return r.skipObject() })
	})
}

// client reads who a client is, in texts alone.
func (r *reader) client() bool {
	return r.object(func(name []byte) bool {
		switch string(name) {
		case "name", "title", "description", "version", "websiteUrl":
			_, ok := r.str()
			return ok
		default:
			return false
		}
	})
}

// members are those of an object that were seen.
type members uint8

// add reports whether a member was not seen before, and notes that it was now.
func (m *members) add(member members) bool {
	was := *m&member != 0
	*m |= member
	return !was
}

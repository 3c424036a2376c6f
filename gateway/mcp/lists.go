package mcp

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// pageSize is how many tools a page of tools/list has, as many as the SDK's servers give.
const pageSize = sdk.DefaultPageSize

// page is some of the tools, and what names the rest of them; empty if there is none.
type page struct {
	tools  []*Tool
	rest   string
	public bool // all callers are given the same
	form   form
}

// pageOf returns the page of tools, which are sorted by name, that a cursor names; empty is the first.
func pageOf(tools []*Tool, cursor string) (page, error) {
	listed, rest, err := cut(tools, func(tool *Tool) string { return tool.Name }, cursor)
	return page{tools: listed, rest: rest}, err
}

// cut returns the page of a list, sorted by key, that a cursor names, and the cursor of the next one. A cursor names the last of the
// page before, so that a list that changes between two pages hides nothing else.
func cut[T any](list []T, key func(T) string, cursor string) (listed []T, rest string, err error) {
	return cutTo(pageSize, list, key, cursor)
}

// cutTo is cut with pages of another size.
func cutTo[T any](size int, list []T, key func(T) string, cursor string) (listed []T, rest string, err error) {
	if cursor != "" {
		last, ok := lastListed(cursor)
		if !ok {
			return nil, "", invalidParams("the cursor is unknown: take nextCursor of the page before as it stands, or none to begin")
		}
		after, found := slices.BinarySearchFunc(list, last, func(one T, last string) int { return strings.Compare(key(one), last) })
		if found {
			after++
		}
		list = list[after:]
	}
	if len(list) <= size {
		return list, "", nil
	}
	return list[:size], cursorAfter(key(list[size-1])), nil
}

// cursorMark begins each cursor, before it is encoded.
const cursorMark = "after "

func cursorAfter(last string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorMark + last))
}

func lastListed(cursor string) (last string, ok bool) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(string(text), cursorMark)
}

// fresh is for how long a client need not ask again for what is the same for every caller. What differs by caller is stale at once:
// with its next request a client may have signed in, or have other scopes, and what it keeps it keeps by connection.
const fresh = 30 * time.Second

// caching returns what says for how long a result is fresh, and that every caller is given the same, or only this one.
func caching(public bool) string {
	if public {
		return cachedByAll
	}
	return cachedByCaller
}

const scopePublic, scopePrivate = "public", "private"

var (
	cachedByAll    = fmt.Sprintf(`,"ttlMs":%d,"cacheScope":%q`, fresh.Milliseconds(), scopePublic)
	cachedByCaller = fmt.Sprintf(`,"ttlMs":0,"cacheScope":%q`, scopePrivate)
)

// pageFor returns a page of the tools that the caller in ctx is shown. A view that a header asks for is no list for others, whose URL
// is the same.
func (h *handler) pageFor(ctx context.Context, cursor string) (page, error) {
	all := h.backend.Tools()
	visible := h.visible(ctx, all)
	listed, err := pageOf(h.inView(ctx, visible), cursor)
	listed.form = formIn(ctx)
	listed.public = len(visible) == len(all) && !isReduced(ctx) && h.public(all)
	return listed, err
}

// appendList appends the result of tools/list.
func (e ending) appendList(dst []byte, listed page) ([]byte, error) {
	dst = append(dst, `{"tools":[`...)
	for i, tool := range listed.tools {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = tool.appendListed(dst, listed.form); err != nil {
			return nil, err
		}
	}
	dst = append(dst, ']')
	if listed.rest != "" {
		dst = append(dst, `,"nextCursor":"`...)
		dst = append(dst, listed.rest...)
		dst = append(dst, '"')
	}
	dst = append(dst, caching(listed.public)...)
	return append(dst, e.json...), nil
}

// Keep returns made, sorted by name as old is, with the tools of old in place of those that are listed the same. They need not be
// encoded again. It may change made.
func Keep(old, made []*Tool) []*Tool {
	at := 0
	for i, tool := range made {
		for at < len(old) && old[at].Name < tool.Name {
			at++
		}
		if at < len(old) && old[at].sameListing(tool) {
			made[i] = old[at]
		}
	}
	return made
}

package httpedge

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// maxToolsOnPage bounds the tools in one answer, and is how many there are where the caller sets no limit.
const maxToolsOnPage = 1000

// listTools serves the tools that the caller may call, by name, a page at a time.
func (e *Edge) listTools(w http.ResponseWriter, r *http.Request) {
	visible, query := e.Visible(r.Context()), r.URL.Query()
	page, more, refused := toolPage(visible, query)
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	w.Header().Set("X-Total-Count", strconv.Itoa(len(visible)))
	if more {
		next := *r.URL
		query.Set("page_token", page[len(page)-1].Name)
		next.RawQuery = query.Encode()
		w.Header().Set("Link", "<"+next.RequestURI()+`>; rel="next"`)
	}
	if table := e.Routes(); slices.Equal(page, table.Routes()) {
		serve(e, w, r, &e.toolList, table, func() ([]byte, error) { return writeToolList(page) })
		return
	}
	e.servePart(w, r, page)
}

// toolPage returns the tools of a page, which begins behind the name in its token, and reports whether there are more. Tools that come
// and go between two pages move no other from one page to the next.
func toolPage(tools []*routing.Route, query url.Values) (page []*routing.Route, more bool, refused *apperr.Error) {
	limit := maxToolsOnPage
	if text := query.Get("limit"); text != "" {
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > maxToolsOnPage {
			message := "must be a whole number from 1 to " + strconv.Itoa(maxToolsOnPage)
			return nil, false, apperr.Invalid(apperr.Violation{Field: "limit", Message: message})
		}
	}
	from := 0
	if after := query.Get("page_token"); after != "" {
		at, found := slices.BinarySearchFunc(tools, after, func(tool *routing.Route, name string) int { return strings.Compare(tool.Name, name) })
		if from = at; found {
			from++
		}
	}
	to := min(from+limit, len(tools))
	return tools[from:to], to < len(tools), nil
}

func writeToolList(routes []*routing.Route) ([]byte, error) {
	tools := []listedTool{}
	for _, route := range routes {
		tools = append(tools, newListedTool(route))
	}
	return compactjson.Marshal(map[string]any{"tools": tools})
}

package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A form goes back to a page of this server, whatever it says.
func TestAFormLeadsNowhereElse(t *testing.T) {
	for given, want := range map[string]string{
		"/tasks?status=all": "/tasks?status=all", "": "/", "//evil.example": "/", "https://evil.example": "/", `/\evil.example`: "/",
		"/a\r\nSet-Cookie: x": "/", "javascript:alert(1)": "/",
	} {
		if got := backTo(given); got != want {
			t.Errorf("%q leads to %q, not %q", given, got, want)
		}
	}
}

// Cookies say in development alone who is calling, and never for the paths of programs.
func TestCookiesNameAUserInDevelopmentAlone(t *testing.T) {
	for _, c := range []struct {
		development        bool
		cookie, user, role string
	}{
		{true, "", "1", ""}, {true, "7", "7", ""}, {true, "3.admin", "3", "admin"}, {true, "0", "", ""},
		{true, "3.root", "1", ""}, {true, "x", "1", ""}, {false, "7", "", ""}, {false, "", "", ""},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		if c.cookie != "" {
			request.AddCookie(&http.Cookie{Name: userCookie, Value: c.cookie})
		}
		pages := &Pages{Options: Options{Development: c.development}}
		got := pages.Identified(httptest.NewRecorder(), request).Header
		if got.Get("X-User-ID") != c.user || got.Get("X-User-Role") != c.role {
			t.Errorf("%q in development %t: user %q, role %q", c.cookie, c.development, got.Get("X-User-ID"), got.Get("X-User-Role"))
		}
		request.Header.Set("X-User-ID", "9")
		if got := pages.Identified(httptest.NewRecorder(), request).Header; got.Get("X-User-ID") != "9" {
			t.Errorf("a cookie replaces the user that the client names: %v", got)
		}
	}
}

func TestUsersAreChosenInDevelopmentAlone(t *testing.T) {
	for development, want := range map[bool]int{true: http.StatusSeeOther, false: http.StatusNotFound} {
		request := httptest.NewRequest(http.MethodPost, "/user", strings.NewReader(url.Values{"user": {"7"}, "back": {"/tasks"}}.Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		(&Pages{Options: Options{Development: development}}).chooseUser(answer, request)
		if answer.Code != want {
			t.Errorf("in development %t: %d", development, answer.Code)
		}
	}
}

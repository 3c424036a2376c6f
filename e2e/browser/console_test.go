//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// What operators ask of the platform is a page away.
func TestOperatorsSeeHowThePlatformIs(t *testing.T) {
	platform, browser := start(t), launch(t)
	page := newTab(t, browser, platform.URL, 1280)
	page.asUser("1.admin")

	t.Run("what is called", func(t *testing.T) {
		page.t = t
		page.open("/console/tools/get_current_prayer")
		page.sees(".empty", "not called through this gateway")
		page.press("Call it")
		page.sees(".outcome", "HTTP 200")
		page.open("/console/tools/get_current_prayer")
		page.sees("dt", "p99")
		page.open("/console?q=get_current_prayer")
		page.sees("td", "ms")
	})

	t.Run("who offers it", func(t *testing.T) {
		page.t = t
		page.open("/console/services?service=tasks-svc")
		page.sees("td", "takes calls")
		page.sees("td", "s left")
		page.seesNo("td", "users-svc")
	})

	t.Run("whether it is well", func(t *testing.T) {
		page.t = t
		page.open("/console/health")
		page.sees("#health-all", "programs are ready")
		page.sees("td", "registry-svc")
		page.sees("[aria-labelledby=databases-title] code", "tasks-svc")
	})

	t.Run("what is decided", func(t *testing.T) {
		page.t = t
		page.open("/console/policy")
		page.fill("input[name=tool]", "delete_task")
		page.press("Ask")
		page.sees(".outcome .tag", "refused")
		page.sees(".outcome", "sign in first")
		page.choose("input[name=caller]", "7")
		page.press("Ask")
		page.sees(".outcome .tag", "allowed")
		page.choose("input[name=address]", "nowhere")
		page.press("Ask")
		page.sees("[role=alert]", "must be an IP address")
	})

	t.Run("what is limited", func(t *testing.T) {
		page.t = t
		page.open("/console/limits")
		page.sees("td", "users-svc")
	})

	t.Run("what happens", func(t *testing.T) {
		page.t = t
		page.open("/console/live")
		page.sees("td", "get_current_prayer")
		other := newTab(t, browser, platform.URL, 1280)
		other.asUser("1.admin")
		other.open("/console/tools/get_daily_hadith")
		other.press("Call it")
		other.sees(".outcome", "HTTP")
		page.sees("#calls td", "get_daily_hadith") // without being opened again
		page.press("Pause")
		page.sees("#live-pause", "Go on")
		other.open("/console/audit?follow=yes")
		other.sees("td", "ListCalls") // that somebody follows, once it is shipped
	})

	t.Run("what happened, without JavaScript", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("1.admin")
		call(page, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		page.open("/console/live")
		page.run(chromedp.WaitVisible(chromedp.CSS("#calls td code")))
	})

	t.Run("others are told in words that it is for administrators", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("7")
		for _, path := range []string{"/console/services", "/console/health", "/console/live", "/console/policy", "/console/limits"} {
			page.open(path)
			page.sees("h1", "That did not work")
			page.expectErrors() // 403
		}
	})
}

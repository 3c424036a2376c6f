package toolspec_test

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"
)

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func drawn(svg string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
}

// withIcons returns the posters with an icon of the service and one of the tool; empty for none.
func withIcons(service, tool string) string {
	text := strings.Replace(posters, `requires: "elicitation"`, `icon: `+strconv.Quote(tool), 1)
	return strings.Replace(text, "service Posters {", "service Posters { option (salaatflow.tools.v1.icon) = "+strconv.Quote(service)+";", 1)
}

func TestAToolHasItsIconOrItsServices(t *testing.T) {
	const ours, theirs = "/assets/icons/tasks.svg", "https://posters.example/icon.png"
	for _, c := range []struct{ service, tool, want string }{
		{"", "", ""}, {ours, "", ours}, {"", theirs, theirs}, {ours, theirs, theirs},
	} {
		tool, err := readPosters(t, withIcons(c.service, c.tool))
		if err != nil || tool.Icon != c.want {
			t.Errorf("%+v: %+v, %v", c, tool, err)
		}
	}
}

// An icon is a picture and nothing else: it cannot run, refers to nothing outside of it, and is small.
func TestWhatIsNoIconIsRefused(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">`
	for name, c := range map[string]struct{ icon, want string }{
		"a picture":            {"data:image/png;base64," + onePixel, ""},
		"a drawing":            {drawn(`<?xml version="1.0"?>` + svg + `<g fill="url(#a)"><path d="M0 0h8v8z"/></g></svg>`), ""},
		"an address":           {"https://posters.example/icon.svg?v=2", ""},
		"a path":               {"/assets/icons/tasks.svg", ""},
		"no TLS":               {"http://posters.example/icon.svg", "it is a data: URI, an https URL or a path"},
		"a script":             {"javascript:alert(1)", "it is a data: URI, an https URL or a path"},
		"with a password":      {"https://me:secret@posters.example/icon.svg", "it is a data: URI, an https URL or a path"},
		"of nobody":            {"https:///icon.svg", "it is a data: URI, an https URL or a path"},
		"another path":         {"/api/v1/tools", "it is a data: URI, an https URL or a path"},
		"a path that climbs":   {"/assets/icons/../app.css", "it is a data: URI, an https URL or a path"},
		"too long":             {"https://posters.example/" + strings.Repeat("a", 4096), "icon of 4120 bytes, more than 4096"},
		"a page":               {"data:text/html;base64," + onePixel, "a data: URI is data:image/png"},
		"no base64":            {"data:image/png," + onePixel, "a data: URI is data:image/png"},
		"wrong base64":         {"data:image/png;base64,*", "base64"},
		"another picture":      {"data:image/jpeg;base64," + onePixel, "it says that it is image/jpeg, and is image/png"},
		"no drawing":           {drawn(""), "there is no SVG"},
		"half a drawing":       {drawn(svg), "SVG: "},
		"HTML":                 {drawn(`<html xmlns="http://www.w3.org/1999/xhtml"/>`), "not html"},
		"no namespace":         {drawn(`<svg/>`), "not svg"},
		"a drawing in a group": {drawn(`<g xmlns="http://www.w3.org/2000/svg"/>`), "not g"},
		"a script in it":       {drawn(svg + `<script>alert(1)</script></svg>`), "not script"},
		"HTML in it":           {drawn(svg + `<foreignObject/></svg>`), "not foreignObject"},
		"a style in it":        {drawn(svg + `<style>@import "https://a.example"</style></svg>`), "not style"},
		"a picture in it":      {drawn(svg + `<image href="https://a.example/b.png"/></svg>`), "not image"},
		"an event":             {drawn(svg + `<g OnLoad="alert(1)"/></svg>`), "no attribute OnLoad"},
		"a reference":          {drawn(svg + `<linearGradient href="https://a.example"/></svg>`), "no attribute href"},
		"a reference of old":   {drawn(svg + `<g xmlns:x="http://www.w3.org/1999/xlink" x:href="//a.example"/></svg>`), "no attribute href"},
		"something loaded":     {drawn(svg + `<g fill="URL(https://a.example)"/></svg>`), "no attribute fill"},
		"something hidden":     {drawn(svg + `<g style="fill:\75rl(https://a.example)"/></svg>`), "no attribute style"},
		"entities":             {drawn(`<!DOCTYPE svg [<!ENTITY a "b">]>` + svg + `</svg>`), "no DOCTYPE"},
		"a style sheet":        {drawn(`<?xml-stylesheet href="a.css"?>` + svg + `</svg>`), "no instruction xml-stylesheet"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, text := range []string{withIcons(c.icon, ""), withIcons("", c.icon)} {
				_, err := readPosters(t, text)
				if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
					t.Errorf("refused with %v, want %q", err, c.want)
				}
			}
		})
	}
}

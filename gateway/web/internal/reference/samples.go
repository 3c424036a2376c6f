package reference

import (
	"fmt"
	"strings"
)

// origin stands in samples where the page's script writes the address of its server.
const origin = "http://127.0.0.1:8080"

// samples returns a call as it is written for a shell, the command line, Go and JavaScript. A user in development makes it.
func samples(o *Operation, tool string) []Sample {
	user := o.Access.User != "no"
	url := origin + sampled(o)
	made := []Sample{{"curl", curl(o, url, user)}}
	if tool != "" {
		made = append(made, Sample{"CLI", commandLine(o, tool, user)})
	}
	return append(made, Sample{"Go", goCode(o, url, user)}, Sample{"JavaScript", javaScript(o, url, user)})
}

// sampled returns the path with 1 for each variable, and the query that is required.
func sampled(o *Operation) string {
	path, query := o.Path, []string(nil)
	for _, parameter := range o.Parameters {
		switch {
		case parameter.In == "path":
			path = strings.ReplaceAll(path, "{"+parameter.Name+"}", "1")
		case parameter.Required:
			query = append(query, parameter.Name+"=1")
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	return path
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func curl(o *Operation, url string, user bool) string {
	words := []string{"curl"}
	if o.Verb != "GET" {
		words = append(words, "-X", o.Verb)
	}
	words = append(words, quoted(url))
	if user {
		words = append(words, "-H 'X-User-ID: 1'")
	}
	if o.HasBody {
		words = append(words, "-H 'Content-Type: application/json'", "-d", quoted(o.Example))
	}
	return strings.Join(words, " ")
}

func commandLine(o *Operation, tool string, user bool) string {
	as := ""
	if user {
		as = " --user 1"
	}
	if o.HasBody && o.Example != "{}" {
		return "echo " + quoted(o.Example) + " | salaatflow call " + tool + " -" + as
	}
	return "salaatflow call " + tool + as
}

func goCode(o *Operation, url string, user bool) string {
	var code strings.Builder
	body := "nil"
	if o.HasBody {
		body = "strings.NewReader(`" + strings.ReplaceAll(o.Example, "`", "") + "`)"
	}
	fmt.Fprintf(&code, "request, err := http.NewRequestWithContext(ctx, %q, %q, %s)\nif err != nil {\n\treturn err\n}\n", o.Verb, url, body)
	if user {
		code.WriteString("request.Header.Set(\"X-User-ID\", \"1\")\n")
	}
	if o.HasBody {
		code.WriteString("request.Header.Set(\"Content-Type\", \"application/json\")\n")
	}
	code.WriteString("response, err := http.DefaultClient.Do(request)\nif err != nil {\n\treturn err\n}\ndefer response.Body.Close()")
	return code.String()
}

func javaScript(o *Operation, url string, user bool) string {
	var headers, options []string
	if user {
		headers = append(headers, `"X-User-ID": "1"`)
	}
	if o.HasBody {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if o.Verb != "GET" {
		options = append(options, fmt.Sprintf("method: %q", o.Verb))
	}
	if len(headers) > 0 {
		options = append(options, "headers: { "+strings.Join(headers, ", ")+" }")
	}
	if o.HasBody {
		options = append(options, "body: JSON.stringify("+o.Example+")")
	}
	call := fmt.Sprintf("const response = await fetch(%q", url)
	if len(options) > 0 {
		call += ", {\n  " + strings.Join(options, ",\n  ") + ",\n}"
	}
	return call + ");\nconst answer = await response.json();"
}

package profile_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec/profile"
)

var update = flag.Bool("update", false, "write the tables of docs/schemas.md")

// docs/schemas.md shows the rules as they are, and which of the platform's tools can be strict.
func TestTheRulesAreInTheDocs(t *testing.T) {
	const page = "../../../docs/schemas.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, shown := range map[string]string{
		"rules of hosts": table(profile.Listing()), "rules of strict functions": table(profile.Strict()), "strict tools": strictTable(t),
	} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
		before, rest, found := strings.Cut(want, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("the page has no place for the %s", name)
		}
		want = before + begin + shown + end + after
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the rules or tools have changed: make generate")
	}
}

func table(book *profile.Book) string {
	var out strings.Builder
	for _, host := range slices.Sorted(maps.Keys(book.Hosts)) {
		fmt.Fprintf(&out, "- **%s**: %s\n", host, book.Hosts[host])
	}
	out.WriteString("\n| what | hosts that do not take it | what stands there instead | source |\n|---|---|---|---|\n")
	for _, rule := range book.Rules {
		what := rule.Name
		if len(rule.Keywords) > 0 {
			what += " (`" + strings.Join(rule.Keywords, "`, `") + "`)"
		}
		if rule.Limit > 0 {
			what += fmt.Sprintf(": more than %d", rule.Limit)
		}
		if rule.Above > 0 {
			what += fmt.Sprintf(", of more than %d values", rule.Above)
		}
		var sources []string
		for i, source := range rule.Source {
			sources = append(sources, fmt.Sprintf("[%d](%s)", i+1, source))
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", what, strings.Join(rule.Hosts, ", "), rule.Becomes, strings.Join(sources, " "))
	}
	return out.String()
}

// strictTable says of each tool of the platform whether it can be strict, and what a host writes anew for it or what keeps it from it.
func strictTable(t *testing.T) string {
	t.Helper()
	hosts := slices.Sorted(maps.Keys(profile.Strict().Hosts))
	var out strings.Builder
	optional := 0
	fmt.Fprintf(&out, "| tool | %s |\n|---|%s\n", strings.Join(hosts, " | "), strings.Repeat("---|", len(hosts)))
	for _, tool := range ownTools(t) {
		text, _ := listed(t, tool.InputSchema)
		found := checkedBy(t, profile.Strict(), tool.Name, text)
		fmt.Fprintf(&out, "| `%s`", tool.Name)
		for _, host := range hosts {
			fmt.Fprintf(&out, " | %s", verdict(found, host))
		}
		out.WriteString(" |\n")
		for _, one := range found {
			if one.Rule.Name == "optional property" {
				optional++
			}
		}
	}
	fmt.Fprintf(&out, "\nThe tools have %d optional properties together; Claude takes 24 in strict tools of one request.\n", optional)
	return out.String()
}

// verdict says in a few words what a host has to do with what it does not take.
func verdict(found []profile.Finding, host string) string {
	changed, kept := map[string][]string{}, map[string][]string{}
	for _, one := range found {
		of := changed
		if one.Rule.Left {
			of = kept
		}
		if slices.Contains(one.Rule.Hosts, host) {
			of[one.Rule.Name] = append(of[one.Rule.Name], one.Path)
		}
	}
	switch {
	case len(kept) > 0:
		return "no: " + counted(kept)
	case len(changed) > 0:
		return "yes, after " + counted(changed)
	}
	return "yes"
}

func counted(places map[string][]string) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(places)) {
		if len(places[name]) > 1 {
			name += fmt.Sprintf(" × %d", len(places[name]))
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

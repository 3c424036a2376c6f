package toolspec

import "strings"

// withAliases returns a description that names the aliases of its tool, if it has any, for models and people who read no other member.
// It says what they are, so that nobody takes one for a second tool.
func withAliases(description string, aliases []string) string {
	if len(aliases) == 0 {
		return description
	}
	start, end := "Alias", "another name of this tool"
	if len(aliases) > 1 {
		start, end = "Aliases", "other names of this tool"
	}
	return description + "\n\n" + start + ": `" + strings.Join(aliases, "`, `") + "` (" + end + ")"
}

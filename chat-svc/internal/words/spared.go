package words

import "strings"

// Spared returns what a message leaves out of all that it means, and the message without that: "dentist ke siwa sab mita do" leaves out
// "dentist", and "sab mita do" remains. Both are empty for any other message.
func Spared(message string) (but, rest string) {
	for _, pattern := range lists.spared {
		found := pattern.FindStringSubmatchIndex(message)
		if found == nil {
			continue
		}
		rest = strings.Trim(message[:found[2]]+" "+message[found[1]:], " ,،;")
		return strings.TrimSpace(message[found[2]:found[3]]), rest
	}
	return "", ""
}

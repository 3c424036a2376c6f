package shape

import (
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/apperr"
)

// maxListed is how many unknown keys one message lists.
const maxListed = 8

func unrecognized(keys string) string { return "Unrecognized key(s) in object: " + keys }

// unknownKeys are the keys of one object that its message does not have. The zero unknownKeys has none.
type unknownKeys struct {
	names      []string // in their order, each once, in single quotes
	violations []int    // where they are reported
}

func (u *unknownKeys) add(name string, violation int) {
	u.violations = append(u.violations, violation)
	if name = "'" + name + "'"; !slices.Contains(u.names, name) {
		u.names = append(u.names, name)
	}
}

// nameEachOther has the violation of each key list them all, so that whichever is read tells the whole.
func (u *unknownKeys) nameEachOther(violations []apperr.Violation) {
	if len(u.names) < 2 {
		return
	}
	listed := u.names[:min(len(u.names), maxListed)]
	message := unrecognized(strings.Join(listed, ", "))
	if more := len(u.names) - len(listed); more > 0 {
		message += " and " + strconv.Itoa(more) + " more"
	}
	for _, at := range u.violations {
		violations[at].Message = message
	}
}

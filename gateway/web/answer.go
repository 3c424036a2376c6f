package web

import (
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// total returns how many there are on all pages of a list, as its header says.
func total(answer *door.Answer) int {
	count, err := strconv.Atoi(answer.Header.Get("X-Total-Count"))
	if err != nil {
		return 0
	}
	return count
}

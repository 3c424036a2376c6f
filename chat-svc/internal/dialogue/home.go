package dialogue

import (
	"context"
	"encoding/json"

	"github.com/salaatflow/platform/proto/toolnames"
)

// Home returns the area and the city of the person's profile. Each is nil where it is not known, as both are for a stranger.
func (t *Turn) Home(ctx context.Context) (area, city *string) {
	if t.Person.UserID == 0 {
		return nil, nil
	}
	var answered struct {
		User struct {
			City *string `json:"city"`
			Area *string `json:"area"`
		} `json:"user"`
	}
	result := t.Call(ctx, toolnames.GetUserInfo, Arguments{})
	if !result.Success || json.Unmarshal(result.Data, &answered) != nil {
		return nil, nil
	}
	return known(answered.User.Area), known(answered.User.City)
}

func known(text *string) *string {
	if TextOf(text) == "" {
		return nil
	}
	return text
}

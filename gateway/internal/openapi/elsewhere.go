package openapi

import (
	"encoding/json"
	"net/url"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// addElsewhere says where other services are described.
func (d *document) addElsewhere(services []string) {
	if len(services) == 0 {
		return
	}
	var description string
	text, _ := d.info.Get("description").(json.RawMessage)
	if err := json.Unmarshal(text, &description); err != nil {
		d.mistakes = append(d.mistakes, err)
	}
	d.info.Set("description", description+" There are more tools than one document holds: x-services lists the services that have one each.")
	links := make([]any, len(services))
	for i, name := range services {
		links[i] = new(jsonobject.Object).Set("name", name).Set("url", "/openapi.json?service="+url.QueryEscape(name))
	}
	d.root.Set("x-services", links)
}

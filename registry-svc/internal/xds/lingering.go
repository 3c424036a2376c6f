package xds

import (
	"strings"
	"time"

	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	"google.golang.org/protobuf/proto"
)

// lingerTime is how long a cluster is there after the last route to it: clients learn of routes and clusters one after the
// other, and a call must find both.
const lingerTime = 5 * time.Second

// lingering are the clusters to which no route leads any more, and until when they are there.
type lingering map[string]time.Time

// addTo adds the clusters that were there before to resources, for a while, if their service is still there. Instances that
// can no longer be called are left out.
func (l lingering) addTo(resources, before Resources, now time.Time) {
	for name := range before[clusterType] {
		service, _, _ := strings.Cut(name, subsetMark)
		all, there := resources[endpointType][service].(*endpointv3.ClusterLoadAssignment)
		_, routed := resources[clusterType][name]
		if routed || !there {
			delete(l, name)
			continue
		}
		until, known := l[name]
		if !known {
			until = now.Add(lingerTime)
			l[name] = until
		}
		if !now.Before(until) {
			delete(l, name)
			continue
		}
		resources[clusterType][name] = before[clusterType][name]
		resources[endpointType][name] = among(before[endpointType][name].(*endpointv3.ClusterLoadAssignment), all)
	}
}

// next returns when the next cluster goes, or false if none lingers.
func (l lingering) next() (due time.Time, lingers bool) {
	for _, until := range l {
		if due.IsZero() || until.Before(due) {
			due = until
		}
	}
	return due, len(l) > 0
}

// among returns an assignment with those of its endpoints that another has as well.
func among(assignment, all *endpointv3.ClusterLoadAssignment) *endpointv3.ClusterLoadAssignment {
	kept := proto.CloneOf(assignment)
	there := all.GetEndpoints()[0].GetLbEndpoints()
	locality := kept.GetEndpoints()[0]
	locality.LbEndpoints = nil
	for _, endpoint := range assignment.GetEndpoints()[0].GetLbEndpoints() {
		for _, other := range there {
			if proto.Equal(endpoint, other) {
				locality.LbEndpoints = append(locality.LbEndpoints, endpoint)
				break
			}
		}
	}
	return kept
}

package discovery

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/discovery/internal/balancing"
)

// Ejection says when an instance that keeps failing gets no calls for a while. What counts as failing is what speaks
// against the instance: UNAVAILABLE, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN, DATA_LOSS and UNIMPLEMENTED.
type Ejection = balancing.Ejection

// DefaultEjection ejects an instance that fails more than four calls of five.
func DefaultEjection() Ejection {
	return Ejection{Interval: 5 * time.Second, Base: 15 * time.Second, Max: 2 * time.Minute, Threshold: 80, Calls: 5}
}

// ServiceConfig returns the gRPC service config for connections to a service: calls go round the instances that offer the
// method. Failing instances are ejected, but never the only one and never more than half. Calls of the retryable methods,
// by full name "/package.Service/Method", are tried up to three times when the answer is UNAVAILABLE.
func ServiceConfig(ejection Ejection, retryable []string) string {
	config, err := json.Marshal(object{
		"loadBalancingConfig": []object{{balancing.ToolRoundRobin: balancing.Config{Ejection: ejection}}},
		"methodConfig":        retries(retryable),
		// Retries stop while they are more than a tenth of the calls: a service that is down must not be flooded.
		"retryThrottling": object{"maxTokens": 100, "tokenRatio": 0.1},
	})
	if err != nil { // maps of strings and numbers always marshal
		panic(fmt.Sprintf("discovery: service config: %v", err))
	}
	return string(config)
}

type object map[string]any

func retries(methods []string) []object {
	if len(methods) == 0 {
		return []object{}
	}
	names := make([]object, 0, len(methods))
	for _, method := range methods {
		service, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
		names = append(names, object{"service": service, "method": name})
	}
	return []object{{
		"name": names,
		"retryPolicy": object{
			"maxAttempts":          3,
			"initialBackoff":       "0.05s",
			"maxBackoff":           "0.5s",
			"backoffMultiplier":    2,
			"retryableStatusCodes": []string{"UNAVAILABLE"},
		},
	}}
}

// Retryable returns the full names, sorted, of the methods of a service that may be called again when the answer is
// UNAVAILABLE: read-only and idempotent tools, and other RPCs with an idempotency_level. A method about which versions of
// the service differ is not retryable.
func Retryable(c *catalog.Catalog, service string) []string {
	var methods []string
	for method, retryable := range agreed(c, service, isRetryable) {
		if retryable {
			methods = append(methods, method)
		}
	}
	slices.Sort(methods)
	return methods
}

func isRetryable(rpc catalog.RPC) bool { return rpc.Retryable }

func isReadOnly(rpc catalog.RPC) bool { return rpc.ReadOnly }

// agreed returns for each method of a service whether something holds in every version.
func agreed(c *catalog.Catalog, service string, holds func(catalog.RPC) bool) map[string]bool {
	answers := map[string]bool{}
	for _, definition := range c.DefinitionsOf(service) {
		for _, rpc := range definition.RPCs() {
			earlier, known := answers[rpc.Name]
			answers[rpc.Name] = holds(rpc) && (earlier || !known)
		}
	}
	return answers
}

package xds

import (
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
)

// authorization is the key of a node's metadata that holds the credential, as the metadata of other calls do. It stands in
// the client's bootstrap file, because most xDS clients can present nothing else without TLS.
const authorization = "authorization"

// authorizationIn returns the credential in the first request of a stream.
func authorizationIn(first any) string {
	request, ok := first.(interface{ GetNode() *corev3.Node })
	if !ok {
		return ""
	}
	return request.GetNode().GetMetadata().GetFields()[authorization].GetStringValue()
}

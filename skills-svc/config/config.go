// Package config embeds the default settings files of the service.
package config

import _ "embed"

// ToolCapabilities is tool_capabilities.yaml: the capability categories, and the tools known to have them.
//
//go:embed tool_capabilities.yaml
var ToolCapabilities []byte

// Policy is policy.yaml: which tools a skill may use.
//
//go:embed policy.yaml
var Policy []byte

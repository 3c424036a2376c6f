package toolresult

import "net/http"

// usual is the status of a code when nothing else is known.
var usual = map[string]int{
	"VALIDATION_ERROR":     http.StatusBadRequest,
	"INVALID_REQUEST":      http.StatusBadRequest,
	"AUTH_REQUIRED":        http.StatusUnauthorized,
	"FORBIDDEN":            http.StatusForbidden,
	"NOT_FOUND":            http.StatusNotFound,
	"TOOL_NOT_FOUND":       http.StatusNotFound,
	"RATE_LIMITED":         http.StatusTooManyRequests,
	"NETWORK_ERROR":        http.StatusServiceUnavailable,
	"TIMEOUT":              http.StatusGatewayTimeout,
	"SERVER_ERROR":         http.StatusInternalServerError,
	"HTTP_ERROR":           http.StatusNotImplemented,
	"TOOL_EXECUTION_ERROR": http.StatusInternalServerError,
	"INPUT_REQUIRED":       http.StatusConflict,
}

func usualStatus(r *Result) int {
	if r.Success {
		return http.StatusOK
	}
	if status, ok := usual[r.Error]; ok {
		return status
	}
	return http.StatusInternalServerError
}

package mcp

import "net/http"

// SDKAlone returns the options of a server whose SDK answers plain requests too.
func SDKAlone(options Options) Options {
	options.sdkAlone = true
	return options
}

// AnswersPlain reports whether the server answers a request without the SDK, where no session stands against it.
func (s *Server) AnswersPlain(r *http.Request, body []byte) bool {
	_, era := s.plainRequest(r, body)
	return era != notPlain
}

package store

// ListStatement is the statement of List, for tests of how an engine plans it.
var ListStatement = listStatement

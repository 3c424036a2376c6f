// Package skills holds what skills are, who may change what about them, and the contract of their store. It knows
// neither gRPC nor SQL nor files.
package skills

// Package skills defines skills, overrides and the contract of their store. It knows neither gRPC nor SQL nor files.
package skills

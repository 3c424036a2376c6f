// Package composecheck checks deploy/compose.yaml with the parser of docker compose, and what it says with the programs.
package composecheck

package sqlstore

import "testing"

// What is shown of a URL opens the same database, less the password.
func TestAPasswordIsNotShown(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://app:s3cret@db.example:5432/tasks?sslmode=require": "postgres://app:PASSWORD@db.example:5432/tasks?sslmode=require",
		"postgres://app@db/tasks":                                     "postgres://app@db/tasks",
		"postgres:///tasks?host=%2Frun&user=app":                      "postgres:///tasks?host=%2Frun&user=app",
		"postgres://db/tasks?password=s3cret&user=a":                  "postgres://db/tasks?password=PASSWORD&user=a",
		"postgres://db/tasks?sslkey=k&sslpassword=s3cret":             "postgres://db/tasks?sslkey=k&sslpassword=PASSWORD",
		"postgres://app:s3cret%zz@db/tasks":                           "postgres://…",
	} {
		if got := withoutPassword(url); got != want {
			t.Errorf("%s is shown as %s, want %s", url, got, want)
		}
	}
}

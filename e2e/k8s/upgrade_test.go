//go:build k8s

package k8s

import (
	"testing"
	"time"
)

// testUpgrade installs a later tasks-svc, whose schema has one migration more, under load, and goes back again. The older
// program works with the newer schema, so that going back needs no migration.
func testUpgrade(t *testing.T, c *cluster) {
	arguments := append([]string{"upgrade", release, chart(t), "--wait", "--timeout=4m"}, chartArguments(t)...)
	began := time.Now()
	r := c.during(t, 2*time.Second, func() {
		if _, err := c.helm(append(arguments, "--set", "services.tasks.image.tag="+*nextTag)...); err != nil {
			c.explain(t)
			t.Fatal(err)
		}
		c.awaitGone(t, "tasks-svc")
	})
	measured.add("`helm upgrade` with a migration, "+seconds(time.Since(began)), calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed in the upgrade", r.Failed(), r.Calls())
	}
	if c.database != nil {
		const column = `SELECT count(*) FROM information_schema.columns WHERE table_name = 'tasks' AND column_name = 'made_by_the_cluster_test'`
		if found := c.database.sql(t, "salaatflow", column); found != "1" {
			t.Errorf("the migration was not run: %s columns", found)
		}
	}
	began = time.Now()
	r = c.during(t, 2*time.Second, func() {
		if _, err := c.helm("rollback", release, "--wait", "--timeout=4m"); err != nil {
			c.explain(t)
			t.Fatal(err)
		}
		c.awaitGone(t, "tasks-svc")
	})
	measured.add("`helm rollback`, with the newer schema, "+seconds(time.Since(began)), calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed in the rollback", r.Failed(), r.Calls())
	}
}

package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/bench/chart"
)

// drawn is what a reader of the picture sees.
type drawn struct {
	texts   []string
	circles [][2]float64
	paths   int
}

// read parses the picture as a browser does: it must be well-formed.
func read(t *testing.T, svg []byte) (d drawn) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "circle":
				d.circles = append(d.circles, [2]float64{attribute(t, token, "cx"), attribute(t, token, "cy")})
			case "path":
				d.paths++
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				d.texts = append(d.texts, text)
			}
		}
	}
}

func attribute(t *testing.T, e xml.StartElement, name string) float64 {
	t.Helper()
	for _, a := range e.Attr {
		if a.Name.Local == name {
			v, err := strconv.ParseFloat(a.Value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("%s has no %s", e.Name.Local, name)
	return 0
}

func twoLines() chart.Chart {
	return chart.Chart{
		Title: "A <call> & its cost",
		X:     chart.Axis{Name: "calls at once", Log: true}, Y: chart.Axis{Name: "µs"},
		Series: []chart.Series{
			{Name: "REST", Points: []chart.Point{{X: 1, Y: 100}, {X: 10, Y: 200}, {X: 100, Y: 1234}}},
			{Name: "grpc-gateway", Points: []chart.Point{{X: 100, Y: 1230}, {X: 1, Y: 0}}},
		},
	}
}

func TestAChartSaysWhatItShows(t *testing.T) {
	svg, err := twoLines().SVG()
	if err != nil {
		t.Fatal(err)
	}
	d := read(t, svg)
	all := "\n" + strings.Join(d.texts, "\n") + "\n"
	for _, want := range []string{"A <call> & its cost", "calls at once", "µs", "REST", "grpc-gateway", "0", "1,250", "1", "10", "100"} {
		if !strings.Contains(all, "\n"+want+"\n") {
			t.Errorf("%q is not among %q", want, d.texts)
		}
	}
	again, err := twoLines().SVG()
	if err != nil || !bytes.Equal(svg, again) {
		t.Errorf("the same chart is written otherwise: %v", err)
	}
}

func TestPointsAreWhereTheirNumbersAre(t *testing.T) {
	svg, err := twoLines().SVG()
	if err != nil {
		t.Fatal(err)
	}
	c := read(t, svg).circles
	if len(c) != 5 {
		t.Fatalf("there are %d points", len(c))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.3 }
	if !near(c[1][0]-c[0][0], c[2][0]-c[1][0]) { // 1, 10 and 100 are equally far apart
		t.Errorf("along: %v", c)
	}
	if zero := c[3][1]; !near((zero-c[1][1])/(zero-c[0][1]), 2) { // twice as much is twice as high
		t.Errorf("up: %v", c)
	}
}

func TestWhatHasNoPlaceIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*chart.Chart){
		"no series":        func(c *chart.Chart) { c.Series = nil },
		"no points":        func(c *chart.Chart) { c.Series[1].Points = nil },
		"too many":         func(c *chart.Chart) { c.Series = append(make([]chart.Series, 7), c.Series...) },
		"zero on a log":    func(c *chart.Chart) { c.Series[0].Points[0].X = 0 },
		"negative":         func(c *chart.Chart) { c.Series[0].Points[0].Y = -1 },
		"not a number":     func(c *chart.Chart) { c.Series[0].Points[0].Y = math.NaN() },
		"without an end":   func(c *chart.Chart) { c.Series[0].Points[0].Y = math.Inf(1) },
		"NaN along a log":  func(c *chart.Chart) { c.Series[0].Points[0].X = math.NaN() },
		"negative, linear": func(c *chart.Chart) { c.X.Log, c.Series[0].Points[0].X = false, -5 },
	} {
		c := twoLines()
		spoil(&c)
		if svg, err := c.SVG(); err == nil || !strings.Contains(err.Error(), "A <call>") {
			t.Errorf("%s: %v\n%s", name, err, svg)
		}
	}
}

// Whatever is measured must fit: the lines into the picture, and the names beside their ends one below the other.
func TestEverythingIsWithinThePicture(t *testing.T) {
	for _, factor := range []float64{1e-6, 0.3, 1, 7, 999, 1e9} {
		for _, log := range []bool{false, true} {
			c := twoLines()
			c.Y.Log = log
			c.Series = nil
			for i := range 8 {
				c.Series = append(c.Series, chart.Series{Name: "line", Points: []chart.Point{
					{X: 1, Y: factor}, {X: 50, Y: factor * float64(i+1)}, {X: 1_000_000, Y: factor * 3},
				}})
			}
			svg, err := c.SVG()
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range read(t, svg).circles {
				if at[0] < 79 || at[0] > 551 || at[1] < 43 || at[1] > 345 {
					t.Errorf("times %v, log %v: a point at %v", factor, log, at)
				}
			}
		}
	}
	for _, log := range []bool{false, true} {
		for _, at := range []float64{0, 1, 5} {
			alone := chart.Chart{Title: "one", X: chart.Axis{Log: log}, Series: []chart.Series{{Points: []chart.Point{{X: at, Y: 0}}}}}
			if svg, err := alone.SVG(); (err == nil) != (at > 0 || !log) || bytes.Contains(svg, []byte("NaN")) {
				t.Errorf("a single point at %v, log %v: %v\n%s", at, log, err, svg)
			}
		}
	}
}

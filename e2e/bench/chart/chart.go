// Package chart writes line charts as SVG: how something grows. The same chart is always the same bytes.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Chart is a line chart. Its zero value has nothing to show.
type Chart struct {
	Title  string
	X, Y   Axis
	Series []Series
}

// Axis names what is along an axis, with its unit.
type Axis struct {
	Name string
	Log  bool // logarithmic: only numbers over 0; else from 0
}

// Series is a line.
type Series struct {
	Name   string
	Points []Point
}

// Point is a measured point.
type Point struct{ X, Y float64 }

// The picture's size, and what is around the lines, in pixels. To the right are the lines' names.
const (
	width, height            = 760, 400
	left, right, top, bottom = 80, 210, 44, 56
	plotWidth, plotHeight    = width - left - right, height - top - bottom
	lineHeight               = 16 // of a name
	mostSeries               = 8
)

// colours can be told apart by those who do not see all colours (Okabe and Ito), and on white.
var colours = [mostSeries]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c564b"}

// SVG returns the picture. It fails if there is nothing to show, more than eight series, or a number that has no place: one that
// is negative, infinite or NaN, and 0 on a logarithmic axis.
func (c Chart) SVG() ([]byte, error) {
	if err := c.valid(); err != nil {
		return nil, fmt.Errorf("chart %q: %w", c.Title, err)
	}
	x := scaleOf(c.X, c.all(func(p Point) float64 { return p.X }), plotWidth)
	y := newScale(c.Y, c.all(func(p Point) float64 { return p.Y }), plotHeight)
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" `+
		`font-family="system-ui, sans-serif" font-size="13" fill="#222">`+"\n", width, height, width, height)
	fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(c.Title))
	fmt.Fprintf(&out, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	text(&out, left, 24, "start", ` font-size="15" font-weight="600"`, c.Title)
	c.writeAxes(&out, x, y)
	c.writeLines(&out, x, y)
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

func (c Chart) valid() error {
	if len(c.Series) == 0 || len(c.Series) > mostSeries {
		return fmt.Errorf("it has %d series, not 1 to %d", len(c.Series), mostSeries)
	}
	for _, s := range c.Series {
		if len(s.Points) == 0 {
			return fmt.Errorf("%s has no points", s.Name)
		}
		for _, p := range s.Points {
			if !c.X.has(p.X) || !c.Y.has(p.Y) {
				return fmt.Errorf("%s has a point at %v, %v", s.Name, p.X, p.Y)
			}
		}
	}
	return nil
}

// has reports whether a number has a place on the axis.
func (a Axis) has(v float64) bool {
	return v >= 0 && !math.IsInf(v, 0) && (v > 0 || !a.Log)
}

func (c Chart) all(of func(Point) float64) (values []float64) {
	for _, s := range c.Series {
		for _, p := range s.Points {
			values = append(values, of(p))
		}
	}
	return values
}

func (c Chart) writeAxes(out *bytes.Buffer, x, y scale) {
	const floor = top + plotHeight
	for _, tick := range y.ticks {
		at := floor - y.at(tick)
		fmt.Fprintf(out, `<path d="M%d %.1fH%d" stroke="#ddd"/>`+"\n", left, at, left+plotWidth)
		text(out, left-8, at+4, "end", "", Number(tick))
	}
	for _, tick := range x.ticks {
		at := left + x.at(tick)
		fmt.Fprintf(out, `<path d="M%.1f %dv5" stroke="#222"/>`+"\n", at, floor)
		text(out, at, floor+20, "middle", "", Number(tick))
	}
	fmt.Fprintf(out, `<path d="M%d %dV%dH%d" fill="none" stroke="#222"/>`+"\n", left, top, floor, left+plotWidth)
	text(out, left+plotWidth/2, height-14, "middle", "", c.X.Name)
	text(out, 0, 0, "middle", fmt.Sprintf(` transform="translate(20 %d) rotate(-90)"`, top+plotHeight/2), c.Y.Name)
}

func (c Chart) writeLines(out *bytes.Buffer, x, y scale) {
	ends := make([]float64, len(c.Series))
	for i, s := range c.Series {
		points := slices.SortedFunc(slices.Values(s.Points), func(a, b Point) int { return compare(a.X, b.X) })
		var path strings.Builder
		for j, p := range points {
			command := byte('L')
			if j == 0 {
				command = 'M'
			}
			fmt.Fprintf(&path, "%c%.1f %.1f", command, left+x.at(p.X), top+plotHeight-y.at(p.Y))
			fmt.Fprintf(out, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", left+x.at(p.X), top+plotHeight-y.at(p.Y), colours[i])
		}
		fmt.Fprintf(out, `<path d="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", path.String(), colours[i])
		ends[i] = top + plotHeight - y.at(points[len(points)-1].Y)
	}
	for i, at := range spread(ends) {
		text(out, left+plotWidth+12, at+4, "start", ` fill="`+colours[i]+`"`, c.Series[i].Name)
	}
}

// spread returns places for names beside the ends of lines, in the order of the ends, so far apart that they can be read.
func spread(ends []float64) []float64 {
	order := make([]int, len(ends))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(ends[a], ends[b]) })
	placed := slices.Clone(ends)
	for n, i := range order {
		if n > 0 {
			placed[i] = max(placed[i], placed[order[n-1]]+lineHeight)
		}
	}
	lowest := float64(top + plotHeight)
	for n := len(order) - 1; n >= 0; n-- { // what was moved below the chart is moved up again
		placed[order[n]] = min(placed[order[n]], lowest)
		lowest = placed[order[n]] - lineHeight
	}
	return placed
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

func text(out *bytes.Buffer, x, y float64, anchor, attributes, what string) {
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, attributes, html.EscapeString(what))
}

// Number returns a number with commas between thousands.
func Number(v float64) string {
	digits := strconv.FormatFloat(v, 'f', -1, 64)
	whole, fraction, _ := strings.Cut(digits, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

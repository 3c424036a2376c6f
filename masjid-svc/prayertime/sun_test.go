package prayertime

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// Meeus, example 25.a: the sun on 13 October 1992 at 0h of dynamical time.
func TestSunOfMeeusExample25a(t *testing.T) {
	at := instantOf(time.Date(1992, time.October, 13, 0, 0, 0, 0, time.UTC)) - deltaT
	s := sunAt(at)
	if got := math.Asin(s.sinDeclination) / degree; math.Abs(got-(-7.78507)) > 0.00001 {
		t.Errorf("declination %.5f°, want -7.78507°", got)
	}
	// The right ascension of the example is 198.38083°; the hour angle is the sidereal time less that.
	days := float64(at)
	sidereal := math.Mod(280.46061837+360.98564736629*days, 360)
	got := math.Mod(math.Mod(sidereal-s.hourAngle/degree, 360)+360, 360)
	if math.Abs(got-198.38083) > 0.005 { // one includes the nutation, and the other does not
		t.Errorf("right ascension %.5f°, want 198.38083°", got)
	}
}

// Meeus, example 12.a: at 0h on 10 April 1987 the apparent sidereal time at Greenwich was 13h 10m 46.1351s.
func TestSiderealTimeOfMeeusExample12a(t *testing.T) {
	at := instantOf(time.Date(1987, time.April, 10, 0, 0, 0, 0, time.UTC))
	s := sunAt(at)
	// Right ascension from declination and obliquity: sin α = tan δ / tan ε; in April α is in the first quadrant.
	rightAscension := math.Asin(s.sinDeclination/s.cosDeclination/math.Tan(23.44357*degree)) / degree
	got := math.Mod(math.Mod(s.hourAngle/degree+rightAscension, 360)+360, 360)
	want := (13 + 10.0/60 + 46.1351/3600) * 15
	if math.Abs(got-want) > 0.002 { // half a second
		t.Errorf("sidereal time %.5f°, want %.5f°", got, want)
	}
}

func TestTheSunStandsWhereTheEventsSay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		o := newObserver(random.Float64()*180-90, random.Float64()*360-180)
		n := o.noonNear(instant(random.Float64() * 30000))
		if h := o.hourAngle(sunAt(n.at)); math.Abs(h) > 1e-6 {
			t.Fatalf("at its transit over %.2f° the sun is %.1e rad from the meridian", o.longitude/degree, h)
		}
		sinAltitude := math.Sin((random.Float64()*50 - 20) * degree)
		for _, half := range []side{morning, evening} {
			at, found, above := o.crossing(n, half, sinAltitude)
			if !found {
				if up := o.sinAltitude(n.sun) >= sinAltitude; up != above {
					t.Fatalf("latitude %.2f°: above is %v, at noon it is %v", o.latitude/degree, above, up)
				}
				continue
			}
			if off := math.Asin(o.sinAltitude(sunAt(at))) - math.Asin(sinAltitude); math.Abs(off) > 0.001*degree {
				t.Fatalf("latitude %.2f°: the sun is %.5f° off the altitude", o.latitude/degree, off/degree)
			}
			if gone := float64(half) * float64(at-n.at); gone < 0 || gone > 0.51 {
				t.Fatalf("latitude %.2f°: %.3f days from the transit", o.latitude/degree, gone)
			}
		}
	}
}

func TestAsrShadowIsLongerByTheHeight(t *testing.T) {
	o := newObserver(24.86, 67)
	n := o.noonNear(9500)
	noon := 1 / math.Tan(math.Asin(o.sinAltitude(n.sun)))
	for _, factor := range []float64{1, 2} {
		at, _, _ := o.crossing(n, evening, o.asrAltitude(n, factor))
		shadow := 1 / math.Tan(math.Asin(o.sinAltitude(sunAt(at))))
		if math.Abs(shadow-noon-factor) > 1e-3 {
			t.Errorf("the shadow of 1 m grew by %.4f m, want %v", shadow-noon, factor)
		}
	}
}

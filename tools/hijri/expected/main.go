// Command expected writes masjid-svc/prayertime/data/hijri-expected.csv: where moons are looked for, the months that are expected by
// the criterion of MABIMS. It runs swetest, the Swiss Ephemeris' own program (Debian's package swetest), for the sun and the moon:
//
//	GOWORK=off go -C tools run ./hijri/expected > masjid-svc/prayertime/data/hijri-expected.csv
package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

const heading = `# Days in each month where an authority announces the month after its moon was looked for, as they are expected until it
# has. A month begins after the evening at whose sunset the moon stands 3 degrees high and 6.4 degrees from the sun: the criterion on
# which the ministers of Brunei, Indonesia, Malaysia and Singapore (MABIMS) agreed, in force from 1443 AH. Oman has no such rule, but
# what it announced agrees with it. Of the announcements in hijri-month-starts.csv one is not as here: Dhu al-Hijjah 1446 of Malaysia,
# where the moon was not seen although it was just high enough. Height is of the moon's centre above the true horizon without
# refraction. Elongation is geocentric, as Indonesia's ministry reckons it; Singapore's Mufti reckons it from the place.
# Written by tools/hijri/expected. first_day: of Muharram of the year. days: of the months from Muharram on.
country,year,first_day,days
`

// fail ends the program with what is wrong.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// from and to are the Hijri years of the table.
const from, to = 1443, 1500

// evening is the first of the two or three evenings on which the moon of Muharram of the first year is looked for.
var evening = time.Date(2021, time.August, 8, 0, 0, 0, 0, time.UTC)

// point is from where a country's moon is looked for: where it is highest, or where the authority says.
type point struct {
	country             string
	longitude, latitude float64
	topocentric         bool // the elongation too
}

var points = []point{
	{country: "BN", longitude: 114.6, latitude: 4.6},  // Kuala Belait
	{country: "ID", longitude: 95.3, latitude: 5.5},   // Aceh
	{country: "MY", longitude: 99.65, latitude: 6.43}, // Langkawi
	{country: "OM", longitude: 58.4, latitude: 23.6},  // Muscat
	{country: "SG", longitude: 103.8, latitude: 1.3, topocentric: true},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprint(out, heading)
	for _, p := range points {
		if err := p.write(ctx, out); err != nil {
			fail(err)
		}
	}
	if err := out.Flush(); err != nil {
		fail(err)
	}
}

// write writes a line for each year.
func (p point) write(ctx context.Context, out *bufio.Writer) error {
	first, err := p.next(ctx, evening)
	for year := from; year <= to && err == nil; year++ {
		var days []string
		begins := first
		for range 12 {
			const shortest = 28 // days to the evening of the 29th
			following, failed := p.next(ctx, first.AddDate(0, 0, shortest))
			if failed != nil {
				return failed
			}
			days = append(days, strconv.Itoa(int(following.Sub(first).Hours()/24)))
			first = following
		}
		_, err = fmt.Fprintf(out, "%s,%d,%s,%s\n", p.country, year, begins.Format(time.DateOnly), strings.Join(days, " "))
	}
	return err
}

// next returns the day that follows the first evening, from one on, which meets the criterion; the second meets it at the latest.
func (p point) next(ctx context.Context, on time.Time) (time.Time, error) {
	met, err := p.meets(ctx, on)
	if err != nil {
		return time.Time{}, err
	}
	if met {
		return on.AddDate(0, 0, 1), nil
	}
	return on.AddDate(0, 0, 2), nil
}

// meets reports whether the moon of an evening meets the criterion.
func (p point) meets(ctx context.Context, on time.Time) (bool, error) {
	const rim, perHour = 0.83, 15.0 // of the setting sun's centre below the horizon; degrees in an hour
	hour := 18 - p.longitude/perHour
	for range 3 {
		sun, _, err := p.heights(ctx, on, hour)
		if err != nil {
			return false, err
		}
		hour += (sun + rim) / perHour / math.Cos(p.latitude*math.Pi/180)
	}
	_, height, err := p.heights(ctx, on, hour)
	if err != nil {
		return false, err
	}
	apart, err := p.elongation(ctx, on, hour)
	return height >= 3 && apart >= 6.4, err
}

// heights returns how high the sun and the moon stand, in degrees.
func (p point) heights(ctx context.Context, on time.Time, hour float64) (sun, moon float64, err error) {
	lines, err := swetest(ctx, on, hour, "-fk", p.place())
	if err != nil {
		return 0, 0, err
	}
	return lines[0][0], lines[1][0], nil
}

func (p point) place() string { return fmt.Sprintf("-topo%g,%g,0", p.longitude, p.latitude) }

// elongation returns how far the moon is from the sun, in degrees.
func (p point) elongation(ctx context.Context, on time.Time, hour float64) (float64, error) {
	arguments := []string{"-flb"}
	if p.topocentric {
		arguments = append(arguments, p.place())
	}
	lines, err := swetest(ctx, on, hour, arguments...)
	if err != nil {
		return 0, err
	}
	const degree = math.Pi / 180
	sun, moon := lines[0], lines[1]
	return math.Acos(math.Sin(sun[1]*degree)*math.Sin(moon[1]*degree)+
		math.Cos(sun[1]*degree)*math.Cos(moon[1]*degree)*math.Cos((sun[0]-moon[0])*degree)) / degree, nil
}

// swetest returns the numbers of the sun and of the moon at an hour of UTC, with its built-in ephemeris.
func swetest(ctx context.Context, on time.Time, hour float64, more ...string) ([][]float64, error) {
	at := on.Add(time.Duration(hour * float64(time.Hour)))
	arguments := append([]string{"-emos", "-p01", "-head", "-g,", at.Format("-b2.1.2006"), at.Format("-ut15:04:05")}, more...)
	text, err := exec.CommandContext(ctx, "swetest", arguments...).Output()
	if err != nil {
		return nil, fmt.Errorf("run swetest, of Debian's package of that name: %w", err)
	}
	var lines [][]float64
	for line := range strings.Lines(string(text)) {
		var numbers []float64
		for field := range strings.SplitSeq(line, ",") {
			number, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil {
				return nil, fmt.Errorf("what swetest wrote: %w", err)
			}
			numbers = append(numbers, number)
		}
		lines = append(lines, numbers)
	}
	if len(lines) != 2 {
		return nil, fmt.Errorf("swetest wrote %d lines, not those of the sun and the moon", len(lines))
	}
	return lines, nil
}

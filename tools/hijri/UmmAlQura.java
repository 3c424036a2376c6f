import java.time.LocalDate;
import java.time.chrono.HijrahChronology;
import java.time.temporal.ChronoField;

/**
 * Writes masjid-svc/prayertime/data/hijri-umm-al-qura.csv. The platform does not need Java: this is run again only to take the table
 * of a newer JDK.
 *
 * <p>java tools/hijri/UmmAlQura.java > masjid-svc/prayertime/data/hijri-umm-al-qura.csv
 */
class UmmAlQura {
    static final int FIRST = 1300;
    static final int LAST = 1600;

    public static void main(String[] args) {
        System.out.print("""
                # Days in each month of the Umm al-Qura calendar of Saudi Arabia, 1300 to 1600 AH. The lengths are those of the authority, King
                # Abdulaziz City for Science and Technology (ummulqura.org.sa), as the JDK has them (java.time.chrono.HijrahChronology,
                # Hijrah-umalqura). The authority's own converter ends with 1500 AH, and was found to have the same lengths until there
                # (github.com/xsoh/moment-hijri/issues/105, August 2026); for 1501 to 1600 the JDK is the only source. Before 1420 AH these are
                # the months as the authority computes them today: what was printed in Saudi Arabia at the time followed other rules, and began
                # many months a day, some two days, earlier (github.com/dralshehri/hijridate/issues/26).
                # Written by tools/hijri/UmmAlQura.java. first_day: of Muharram of the year. days: of the months from Muharram on.
                year,first_day,days
                """);
        for (int year = FIRST; year <= LAST; year++) {
            StringBuilder line = new StringBuilder();
            for (int month = 1; month <= 12; month++) {
                var first = HijrahChronology.INSTANCE.date(year, month, 1);
                if (month == 1) {
                    line.append(year).append(',').append(LocalDate.from(first)).append(',');
                } else {
                    line.append(' ');
                }
                line.append(first.range(ChronoField.DAY_OF_MONTH).getMaximum());
            }
            System.out.println(line);
        }
    }
}

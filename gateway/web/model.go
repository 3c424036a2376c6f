package web

// What the pages show of the platform's answers. Fields that no page shows are left out.

type user struct {
	ID                int    `json:"id"`
	DisplayName       string `json:"display_name"`
	Email             string `json:"email"`
	Language          string `json:"language"`
	City              string `json:"city"`
	Area              string `json:"area"`
	Timezone          string `json:"timezone"`
	PreferredMasjidID int    `json:"preferred_masjid_id"`
	AsrSchool         string `json:"asr_school"`
	AsrSchoolChosen   bool   `json:"asr_school_chosen"`
	PrayerMethod      string `json:"prayer_method"`
	Role              string `json:"role"`
	UpdatedAt         string `json:"updated_at"`
}

type task struct {
	ID           int    `json:"id"`
	Title        string `json:"title"`
	Description  string `json:"description"`
	Priority     string `json:"priority"`
	LinkedPrayer string `json:"linked_prayer"`
	PrayerOffset int    `json:"prayer_offset_minutes"`
	DueDatetime  string `json:"due_datetime"`
	Recurrence   string `json:"recurrence"`
	Category     string `json:"category"`
	MasjidID     int    `json:"masjid_id"`
	Completed    bool   `json:"completed"`
	CompletedAt  string `json:"completed_at"`
}

type masjid struct {
	ID         int      `json:"id"`
	Name       string   `json:"name"`
	NameUrdu   string   `json:"name_urdu"`
	AreaName   string   `json:"area_name"`
	City       string   `json:"city"`
	Address    string   `json:"address"`
	Latitude   float64  `json:"latitude"`
	Longitude  float64  `json:"longitude"`
	Fajr       string   `json:"fajr_time"`
	Dhuhr      string   `json:"dhuhr_time"`
	Asr        string   `json:"asr_time"`
	Maghrib    string   `json:"maghrib_time"`
	Isha       string   `json:"isha_time"`
	Jummah     string   `json:"jummah_time"`
	WomenArea  *bool    `json:"women_area"`
	Wheelchair *bool    `json:"wheelchair"`
	Parking    *bool    `json:"parking"`
	Wudu       *bool    `json:"wudu"`
	Phone      string   `json:"phone"`
	Website    string   `json:"website"`
	Imam       string   `json:"imam"`
	DistanceKM *float64 `json:"distance_km"`
	Accuracy   string   `json:"position_accuracy"`
}

type times struct {
	MasjidID    int               `json:"masjid_id"`
	MasjidName  string            `json:"masjid_name"`
	Area        string            `json:"area"`
	City        string            `json:"city"`
	Date        string            `json:"date"`
	Timezone    string            `json:"timezone"`
	Prayers     map[string]string `json:"prayer_times"`
	Shows       map[string]string `json:"prayer_times_show"`
	Starts      map[string]string `json:"start_times"`
	Jamaats     map[string]string `json:"jamaat_times"`
	Sunrise     string            `json:"sunrise"`
	MethodTitle string            `json:"method_title"`
	Hijri       *struct {
		Year  int `json:"year"`
		Month int `json:"month"`
		Day   int `json:"day"`
	} `json:"hijri_date"`
	// Asked is the prayer that a person asked about, for the chat.
	Asked string `json:"-"`
}

type moment struct {
	Current   string `json:"current_prayer"`
	Next      string `json:"next_prayer"`
	NextTime  string `json:"next_prayer_time"`
	NextStart string `json:"next_prayer_start"`
	Remaining int    `json:"remaining_seconds"`
	City      string `json:"city"`
	Area      string `json:"area"`
	Masjid    string `json:"masjid_name"`
	Forbidden bool   `json:"is_forbidden_time"`
}

type hadith struct {
	ID           int      `json:"id"`
	Arabic       string   `json:"text_arabic"`
	English      string   `json:"text_english"`
	Urdu         string   `json:"text_urdu"`
	Narrator     string   `json:"narrator"`
	NarratorUrdu string   `json:"narrator_urdu"`
	Source       string   `json:"source"`
	Reference    string   `json:"reference"`
	Grade        string   `json:"grade"`
	GradedBy     string   `json:"graded_by"`
	Topics       []string `json:"topics"`
}

// prayers are the five in their order, as the platform names them.
var prayers = []string{"Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"}

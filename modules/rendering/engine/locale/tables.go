package locale

import "strings"

// shortForms holds CLDR's short decimal formats, largest first. A space is the no-break space.
var shortForms = map[string][]unit{
	"en": short("T", "B", "M", "K"), "de": short(" Bio.", " Mrd.", " Mio.", ""), "fr": short(" Bn", " Md", " M", " k"),
	"es": {{1e12, "\u00a0B"}, {1e6, "\u00a0M"}, {1e3, "\u00a0mil"}}, "it": short(" Bln", " Mrd", " Mln", ""), "pt": short(" tri", " bi", " mi", " mil"),
	"nl": short(" bln.", " mld.", " mln.", "K"), "pl": short(" bln", " mld", " mln", " tys."), "cs": short(" bil.", " mld.", " mil.", " tis."),
	"sk": short(" bil.", " mld.", " mil.", " tis."), "sv": short(" bn", " md", " mn", " tn"), "nb": short(" bill.", " mrd.", " mill.", "k"),
	"no": short(" bill.", " mrd.", " mill.", "k"), "da": short(" bio.", " mia.", " mio.", " t"), "fi": short(" bilj.", " mrd.", " milj.", " t."),
	"ru": short(" трлн", " млрд", " млн", " тыс."), "uk": short(" трлн", " млрд", " млн", " тис."), "bg": short(" трлн.", " млрд.", " млн.", " хил."),
	"hu": short(" B", " Mrd", " M", " E"), "ro": short(" tril.", " mld.", " mil.", " K"), "el": short(" τρισ.", " δισ.", " εκ.", " χιλ."),
	"tr": short(" Tn", " Mr", " Mn", " B"), "vi": short(" NT", " T", " Tr", " N"), "id": short(" T", " M", " jt", " rb"),
	"ca": {{1e12, "\u00a0B"}, {1e6, "\u00a0M"}, {1e3, "m"}}, "hr": short(" bil.", " mlr.", " mil.", " tis."), "sr": short(" бил.", " млрд.", " мил.", " хиљ."),
	"sl": short(" bio.", " mrd.", " mio.", " tis."), "lt": short(" trln.", " mlrd.", " mln.", " tūkst."), "lv": short(" trilj.", " mljrd.", " milj.", " tūkst."),
	"et": short(" trl", " mld", " mln", " tuh"), "ar": short(" ترليون", " مليار", " مليون", " ألف"), "he": short("T\u200f", "B\u200f", "M\u200f", "K\u200f"),
	"fa": short(" تریلیون", " میلیارد", " میلیون", " هزار"), "hi": {{1e11, "\u00a0ख॰"}, {1e9, "\u00a0अ॰"}, {1e7, "\u00a0क॰"}, {1e5, "\u00a0लाख"}, {1e3, "\u00a0हज़ार"}},
	"ja": {{1e12, "兆"}, {1e8, "億"}, {1e4, "万"}}, "zh": {{1e12, "万亿"}, {1e8, "亿"}, {1e4, "万"}}, "zh-Hant": {{1e12, "兆"}, {1e8, "億"}, {1e4, "萬"}},
	"ko": {{1e12, "조"}, {1e8, "억"}, {1e4, "만"}, {1e3, "천"}}, "th": short("T", "B", "M", "K"),
}

func short(trillion, billion, million, thousand string) []unit {
	var out []unit
	for i, s := range [4]string{trillion, billion, million, thousand} {
		if s != "" {
			out = append(out, unit{[4]float64{1e12, 1e9, 1e6, 1e3}[i], strings.ReplaceAll(s, " ", "\u00a0")})
		}
	}
	return out
}

// symbols holds CLDR's narrow symbols of the most frequent currencies whose symbol is their own.
var symbols = map[string]string{
	"EUR": "€", "GBP": "£", "INR": "₹", "KRW": "₩", "BRL": "R$", "RUB": "₽", "TRY": "₺", "UAH": "₴", "ILS": "₪", "VND": "₫", "NGN": "₦", "PHP": "₱",
	"THB": "฿", "PLN": "zł", "CZK": "Kč", "HUF": "Ft", "KZT": "₸", "GEL": "₾",
}

// shared lists the currencies whose symbols are those of several: dollars, yen and yuan, crowns. They have the symbols
// that distinguish them in the language: $ and CA$ in the United States, US$ and $ in Canada.
const shared = "USD CAD AUD NZD MXN SGD HKD TWD CLP COP ARS JPY CNY SEK NOK DKK ISK"

// arabicSymbols holds symbols that differ in Arabic.
var arabicSymbols = map[string]string{
	"AED": "د.إ.\u200f", "BHD": "د.ب.\u200f", "DZD": "د.ج.\u200f", "EGP": "ج.م.\u200f", "IQD": "د.ع.\u200f", "JOD": "د.أ.\u200f", "KWD": "د.ك.\u200f", "LBP": "ل.ل.\u200f",
	"LYD": "د.ل.\u200f", "MAD": "د.م.\u200f", "OMR": "ر.ع.\u200f", "QAR": "ر.ق.\u200f", "SAR": "ر.س.\u200f", "SDG": "ج.س.", "SYP": "ل.س.\u200f", "TND": "د.ت.\u200f", "YER": "ر.ي.\u200f",
}

// suffixed lists the languages that place the symbol after the amount, spaced those that separate it by a space.
var (
	suffixed = set("de fr es it pl cs sk sv nb no da fi ru uk bg hu ro el hr sl sr lt lv et ca vi he ar fa is kk")
	spaced   = set("pt nl")
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// months holds the abbreviated month names, January first, in the form used alone or with a day.
var months = map[string][]string{
	"en": names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
	"de": names("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."), "fr": names("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
	"es": names("ene feb mar abr may jun jul ago sept oct nov dic"), "it": names("gen feb mar apr mag giu lug ago set ott nov dic"),
	"pt": names("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."), "nl": names("jan feb mrt apr mei jun jul aug sep okt nov dec"),
	"pl": names("sty lut mar kwi maj cze lip sie wrz paź lis gru"), "sv": names("jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec."),
	"da": names("jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec."), "nb": names("jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des."),
	"no": names("jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des."), "fi": names("tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu"),
	"cs": names("led úno bře dub kvě čvn čvc srp zář říj lis pro"), "tr": names("Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara"),
	"ru": names("янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек."), "uk": names("січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд."),
	"el": names("Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ"), "hu": names("jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec."),
	"ar": names("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"), "he": names("ינו׳ פבר׳ מרץ אפר׳ מאי יוני יולי אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳"),
	"hi": names("जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰"), "vi": strings.Split("Thg 1,Thg 2,Thg 3,Thg 4,Thg 5,Thg 6,Thg 7,Thg 8,Thg 9,Thg 10,Thg 11,Thg 12", ","),
	"id": names("Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des"), "th": names("ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."),
	"ja": counted("月"), "zh": counted("月"), "ko": counted("월"),
}

// weekdays holds the abbreviated names of the days of the week, Sunday first.
var weekdays = map[string][]string{
	"en": names("Sun Mon Tue Wed Thu Fri Sat"), "de": names("So Mo Di Mi Do Fr Sa"), "fr": names("dim. lun. mar. mer. jeu. ven. sam."),
	"es": names("dom lun mar mié jue vie sáb"), "it": names("dom lun mar mer gio ven sab"), "pt": names("dom. seg. ter. qua. qui. sex. sáb."),
	"nl": names("zo ma di wo do vr za"), "pl": names("niedz. pon. wt. śr. czw. pt. sob."), "sv": names("sön mån tis ons tors fre lör"),
	"da": names("søn. man. tirs. ons. tors. fre. lør."), "nb": names("søn. man. tirs. ons. tors. fre. lør."), "no": names("søn. man. tirs. ons. tors. fre. lør."),
	"fi": names("su ma ti ke to pe la"), "cs": names("ne po út st čt pá so"), "tr": names("Paz Pzt Sal Çar Per Cum Cmt"), "ru": names("вс пн вт ср чт пт сб"),
	"uk": names("нд пн вт ср чт пт сб"), "el": names("Κυρ Δευ Τρί Τετ Πέμ Παρ Σάβ"), "hu": names("V H K Sze Cs P Szo"),
	"ar": names("الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت"), "he": names("א׳ ב׳ ג׳ ד׳ ה׳ ו׳ ש׳"), "hi": names("रवि सोम मंगल बुध गुरु शुक्र शनि"),
	"vi": strings.Split("CN,Th 2,Th 3,Th 4,Th 5,Th 6,Th 7", ","), "id": names("Min Sen Sel Rab Kam Jum Sab"), "th": names("อา. จ. อ. พ. พฤ. ศ. ส."),
	"ja": names("日 月 火 水 木 金 土"), "zh": names("周日 周一 周二 周三 周四 周五 周六"), "ko": names("일 월 화 수 목 금 토"),
}

func names(s string) []string { return strings.Fields(s) }

// counted returns months as numbers with a suffix.
func counted(suffix string) []string {
	out := names("1 2 3 4 5 6 7 8 9 10 11 12")
	for i := range out {
		out[i] += suffix
	}
	return out
}

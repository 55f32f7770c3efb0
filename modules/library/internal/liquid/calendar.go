package liquid

import "strings"

// calendar holds a language's date formats and names (CLDR 46, Gregorian calendar, format width).
type calendar struct {
	months, short   []string // January first
	days, shortDays []string // Sunday first
	styles          map[string]string
}

func names(s string) []string { return strings.Split(s, " ") }

// numbered returns month names that are numbers with a suffix.
func numbered(suffix string) []string {
	out := make([]string, 12)
	for i := range out {
		out[i] = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}[i] + suffix
	}
	return out
}

func styles(short, medium, long, full string) map[string]string {
	return map[string]string{"short": short, "medium": medium, "long": long, "full": full}
}

// british are the date formats of English outside the United States.
var british = styles("%d/%m/%Y", "%-d %b %Y", "%-d %B %Y", "%A %-d %B %Y")

var calendars = map[string]calendar{
	"en": {names("January February March April May June July August September October November December"), names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
		names("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"), names("Sun Mon Tue Wed Thu Fri Sat"),
		styles("%-m/%-d/%y", "%b %-d, %Y", "%B %-d, %Y", "%A, %B %-d, %Y")},
	"de": {names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"), names("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
		names("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"), names("So. Mo. Di. Mi. Do. Fr. Sa."),
		styles("%d.%m.%y", "%d.%m.%Y", "%-d. %B %Y", "%A, %-d. %B %Y")},
	"fr": {names("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"), names("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
		names("dimanche lundi mardi mercredi jeudi vendredi samedi"), names("dim. lun. mar. mer. jeu. ven. sam."),
		styles("%d/%m/%Y", "%-d %b %Y", "%-d %B %Y", "%A %-d %B %Y")},
	"es": {names("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"), names("ene feb mar abr may jun jul ago sept oct nov dic"),
		names("domingo lunes martes miércoles jueves viernes sábado"), names("dom lun mar mié jue vie sáb"),
		styles("%-d/%-m/%y", "%-d %b %Y", "%-d de %B de %Y", "%A, %-d de %B de %Y")},
	"it": {names("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"), names("gen feb mar apr mag giu lug ago set ott nov dic"),
		names("domenica lunedì martedì mercoledì giovedì venerdì sabato"), names("dom lun mar mer gio ven sab"),
		styles("%d/%m/%y", "%-d %b %Y", "%-d %B %Y", "%A %-d %B %Y")},
	"pt": {names("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"), names("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
		names("domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado"), names("dom. seg. ter. qua. qui. sex. sáb."),
		styles("%d/%m/%Y", "%-d de %b de %Y", "%-d de %B de %Y", "%A, %-d de %B de %Y")},
	"nl": {names("januari februari maart april mei juni juli augustus september oktober november december"), names("jan feb mrt apr mei jun jul aug sep okt nov dec"),
		names("zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"), names("zo ma di wo do vr za"),
		styles("%d-%m-%Y", "%-d %b %Y", "%-d %B %Y", "%A %-d %B %Y")},
	"pl": {names("stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"), names("sty lut mar kwi maj cze lip sie wrz paź lis gru"),
		names("niedziela poniedziałek wtorek środa czwartek piątek sobota"), names("niedz. pon. wt. śr. czw. pt. sob."),
		styles("%-d.%m.%Y", "%-d %b %Y", "%-d %B %Y", "%A, %-d %B %Y")},
	"sv": {names("januari februari mars april maj juni juli augusti september oktober november december"), names("jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec."),
		names("söndag måndag tisdag onsdag torsdag fredag lördag"), names("sön mån tis ons tors fre lör"),
		styles("%F", "%-d %b %Y", "%-d %B %Y", "%A %-d %B %Y")},
	"tr": {names("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"), names("Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara"),
		names("Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi"), names("Paz Pzt Sal Çar Per Cum Cmt"),
		styles("%-d.%m.%Y", "%-d %b %Y", "%-d %B %Y", "%-d %B %Y %A")},
	"ru": {names("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"), names("янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек."),
		names("воскресенье понедельник вторник среда четверг пятница суббота"), names("вс пн вт ср чт пт сб"),
		styles("%d.%m.%Y", "%-d %b %Y\u202fг.", "%-d %B %Y\u202fг.", "%A, %-d %B %Y\u202fг.")},
	"uk": {names("січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"), names("січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд."),
		names("неділя понеділок вівторок середа четвер пʼятниця субота"), names("нд пн вт ср чт пт сб"),
		styles("%d.%m.%y", "%-d %b %Y\u202fр.", "%-d %B %Y\u202fр.", "%A, %-d %B %Y\u202fр.")},
	"ar": {names("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"), names("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"),
		names("الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت"), names("الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت"),
		styles("%-d/%-m/%Y", "%-d/%m/%Y", "%-d %B %Y", "%A، %-d %B %Y")},
	"he": {names("ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"), names("ינו׳ פבר׳ מרץ אפר׳ מאי יוני יולי אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳"),
		strings.Split("יום ראשון,יום שני,יום שלישי,יום רביעי,יום חמישי,יום שישי,יום שבת", ","), strings.Split("יום א׳,יום ב׳,יום ג׳,יום ד׳,יום ה׳,יום ו׳,שבת", ","),
		styles("%-d.%-m.%Y", "%-d ב%b %Y", "%-d ב%B %Y", "%A, %-d ב%B %Y")},
	"hi": {names("जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"), names("जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰"),
		names("रविवार सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार"), names("रवि सोम मंगल बुध गुरु शुक्र शनि"),
		styles("%-d/%-m/%y", "%-d %b %Y", "%-d %B %Y", "%A, %-d %B %Y")},
	"ja": {numbered("月"), numbered("月"), names("日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日"), names("日 月 火 水 木 金 土"),
		styles("%Y/%m/%d", "%Y/%m/%d", "%Y年%-m月%-d日", "%Y年%-m月%-d日%A")},
	"zh": {numbered("月"), numbered("月"), names("星期日 星期一 星期二 星期三 星期四 星期五 星期六"), names("周日 周一 周二 周三 周四 周五 周六"),
		styles("%Y/%-m/%-d", "%Y年%-m月%-d日", "%Y年%-m月%-d日", "%Y年%-m月%-d日%A")},
	"ko": {numbered("월"), numbered("월"), names("일요일 월요일 화요일 수요일 목요일 금요일 토요일"), names("일 월 화 수 목 금 토"),
		styles("%y. %-m. %-d.", "%Y. %-m. %-d.", "%Y년 %-m월 %-d일", "%Y년 %-m월 %-d일 %A")},
}

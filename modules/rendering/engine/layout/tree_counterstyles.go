package layout

// The tables of CSS Counter Styles 3 §6 and §7 for formatCounter.

var numericDigits = map[string]string{
	"decimal": "0123456789", "arabic-indic": "٠١٢٣٤٥٦٧٨٩", "persian": "۰۱۲۳۴۵۶۷۸۹", "urdu": "۰۱۲۳۴۵۶۷۸۹",
	"bengali": "০১২৩৪৫৬৭৮৯", "cambodian": "០១២៣៤៥៦៧៨៩", "khmer": "០១២៣៤៥៦៧៨៩", "cjk-decimal": "〇一二三四五六七八九",
	"devanagari": "०१२३४५६७८९", "gujarati": "૦૧૨૩૪૫૬૭૮૯", "gurmukhi": "੦੧੨੩੪੫੬੭੮੯", "kannada": "೦೧೨೩೪೫೬೭೮೯",
	"lao": "໐໑໒໓໔໕໖໗໘໙", "malayalam": "൦൧൨൩൪൫൬൭൮൯", "mongolian": "᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙", "myanmar": "၀၁၂၃၄၅၆၇၈၉",
	"oriya": "୦୧୨୩୪୫୬୭୮୯", "tamil": "௦௧௨௩௪௫௬௭௮௯", "telugu": "౦౧౨౩౪౫౬౭౮౯", "thai": "๐๑๒๓๔๕๖๗๘๙", "tibetan": "༠༡༢༣༤༥༦༧༨༩",
}

var alphabets = map[string]string{
	"lower-alpha": "abcdefghijklmnopqrstuvwxyz", "lower-latin": "abcdefghijklmnopqrstuvwxyz",
	"upper-alpha": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "upper-latin": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"lower-greek": "αβγδεζηθικλμνξοπρστυφχψω",
	"hiragana":    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
	"katakana":    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",

	"hiragana-iroha":     "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
	"katakana-iroha":     "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
	"cjk-earthly-branch": "子丑寅卯辰巳午未申酉戌亥", "cjk-heavenly-stem": "甲乙丙丁戊己庚辛壬癸",
	"ethiopic-halehame": "ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ",
	"hangul":            "가나다라마바사아자차카타파하", "hangul-consonant": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
}

var upperRoman = []additiveSymbol{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}

var upperArmenian = digitSums("Ա Բ Գ Դ Ե Զ Է Ը Թ Ժ Ի Լ Խ Ծ Կ Հ Ձ Ղ Ճ Մ Յ Ն Շ Ո Չ Պ Ջ Ռ Ս Վ Տ Ր Ց Ւ Փ Ք")

var lowerArmenian = digitSums("ա բ գ դ ե զ է ը թ ժ ի լ խ ծ կ հ ձ ղ ճ մ յ ն շ ո չ պ ջ ռ ս վ տ ր ց ւ փ ք")

var additives = map[string][]additiveSymbol{
	"upper-roman":    upperRoman,
	"lower-roman":    {{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}},
	"armenian":       upperArmenian,
	"upper-armenian": upperArmenian,
	"lower-armenian": lowerArmenian,
	"georgian":       digitSums("ა ბ გ დ ე ვ ზ ჱ თ ი კ ლ მ ნ ჲ ო პ ჟ რ ს ტ ჳ ფ ქ ღ ყ შ ჩ ც ძ წ ჭ ხ ჴ ჯ ჰ ჵ"),
	"hebrew": {
		{10000, "י׳"}, {9000, "ט׳"}, {8000, "ח׳"}, {7000, "ז׳"}, {6000, "ו׳"}, {5000, "ה׳"}, {4000, "ד׳"}, {3000, "ג׳"}, {2000, "ב׳"}, {1000, "א׳"},
		{400, "ת"}, {300, "ש"}, {200, "ר"}, {100, "ק"}, {90, "צ"}, {80, "פ"}, {70, "ע"}, {60, "ס"}, {50, "נ"}, {40, "מ"}, {30, "ל"}, {20, "כ"},
		{19, "יט"}, {18, "יח"}, {17, "יז"}, {16, "טז"}, {15, "טו"}, {10, "י"}, {9, "ט"}, {8, "ח"}, {7, "ז"}, {6, "ו"}, {5, "ה"}, {4, "ד"}, {3, "ג"}, {2, "ב"}, {1, "א"},
	},
}

// digitSums returns the table of an additive system from its letters for 1–9, 10–90, 100–900… in ascending order.
func digitSums(letters string) []additiveSymbol {
	var out []additiveSymbol
	weight, n := 1, 1
	for _, r := range letters {
		if r == ' ' {
			continue
		}
		out = append([]additiveSymbol{{n * weight, string(r)}}, out...)
		if n++; n > 9 {
			n, weight = 1, weight*10
		}
	}
	return out
}

type longhand struct {
	digits, units, minus string
	zeros                bool // an inner run of zeros is written as one zero
	dropTen              bool // 10–19 are written without the leading one
	dropOne              bool // no digit one before any unit
}

var longhands = map[string]longhand{
	"simp-chinese-informal": {"零一二三四五六七八九", "十百千", "负", true, true, false},
	"simp-chinese-formal":   {"零壹贰叁肆伍陆柒捌玖", "拾佰仟", "负", true, false, false},
	"trad-chinese-informal": {"零一二三四五六七八九", "十百千", "負", true, true, false},
	"cjk-ideographic":       {"零一二三四五六七八九", "十百千", "負", true, true, false},
	"trad-chinese-formal":   {"零壹貳參肆伍陸柒捌玖", "拾佰仟", "負", true, false, false},
	"japanese-informal":     {"〇一二三四五六七八九", "十百千", "マイナス", false, true, true},
	"japanese-formal":       {"零壱弐参四伍六七八九", "拾百阡", "マイナス", false, false, false},
	"korean-hangul-formal":  {"영일이삼사오육칠팔구", "십백천", "마이너스 ", false, false, false},
	"korean-hanja-informal": {"零一二三四五六七八九", "十百千", "마이너스 ", false, true, true},
	"korean-hanja-formal":   {"零壹貳參四五六七八九", "拾百仟", "마이너스 ", false, false, false},
}

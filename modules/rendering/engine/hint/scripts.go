package hint

// zone lists characters whose tops or bottoms share a height.
type zone struct {
	chars string
	kind  zoneKind
}

// zoneKind is a set of flags.
type zoneKind uint8

const (
	bottoms zoneKind = 0
	tops    zoneKind = 1 << iota
	// xHeight zones are the tops of lower-case letters: the scale is adjusted so that their height is a whole number of
	// pixels.
	xHeight
	// neutral zones have no overshoot and apply to tops and bottoms alike.
	neutral
	// long zones are measured at long horizontal segments, ignoring small tips.
	long
)

// scriptZone configures the hinting of a script.
type scriptZone struct {
	tags     []string  // OpenType script tags
	standard string    // the stems of the first of these characters that exists are measured
	ranges   [][2]rune // characters of the script
	marks    [][2]rune // those to which zones do not apply
	zones    []zone    // empty: see hanStyle
	topDown  bool      // edges are processed in descending order
}

// scriptZones lists the scripts with bundled faces; a glyph shared by several belongs to the first. Glyphs outside any
// script use the style of Han: the last.
var scriptZones = [...]scriptZone{
	{tags: []string{"arab"}, standard: "لحـ",
		ranges: [][2]rune{{0x600, 0x6ff}, {0x750, 0x77f}, {0x870, 0x8ff}, {0xfb50, 0xfdff}, {0xfe70, 0xfeff}, {0x1ee00, 0x1eeff}},
		marks: [][2]rune{{0x600, 0x605}, {0x610, 0x61a}, {0x64b, 0x65f}, {0x670, 0x670}, {0x6d6, 0x6dc}, {0x6df, 0x6e4}, {0x6e7, 0x6e8}, {0x6ea, 0x6ed},
			{0x8d3, 0x8ff}, {0xfbb2, 0xfbc1}, {0xfe70, 0xfe70}, {0xfe72, 0xfe72}, {0xfe74, 0xfe74}, {0xfe76, 0xfe76}, {0xfe78, 0xfe78}, {0xfe7a, 0xfe7a}, {0xfe7c, 0xfe7c}, {0xfe7e, 0xfe7e}},
		zones: []zone{{"اإلكطظ", tops}, {"تثطظك", bottoms}, {"ـ", neutral}}},
	{tags: []string{"armn"}, standard: "սՍ", ranges: [][2]rune{{0x530, 0x58f}, {0xfb13, 0xfb17}}, marks: [][2]rune{{0x559, 0x55f}},
		zones: []zone{{"ԱՄՒՍԲԳԴՕ", tops}, {"ՒՈԴՃՇՍՏՕ", bottoms}, {"եէիմվֆճ", tops}, {"այւսգշրօ", tops | xHeight}, {"հոճաեծսօ", bottoms}, {"բըիլղպփց", bottoms}}},
	{tags: []string{"bng2", "beng"}, standard: "০৪", ranges: [][2]rune{{0x980, 0x9ff}}, topDown: true,
		marks: [][2]rune{{0x981, 0x981}, {0x9bc, 0x9bc}, {0x9c1, 0x9c4}, {0x9cd, 0x9cd}, {0x9e2, 0x9e3}, {0x9fe, 0x9fe}},
		zones: []zone{{"ইটঠিীৈৗ", tops}, {"ওএডতনবলক", tops}, {"অডতনবভলক", tops | neutral | xHeight}, {"অডতনবভলক", bottoms}}},
	{tags: []string{"cans"}, standard: "ᑌᓚ", ranges: [][2]rune{{0x1400, 0x167f}, {0x18b0, 0x18ff}},
		zones: []zone{{"ᗜᖴᐁᒣᑫᑎᔑᗰ", tops}, {"ᗶᖵᒧᐃᑌᒍᔑᗢ", bottoms}, {"ᓓᓕᓀᓂᓄᕄᕆᘣ", tops | xHeight}, {"ᕃᓂᓀᕂᓗᓚᕆᘣ", bottoms}, {"ᐪᙆᣘᐢᒾᣗᔆ", tops}, {"ᙆᗮᒻᐞᔆᒡᒢᓑ", bottoms}}},
	{tags: []string{"cher"}, standard: "ᎤᏅꮕ", ranges: [][2]rune{{0x13a0, 0x13ff}, {0xab70, 0xabbf}},
		zones: []zone{{"ᏆᎻᎬᏃᎤᏣᎦᏕ", tops}, {"ᏆᎻᎬᏃᎤᏣᎦᏕ", bottoms}, {"ꮒꮤꮶꭴꭾꮗꮝꮿ", tops}, {"ꮖꭼꮓꮠꮳꭶꮥꮻ", tops | xHeight}, {"ꮖꭼꮓꮠꮳꭶꮥꮻ", bottoms}, {"ᏸꮐꭹꭻ", bottoms}}},
	{tags: []string{"cyrl"}, standard: "оО", ranges: [][2]rune{{0x400, 0x52f}, {0x1c80, 0x1c8f}, {0x2de0, 0x2dff}, {0xa640, 0xa69f}},
		marks: [][2]rune{{0x483, 0x489}, {0x2de0, 0x2dff}, {0xa66f, 0xa67f}, {0xa69e, 0xa69f}},
		zones: []zone{{"БВЕПЗОСЭ", tops}, {"БВЕШЗОСЭ", bottoms}, {"хпншезос", tops | xHeight}, {"хпншезос", bottoms}, {"руф", bottoms}}},
	{tags: []string{"dev3", "dev2", "deva"}, standard: "ठवट", topDown: true,
		ranges: [][2]rune{{0x900, 0x93b}, {0x93d, 0x950}, {0x953, 0x963}, {0x966, 0x97f}, {0x20b9, 0x20b9}, {0xa8e0, 0xa8ff}},
		marks:  [][2]rune{{0x900, 0x902}, {0x93a, 0x93a}, {0x941, 0x948}, {0x94d, 0x94d}, {0x953, 0x957}, {0x962, 0x963}, {0xa8e0, 0xa8f1}},
		zones:  []zone{{"ईऐओऔिीोौ", tops}, {"कमअआथधभश", tops}, {"कमअआथधभश", tops | neutral | xHeight}, {"कमअआथधभश", bottoms}, {"ुृ", bottoms}}},
	{tags: []string{"ethi"}, standard: "ዐ", ranges: [][2]rune{{0x1200, 0x139f}, {0x2d80, 0x2ddf}, {0xab00, 0xab2f}}, marks: [][2]rune{{0x135d, 0x135f}},
		zones: []zone{{"ሀሃዘፐማበዋዐ", tops}, {"ለሐበዘሀሪዐጨ", bottoms}}},
	{tags: []string{"geor"}, standard: "იეაᲘ", ranges: [][2]rune{{0x10d0, 0x10ff}, {0x1c90, 0x1cbf}},
		zones: []zone{{"გდევთიოღ", tops | xHeight}, {"აზმსშძხპ", bottoms}, {"სხქზმშჩწ", tops}, {"ევჟტუფქყ", bottoms}, {"ᲜᲟᲣᲸᲒᲔᲝᲴ", tops}, {"ᲘᲲᲝᲩᲛᲨᲯᲽ", bottoms}}},
	{standard: "ႶႱⴙ", ranges: [][2]rune{{0x10a0, 0x10cf}, {0x2d00, 0x2d2f}},
		zones: []zone{{"ႱႧႹႼႤႥႳႺ", tops}, {"ႤႥႧႨႦႱႪႫ", bottoms}, {"ⴁⴗⴂⴄⴅⴇⴔⴖ", tops | xHeight}, {"ⴈⴌⴖⴎⴃⴆⴋⴢ", bottoms}, {"ⴐⴑⴓⴕⴙⴛⴡⴣ", tops}, {"ⴄⴅⴔⴕⴁⴂⴘⴝ", bottoms}}},
	{tags: []string{"grek"}, standard: "οΟ", ranges: [][2]rune{{0x370, 0x3ff}, {0x1f00, 0x1fff}},
		marks: [][2]rune{{0x37a, 0x37a}, {0x384, 0x385}, {0x1fbd, 0x1fc1}, {0x1fcd, 0x1fcf}, {0x1fdd, 0x1fdf}, {0x1fed, 0x1fef}, {0x1ffd, 0x1ffe}},
		zones: []zone{{"ΓΒΕΖΘΟΩ", tops}, {"ΒΔΖΞΘΟ", bottoms}, {"βθδζλξ", tops}, {"αειοπστω", tops | xHeight}, {"αειοπστω", bottoms}, {"βγημρφχψ", bottoms}}},
	{tags: []string{"gjr3", "gjr2", "gujr"}, standard: "ટ૦", ranges: [][2]rune{{0xa80, 0xaff}},
		marks: [][2]rune{{0xa81, 0xa82}, {0xabc, 0xabc}, {0xac1, 0xac8}, {0xacd, 0xacd}, {0xae2, 0xae3}, {0xafa, 0xaff}},
		zones: []zone{{"તનઋઌછટર૦", tops | xHeight}, {"ખગઘઞઇઈઠજ", bottoms}, {"ઈઊિી", tops}, {"ુૃૄ", bottoms}, {"૦૧૨૩૭", tops}}},
	{tags: []string{"gur3", "gur2", "guru"}, standard: "ਠਰ੦", ranges: [][2]rune{{0xa00, 0xa7f}}, topDown: true,
		marks: [][2]rune{{0xa01, 0xa02}, {0xa3c, 0xa3c}, {0xa41, 0xa51}, {0xa70, 0xa71}, {0xa75, 0xa75}},
		zones: []zone{{"ਇਈਉਏਓੳਿੀ", tops}, {"ਕਗਙਚਜਤਧਸ", tops}, {"ਕਗਙਚਜਤਧਸ", tops | neutral | xHeight}, {"ਅਏਓਗਜਠਰਸ", bottoms}, {"੦੧੨੩੭", tops}}},
	{tags: []string{"hebr"}, standard: "ם", ranges: [][2]rune{{0x590, 0x5ff}, {0xfb1d, 0xfb4f}},
		marks: [][2]rune{{0x591, 0x5bf}, {0x5c1, 0x5c2}, {0x5c4, 0x5c5}, {0x5c7, 0x5c7}, {0xfb1e, 0xfb1e}},
		zones: []zone{{"בדהחךכםס", tops | long}, {"בטכםסצ", bottoms}, {"קךןףץ", bottoms}}},
	{tags: []string{"khmr"}, standard: "០", ranges: [][2]rune{{0x1780, 0x17ff}}, marks: [][2]rune{{0x17b7, 0x17bd}, {0x17c6, 0x17c6}, {0x17c9, 0x17d3}, {0x17dd, 0x17dd}},
		zones: []zone{{"ខទនឧឩា", tops | xHeight}, {"ខឃចឋបមយឲ", bottoms}}},
	{tags: []string{"knd3", "knd2", "knda"}, standard: "೦ಬ", ranges: [][2]rune{{0xc80, 0xcff}},
		marks: [][2]rune{{0xc81, 0xc81}, {0xcbc, 0xcbc}, {0xcbf, 0xcbf}, {0xcc6, 0xcc6}, {0xccc, 0xccd}, {0xce2, 0xce3}},
		zones: []zone{{"ಇಊಐಣ", tops}, {"ಅಉಎಲ೦೨೬೭", bottoms}}},
	{tags: []string{"lao "}, standard: "໐", ranges: [][2]rune{{0xe80, 0xeff}}, marks: [][2]rune{{0xeb1, 0xeb1}, {0xeb4, 0xebc}, {0xec8, 0xecd}},
		zones: []zone{{"າດອມລວຣງ", tops | xHeight}, {"າອບຍຣຮວຢ", bottoms}, {"ປຢຟຝ", tops}, {"ໂໄໃ", tops}, {"ງຊຖຽໆຯ", bottoms}}},
	{tags: []string{"latn"}, standard: "oO0",
		ranges: [][2]rune{{0x20, 0x7f}, {0xa0, 0xa9}, {0xab, 0xb1}, {0xb4, 0xb8}, {0xbb, 0x2af}, {0x2b9, 0x2df}, {0x2e5, 0x36f}, {0x1ab0, 0x1abe}, {0x1d00, 0x1d2b},
			{0x1d6b, 0x1d77}, {0x1d79, 0x1d9a}, {0x1dc0, 0x1eff}, {0x2000, 0x206f}, {0x20a0, 0x20b8}, {0x20ba, 0x20cf}, {0x2150, 0x218f}, {0x2c60, 0x2c7b}, {0x2c7e, 0x2c7f},
			{0x2e00, 0x2e7f}, {0xa720, 0xa76f}, {0xa771, 0xa7f7}, {0xa7fa, 0xa7ff}, {0xab30, 0xab5b}, {0xab60, 0xab6f}, {0xfb00, 0xfb06}, {0x1d400, 0x1d7ff}},
		marks: [][2]rune{{0x5e, 0x60}, {0x7e, 0x7e}, {0xa8, 0xa9}, {0xae, 0xb0}, {0xb4, 0xb4}, {0xb8, 0xb8}, {0xbc, 0xbe}, {0x2b9, 0x2df}, {0x2e5, 0x36f}, {0x1ab0, 0x1abe},
			{0x1dc0, 0x1dff}, {0x2017, 0x2017}, {0x203e, 0x203e}, {0xa788, 0xa788}, {0xa7f8, 0xa7fa}},
		zones: []zone{{"THEZOCQS", tops}, {"HEZLOCUS", bottoms}, {"fijkdbh", tops}, {"uvxzoesc", tops | xHeight}, {"nrxzoesc", bottoms}, {"pqgjy", bottoms}}},
	{standard: "ₒ₀", ranges: [][2]rune{{0x1d62, 0x1d6a}, {0x2080, 0x209c}, {0x2c7c, 0x2c7c}},
		zones: []zone{{"₀₃₅₇₈", tops}, {"₀₁₂₃₈", bottoms}, {"ᵢⱼₕₖₗ", tops}, {"ₐₑₒₓₙₛᵥᵤᵣ", tops | xHeight}, {"ₐₑₒₓₙₛᵥᵤᵣ", bottoms}, {"ᵦᵧᵨᵩₚ", bottoms}}},
	{standard: "ᵒᴼ⁰", ranges: [][2]rune{{0xaa, 0xaa}, {0xb2, 0xb3}, {0xb9, 0xba}, {0x2b0, 0x2b8}, {0x2e0, 0x2e4}, {0x1d2c, 0x1d61}, {0x1d78, 0x1d78}, {0x1d9b, 0x1dbf}, {0x2070, 0x207f}, {0x2c7d, 0x2c7d}, {0xa770, 0xa770}, {0xa7f8, 0xa7f9}, {0xab5c, 0xab5f}},
		zones: []zone{{"⁰³⁵⁷ᵀᴴᴱᴼ", tops}, {"⁰¹²³ᴱᴸᴼᵁ", bottoms}, {"ᵇᵈᵏʰʲᶠⁱ", tops}, {"ᵉᵒʳˢˣᶜᶻ", tops | xHeight}, {"ᵉᵒʳˢˣᶜᶻ", bottoms}, {"ᵖʸᵍ", bottoms}}},
	{tags: []string{"mlm3", "mlm2", "mlym"}, standard: "ഠറ", ranges: [][2]rune{{0xd00, 0xd7f}}, marks: [][2]rune{{0xd00, 0xd01}, {0xd3b, 0xd3c}, {0xd4d, 0xd4e}, {0xd62, 0xd63}},
		zones: []zone{{"ഒടഠറചപ", tops}, {"ടഠധശഘചഥല", bottoms}}},
	{tags: []string{"mong"}, standard: "ᡂᠪ", ranges: [][2]rune{{0x1800, 0x18af}, {0x11660, 0x1167f}}, marks: [][2]rune{{0x1885, 0x1886}, {0x18a9, 0x18a9}}, topDown: true,
		zones: []zone{{"ᠳᠴᠶᠽᡂᡊᡡᡳ", tops}, {"ᡃ", bottoms}}},
	{tags: []string{"mym2", "mymr"}, standard: "ဝငဂ", ranges: [][2]rune{{0x1000, 0x109f}, {0xa9e0, 0xa9ff}, {0xaa60, 0xaa7f}},
		marks: [][2]rune{{0x102d, 0x1030}, {0x1032, 0x1037}, {0x103a, 0x103a}, {0x103d, 0x103e}, {0x1058, 0x1059}, {0x105e, 0x1060}, {0x1071, 0x1074}, {0x1082, 0x1082}, {0x1085, 0x1086}, {0x108d, 0x108d}, {0xa9e5, 0xa9e5}, {0xaa7c, 0xaa7c}},
		zones: []zone{{"ခဂငဒဝၥ၊။", tops | xHeight}, {"ငဎဒပဗဝ၊။", bottoms}, {"ဩြ၍၏၆ါိ", tops}, {"ဉညဥဩဨ၂၅၉", bottoms}}},
	{tags: []string{"nko "}, standard: "ߋ߀", ranges: [][2]rune{{0x7c0, 0x7ff}}, marks: [][2]rune{{0x7eb, 0x7f5}, {0x7fd, 0x7fd}},
		zones: []zone{{"ߐ߉ߒߟߖߜߠߥ", tops}, {"߀ߘߡߠߥ", bottoms}, {"ߏߛߋ", tops | xHeight}, {"ߎߏߛߋ", bottoms}}},
	{tags: []string{"sinh"}, standard: "ට", ranges: [][2]rune{{0xd80, 0xdff}}, marks: [][2]rune{{0xdca, 0xdca}, {0xdd2, 0xdd6}},
		zones: []zone{{"ඉකඝඳපයලෆ", tops}, {"එඔඝජටථධර", bottoms}, {"දඳඋල", bottoms}}},
	{tags: []string{"tml3", "tml2", "taml"}, standard: "௦", ranges: [][2]rune{{0xb80, 0xbff}}, marks: [][2]rune{{0xb82, 0xb82}, {0xbc0, 0xbc2}, {0xbcd, 0xbcd}},
		zones: []zone{{"உஒஓறஈகஙச", tops}, {"கசலஶஉஙடப", bottoms}}},
	{tags: []string{"tel3", "tel2", "telu"}, standard: "౦౧", ranges: [][2]rune{{0xc00, 0xc7f}}, marks: [][2]rune{{0xc00, 0xc00}, {0xc04, 0xc04}, {0xc3e, 0xc40}, {0xc46, 0xc56}, {0xc62, 0xc63}},
		zones: []zone{{"ఇఌఙఞణఱ౯", tops}, {"అకచరఽ౨౬", bottoms}}},
	{tags: []string{"tfng"}, standard: "ⵔ", ranges: [][2]rune{{0x2d30, 0x2d7f}}, zones: []zone{{"ⵔⵙⵛⵞⴵⴼⴹⵎ", tops}, {"ⵔⵙⵛⵞⴵⴼⴹⵎ", bottoms}}},
	{tags: []string{"thai"}, standard: "าๅ๐", ranges: [][2]rune{{0xe00, 0xe7f}}, marks: [][2]rune{{0xe31, 0xe31}, {0xe34, 0xe3a}, {0xe47, 0xe4e}},
		zones: []zone{{"บเแอกา", tops | xHeight}, {"บปษฯอยฮ", bottoms}, {"ปฝฟ", tops}, {"โใไ", tops}, {"ฎฏฤฦ", bottoms}, {"ญฐ", bottoms}, {"๐๑๓", bottoms}}},
	{tags: []string{"ory3", "ory2", "orya"}, standard: "o", ranges: [][2]rune{{0xb00, 0xb7f}}},
	{tags: []string{"tibt"}, standard: "o", ranges: [][2]rune{{0xf00, 0xfff}}},
	{tags: []string{"hani"}, standard: "田"},
}

// latinStyle and hanStyle are the indices of Latin and of the style for glyphs outside any script.
const (
	latinStyle = 17
	hanStyle   = len(scriptZones) - 1
)

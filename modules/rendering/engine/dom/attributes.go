package dom

import "strings"

// knownAttributes holds the attributes of HTML elements, current and obsolete (HTML §3.2.6, §16.2), and of vocabularies
// that are common in documents: RDFa, microdata, Open Graph.
var knownAttributes = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`abbr about accept accesskey action align alink allow allowfullscreen alpha alt archive as async
		autocapitalize autocomplete autocorrect autofocus autoplay axis background behavior bgcolor blocking border bordercolor bottommargin
		capture cellpadding cellspacing char charoff charset checked cite class classid clear closedby code codebase codetype color colorspace
		cols colspan command commandfor compact content contenteditable controls controlslist coords crossorigin data datafld dataformatas
		datasrc datatype datetime declare decoding default defer dir direction dirname disabled disablepictureinpicture disableremoteplayback
		download draggable elementtiming enctype enterkeyhint event exportparts face fetchpriority for form formaction formenctype formmethod
		formnovalidate formtarget frame frameborder headers height hidden high href hreflang hspace id imagesizes imagesrcset inert inlist
		inputmode integrity is ismap itemid itemprop itemref itemscope itemtype key kind label lang language leftmargin link list longdesc loop
		loading low lowsrc manifest marginheight marginwidth max maxlength media method methods min minlength multiple muted name nohref
		nomodule nonce noresize noshade novalidate nowrap object open optimum part pattern ping placeholder playsinline popover popovertarget
		popovertargetaction poster prefix preload profile property readonly referrerpolicy rel required resource rev reversed rightmargin role
		rows rowspan rules sandbox scheme scope scrollamount scrolldelay scrolling selected shadowrootclonable shadowrootcustomelementregistry
		shadowrootdelegatesfocus shadowrootmode shadowrootserializable shape size sizes slot span spellcheck src srcdoc srclang srcset standby
		start step style summary tabindex target text title topmargin translate truespeed type typemustmatch typeof urn usemap valign value
		valuetype version virtualkeyboardpolicy vlink vocab vspace webkitdirectory width wrap writingsuggestions xmlns`) {
		m[n] = true
	}
	return m
}()

// checkAttributes warns about attributes that no HTML element has, which are probably mistakes. It skips names of other
// vocabularies (data-, aria-, frameworks, event handlers) and elements defined by the engine.
func (b *builder) checkAttributes(n *Node) {
	if strings.Contains(n.Tag, "-") {
		return
	}
	for _, a := range n.Attrs {
		if knownAttributes[a.Name] || strings.ContainsAny(a.Name, "-:@.#[](){}*$_\"'<") || len(a.Name) > 2 && a.Name[:2] == "on" || len(a.Name) > 32 {
			continue
		}
		message := "the attribute " + a.Name + " has no effect"
		switch a.Name {
		case "tw", "classname":
			message += "; write utility classes in class"
		}
		b.warnAttribute(a.Name, n.Path, message)
	}
}

// warnAttribute warns once per name: generated documents repeat an attribute on every element.
func (b *builder) warnAttribute(name, path, message string) {
	if b.attributes[name] || len(b.attributes) >= maxAttributeWarnings {
		return
	}
	if b.attributes == nil {
		b.attributes = map[string]bool{}
	}
	b.attributes[name] = true
	b.warn("unsupported_attribute", path, message)
}

// maxAttributeWarnings bounds the number of names that are reported.
const maxAttributeWarnings = 16

package pdfedit

import (
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// Info are the properties of a file.
type Info struct {
	Version   string `json:"version"`
	Pages     int    `json:"pages"`
	Bytes     int    `json:"bytes"`
	Title     string `json:"title,omitempty"`
	Author    string `json:"author,omitempty"`
	Subject   string `json:"subject,omitempty"`
	Keywords  string `json:"keywords,omitempty"`
	Creator   string `json:"creator,omitempty"`
	Producer  string `json:"producer,omitempty"`
	Encrypted bool   `json:"encrypted"`
	Tagged    bool   `json:"tagged"`
	// Sizes are the displayed page sizes in points.
	Sizes []Size `json:"sizes"`
}

// Size is a size that the pages From to To have.
type Size struct {
	From   int     `json:"from"`
	To     int     `json:"to"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Read returns the properties of a file; the password is the user's or the owner's.
func Read(f File, password string) (info *Info, err error) {
	defer func() { guard(f.Name, &err) }()
	c := configuration(model.LISTINFO)
	c.UserPW, c.OwnerPW = password, password
	ctx, err := read(f, c)
	if err != nil {
		return nil, err
	}
	dims, err := ctx.PageDims()
	if err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	x := ctx.XRefTable
	info = &Info{Version: x.VersionString(), Pages: ctx.PageCount, Bytes: len(f.Data), Title: x.Title, Author: x.Author, Subject: x.Subject, Keywords: x.Keywords,
		Creator: x.Creator, Producer: x.Producer, Encrypted: x.Encrypt != nil, Tagged: x.Tagged}
	for i, d := range dims {
		if n := len(info.Sizes); n > 0 && info.Sizes[n-1].Width == d.Width && info.Sizes[n-1].Height == d.Height {
			info.Sizes[n-1].To = i + 1
			continue
		}
		info.Sizes = append(info.Sizes, Size{i + 1, i + 1, d.Width, d.Height})
	}
	return info, nil
}

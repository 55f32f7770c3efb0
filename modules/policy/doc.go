// Package policy checks content: the text of images and the prompts of models.
//
// Text is checked against a short list of English words and phrases in a few categories (terms.txt). Words are
// compared after folding away what disguises them (case, accents, compatibility forms, look-alike letters, digits
// for letters, invisible characters, spaced-out letters), and only as whole words. A workspace can turn categories
// off, block its own words and allow words of the list. Word lists ignore context and other languages. For more, an
// installation configures a moderation service with the interface that OpenAI documents
// (POST {"input": […]} → {"results": [{"flagged", "categories"}]}), which is called as well.
//
// Tables (schema policy): setting. It depends on no other module.
package policy

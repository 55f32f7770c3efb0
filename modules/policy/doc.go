// Package policy judges content: the text of pictures and the prompts of models.
//
// Text is judged by words: a short list of English words and phrases in a few categories (terms.txt), compared
// after folding away what hides a word (case, accents, compatibility forms, look-alike letters, digits for
// letters, invisible characters, letters spaced out), and only as whole words. A workspace turns categories off,
// refuses words of its own and allows what the list would refuse. Word lists are blunt: they see no context and no
// other language. An installation that needs more configures a moderation service with the interface that OpenAI
// documents (POST {"input": […]} → {"results": [{"flagged", "categories"}]}), which is asked as well.
//
// Tables (schema policy): setting. It needs nothing of other modules.
package policy

/**
 * Text rules of spec §5. Text is stored trimmed, in Unicode NFC, with angle brackets escaped; `plain` gives it back for text nodes, CSV and
 * mail. Characters that break a database, a terminal or a reader's eyes (NUL and other control characters except tab and line
 * feed, lone surrogates, bidirectional overrides) are refused before any rule is asked (`badText`).
 */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const bad = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/** Whether text has a character that is never accepted. CR is one: browsers send line feeds. */
export const badText = (text: string) => bad.test(text)

/** Text that shows nothing: spaces, zero-width characters and whatever else a reader never sees. */
export const invisible = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/** The stored text as its writer typed it; only for text nodes, CSV and mail. */
export const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')

/** Upper bounds of free text (reliability B9), in characters. */
export const longest = { name: 100, note: 2000, mailBody: 10_000, instructions: 4000 } as const

/** '1 question', '1,319 questions'. */
export const counted = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

/** The number of bytes in a gigabyte, as storage is sold. */
export const gigabyte = 1_000_000_000

/** A number of bytes as gigabytes, as people write them: `5`, `0.5`. */
export const gigabytes = (bytes: number) => String(Number((bytes / gigabyte).toFixed(3)))

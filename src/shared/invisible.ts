/**
 * Zero-width characters and text direction marks, which pasted text may contain. For use inside the brackets
 * of a regular expression.
 */
export const invisible = String.raw`\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`

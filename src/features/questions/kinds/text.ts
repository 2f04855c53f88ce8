/**
 * Folds typed text for comparison, so that differences in typing don't count (product §7): Unicode NFKC, one kind of quotes and dashes, single
 * spaces, nothing invisible, trimmed.
 */
export const foldText = (text: string) =>
  text
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞↉])/g, ' ')
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replace(/[‘’‚‛′ʹʼ`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/[⁄∕]/g, '/')
    .replace(/\s+/g, ' ')
    .trim()

/** The same without the difference of capital letters. */
export const foldCase = (text: string) => foldText(text).toLowerCase()

/** Each once, in their order. */
export const distinct = (texts: readonly string[]) => [...new Set(texts)]

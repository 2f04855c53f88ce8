import { invisible } from '#shared/invisible.ts'

const invisibles = new RegExp(`[${invisible}\\u00ad]`, 'g')

/**
 * Normalizes typed text for comparison (product §7): Unicode NFKC, one kind of quotes, dashes and degree
 * signs, single spaces, no invisible characters, no spaces at either end.
 */
export const foldText = (text: string) =>
  text
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞↉])/g, ' ')
    .replace(/(?<=\d ?)º|˚/g, '°')
    .normalize('NFKC')
    .replace(invisibles, '')
    .replace(/[‘’‚‛′ʹʼ`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/[⁄∕]/g, '/')
    .replace(/\s+/g, ' ')
    .trim()

/** Normalizes text and converts it to lowercase, to compare it regardless of case. */
export const foldCase = (text: string) => foldText(text).toLowerCase()

/** Removes duplicates and keeps the order. */
export const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** Replaces empty text with an ellipsis, so that a preview shows where the text will be. */
export const dotted = (text: string) => (text.trim() === '' ? '…' : text)

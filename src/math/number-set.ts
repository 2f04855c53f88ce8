import { fold, longest, type Rational, readNumber } from './number.ts'

/** Sets of numbers as people write them: intervals, unions and lists of numbers. */

/**
 * An interval in a set of numbers. An end that is null is infinite; `hasFrom` and `hasTo` are true if the end
 * belongs to the interval. A single number is an interval whose ends are equal and belong to it.
 */
export type Piece = { from: Rational | null; to: Rational | null; hasFrom: boolean; hasTo: boolean }

type UnreadSet = { ok: false; status: 'invalid' | 'ungraded'; reason: string }
type Read = { ok: true; pieces: Piece[] } | UnreadSet

const invalid = (reason: string): UnreadSet => ({ ok: false, status: 'invalid', reason })

const everything: Piece = { from: null, to: null, hasFrom: false, hasTo: false }

/** Patterns of words and TeX, with the signs that replace them. Applied in this order to folded text. */
const signs: [RegExp, string][] = [
  [/\\(?:left|right)(?![a-z])|\\[,;:! ]|\$/g, ''],
  [/\\([{}])/g, '$1'],
  [/\\[dt]?frac ?\{([^{}]*)\} ?\{([^{}]*)\}/g, '$1/$2'],
  [/\\infty|infinity|infinite|inf/g, '∞'],
  [/\\mathbb ?\{? ?r ?\}?|\br\b|all real numbers|all reals/g, 'ℝ'],
  [/\\emptyset|\\varnothing|empty set|ø/g, '∅'],
  [/\\cup|union|\bor\b|u/g, '∪'],
]

const interval = /^([[(])([^[\](){}]*)([\])])$/
const list = /^\{([^[\](){}]*)\}$/

const isBelow = (one: Rational, other: Rational) => one.top * other.bottom < other.top * one.bottom
const isSame = (one: Rational, other: Rational) => one.top * other.bottom === other.top * one.bottom

const asEnd = 'Write each endpoint as a number, such as 3, 2.5 or 1/2, or as ∞.'

/** Reads one end of an interval. `wrongSign` matches an infinity that belongs at the other end. */
function readEnd(text: string, wrongSign: RegExp): { ok: true; at: Rational | null } | UnreadSet {
  if (/^[+-]? ?∞$/.test(text))
    return wrongSign.test(text)
      ? invalid('Write the smaller endpoint first: −∞ on the left, ∞ on the right.')
      : { ok: true, at: null }
  const read = readNumber(text)
  if (!read.ok) return read.status === 'ungraded' ? read : invalid(asEnd)
  return read.number.percent ? invalid(asEnd) : { ok: true, at: read.number }
}

function readInterval(open: string, inner: string, close: string): { ok: true; piece: Piece } | UnreadSet {
  const ends = inner.split(/[,;]/).map((each) => each.trim())
  const [first = '', last = ''] = ends
  if (ends.length !== 2)
    return invalid('An interval needs two endpoints with a comma between them, as in [1, 4).')
  const from = readEnd(first, /^[^-]*$/)
  if (!from.ok) return from
  const to = readEnd(last, /-/)
  if (!to.ok) return to
  const piece = { from: from.at, to: to.at, hasFrom: open === '[', hasTo: close === ']' }
  if ((piece.hasFrom && !piece.from) || (piece.hasTo && !piece.to))
    return invalid('Infinity isn’t a number, so put a parenthesis next to it: ( or ).')
  if (piece.from && piece.to) {
    if (isBelow(piece.to, piece.from)) return invalid('Write the smaller endpoint first.')
    if (isSame(piece.from, piece.to) && !(piece.hasFrom && piece.hasTo))
      return invalid('There is no number between two equal endpoints.')
  }
  return { ok: true, piece }
}

function readList(inner: string): Read {
  if (inner.trim() === '') return { ok: true, pieces: [] }
  const pieces: Piece[] = []
  for (const each of inner.split(/[,;]/)) {
    const read = readNumber(each)
    if (!read.ok && read.status === 'ungraded') return read
    if (!read.ok || read.number.percent)
      return invalid('Write the numbers of a set with commas between them, as in {1, 4}.')
    pieces.push({ from: read.number, to: read.number, hasFrom: true, hasTo: true })
  }
  return { ok: true, pieces }
}

function whatToMend(text: string) {
  if (text === '') return 'There is nothing next to ∪. Write an interval or a set on each side.'
  if (/[<>≤≥=]/.test(text)) return 'Write it as an interval, such as [1, 4), or as a set, such as {1, 4}.'
  if (/[\])}] ?[,;&]? ?[[({]/.test(text)) return 'Write ∪ between two intervals or sets.'
  return 'Begin and end each interval with a bracket or a parenthesis, as in [1, 4), or write a set, as in {1, 4}.'
}

function readPieces(text: string): Read {
  if (text === 'ℝ') return { ok: true, pieces: [everything] }
  if (text === '∅') return { ok: true, pieces: [] }
  const inList = list.exec(text)
  if (inList) return readList(inList[1] ?? '')
  const [, open, inner = '', close] = interval.exec(text) ?? []
  if (!open || !close) return invalid(whatToMend(text))
  const read = readInterval(open, inner, close)
  return read.ok ? { ok: true, pieces: [read.piece] } : read
}

/**
 * Reads intervals such as `[-2, 5)` or `(-∞, 3] ∪ [7, ∞)`, sets such as `{1, 2}`, ℝ and ∅, typed or in TeX.
 * Returns the pieces in the order in which they are written. Other text is `invalid`, with advice worded for
 * a child; text that is too long is `ungraded`.
 */
export function readNumberSet(text: string): Read {
  if (text.length > longest.text)
    return {
      ok: false,
      status: 'ungraded',
      reason: 'This is too long to check automatically, so a teacher will look at it.',
    }
  const folded = signs.reduce((now, [pattern, sign]) => now.replace(pattern, sign), fold(text)).trim()
  if (folded === '') return invalid('Write an interval or a set first.')
  const pieces: Piece[] = []
  for (const part of folded.split('∪')) {
    const read = readPieces(part.trim())
    if (!read.ok) return read
    pieces.push(...read.pieces)
  }
  return { ok: true, pieces }
}

/**
 * Compares pieces by where they begin. If two begin at the same number, the one that contains this number
 * comes first.
 */
function byStart(one: Piece, other: Piece) {
  if (!one.from || !other.from) return one.from ? 1 : other.from ? -1 : 0
  if (!isSame(one.from, other.from)) return isBelow(one.from, other.from) ? -1 : 1
  return Number(other.hasFrom) - Number(one.hasFrom)
}

/** Returns true if there is no number between two pieces, given in order of their starts. */
const touches = ({ to, hasTo }: Piece, { from, hasFrom }: Piece) =>
  !to || !from || isBelow(from, to) || (isSame(from, to) && (hasTo || hasFrom))

/** Returns the later end of two pieces that overlap or touch. */
function laterEnd(one: Piece, other: Piece): Pick<Piece, 'to' | 'hasTo'> {
  if (!one.to || !other.to) return { to: null, hasTo: false }
  if (isSame(one.to, other.to)) return { to: one.to, hasTo: one.hasTo || other.hasTo }
  return isBelow(one.to, other.to) ? other : one
}

/** Sorts pieces and merges those that overlap or touch, so that equal sets have equal pieces. */
export function merged(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces.toSorted(byStart)) {
    const last = all.at(-1)
    if (last && touches(last, piece)) {
      const { to, hasTo } = laterEnd(last, piece)
      all[all.length - 1] = { ...last, to, hasTo }
    } else all.push(piece)
  }
  return all
}

/** Returns the pieces with all of their finite ends included. */
export const closed = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => ({ ...piece, hasFrom: piece.from !== null, hasTo: piece.to !== null }))

const isSameEnd = (one: Rational | null, other: Rational | null) =>
  one && other ? isSame(one, other) : one === other

/** Returns true if two lists of pieces describe the same set of numbers. */
export function isSameSet(one: readonly Piece[], other: readonly Piece[]): boolean {
  const [left, right] = [merged(one), merged(other)]
  return (
    left.length === right.length &&
    left.every((piece, at) => {
      const match = right[at] as Piece
      return (
        isSameEnd(piece.from, match.from) &&
        isSameEnd(piece.to, match.to) &&
        piece.hasFrom === match.hasFrom &&
        piece.hasTo === match.hasTo
      )
    })
  )
}

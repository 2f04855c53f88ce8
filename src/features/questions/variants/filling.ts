import { AnswerKey } from '#features/questions/rules.ts'
import type { Rational } from '#math/number.ts'
import { evaluate, type Values } from './variants.ts'

/**
 * Puts the values of a variant where a text has `{{2a + 1}}`; `{{+a}}` is written with its sign. Fractions are `3/4`, in formulas between dollar
 * signs `\frac{3}{4}`; in an expression that is a key, what isn't a whole number from 0 on is put in brackets, behind a plus for `{{+a}}`.
 */
type How = 'text' | 'tex' | 'expression'

const abs = (value: bigint) => (value < 0n ? -value : value)

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

function written({ top, bottom }: Rational, how: How, signed: boolean) {
  const most = gcd(abs(top), abs(bottom)) || 1n
  const [over, under] = bottom < 0n ? [-top / most, -bottom / most] : [top / most, bottom / most]
  const size = under === 1n ? String(abs(over)) : how === 'tex' ? `\\frac{${abs(over)}}{${under}}` : `${abs(over)}/${under}`
  if (how === 'expression') return `${signed ? '+' : ''}${over >= 0n && under === 1n ? size : `(${over < 0n ? '-' : ''}${size})`}`
  return `${over < 0n ? '-' : signed ? '+' : ''}${size}`
}

/** It is taken apart afterwards: a pattern of its blank space too would take minutes for one that is blank and never closed. */
const hole = /\{\{([^{}]+)\}\}/g
const longestHole = 60

/** Expressions in the placeholders of a text, such as `2a + 1`. */
export const holesOf = (text: string) =>
  [...text.matchAll(hole)].map(([, inner = '']) => inner.trim().replace(/^\+/, '').trim()).filter(({ length }) => length <= longestHole)

type Filled = { text: string; faults: string[] }

function filled(text: string, values: Values, how: How): Filled {
  const faults: string[] = []
  const result = text.replace(hole, (whole, inner: string) => {
    const said = inner.trim()
    const signed = said.startsWith('+')
    const expression = signed ? said.slice(1).trim() : said
    if (expression.length > longestHole) return whole
    const found = evaluate(expression, values)
    if (!found.ok) faults.push(found.fault)
    return found.ok ? written(found.value, how, signed) : whole
  })
  return { text: result, faults }
}

/** Markdown with its holes filled; within dollar signs as TeX. */
export function fillMarkdown(text: string, values: Values): Filled {
  const pieces = text.split(/(\$\$[^$]*\$\$|\$[^$]*\$)/).map((piece, at) => filled(piece, values, at % 2 === 1 ? 'tex' : 'text'))
  return { text: pieces.map((piece) => piece.text).join(''), faults: pieces.flatMap(({ faults }) => faults) }
}

/** Fields of a key that are shown as Markdown; all others are compared as they stand. */
const shownFields = new Set(['text', 'prompt', 'options', 'choices'])

/** The key of a variant. `null` with faults when a value is missing, or it is no key any more. */
export function fillKey(key: AnswerKey, values: Values): { key: AnswerKey | null; faults: string[] } {
  const faults: string[] = []
  const fill = (value: unknown, field: string, kind: string): unknown => {
    if (typeof value === 'string') {
      const how = kind === 'expression' ? 'expression' : 'text'
      const done = shownFields.has(field) ? fillMarkdown(value, values) : filled(value, values, how)
      faults.push(...done.faults)
      return done.text
    }
    if (Array.isArray(value)) return value.map((each) => fill(each, field, kind))
    if (value === null || typeof value !== 'object') return value
    const own = 'kind' in value && typeof value.kind === 'string' ? value.kind : kind
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === 'kind' ? inner : fill(inner, name, own)]))
  }
  const read = AnswerKey.safeParse(fill(key, '', key.kind))
  if (!read.success) faults.push('The filled answer doesn’t fit any more: a text is empty or too long.')
  return { key: read.success && faults.length === 0 ? read.data : null, faults }
}

/** `a = 3, b = 1/2`. */
export const valuesInWords = (values: Values) => [...values].map(([name, value]) => `${name} = ${written(value, 'text', false)}`).join(', ')

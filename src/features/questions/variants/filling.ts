import { AnswerKey } from '../rules.ts'
import type { Values } from '#math/exact.ts'
import type { Rational } from '#math/number.ts'
import { evaluate } from './variants.ts'

/**
 * Notation of the values that replace placeholders such as `{{2a + 1}}`. Fractions become `3/4`, or
 * `\frac{3}{4}` in formulas between dollar signs. In the expression of a key, negative numbers and fractions
 * are put in parentheses. `{{+a}}` always writes a sign, which is a plus before parentheses.
 */
type Notation = 'text' | 'tex' | 'expression'

const abs = (value: bigint) => (value < 0n ? -value : value)

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

function written({ top, bottom }: Rational, notation: Notation, signed: boolean) {
  const divisor = gcd(abs(top), abs(bottom)) || 1n
  const [over, under] = bottom < 0n ? [-top / divisor, -bottom / divisor] : [top / divisor, bottom / divisor]
  const fraction = notation === 'tex' ? `\\frac{${abs(over)}}{${under}}` : `${abs(over)}/${under}`
  const size = under === 1n ? String(abs(over)) : fraction
  const number = over < 0n ? `-${size}` : size
  const plus = signed ? '+' : ''
  if (notation !== 'expression') return over < 0n ? number : plus + number
  return over >= 0n && under === 1n ? plus + number : `${plus}(${number})`
}

/**
 * Matches a placeholder. Spaces are trimmed later: if the pattern matched them separately, a long blank
 * placeholder that is never closed would take minutes.
 */
const hole = /\{\{([^{}]+)\}\}/g
const maxHoleLength = 60

/**
 * Lists the expressions in the placeholders of a string, such as `2a + 1`, without a leading plus. Leaves out
 * overlong ones.
 */
export const holesOf = (text: string) =>
  [...text.matchAll(hole)]
    .map(([, inner = '']) => inner.trim().replace(/^\+/, '').trim())
    .filter(({ length }) => length <= maxHoleLength)

type FilledText = { text: string; faults: string[] }

function filled(text: string, values: Values, notation: Notation): FilledText {
  const faults: string[] = []
  const result = text.replace(hole, (whole, inner: string) => {
    const formula = inner.trim()
    const signed = formula.startsWith('+')
    const expression = signed ? formula.slice(1).trim() : formula
    if (expression.length > maxHoleLength) return whole
    const found = evaluate(expression, values)
    if (!found.ok) faults.push(found.fault)
    return found.ok ? written(found.value, notation, signed) : whole
  })
  return { text: result, faults }
}

/** Fills the placeholders of Markdown, with TeX between dollar signs. */
export function fillMarkdown(text: string, values: Values): FilledText {
  const pieces = text
    .split(/(\$\$[^$]*\$\$|\$[^$]*\$)/)
    .map((piece, at) => filled(piece, values, at % 2 === 1 ? 'tex' : 'text'))
  return { text: pieces.map((piece) => piece.text).join(''), faults: pieces.flatMap(({ faults }) => faults) }
}

/**
 * Fields of a key that are filled in as Markdown. Other text is filled in as plain text or as an expression.
 */
const shownFields = new Set(['text', 'prompt', 'options', 'choices', 'items', 'groups'])

/**
 * Kinds of keys and parts whose texts are typed expressions, like the formula in the field `follows` of a
 * number.
 */
const typedKinds = new Set(['expression', 'derivation'])

/**
 * Fills in the placeholders of a key for a variant. Returns null and the faults if a value is missing or the
 * result isn't a valid key.
 */
export function fillKey(key: AnswerKey, values: Values): { key: AnswerKey | null; faults: string[] } {
  const faults: string[] = []
  const fill = (value: unknown, field: string, kind: string): unknown => {
    if (typeof value === 'string') {
      const notation = typedKinds.has(kind) || field === 'follows' ? 'expression' : 'text'
      const done = shownFields.has(field) ? fillMarkdown(value, values) : filled(value, values, notation)
      faults.push(...done.faults)
      return done.text
    }
    if (Array.isArray(value)) return value.map((each) => fill(each, field, kind))
    if (value === null || typeof value !== 'object') return value
    const own = 'kind' in value && typeof value.kind === 'string' ? value.kind : kind
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'kind' ? inner : fill(inner, name, own)]),
    )
  }
  const read = AnswerKey.safeParse(fill(key, '', key.kind))
  if (!read.success)
    faults.push('With its values filled in, the answer isn’t valid: some text is empty or too long.')
  return { key: read.success && faults.length === 0 ? read.data : null, faults }
}

/** Formats values as `a = 3, b = 1/2`. */
export const valuesInWords = (values: Values) =>
  [...values].map(([name, value]) => `${name} = ${written(value, 'text', false)}`).join(', ')

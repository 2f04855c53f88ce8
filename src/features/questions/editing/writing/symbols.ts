/** A field's text, and the range that is selected in it. */
export type Selection = { text: string; from: number; to: number }

/** A palette key. `□` in `tex` is a box to fill; the first box receives the selection. */
export type Sign = { tex: string; name: string; face: string }

const sign = (face: string, tex: string, name: string): Sign => ({ face, tex, name })

/** Symbols of school mathematics, the most common ones first. */
export const signs = {
  common: [
    sign('a⁄b', '\\frac{□}{□}', 'Fraction'),
    sign('√', '\\sqrt{□}', 'Square root'),
    sign('xⁿ', '^{□}', 'Power'),
    sign('×', '\\times ', 'Times'),
    sign('÷', '\\div ', 'Divided by'),
    sign('≤', '\\le ', 'Less than or equal to'),
    sign('≥', '\\ge ', 'Greater than or equal to'),
    sign('≠', '\\ne ', 'Not equal to'),
    sign('π', '\\pi ', 'Pi'),
    sign('°', '^{\\circ}', 'Degrees'),
  ],
  more: [
    sign('ⁿ√', '\\sqrt[□]{□}', 'Root'),
    sign('xₙ', '_{□}', 'Subscript'),
    sign('a b⁄c', '□\\frac{□}{□}', 'Mixed number'),
    sign('·', '\\cdot ', 'Multiplication dot'),
    sign('±', '\\pm ', 'Plus or minus'),
    sign('≈', '\\approx ', 'About equal to'),
    sign('|x|', '\\left|□\\right|', 'Absolute value'),
    sign('∞', '\\infty ', 'Infinity'),
    sign('∠', '\\angle ', 'Angle'),
    sign('△', '\\triangle ', 'Triangle'),
    sign('∥', '\\parallel ', 'Parallel to'),
    sign('⊥', '\\perp ', 'Perpendicular to'),
    sign('A͞B', '\\overline{□}', 'Segment'),
    sign('→', '\\overrightarrow{□}', 'Ray'),
    sign('↔', '\\overleftrightarrow{□}', 'Line'),
    sign('…', '\\dots ', 'Ellipsis'),
  ],
  greek: [
    'alpha',
    'beta',
    'gamma',
    'delta',
    'theta',
    'lambda',
    'mu',
    'sigma',
    'phi',
    'omega',
    'Delta',
    'Sigma',
    'Omega',
  ].map((name, at) => sign([...'αβγδθλμσφωΔΣΩ'][at] ?? name, `\\${name} `, `Greek ${name}`)),
} as const satisfies Record<string, readonly Sign[]>

/** Returns true if a text ends inside a formula, that is, has an odd number of unescaped dollar signs. */
const isInMath = (before: string) => (before.match(/(?<!\\)(?:\\\\)*\$/g)?.length ?? 0) % 2 === 1

/**
 * Inserts TeX between `open` and `close`, and removes its boxes. The selected text moves into the first box.
 * If nothing is selected, the caret moves there. TeX without boxes replaces the selection.
 */
function fill(
  { text, from, to }: Selection,
  tex: string,
  [open, close]: readonly [string, string],
): Selection {
  const selected = text.slice(from, to)
  const [first = '', ...rest] = tex.split('□')
  const filled = rest.length === 0 ? first : `${first}${selected}${rest.join('')}`
  const next = `${text.slice(0, from)}${open}${filled}${close}${text.slice(to)}`
  const start = from + open.length
  const behind = start + filled.length
  if (rest.length === 0) return { text: next, from: behind, to: behind }
  // The selection fills the first box, and the caret moves to the second.
  const caret =
    selected === ''
      ? start + first.length
      : start + first.length + selected.length + (rest.length > 1 ? (rest[0]?.length ?? 0) : 0)
  const at = selected !== '' && rest.length === 1 ? behind : caret
  return { text: next, from: at, to: at }
}

/** Inserts a symbol at the caret. Outside a formula, this starts one, unless the whole field is a formula. */
export function written(now: Selection, { tex }: Sign, { formula }: { formula: boolean }): Selection {
  const inside = formula || isInMath(now.text.slice(0, now.from))
  return fill(now, tex, inside ? ['', ''] : ['$', '$'])
}

/** Turns the selection into a formula between dollar signs. */
export const asFormula = (now: Selection): Selection => fill(now, '□', ['$', '$'])

import { foldText } from '../text.ts'

/**
 * Name of a line or angle, made of points: `AB`, `A B`, `A, B`, `A'B'`, `P_1P_2`, `P₁P₂`, typed or in TeX,
 * with or without the figure's symbol or word in front.
 */
export type NamedPoints = { points: string[]; figure: string | null }

const figures: [RegExp, string][] = [
  [/\\overleftrightarrow|[↔⟷]|\bline\b(?! *segment)/i, 'line'],
  [/\\overline|\bline *segment\b|\bsegment\b|\u0305/i, 'segment'],
  [/\\overrightarrow|\\vec|\\overleftarrow|→|\u20d7|\bray\b/i, 'ray'],
  [/\\angle|\\measuredangle|[∠∡<]|\bangle\b/i, 'angle'],
]

const signs =
  /\\(?:overleftrightarrow|overline|overrightarrow|overleftarrow|vec|angle|measuredangle|left|right|mathrm|text)|\b(?:line *segment|segment|line|ray|angle)\b|\bm(?= *(?:\\?angle|[∠∡<]))|[↔⟷→∠∡<{}$()[\].,;]|\u20d7|\u0305|\\[,;! ]/gi

const point = /\p{L}(?:_?\d{1,2}|'{1,3})*/gu

/** Parses a name made of points, or returns null. Capitals are kept as typed. */
export function readPoints(text: string): NamedPoints | null {
  const folded = foldText(
    text
      .replace(/\\prime/g, "'")
      .replace(/\^\{?('+)\}?/g, '$1')
      .replace(/_\{(\d{1,2})\}/g, '_$1'),
  )
  const figure = figures.find(([sign]) => sign.test(folded))?.[1] ?? null
  const bare = folded.replace(signs, ' ').replace(/\s+/g, '')
  const points = bare.match(point) ?? []
  if (points.length === 0 || points.join('') !== bare || bare.length > 40) return null
  const named = points.map((each) => each.replace('_', ''))
  // A ray with an arrow to the left starts at its second point.
  return { points: /\\overleftarrow/i.test(folded) ? named.toReversed() : named, figure }
}

/**
 * Returns true if two names have the same points in the same order. Case is ignored unless `caseSensitive`.
 */
export const samePoints = (
  left: readonly string[],
  right: readonly string[],
  { caseSensitive = false } = {},
) =>
  left.length === right.length &&
  left.every((each, at) => {
    const other = right[at] ?? ''
    return caseSensitive ? each === other : each.toLowerCase() === other.toLowerCase()
  })

import { type Element, elementsIn, textIn } from './elements.ts'

const signs: Record<string, string> = {
  '×': '\\times ', '÷': '\\div ', '·': '\\cdot ', '⋅': '\\cdot ', '±': '\\pm ', '≤': '\\le ', '≥': '\\ge ', '≠': '\\ne ', '−': '-',
  '∞': '\\infty ', 'π': '\\pi ', '°': '^{\\circ}', '%': '\\%', '$': '\\$', '#': '\\#', '&': '\\&', '_': '\\_', '{': '\\{', '}': '\\}',
  '\\': '\\backslash ', '~': '\\sim ', '^': '\\hat{}', '\u2061': '', '\u2062': '', '\u2063': '', '\u2064': '',
} // prettier-ignore
const written = (text: string) => [...text].map((sign) => signs[sign] ?? sign).join('')
const inWords = (text: string) => (text === '' ? '' : `\\text{${text.replace(/[\\{}$%#&_~^]/g, ' ')}}`)

/** Builds the TeX of an element from the TeX of its children. */
type Build = (of: readonly string[]) => string | null
const builds: Record<string, Build> = {
  mfrac: ([top, bottom]) => `\\frac{${top}}{${bottom}}`,
  msup: ([base, power]) => `{${base}}^{${power}}`,
  msub: ([base, index]) => `{${base}}_{${index}}`,
  msubsup: ([base, index, power]) => `{${base}}_{${index}}^{${power}}`,
  mroot: ([inner, degree]) => `\\sqrt[${degree}]{${inner}}`,
}
const lengths: Record<string, number> = { mfrac: 2, msup: 2, msub: 2, msubsup: 3, mroot: 2 }
const groups = ['math', 'mrow', 'mstyle', 'mpadded', 'semantics']

function texOf(node: Element): string | null {
  const { tag, attrs } = node
  if (tag === 'mn' || tag === 'mo') return written(textIn(node))
  if (tag === 'mi')
    return textIn(node).length > 1
      ? `\\operatorname{${textIn(node).replace(/[^\p{L}\p{N}]/gu, '')}}`
      : written(textIn(node))
  if (tag === 'mtext' || tag === 'ms') return inWords(textIn(node))
  if (tag === 'mspace') return '\\ '
  const inner = elementsIn(node).filter((each) => !each.tag.startsWith('annotation'))
  const all = inner.map(texOf)
  const known = all.filter((each) => each !== null)
  if (known.length < all.length) return null
  if (groups.includes(tag)) return known.join('')
  if (tag === 'msqrt') return `\\sqrt{${known.join('')}}`
  if (tag === 'mfenced')
    return `\\left${written(attrs['open'] ?? '(')}${known.join(attrs['separators']?.trim().slice(0, 1) ?? ',')}\\right${written(attrs['close'] ?? ')')}`
  const build = Object.hasOwn(builds, tag) ? builds[tag] : undefined
  return build && known.length === lengths[tag] ? build(known) : null
}

/**
 * Converts MathML to TeX, from its TeX annotation if there is one, otherwise element by element. Returns null
 * if an element isn't supported or the result is empty.
 */
export function texOfMath(math: Element): string | null {
  const noted = /\btex\b/i
  const [annotation] = elementsIn(math)
    .flatMap((each) => [each, ...elementsIn(each)])
    .filter(({ tag, attrs }) => tag === 'annotation' && noted.test(attrs['encoding'] ?? ''))
  const tex = annotation ? textIn(annotation) : texOf(math)
  return tex === null || tex.trim() === '' ? null : tex.trim()
}

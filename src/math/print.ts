import type { Answer, List, Relation, Tree } from './tree.ts'

/** Output format: TeX, or typed text with or without a multiplication sign between factors. */
export type Pen = { times: string; tex: boolean; gap: string }

/** Typed text with every sign written, so it can't be misread. */
export const typed: Pen = { times: '*', tex: false, gap: ' ' }
/** TeX as the formula keyboard produces it. */
export const tex: Pen = { times: '\\cdot ', tex: true, gap: '' }

const levels = {
  sum: 1,
  minus: 1,
  product: 2,
  quotient: 2,
  power: 3,
  root: 4,
  log: 4,
  call: 4,
  number: 4,
  letter: 4,
  constant: 4,
}

function levelOf(tree: Tree, pen: Pen) {
  if (tree.is === 'quotient' && pen.tex) return 4
  if (tree.is === 'number') return tree.written === 'mixed' ? 2 : tree.value.top < 0n ? 1 : 4
  return levels[tree.is]
}

function bracketed(tree: Tree, least: number, pen: Pen) {
  const text = writeTree(tree, pen)
  if (levelOf(tree, pen) >= least) return text
  return pen.tex ? `\\left(${text}\\right)` : `(${text})`
}

function writeNumber({ value: { top, bottom }, written }: Tree & { is: 'number' }, pen: Pen) {
  if (written === 'mixed')
    return pen.tex
      ? `${top / bottom}\\frac{${top % bottom}}{${bottom}}`
      : `${top / bottom} ${top % bottom}/${bottom}`
  if (bottom === 1n) return `${top}`
  const places = bottom.toString().length - 1
  const digits = top.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const letterIn = (name: string) => name.replace(/_(..+)/, '_{$1}')

function writeProduct(factors: Tree[], pen: Pen) {
  return factors.reduce((text, factor, at) => {
    const next = bracketed(factor, at === 0 ? 2 : 3, pen)
    // A letter may directly follow a number. A number may not directly follow a number or a letter.
    const isOpen = at === 0 || (pen.times === '' && !/^[\d.]/.test(next) && !/[a-z]$/i.test(text))
    return isOpen ? text + next : `${text}${pen.times === '' ? '*' : pen.times}${next}`
  }, '')
}

/** Functions with a TeX command. */
const texFunctions = new Set([
  'sin',
  'cos',
  'tan',
  'sec',
  'csc',
  'cot',
  'arcsin',
  'arccos',
  'arctan',
  'ln',
  'log',
])

function nameIn(name: string, pen: Pen) {
  if (!pen.tex) return name
  return texFunctions.has(name) ? `\\${name}` : `\\operatorname{${name}}`
}

function writeCall(tree: Tree & { is: 'call' | 'root' | 'log' }, pen: Pen) {
  const inner = writeTree(tree.of[0], pen)
  if (tree.is === 'root') {
    const index = writeTree(tree.of[1], pen)
    if (!pen.tex && (index === '2' || index === '3')) return `${index === '2' ? 'sqrt' : 'cbrt'}(${inner})`
    return index === '2' ? `\\sqrt{${inner}}` : `\\sqrt[${index}]{${inner}}`
  }
  const around = pen.tex ? `\\left(${inner}\\right)` : `(${inner})`
  if (tree.is === 'log') {
    const name = nameIn('log', pen)
    const base = writeTree(tree.of[1], pen)
    return base === '10' ? `${name}${around}` : `${name}_{${base}}${around}`
  }
  if (tree.name === 'abs') return pen.tex ? `\\left|${inner}\\right|` : `abs(${inner})`
  if (tree.name !== 'percent' && tree.name !== 'degrees') return `${nameIn(tree.name, pen)}${around}`
  const sign = { percent: pen.tex ? '\\%' : '%', degrees: pen.tex ? '^{\\circ}' : '°' }
  return `${bracketed(tree.of[0], 4, pen)}${sign[tree.name]}`
}

/** Writes an expression as text that is parsed back to the same tree. */
export function writeTree(tree: Tree, pen: Pen): string {
  switch (tree.is) {
    case 'number':
      return writeNumber(tree, pen)
    case 'letter':
      return letterIn(tree.name)
    case 'constant':
      return tree.name === 'pi' && pen.tex ? '\\pi ' : tree.name
    case 'sum':
      return tree.of.reduce((text, term, at) => {
        if (at === 0) return bracketed(term, 1, pen)
        const [sign, of] = term.is === 'minus' ? ['-', term.of[0]] : ['+', term]
        return `${text}${pen.gap}${sign}${pen.gap}${bracketed(of, of.is === 'sum' || of.is === 'minus' ? 2 : 1, pen)}`
      }, '')
    case 'minus':
      return `-${bracketed(tree.of[0], 2, pen)}`
    case 'product':
      return writeProduct(tree.of, pen)
    case 'quotient': {
      const [top, bottom] = tree.of
      return pen.tex
        ? `\\frac{${writeTree(top, pen)}}{${writeTree(bottom, pen)}}`
        : `${bracketed(top, 3, pen)}/${bracketed(bottom, 3, pen)}`
    }
    case 'power': {
      const exponent = writeTree(tree.of[1], pen)
      const isShort = /^(?:\d+|\w)$/.test(exponent)
      return `${bracketed(tree.of[0], 4, pen)}^${pen.tex ? `{${exponent}}` : isShort ? exponent : `(${exponent})`}`
    }
    default:
      return writeCall(tree, pen)
  }
}

const signs = { '=': '=', '≠': '\\ne ', '<': '<', '>': '>', '≤': '\\le ', '≥': '\\ge ' }

function writeItem(item: List['items'][number], pen: Pen) {
  if (item.is === 'value') return writeTree(item.tree, pen)
  if (item.is === 'tuple') return `(${item.items.map((each) => writeTree(each, pen)).join(', ')})`
  const sign = pen.tex ? signs[item.sign] : item.sign
  return `${writeTree(item.sides[0], pen)}${pen.gap}${sign}${pen.gap}${writeTree(item.sides[1], pen)}`
}

/**
 * Returns the relations of a chain such as 1 < x < 5, in which each relation starts where the previous one
 * ends. Returns null if it isn't a chain.
 */
function chainOf({ joined, items }: List): Relation[] | null {
  const relations = items.flatMap((item) => (item.is === 'relation' ? [item] : []))
  const isChain = relations.every((each, at) => at === 0 || relations[at - 1]?.sides[1] === each.sides[0])
  return joined === 'and' && relations.length === items.length && isChain ? relations : null
}

/** Writes an answer. Several items are joined by commas or by their joining word. */
export function writeAnswer(answer: Answer, pen: Pen): string {
  const joinedBy = (join: string) => (pen.tex ? `\\text{ ${join} }` : ` ${join} `)
  if (answer.is === 'cases') return answer.items.map((each) => writeAnswer(each, pen)).join(joinedBy('or'))
  if (answer.is !== 'list') return writeItem(answer, pen)
  const chain = chainOf(answer)
  if (chain)
    return chain.reduce(
      (text, { sign, sides }) =>
        `${text}${pen.gap}${pen.tex ? signs[sign] : sign}${pen.gap}${writeTree(sides[1], pen)}`,
      chain[0] ? writeTree(chain[0].sides[0], pen) : '',
    )
  const between = answer.joined === ',' ? ', ' : joinedBy(answer.joined)
  return answer.items.map((item) => writeItem(item, pen)).join(between)
}

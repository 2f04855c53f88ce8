/**
 * Patterns for answers in words: `*` stands for any text, `(big|large)` for one of several, and `[very]` for
 * something that may be missing. Everything else stands for itself.
 */
type Node = string | { any: true } | { oneOf: Node[][] }

/** Thrown for an opening parenthesis or bracket without a closing one, or the reverse. */
class Unbalanced extends Error {}

const closing: Record<string, string> = { '(': ')', '[': ']' }

/**
 * Parses up to `end`, the sign that closes this group, or to the end of the pattern if `end` is ''. Returns
 * the group's alternatives. Throws `Unbalanced` if parentheses or brackets don't match.
 */
function parse(signs: string[], end: string): Node[][] {
  const branches: Node[][] = [[]]
  for (let sign = signs.shift(); sign !== undefined; sign = signs.shift()) {
    const branch = branches.at(-1) as Node[]
    if (sign === end) return branches
    const close = closing[sign]
    if (close) {
      const inner = parse(signs, close)
      branch.push({ oneOf: sign === '[' ? [...inner, []] : inner })
    } else if (sign === '*') branch.push({ any: true })
    else if (sign === '|' && end !== '') branches.push([])
    else if (sign === ')' || sign === ']') throw new Unbalanced()
    else branch.push(sign)
  }
  if (end !== '') throw new Unbalanced()
  return branches
}

function nodesOf(pattern: string): Node[] | null {
  try {
    return parse([...pattern], '')[0] ?? null
  } catch (error) {
    if (error instanceof Unbalanced) return null
    throw error
  }
}

/**
 * Returns true for a position where a space of the pattern may be missing from the text: after a space, or at
 * either end.
 */
const needsNoSpace = (text: string, at: number) => at === 0 || at === text.length || text[at - 1] === ' '

/** Maximum number of signs `*`, `(` and `[` in a pattern. */
export const maxOpen = 10
/** Maximum length of a text that can fit a pattern, in characters. */
const maxText = 200

/**
 * Returns the positions in a text at which a match can end, given all positions at which it can start. Visits
 * each node once, so the time is proportional to the length of the pattern times that of the text.
 */
function endsOf(nodes: readonly Node[], text: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  let places = starts
  for (const node of nodes) {
    if (places.size === 0) return places
    const next = new Set<number>()
    if (typeof node === 'string')
      for (const at of places) {
        if (text.startsWith(node, at)) next.add(at + node.length)
        if (node === ' ' && needsNoSpace(text, at)) next.add(at)
      }
    else if ('any' in node) for (let at = Math.min(...places); at <= text.length; at += 1) next.add(at)
    else for (const branch of node.oneOf) for (const at of endsOf(branch, text, places)) next.add(at)
    places = next
  }
  return places
}

/** Returns true if a pattern can be parsed. */
export const isPattern = (pattern: string) => nodesOf(pattern) !== null

/** Returns true if a pattern has too many of the signs `*`, `(` and `[`. */
export const hasTooMany = (pattern: string) => (pattern.match(/[*([]/g)?.length ?? 0) > maxOpen

/**
 * Returns true if a pattern matches a whole text. Runs fast for any pattern, because texts that are too long
 * and patterns with too many signs never match.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  if (text.length > maxText || hasTooMany(pattern)) return false
  const nodes = nodesOf(pattern)
  return nodes !== null && endsOf(nodes, text, new Set([0])).has(text.length)
}

const written = (nodes: readonly Node[], branch: number): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return 'any' in node ? '' : written(node.oneOf.at(branch) ?? [], branch)
    })
    .join('')
    .replace(/ +/g, ' ')
    .trim()

/**
 * Returns two examples of text that a pattern accepts: one with the first option of each group, and one with
 * the last option of each group and without optional text.
 */
export function examplesOf(pattern: string): string[] {
  const nodes = nodesOf(pattern) ?? []
  return [written(nodes, 0), written(nodes, -1)]
}

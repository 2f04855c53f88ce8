/**
 * Strict parser for JSON from outside. JSON.parse accepts duplicate fields (it uses the last one) and
 * unlimited nesting and lists, so code that walks through the result could run out of stack or time. The text
 * is therefore checked first, in one pass and without recursion.
 */

/** Maximum depth of nesting, and maximum number of values in a list or an object. */
type JsonLimits = { depth: number; values: number }
export const jsonLimits: JsonLimits = { depth: 20, values: 10_000 }

/** An error in the JSON text. `path` is a JSON pointer to its position. */
type JsonFault = { path: string; message: string }
export type ReadJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault }

/**
 * An open list or object. `names` are the names seen so far in an object, or null for a list. `name` is the
 * one whose value comes next.
 */
type OpenObject = { names: Set<string> | null; name: string; values: number }

/** Returns the index after a string's closing quote, or the length of the text if there is none. */
function behindString(text: string, start: number) {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

/**
 * Returns a name as JSON.parse reads it. Returns an invalid name unchanged, because JSON.parse refuses it
 * later.
 */
function nameIn(quoted: string) {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted
  }
}

const pathOf = (open: readonly OpenObject[]) =>
  open.map(({ names, name, values }) => `/${names ? name : Math.max(0, values - 1)}`).join('')

/**
 * Returns the first duplicate name or exceeded limit in the text, or null. Doesn't check the syntax, because
 * JSON.parse does that later.
 */
function limitFault(text: string, most: JsonLimits): JsonFault | null {
  const open: OpenObject[] = []
  const marks = /["{}[\],]/g
  let isName = false
  const fault = (message: string): JsonFault => ({ path: pathOf(open), message })
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const { index } = mark
    const inner = open.at(-1)
    if (mark[0] === '"') {
      const end = behindString(text, index)
      marks.lastIndex = end
      if (!isName || !inner?.names) continue
      isName = false
      inner.name = nameIn(text.slice(index, end))
      if (inner.names.has(inner.name)) return fault('appears twice')
      inner.names.add(inner.name)
    } else if (mark[0] === '{' || mark[0] === '[') {
      if (open.length >= most.depth) return fault('is nested too deeply')
      isName = mark[0] === '{'
      open.push({ names: isName ? new Set() : null, name: '', values: 1 })
    } else if (mark[0] === ',') {
      if (!inner) continue
      inner.values += 1
      if (inner.values > most.values)
        return {
          ...fault(''),
          message: `has more than ${most.values} values`,
          path: pathOf(open.slice(0, -1)),
        }
      isName = inner.names !== null
    } else {
      open.pop()
      isName = false
    }
  }
  return null
}

/**
 * Reads JSON. Refuses deep nesting, duplicate fields, and lists and objects with too many values before
 * creating any value. Never throws.
 */
export function readJson(text: string, most: JsonLimits = jsonLimits): ReadJson {
  const fault = limitFault(text, most)
  if (fault) return { ok: false, fault }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, fault: { path: '', message: 'is not valid JSON' } }
  }
}

/**
 * Matches semicolons, and everything that may contain one: comments, strings, quoted names and function
 * bodies.
 */
const tokens = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|;/g

/** Returns the statements of an SQL file, without comments. */
export function statementsIn(sql: string) {
  const ends: number[] = []
  const text = sql.replace(tokens, (found) => (/^(--|\/\*)/.test(found) ? ' '.repeat(found.length) : found))
  for (const { 0: found, index } of text.matchAll(tokens)) if (found === ';') ends.push(index)
  return [...ends, text.length]
    .map((end, at) => text.slice(at === 0 ? 0 : (ends[at - 1] as number) + 1, end).trim())
    .filter(Boolean)
}

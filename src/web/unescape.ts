import { plain } from '#shared/text.ts'

/**
 * Keys whose values are stored as written and therefore not escaped: questions with their hints and variants,
 * and answers.
 */
const unescaped = new Set([
  'content',
  'given',
  'instructions',
  'key',
  'prompt',
  'samples',
  'shown',
  'steps',
  'texts',
  'variables',
  'variants',
  'visual',
])

/**
 * True for a question's answer key, which isn't escaped. A list of students' answers has the same name, but
 * contains comments, which are escaped.
 */
const isKey = (name: string, value: unknown) => name === 'answers' && !Array.isArray(value)

function unescape(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(unescape)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      unescaped.has(name) || isKey(name, part) ? part : unescape(part),
    ]),
  )
}

/**
 * Parses a response from the server. Texts, in which the server escapes `<` and `>` (spec §5), become what
 * people typed. Throws a SyntaxError if the response is incomplete.
 */
export function parseAnswer(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return json.includes('&lt;') || json.includes('&gt;') ? unescape(value) : value
}

/** Returns a seeded random number generator, so that a run can be repeated (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    /** Returns true in this percentage of cases. */
    often: (percent: number) => next() * 100 < percent,
    of: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  }
}
export type Dice = ReturnType<typeof dice>

/** Schema of a value in the API document, limited to the properties used here. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
}

/** Texts that are known to break software (reliability B1-B28). */
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202etxt',
  '\u200b\u200d',
  '<script>alert(1)</script>',
  "'; drop table people; --",
  '%',
  '_%\\',
  '../../etc/passwd',
  '%00',
  '{{constructor}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e999',
  '٣/٤',
  '5/4',
  '101%',
  '3.1255/4',
  '24:00',
  '13p',
  '2/30',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13',
  '2026-03-08T02:30:00-05:00',
  'a@b@c.d',
  'A@B.example\r\nBcc: x@y.z',
  '=1+1',
  '\r\n\t',
  '👩‍👩‍👧',
  'Ω'.repeat(300),
  'x'.repeat(10_001),
  '$\\frac{'.repeat(600),
  '$\\def\\a{\\a}\\a$',
  '{'.repeat(5000),
  '((((1)^9)^9)^9)^9',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  '01a1ff02-49f5-7658-98a2-56c9fdeefd4c',
]
const numbers = [
  -1,
  0,
  1,
  1.5,
  2,
  99,
  100,
  101,
  1000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  1e21,
  -1e308,
  1e308,
  0.1 + 0.2,
  5e-324,
]

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])

/** Returns a random value that is probably unsuitable. */
export const hostile = (d: Dice): unknown =>
  d.of([
    () => d.of(texts),
    () => d.of(texts),
    () => d.of(numbers),
    () => null,
    () => d.often(50),
    () => [],
    () => ({}),
    () => [d.of(texts), d.of(numbers)],
    () => deep(30),
    () => Array.from({ length: 600 }, () => d.of(numbers)),
    () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
    () => ({ [d.of(texts)]: d.of(texts) }),
  ])()

const word = (d: Dice) =>
  d.of(['Anna', 'Math', '2026-03-10', '16:30', '7/10', '555-123-4567', 'a@b.example', 'x + 1', 'Room 1', '1'])

function text({ minLength = 0, maxLength = 60, format }: Schema, d: Dice) {
  if (format === 'uuid')
    return d.of(['01a1ff02-49f5-7658-98a2-56c9fdeefd4c', '0192f7a0-0000-7000-8000-000000000000'])
  if (format === 'date') return d.of(['2026-03-03', '2026-03-10', '2024-02-29', '1900-01-01', '2100-12-31'])
  if (format === 'date-time')
    return d.of(['2026-03-03T16:45:00Z', '2026-03-08T07:30:00.000Z', '1970-01-01T00:00:00Z'])
  if (d.often(30))
    return 'a'.repeat(
      Math.min(20_000, d.of([minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1)])),
    )
  return word(d)
}

function number({ minimum = 0, maximum = 100 }: Schema, d: Dice) {
  const [least, most] = [Math.max(minimum, -1e15), Math.min(maximum, 1e15)]
  return d.often(40)
    ? d.of([least - 1, least, most, most + 1])
    : least + d.below(Math.min(20, most - least + 1))
}

function object(
  { properties = {}, required = [], additionalProperties }: Schema,
  d: Dice,
): Record<string, unknown> {
  const named = Object.entries(properties).filter(([name]) => required.includes(name) || d.often(50))
  const made = Object.fromEntries(named.map(([name, schema]) => [name, fitting(schema, d)]))
  return typeof additionalProperties === 'object' && d.often(50)
    ? { ...made, [word(d)]: fitting(additionalProperties, d) }
    : made
}

/** Returns a value that fits the schema or just exceeds one of its limits. */
export function fitting(schema: Schema, d: Dice): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fitting(d.of(options), d)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => fitting(each, d))) as unknown
  if (schema.enum) return d.of(schema.enum)
  if ('const' in schema) return schema.const
  switch (Array.isArray(schema.type) ? d.of(schema.type) : schema.type) {
    case 'string':
      return text(schema, d)
    case 'integer':
    case 'number':
      return number(schema, d)
    case 'boolean':
      return d.often(50)
    case 'null':
      return null
    case 'array':
      return Array.from(
        { length: d.of([schema.minItems ?? 0, 1, 2, Math.min(schema.maxItems ?? 3, 300)]) },
        () => fitting(schema.items ?? {}, d),
      )
    case 'object':
      return object(schema, d)
    default:
      return hostile(d)
  }
}

/** Returns the value with one part replaced, added or left out, at any depth. */
export function bent(value: unknown, d: Dice): unknown {
  if (d.often(25)) return hostile(d)
  if (Array.isArray(value) && value.length > 0) {
    const at = d.below(value.length)
    return value.map((each, n) => (n === at ? bent(each, d) : (each as unknown)))
  }
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value)
    if (names.length === 0 || d.often(10))
      return { ...value, [d.of(['more', '__proto__', '_id', 'version', 'role', ''])]: hostile(d) }
    const name = d.of(names)
    if (d.often(10)) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
    return { ...value, [name]: bent((value as Record<string, unknown>)[name], d) }
  }
  return d.often(30) ? [value] : d.often(30) ? String(value) : hostile(d)
}

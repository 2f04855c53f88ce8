import type { Json } from './schemas.ts'

type Pick = (value: unknown) => unknown

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the alternatives of a union, including those of unions within it. Null if a schema isn't a union.
 */
function alternativesOf(schema: Json): Json[] | null {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  return options?.flatMap((each) => alternativesOf(each) ?? [each]) ?? null
}

/** True if a schema contains a union. */
export const hasUnion = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(hasUnion)
    : isObject(schema) && (alternativesOf(schema) !== null || Object.values(schema).some(hasUnion))

/** Returns the properties of an object's schema that have only one possible value, such as `kind: 'mc'`. */
const constantsOf = (schema: Json) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, each]) =>
    'const' in each ? [[name, each['const']] as const] : [],
  )

const requiredOf = (schema: Json) => (schema['required'] ?? []) as readonly string[]

/** Returns a function that is true for values that fit one alternative of a union. */
function testOf(schema: Json): (value: unknown) => boolean {
  const [constants, required] = [constantsOf(schema), requiredOf(schema)]
  switch (schema['type']) {
    case 'object':
      return (value) =>
        isObject(value) &&
        constants.every(([name, one]) => value[name] === one) &&
        required.every((name) => value[name] !== undefined)
    case 'array':
      return Array.isArray
    case 'null':
      return (value) => value === null
    case 'integer':
    case 'number':
      return (value) => typeof value === 'number'
    default:
      return (value) => typeof value === schema['type']
  }
}

function ofUnion(options: readonly Json[]): Pick {
  const objects = options.filter(({ type }) => type === 'object')
  const distinct = new Set(objects.map((each) => JSON.stringify([constantsOf(each), requiredOf(each)])))
  if (distinct.size < objects.length)
    throw new Error('Alternatives of a union need a constant, such as a kind, or other required fields.')
  // Try the alternatives with the most required fields first: a value of one alternative may also fit another
  // that requires fewer fields.
  const choices = options
    .toSorted((one, other) => requiredOf(other).length - requiredOf(one).length)
    .map((each) => ({ fits: testOf(each), pick: fieldPicker(each) }))
  return (value) => {
    const choice = choices.find(({ fits }) => fits(value))
    if (!choice) throw new Error('A value fits no alternative of its union.')
    return choice.pick(value)
  }
}

function ofObject(schema: Json): Pick {
  const { properties = {}, additionalProperties: rest } = schema
  const required = new Set(requiredOf(schema))
  const fields = Object.entries(properties as Record<string, Json>).map(([name, each]) => ({
    name,
    pick: fieldPicker(each),
    isRequired: required.has(name),
  }))
  const others = isObject(rest) ? fieldPicker(rest) : null
  return (value) => {
    if (!isObject(value)) return value === null ? null : {}
    const picked: Json = {}
    for (const { name, pick, isRequired } of fields) {
      if (value[name] !== undefined) picked[name] = pick(value[name])
      else if (isRequired) throw new Error(`"${name}" is required!`)
    }
    if (others)
      for (const [name, each] of Object.entries(value))
        if (!Object.hasOwn(picked, name)) picked[name] = others(each)
    return picked
  }
}

/**
 * Returns a function that reduces a value to the fields in a JSON schema, as a compiled serializer does. Used
 * for schemas with unions. For these, the serializer would compile a validator for each alternative on first
 * use, which takes more than a second for a union of all kinds of answers, and would then validate every
 * value. Throws if a union's alternatives can't be told apart. The returned function throws if a required
 * field is missing or no alternative fits.
 */
export function fieldPicker(schema: Json): Pick {
  const options = alternativesOf(schema)
  if (options) return ofUnion(options)
  switch (schema['type']) {
    case 'object':
      return schema['properties'] || isObject(schema['additionalProperties'])
        ? ofObject(schema)
        : (value) => value
    case 'array': {
      const pick = isObject(schema['items']) ? fieldPicker(schema['items']) : null
      return (value) => (pick && Array.isArray(value) ? value.map(pick) : value)
    }
    case 'string':
      return (value) => (typeof value === 'number' || typeof value === 'bigint' ? String(value) : value)
    case 'integer':
    case 'number':
      return (value) => (typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value)
    default:
      return (value) => value
  }
}

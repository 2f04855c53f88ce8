import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Endpoint, pathNames } from '#shared/contract.ts'
import { forbidden, malformed } from '#shared/problem.ts'

export type Values = Record<string, unknown>

/**
 * Describes a PUT or PATCH that accepts a record in the form in which a GET returns it. `read` is that GET,
 * and `parts` are the names of the nested objects to flatten.
 */
export type RoundTrip<E extends Endpoint = Endpoint> = {
  read: E
  parts: readonly string[]
  readOnly: ReadonlySet<string>
}

const fieldsOf = (type: z.core.$ZodType | undefined) =>
  type instanceof z.ZodObject ? (type.shape as Record<string, z.core.$ZodType>) : {}

/**
 * Returns the round trip of a PUT or PATCH that accepts a record exactly as GET at the same path returns it.
 * A caller can then change one field and send back the rest (product, "One record, one shape"). Returns null
 * for other methods. Also returns null if there is no such GET, if it opens its own transactions, or if it
 * returns no field that the call accepts, as for a list.
 */
export function roundTripOf<E extends Endpoint>(endpoint: Endpoint, all: readonly E[]): RoundTrip<E> | null {
  if (endpoint.method !== 'PUT' && endpoint.method !== 'PATCH') return null
  const read = all.find(({ method, path }) => method === 'GET' && path === endpoint.path)
  if (!read || read.effect === 'own') return null
  const record = fieldsOf(read.output)
  const parts = endpoint.parts ?? []
  const shown = [record, ...parts.map((part) => fieldsOf(record[part]))].flatMap((each) => Object.keys(each))
  const ofPath = pathNames(endpoint.path)
  if (!shown.some((name) => name in endpoint.input.shape && !ofPath.includes(name))) return null
  const readOnly = shown.filter((name) => !(name in endpoint.input.shape) && !parts.includes(name))
  return { read, parts, readOnly: new Set(readOnly) }
}

/**
 * Moves the fields of a record's nested parts to the top level. A field that is already at the top level
 * takes precedence. Throws 400 if a part isn't an object.
 */
function flatten(record: Values, parts: readonly string[]) {
  const flat: Values = {}
  for (const part of parts) {
    const inner = record[part]
    if (inner === undefined) continue
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      throw malformed([{ path: `/${part}`, message: 'must be an object' }])
    Object.assign(flat, inner)
  }
  const own = Object.entries(record).filter(([name]) => !parts.includes(name))
  return { ...flat, ...Object.fromEntries(own) }
}

/** Splits a body into the fields to read as input and the read-only fields. */
export function splitBody(body: Values, { parts, readOnly }: RoundTrip) {
  const all = Object.entries(flatten(body, parts))
  return {
    fields: Object.fromEntries(all.filter(([name]) => !readOnly.has(name))),
    fixed: Object.fromEntries(all.filter(([name]) => readOnly.has(name))),
  }
}

/**
 * Returns the `version` in a body, which counts like If-Match, or null if there is none. Throws 400 if it
 * isn't a whole number.
 */
export function versionOf({ version }: Values) {
  if (version === undefined) return null
  if (typeof version === 'number' && Number.isInteger(version)) return version
  throw malformed([{ path: '/version', message: 'must be a whole number' }])
}

/**
 * Throws 403 `readonly_field` if a read-only field differs from what GET returns now. Does nothing if
 * `version` is stale, because the call itself then responds with 412.
 */
export function refuseChanged(fixed: Values, record: Values, { parts }: RoundTrip) {
  const now = flatten(record, parts)
  if (fixed['version'] !== undefined && fixed['version'] !== now['version']) return
  const changed = Object.keys(fixed).find((name) => !isDeepStrictEqual(fixed[name], now[name]))
  if (changed)
    throw forbidden('readonly_field', `${changed} can’t be changed here, or has changed since you read it.`)
}

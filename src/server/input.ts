import { z } from 'zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathNames, type Endpoint } from '#shared/contract.ts'
import { readJson } from '#shared/json.ts'
import { forbidden, malformed, Problem, type ProblemError } from '#shared/problem.ts'
import { badText } from '#shared/text.ts'
import { type RoundTrip, splitBody, type Values } from './round-trip.ts'

/**
 * Accepts only JSON bodies, except on endpoints with parsers of their own (`withBodyParser`). Refuses deep
 * nesting, duplicate fields and overlong lists before any other code reads them.
 */
export function readBodies(app: FastifyInstance) {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const read = readJson(body as string)
    if (read.ok) done(null, read.value)
    else done(malformed([read.fault]))
  })
}

/**
 * Throws 400 for anything that no field accepts: bad characters, field names that could reach a prototype,
 * and numbers beyond the range of exact integers.
 */
function refuseHostile(value: unknown, path = ''): void {
  if (typeof value === 'string' && badText(value))
    throw new Problem(400, 'bad_text', `${path.slice(1)} has characters that are not allowed.`, {
      errors: [{ path, message: 'has characters that are not allowed' }],
    })
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw malformed([{ path, message: 'is too large a number' }])
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    if (badText(key) || key === '__proto__' || key === 'constructor')
      throw malformed([{ path, message: 'has a field name that is not allowed' }])
    refuseHostile(inner, `${path}/${key}`)
  }
}

type Field = 'number' | 'boolean' | 'other'

function fieldKind(type: z.core.$ZodType): Field {
  const def = (type as z.ZodType).def as { type: string; innerType?: z.core.$ZodType }
  if (def.innerType) return fieldKind(def.innerType)
  if (def.type === 'number' || def.type === 'int') return 'number'
  return def.type === 'boolean' ? 'boolean' : 'other'
}

/**
 * Converts a path or query value to its field's type. Numbers must be nonnegative integers of at most nine
 * digits without leading zeros. Other values, such as `01`, `1e1` and `1.5`, stay text and fail validation.
 */
function parseParameter(kind: Field | undefined, value: unknown) {
  if (kind === 'number' && typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value)) return Number(value)
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const isRule = (issue: z.core.$ZodIssue) =>
  ['too_small', 'too_big', 'invalid_format', 'not_multiple_of'].includes(issue.code) ||
  (issue.code === 'custom' && !issue.params?.['malformed'])

function errorsOf(issues: readonly z.core.$ZodIssue[]): ProblemError[] {
  return issues.flatMap((issue): ProblemError[] => {
    const path = `/${issue.path.map(String).join('/')}`
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: `${path === '/' ? '' : path}/${key}`,
        message: 'is not a known field',
      }))
    return [{ path, message: issue.message }]
  })
}

/**
 * Returns a function that strictly reads an endpoint's input from path, query and body together. That
 * function throws 400 if a field is undeclared or its value has the wrong type or format, with the field's
 * path. It throws 422 for well-formed input that breaks a rule (400 if it is in the URL's path), and 403 if
 * the body repeats a path parameter with another value (reliability B18-B20, §0.2). `fixed` holds fields that
 * the caller sent back although the call can't change them.
 */
export function inputReader<E extends Endpoint>(
  endpoint: E,
): (request: FastifyRequest, roundTrip: RoundTrip | null) => { input: z.output<E['input']>; fixed: Values } {
  const names = pathNames(endpoint.path)
  const fields = Object.fromEntries(
    Object.entries(endpoint.input.shape).map(([name, type]) => [name, fieldKind(type)]),
  )
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  return (request, roundTrip) => {
    const params = request.params as Record<string, string>
    const query = request.query as Record<string, unknown>
    const body = request.body === undefined || endpoint.bytes ? {} : request.body
    const rest = inQuery ? query : body
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest))
      throw malformed([{ path: '', message: 'must be a JSON object' }])
    if (!inQuery && Object.keys(query).length > 0)
      throw malformed([{ path: `/${Object.keys(query)[0]}`, message: 'is not a known field' }])
    refuseHostile(rest)
    refuseHostile(params)
    const { fields: sent, fixed } = roundTrip
      ? splitBody(rest as Values, roundTrip)
      : { fields: rest, fixed: {} }
    const raw: Values = {}
    for (const [name, value] of Object.entries(sent))
      raw[name] = inQuery ? parseParameter(fields[name], value) : value
    for (const name of names) {
      const fromPath = parseParameter(fields[name], params[name])
      if (name in raw && raw[name] !== fromPath)
        throw forbidden('readonly_field', `${name} can’t be changed.`)
      raw[name] = fromPath
    }
    const read = endpoint.input.safeParse(raw)
    if (read.success) return { input: read.data as z.output<E['input']>, fixed }
    const errors = errorsOf(read.error.issues)
    const ruleOnly = read.error.issues.every(
      (issue) => isRule(issue) && !names.includes(String(issue.path[0])),
    )
    if (!ruleOnly) throw malformed(errors)
    throw new Problem(422, 'rule', `${errors[0]!.path.slice(1)} ${errors[0]!.message}.`, { errors })
  }
}

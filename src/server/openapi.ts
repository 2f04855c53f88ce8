import { capitalized } from '#shared/text.ts'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { type Endpoint, pathNames, reachOfCall } from '#shared/contract.ts'
import { reach } from '#shared/permissions.ts'
import { unsafe } from './guard.ts'
import { keyFormat } from './idempotency.ts'
import { roundTripOf } from './round-trip.ts'

/** An endpoint with the feature that serves it. */
export type ServedEndpoint = Endpoint & { feature: string }

const ProblemError = z
  .object({ path: z.string(), message: z.string() })
  .meta({ description: 'An error in the input, by JSON pointer' })

/** Schema of every error body (shared/problem.ts). A conflict may have more fields. */
const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string().meta({ description: 'A sentence for the user' }),
    code: z.string(),
    requestId: z.string().optional(),
    errors: z.array(ProblemError).optional(),
    retryAfter: z.int().optional().meta({ description: 'Seconds to wait' }),
    current: z.unknown().optional().meta({ description: 'The record as it is stored now, with 412' }),
  })
  .meta({ id: 'Problem' })

const failures = {
  '400': 'Malformed or undeclared input',
  '401': 'No session, or no valid access token',
  '403': 'Not allowed for this kind of user, or beyond the permissions of the access token',
  '404': 'Missing, or out of the caller’s scope',
  '409': 'Conflicts with the current state',
  '412': 'Changed by somebody else since it was read',
  '413': 'Too large',
  '415': 'Unsupported media type',
  '422': 'Breaks a rule',
  '429': 'Too many calls; Retry-After says when to try again',
  '503': 'Too busy; Retry-After says when to try again',
} as const

const answersFor = (status: keyof typeof failures, endpoint: Endpoint) => {
  if (status === '401' || status === '403') return !reach('anonymous', endpoint.who)
  if (status === '409' || status === '412' || status === '413' || status === '415' || status === '422')
    return unsafe(endpoint)
  return true
}

/**
 * Returns an operation's id: `GET /centers/:centerId/students/:studentId` becomes
 * `getCenterStudentsByStudentId`.
 */
function operationIdOf({ method, path }: Endpoint) {
  const words = path
    .replace(/^\/centers\/:centerId\b/, '/center')
    .split(/[/.-]/)
    .filter(Boolean)
  const named = words
    .map((word) => (word.startsWith(':') ? `by${capitalized(word.slice(1))}` : word))
    .map(capitalized)
  return method.toLowerCase() + named.join('')
}

const file = { type: 'string', format: 'binary' } as const

const headers = z.object({
  'X-XSRF-TOKEN': z
    .string()
    .optional()
    .meta({ description: 'Value of the cookie XSRF-TOKEN; required with a session' }),
  'Idempotency-Key': z
    .string()
    .regex(keyFormat)
    .optional()
    .meta({ description: 'A repeat with the same key gets the same answer and has no second effect' }),
})
const versioned = headers.extend({
  'If-Match': z
    .string()
    .optional()
    .meta({ description: 'ETag of the version that the caller saw; 412 if it is stale' }),
})

function answerOf({ output, media }: Endpoint): Record<string, ZodOpenApiResponseObject> {
  if (output.type === 'null') return { '204': { description: 'Done' } }
  const content =
    media && media !== 'application/json'
      ? { [media]: { schema: file } }
      : { 'application/json': { schema: output } }
  return { '2XX': { description: 'Done', content } }
}

/**
 * Returns the schemas of fields that a PUT or PATCH accepts only because GET returns them: the record's
 * read-only fields, and its nested parts, which may contain fields of the call. All read-only fields except
 * the version are documented as ignored.
 */
function sentBackFields(endpoint: ServedEndpoint, all: readonly ServedEndpoint[]) {
  const { parts, readOnly } = roundTripOf(endpoint, all) ?? { parts: [], readOnly: [] }
  const version = z
    .int()
    .optional()
    .meta({ description: 'Version of the record as it was read; 412 if stale' })
  const part = z.looseObject({}).optional().meta({ description: 'May contain fields of this call' })
  const ignored = z.unknown().optional().meta({ readOnly: true, description: 'As returned by GET; ignored' })
  return Object.fromEntries([
    ...[...readOnly].map((name) => [name, name === 'version' ? version : ignored] as const),
    ...parts.map((name) => [name, part] as const),
  ])
}

function operationOf(endpoint: ServedEndpoint, all: readonly ServedEndpoint[]): ZodOpenApiOperationObject {
  const { feature, method, path, who, input, bytes } = endpoint
  const inPath = pathNames(path)
  const part = (names: readonly string[]) =>
    z.strictObject(Object.fromEntries(names.map((name) => [name, input.shape[name] as z.ZodType])))
  const others = Object.keys(input.shape).filter((name) => !inPath.includes(name))
  const rest = part(others)
  const inBody = method !== 'GET' && method !== 'DELETE' && others.length > 0
  const body = bytes
    ? { content: { [bytes]: { schema: file } } }
    : {
        required: true,
        content: { 'application/json': { schema: rest.extend(sentBackFields(endpoint, all)) } },
      }
  const problems = Object.entries(failures)
    .filter(([status]) => answersFor(status as keyof typeof failures, endpoint))
    .map(
      ([status, description]) =>
        [status, { description, content: { 'application/problem+json': { schema: Problem } } }] as const,
    )
  return {
    operationId: operationIdOf(endpoint),
    tags: [feature],
    summary: `Permission ${who}`,
    security: reach('anonymous', who)
      ? []
      : [{ session: [] }, ...(reachOfCall('tokens', endpoint) ? [{ token: [] }] : [])],
    requestParams: {
      path: part(inPath),
      ...(others.length > 0 && !inBody && !bytes ? { query: rest } : {}),
      ...(unsafe(endpoint)
        ? { header: method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? versioned : headers }
        : {}),
    },
    ...(inBody || bytes ? { requestBody: body } : {}),
    responses: { ...answerOf(endpoint), ...Object.fromEntries(problems) },
  }
}

const about = `
Other programs call the API with an access token, which a manager creates in a center's settings under Integrations:
\`curl -H 'Authorization: Bearer bl_…' https://learn.example.com/api/centers/Maple%20Street/students\`.
Texts are stored with \`<\` and \`>\` escaped.

Webhooks are set up on the same page. They follow Standard Webhooks: check \`webhook-signature\` with one of its libraries, and handle each \`webhook-id\` once,
because a message can arrive more than once and out of order. A 2xx response within ten seconds counts as delivered. A message contains only ids:
\`{"type":"student.created","timestamp":"…","data":{"center":"Maple Street","studentId":"…"}}\`.
`.trim()

/** Returns the OpenAPI 3.1 document of these endpoints. */
export function documentOf(served: readonly ServedEndpoint[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const each of served) {
    const path = `/api${each.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationOf(each, served) }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Blended Learning', version: packageJson.version, description: about },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'sid',
            description: 'Set by signing in; `__Host-sid` where the product is served over HTTPS',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A center’s access token, created in its settings under Integrations, with the permission that the call requires. Calls with a token need no cookie and no X-XSRF-TOKEN.',
          },
        },
      },
      paths,
    },
    {
      allowEmptySchema: { custom: true, any: true, unknown: true, transform: true, null: true },
      cycles: 'ref',
    },
  )
}

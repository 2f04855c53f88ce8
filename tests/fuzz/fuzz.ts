import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Endpoint, pathNames } from '#shared/contract.ts'
import { kinds, type Kind, reach } from '#shared/permissions.ts'
import { fsck } from '../../db/fsck.ts'
import { exampleOf } from '../examples.ts'
import { permissionFixture, type Fixture } from '../permission-fixture.ts'
import type { Caller, World } from '../world.ts'
import { bent, type Dice, dice, fitting, hostile, type Schema } from './values.ts'

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
/** A call to make: the endpoint, its part of the API document, the fixture, and the kind of user. */
type Call = { endpoint: Endpoint; operation: Operation; fixture: Fixture; kind: Kind }
type Document = { paths: Record<string, Record<string, Operation>> }

/** Sent request, complete enough to be sent again. */
type Sent = {
  n: number
  kind: Kind
  call: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}
/** A forbidden result and the request that caused it. */
export type Fault = { what: string; sent: Sent; answer: string }

/** Time limit in ms. Exports of all data are streamed and may take longer. */
const slowMs = 2000
/**
 * Number of calls made with one fixture. After that many, most of its records have been changed or removed.
 */
const perStage = 200

const encoded = (value: unknown) => {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000)
  } catch {
    // A URL can't contain a lone surrogate, so send its encoded bytes.
    return '%ED%A0%80'
  }
}

/** Returns a schema with all fields that a call accepts according to the API document. */
function schemaOf({ parameters = [], requestBody }: Operation): Schema {
  const [body] = Object.values(requestBody?.content ?? {})
  const listed = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  return {
    type: 'object',
    properties: { ...listed, ...body?.schema.properties },
    required: Object.keys(listed).concat(body?.schema.required ?? []),
  }
}

/**
 * Returns valid input for this caller or input generated from the API document, often with changes that make
 * it invalid.
 */
function inputFor(d: Dice, { endpoint, operation, fixture, kind }: Call) {
  const scope = d.of(['own', 'own', 'own', 'other center', 'other family', 'unknown'] as const)
  const usual = exampleOf(endpoint).input(fixture.target(kind, scope)) as Record<string, unknown>
  let input = usual
  if (d.often(50)) {
    const made = fitting(schemaOf(operation), d) as Record<string, unknown>
    // Calls with existing ids get further than calls with invented ones.
    input = d.often(80)
      ? {
          ...made,
          ...Object.fromEntries(
            Object.entries(usual).filter(([field]) => d.often(field.endsWith('d') ? 95 : 40)),
          ),
        }
      : made
  }
  if (d.often(40)) return input
  // Usually keep the path's ids valid, because calls with bad ids are refused before anything else is
  // checked.
  const kept = d.often(85)
    ? Object.fromEntries(Object.entries(usual).filter(([field]) => pathNames(endpoint.path).includes(field)))
    : {}
  const odd = bent(input, d)
  return odd !== null && typeof odd === 'object' && !Array.isArray(odd)
    ? { ...odd, ...kept }
    : { ...usual, more: odd }
}

const oddHeaders = (d: Dice) =>
  d.of<Record<string, string>>([
    { 'if-match': d.of(['"1"', 'W/"1"', '*', '"x"', '"99999999999"']) },
    { 'idempotency-key': d.of(['short', 'same-key-again', 'ü'.repeat(9), 'x'.repeat(65)]) },
    {
      'content-type': d.of([
        'text/plain',
        'application/json; charset=utf-8',
        'application/x-www-form-urlencoded',
        'APPLICATION/JSON',
        'x',
      ]),
    },
    { origin: d.of(['null', 'https://evil.example', 'x']) },
    { 'x-user': d.of(['x', randomUUID()]) },
    { accept: d.of(['text/html', '*/*;q=0', 'x'.repeat(2000)]) },
    { cookie: d.of(['sid=1; sid=2', 'sid=%00', `sid=${'x'.repeat(43)}`, 'XSRF-TOKEN=x', '__proto__=1']) },
    {
      'if-none-match': '"1"',
      range: 'bytes=0-1',
      'x-http-method-override': 'DELETE',
      'x-forwarded-for': '::1, x',
    },
  ])

const rawBodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1e999}',
  '{"__proto__":{"polluted":1}}',
  '['.repeat(30_000),
  '{"a":"\\ud800"}',
  '\0',
]

function request(d: Dice, call: Call) {
  const { endpoint } = call
  const { method, path, bytes } = endpoint
  const input = inputFor(d, call)
  const names = pathNames(path)
  const at = path.replace(/:(\w+)/g, (_, name: string) => encoded(input[name] ?? hostile(d)))
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined)
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? rest.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&') : ''
  const body = d.often(6)
    ? d.of(rawBodies)
    : bytes
      ? d.of(['x', '\0'.repeat(100), JSON.stringify(rest)])
      : JSON.stringify(Object.fromEntries(rest))
  return {
    url: `/api${at}${query ? `?${query.slice(0, 5000)}` : ''}`,
    headers: {
      ...(inQuery
        ? {}
        : {
            'content-type': bytes ?? 'application/json',
            ...(d.often(50) ? { 'idempotency-key': randomUUID() } : {}),
          }),
      ...(d.often(12) ? oddHeaders(d) : {}),
    },
    payload: inQuery ? undefined : body,
  }
}

type Response = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Returns the fault of a response, or null if it has none. */
function wrong(
  { statusCode, headers, body }: Response,
  { ms, limit }: { ms: number; limit: number },
): string | null {
  if (statusCode >= 500) return `status ${statusCode}`
  if (ms > limit) return `${Math.round(ms)} ms`
  if (statusCode < 400) return null
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    return `an error as ${String(headers['content-type'])}`
  const problem = JSON.parse(body) as Record<string, unknown>
  const told = ['type', 'title', 'message', 'code', 'requestId'].every(
    (name) => typeof problem[name] === 'string',
  )
  return told && problem['status'] === statusCode && problem['message'] !== '' ? null : 'a malformed error'
}

const prototype = () => Object.getOwnPropertyNames(Object.prototype).join()

/**
 * Creates a fixture and signs in as every kind of user right away, because nobody can sign in to an account
 * anymore after a call has closed it.
 */
async function openFixture(world: World) {
  const fixture = await permissionFixture(world)
  for (const kind of kinds) await fixture.as(kind)
  return fixture
}

/**
 * Sends `count` random calls, determined by the seed, to all endpoints as every kind of user. Returns the
 * faults and the findings of fsck.
 */
export async function fuzz(world: World, { count, seed }: { count: number; seed: number }) {
  const d = dice(seed)
  const before = prototype()
  let fixture = await openFixture(world)
  const docs = await (
    await fixture.as('admin')
  ).call({ method: 'GET', path: '/docs/json' } as never, {} as never)
  const { paths } = docs.body as unknown as Document
  const faults: Fault[] = []
  const statuses = new Map<number, number>()
  let slowest = 0
  const send = async (
    sent: Sent,
    { caller: { cookie }, xsrf, limit }: { caller: Caller; xsrf: string; limit: number },
  ) => {
    const headers = { cookie, 'x-xsrf-token': xsrf, ...sent.headers }
    const began = performance.now()
    const asked = world.app.inject({
      method: sent.call.split(' ')[0] as 'GET',
      url: sent.url,
      headers,
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    })
    const told = await Promise.race([asked, pause(10 * slowMs, null)])
    const ms = performance.now() - began
    slowest = Math.max(slowest, ms)
    statuses.set(told?.statusCode ?? 0, (statuses.get(told?.statusCode ?? 0) ?? 0) + 1)
    const what = told ? wrong(told, { ms, limit }) : 'no answer'
    if (what) faults.push({ what, sent, answer: told?.body.slice(0, 300) ?? '' })
    return told?.statusCode
  }
  for (let n = 0; n < count; n += 1) {
    if (n % perStage === perStage - 1) fixture = await openFixture(world)
    const endpoint = d.of(world.app.endpoints)
    const able = kinds.filter((kind) => reach(kind, endpoint.who))
    const kind = d.often(85) && able.length > 0 ? d.of(able) : d.of(kinds)
    const caller = await fixture.as(kind)
    const operation =
      paths[`/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`]?.[endpoint.method.toLowerCase()]
    if (!operation) throw new Error(`The API document has no ${endpoint.method} ${endpoint.path}.`)
    const sent = {
      n,
      kind,
      call: `${endpoint.method} ${endpoint.path}`,
      ...request(d, { endpoint, operation, fixture, kind }),
    }
    const xsrf = d.often(97) ? (/XSRF-TOKEN=([^;]+)/.exec(caller.cookie)?.[1] ?? '') : 'x'
    const status = await send(sent, {
      caller,
      xsrf,
      limit: endpoint.media === 'application/zip' ? 10 * slowMs : slowMs,
    })
    // A call ended the session or closed the account, so everybody signs in on a new fixture.
    if (status === 401 && kind !== 'anonymous') fixture = await openFixture(world)
  }
  return {
    faults,
    statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
    slowest,
    polluted: prototype() !== before,
    findings: await fsck(world.database.read),
  }
}

import { createHash, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Contract, type Endpoint, pathNames } from '#shared/contract.ts'
import { permissions, reach } from '#shared/permissions.ts'
import { malformed } from '#shared/problem.ts'
import { type Call, type Handlers, unpack } from './call.ts'
import { compress } from './compression.ts'
import { type Database, type Db, inTime } from './db.ts'
import { type Actor, enter, has, readingAll } from './gate.ts'
import { touchToken } from './access-tokens.ts'
import { textOf } from './answer-text.ts'
import { guard, unsafe } from './guard.ts'
import { claimKey, claimSame, keepAnswer, keyFormat, releaseKey } from './idempotency.ts'
import { inputReader } from './input.ts'
import { knownOf, setKnownCookie } from './known-browsers.ts'
import type { ServedEndpoint } from './openapi.ts'
import { refuseChanged, type RoundTrip, roundTripOf, type Values, versionOf } from './round-trip.ts'
import { type Handle, shareAnswers } from './shared-answers.ts'
import { privilegedCalls } from './request-rights.ts'
import {
  clearSessionCookie,
  setSessionCookie,
  setXsrfCookie,
  type SessionStart,
  touchSession,
} from './session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All served endpoints. The permission test compares this list with the permission table. */
    endpoints: ServedEndpoint[]
  }
}

/** Shared resources of the engine, one set per process. */
export type ServerContext = {
  database: Database
  xsrfKey: KeyObject
  secure: boolean
  origins: readonly string[]
}

/**
 * Reads the version from `If-Match`: `"7"` is 7, and `*` or no header is null. A weak tag never matches, so
 * it becomes -1, which leads to 412. Anything else is 400 (reliability B22).
 */
function ifMatchOf(request: FastifyRequest) {
  const tag = request.headers['if-match']
  if (tag === undefined || tag === '*') return null
  if (tag.startsWith('W/')) return -1
  const version = /^"(\d{1,9})"$/.exec(tag)?.[1]
  if (!version) throw malformed([{ path: '/If-Match', message: 'must be a version such as "7"' }])
  return Number(version)
}

function idempotencyKey(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyFormat.test(key))
    throw malformed([{ path: '/Idempotency-Key', message: 'must be 8 to 64 letters, digits, _ or -' }])
  return key
}

/** Returns the response as it may be stored, without a secret that is shown only once. */
const keepable = (text: string | null, { secret }: Endpoint) =>
  text === null || secret === undefined
    ? text
    : JSON.stringify({ ...(JSON.parse(text) as object), [secret]: null })

/** Returns a hash of a call's method, URL and body. */
const hashOf = ({ url, body }: FastifyRequest, { method }: Endpoint) =>
  createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null))
    .digest()

const sessionName = ({ token }: SessionStart) => createHash('sha256').update(token).digest('hex')

/**
 * Cache policy of pictures. A picture is named by its hash, so it never changes, but it is cached for at most
 * half a day because tablets are shared.
 */
const forToday = 'private, max-age=43200, immutable'

type ResponseBody = string | Uint8Array | Readable | null

function send(reply: FastifyReply, status: number, text: ResponseBody, media = 'application/json') {
  if (text === null) return reply.code(204).send()
  if (media.startsWith('image/')) reply.header('cache-control', forToday)
  return reply
    .code(status)
    .header(
      'content-type',
      typeof text === 'string' || media.startsWith('text/') || reply.hasHeader('content-encoding')
        ? `${media}; charset=utf-8`
        : media,
    )
    .serializer((ready: string) => ready)
    .send(text)
}

/**
 * Sets the headers and cookies of a response. Returns its status, its body, and the handler's result itself
 * if other callers share it.
 */
function prepareReply(reply: FastifyReply, answer: unknown, { context, endpoint }: EndpointContext) {
  const { body, status = 200, session, known, file } = unpack(answer)
  if (file) reply.header('content-disposition', `attachment; filename="${file}"`)
  if (session === 'ended') {
    clearSessionCookie(reply, context.secure)
    // Not "storage", because it may contain answers to be sent in their owner's next session. Not "cookies",
    // because other products under the same domain have cookies too.
    reply.header('clear-site-data', '"cache"')
  }
  if (session && session !== 'ended') {
    setSessionCookie(reply, session, context.secure)
    setXsrfCookie(reply, context.xsrfKey, sessionName(session), context.secure)
  }
  if (known) setKnownCookie(reply, known, context.secure)
  const version = (body as { version?: unknown } | null)?.version
  if (typeof version === 'number' || typeof version === 'string') reply.header('etag', `"${version}"`)
  const text = textOf(reply, body, endpoint)
  return { status: body === null ? 204 : status, text, shared: endpoint.shared && (body as object) }
}

/** Media types of a form that a mail program posts (RFC 8058). */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Registers an endpoint with parsers for its kind of body. An endpoint for a file accepts no other body (415)
 * and reads the file whole, up to its limit. The fields of a form are ignored.
 */
function withBodyParser(
  app: FastifyInstance,
  { bytes, takesForm }: Endpoint,
  addRoute: (scope: FastifyInstance) => void,
) {
  if (takesForm)
    return void app.register((inner, _, done) => {
      inner.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, {}))
      addRoute(inner)
      done()
    })
  if (!bytes) return addRoute(app)
  void app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(bytes, { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    addRoute(inner)
    done()
  })
}

/**
 * Returns the actor whose scope applies to a call, or null if the call runs with the rights of the database's
 * owner. The scope of a call that needs no sign-in, such as a calendar, comes from its input, regardless of
 * who is signed in.
 */
const scopeOf = (request: FastifyRequest, endpoint: Endpoint) => {
  const { who, method, path } = endpoint
  return `${method} ${path}` in privilegedCalls || reach('anonymous', who) !== null
    ? null
    : callerOf(request, endpoint)
}

/**
 * Returns the caller with the centers that this call reaches. Those include archived centers if the call
 * changes nothing or is allowed in them.
 */
const callerOf = ({ actor }: FastifyRequest, endpoint: Endpoint) =>
  unsafe(endpoint) && endpoint.effect !== 'reads' && !endpoint.inArchive ? actor : readingAll(actor)

type EndpointContext = { context: ServerContext; endpoint: Endpoint }

/**
 * Runs a read with the caller's scope, and throws 503 after `pagePatience`. Endpoints that open their own
 * transactions have no such limit and use the rights of the database's owner. If they return a file, their
 * reads still have the caller's scope, even while the file is being sent.
 */
async function readAs(
  scope: Actor | null,
  { context: { database }, endpoint }: EndpointContext,
  work: (db: unknown) => Promise<unknown>,
) {
  const { reads, longReads } = database
  const readsOf = endpoint.isLong ? longReads : reads
  if (endpoint.effect === 'own')
    return await work(scope && endpoint.media ? { ...database, read: readsOf(scope) } : database)
  return await inTime(work(scope ? readsOf(scope) : database.read))
}

/** A served GET with its handler, for comparing a record that was sent back. */
type ServedRead = ServedEndpoint & { handle: Handle }

/** Reads the current record and throws if a read-only field that was sent back differs from it. */
async function refuseFixed(
  reply: FastifyReply,
  roundTrip: RoundTrip<ServedRead>,
  call: Call<Endpoint>,
  fixed: Values,
) {
  const { read } = roundTrip
  const { body } = unpack(await read.handle(call))
  refuseChanged(fixed, JSON.parse(textOf(reply, body, read) as string) as Values, roundTrip)
}

/**
 * Returns a function that reads a call's input and runs its handler. It throws if the input is invalid or the
 * caller can't reach the center.
 */
function callRunner(app: FastifyInstance, { endpoint, context }: EndpointContext, handle: Handle) {
  const readInput = inputReader(endpoint)
  const names = pathNames(endpoint.path)
  const hasCenter = names.includes('centerId')
  const withoutCenter = ({ centerId, ...input }: Values) =>
    hasCenter || centerId === undefined ? input : { ...input, centerId }
  // Found at the first call, because only then are all endpoints registered.
  let record: RoundTrip<ServedRead> | null | undefined
  return async (request: FastifyRequest, reply: FastifyReply, db: unknown) => {
    const actor = callerOf(request, endpoint) as Actor
    record = record === undefined ? roundTripOf(endpoint, app.endpoints as ServedRead[]) : record
    const roundTrip = record && actor && has(actor, record.read.who) ? record : null
    const { input, fixed } = readInput(request, roundTrip)
    const reader = endpoint.effect === 'own' ? (db as Database).read : (db as Db)
    const call: Call<Endpoint> = {
      input: withoutCenter(input),
      actor,
      center: hasCenter ? await enter(reader, actor, input['centerId'] as string) : null,
      db: db as Db,
      ifMatch: request.headers['if-match'] === undefined ? versionOf(fixed) : ifMatchOf(request),
      from: {
        address: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        known: knownOf(request, context.secure),
      },
      bytes: Buffer.isBuffer(request.body) ? request.body : undefined,
      signature: endpoint.signature && request.headers[endpoint.signature]?.toString(),
    }
    if (roundTrip && Object.keys(fixed).some((name) => name !== 'version')) {
      const which = roundTrip.read.input.parse(Object.fromEntries(names.map((name) => [name, input[name]])))
      await refuseFixed(reply, roundTrip, { ...call, input: withoutCenter(which), db: reader }, fixed)
    }
    return await handle(call)
  }
}

/** Registers one endpoint under `/api`. Adding a feature needs no changes here. */
function mount(app: FastifyInstance, context: ServerContext, endpoint: Endpoint, handle: Handle) {
  const endpointContext = { context, endpoint }
  const runCall = callRunner(app, endpointContext, handle)

  async function read(request: FastifyRequest, reply: FastifyReply) {
    if (unsafe(endpoint)) idempotencyKey(request)
    const answer = await readAs(scopeOf(request, endpoint), endpointContext, (db) =>
      runCall(request, reply, db),
    )
    const { status, text, shared } = prepareReply(reply, answer, endpointContext)
    const etag = reply.getHeader('etag')
    if (etag && endpoint.method === 'GET' && request.headers['if-none-match'] === etag)
      return reply.code(304).send()
    const sent = typeof text === 'string' && !endpoint.media ? await compress(reply, text, shared) : text
    return send(reply, status, sent, endpoint.media)
  }

  async function write(request: FastifyRequest, reply: FastifyReply) {
    const key = idempotencyKey(request)
    const caller = request.actor?.id ?? `address ${request.ip}`
    const work = async (db: Db) => {
      if (!key && !endpoint.once)
        return prepareReply(reply, await runCall(request, reply, db), endpointContext)
      const hash = hashOf(request, endpoint)
      const claim = { caller, key: key ?? `same-${hash.toString('hex')}`, hash }
      const before = key ? await claimKey(db, claim) : await claimSame(db, claim, reply.elapsedTime)
      if (before) {
        reply.header('idempotent-replayed', 'true')
        return { status: before.status, text: before.body }
      }
      const answer = prepareReply(reply, await runCall(request, reply, db), endpointContext)
      if (!key && answer.status === 200) await releaseKey(db, claim)
      else
        await keepAnswer(db, claim, {
          status: answer.status,
          body: typeof answer.text === 'string' ? keepable(answer.text, endpoint) : null,
        })
      return answer
    }
    const { status, text } = await context.database.write(
      work,
      scopeOf(request, endpoint),
      request.actor?.id ?? null,
    )
    return send(reply, status, text)
  }

  const reading = endpoint.method === 'GET' || endpoint.effect === 'reads' || endpoint.effect === 'own'
  withBodyParser(app, endpoint, (scope) =>
    scope.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(endpoint.limit ? { bodyLimit: endpoint.limit } : {}),
      config: { logsAccessTo: endpoint.logsAccessTo },
      onRequest: guard(endpoint, context),
      handler: reading ? read : write,
    }),
  )
}

/**
 * Serves every endpoint of a contract with the handler of the same name. Throws if an endpoint's permission
 * isn't in the permission table.
 */
export function serve<C extends Contract>(
  app: FastifyInstance,
  context: ServerContext,
  { feature, contract, routes }: { feature: string; contract: C; routes: Handlers<C> },
) {
  for (const [name, endpoint] of Object.entries(contract)) {
    if (!(endpoint.who in permissions))
      throw new Error(`${endpoint.method} ${endpoint.path} has no row in the permission table.`)
    const handle = routes[name] as unknown as Handle
    app.endpoints.push({ ...endpoint, feature, handle } as ServedRead)
    mount(app, context, endpoint, endpoint.shared ? shareAnswers(handle) : handle)
  }
}

/**
 * Extends the session's idle limit after the response, at most once a minute. A page's background reads
 * (`X-Background`) don't extend it, with two exceptions: a classroom device counts as in use while it is on,
 * and the last use of an access token must be shown.
 */
export function keepAlive(app: FastifyInstance, { database }: ServerContext) {
  app.addHook('onResponse', async (request) => {
    if (!request.actor || !request.sessionStale) return
    const { actor } = request
    if (actor.kind !== 'devices' && actor.kind !== 'tokens' && request.headers['x-background'] !== undefined)
      return
    await database
      .write((db) => (actor.kind === 'tokens' ? touchToken(db, actor) : touchSession(db, actor, request.ip)))
      .catch((error: unknown) => {
        const message = 'session not touched'
        app.limitedLog.write(
          { level: 'warn', kind: message, subject: '', facts: {}, message },
          { error },
          request.log,
        )
      })
  })
}

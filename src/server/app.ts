import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { idsAtWork } from '#features/students/queries.ts'
import { notFound } from '#shared/problem.ts'
import { accessTokenOf, accessTokensOf, wrongToken } from './access-tokens.ts'
import { batched } from './batched.ts'
import { admit, admitCallers } from './load-shedding.ts'
import { setClock } from './clock.ts'
import { inTime, openDatabase, pagePatience, type Database } from './db.ts'
import { noteReads } from './access-log.ts'
import { serveDocs } from './docs.ts'
import { refuseAddress, refuseLine, sendFailure } from './failure.ts'
import { inventory } from '../../db/columns.ts'
import { features } from './features.ts'
import type { Actor } from './gate.ts'
import { setRateProfile } from './throttle.ts'
import { setHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { readBodies } from './input.ts'
import { serverCrons, serverJobs } from './server-jobs.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { closeSockets, serveLive, slowOpenings } from './live.ts'
import { gauge } from './metrics.ts'
import { servePages } from './pages.ts'
import { countWrongToken, inUnknownTokensRate, noteToken } from './rate-limits.ts'
import { serveReports } from './browser-reports.ts'
import { logging, noteRequests, tellSlow } from './requests.ts'
import { serveSecurityTxt } from './security-txt.ts'
import { keepAlive, serve, type ServerContext } from './serve.ts'
import {
  installationKey,
  sessionsOf,
  setXsrfCookie,
  sha256,
  tokenOf,
  wasDevice,
  xsrfFits,
  xsrfKeyOf,
} from './session.ts'
import type { Settings } from './settings.ts'
import { trace } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** True if this session's idle limit should be extended now. */
    sessionStale: boolean
    /** True if the cookie belongs to a device's session that has ended. */
    wasDevice: boolean
  }
}

/**
 * Reads the session before any other hook sees the request, and sets the XSRF cookie that the page needs for
 * writes. `guard` checks the token of each write.
 */
function knowCallers(
  app: FastifyInstance,
  { database, secure, xsrfKey, origins }: ServerContext,
  settings: Settings,
) {
  app.decorateRequest('actor', null)
  app.decorateRequest('sessionStale', false)
  app.decorateRequest('wasDevice', false)
  const find = batched((tokens) => sessionsOf(database.read, tokens, settings))
  const findToken = batched((tokens) => accessTokensOf(database.read, tokens, settings))
  async function knowProgram(request: FastifyRequest, reply: FastifyReply, token: string) {
    const hash = sha256(token).toString('hex')
    inUnknownTokensRate(hash, request.ip)
    const found = await inTime(findToken(token))
    noteToken(hash, found !== undefined)
    if (!found) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      countWrongToken(request.ip)
      throw wrongToken()
    }
    request.actor = found.actor
    request.sessionStale = found.stale
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const accessToken = accessTokenOf(request)
    // A program's call has the rights of its token, even if a browser adds the cookie of a session.
    if (accessToken) return await knowProgram(request, reply, accessToken)
    const token = tokenOf(request, secure)
    if (!token) return
    const hash = sha256(token).toString('hex')
    inUnknownTokensRate(hash, request.ip)
    const session = (await inTime(find(token))) ?? null
    noteToken(hash, session !== null)
    request.actor = session?.actor ?? null
    request.sessionStale = session?.stale ?? false
    if (!session) {
      request.wasDevice = await wasDevice(database.read, token)
      return
    }
    if (request.method !== 'GET') return
    const known = request.cookies['XSRF-TOKEN']
    const xsrf = xsrfFits(xsrfKey, session.actor.session, known)
      ? known
      : setXsrfCookie(reply, xsrfKey, session.actor.session, secure)
    // Pages from allowed origins can't read our cookies, so they get the token in a header that only they can
    // read.
    if (origins.includes(request.headers.origin ?? '')) reply.header('x-xsrf-token', xsrf)
  })
}

async function openContext(database: Database, settings: Settings): Promise<ServerContext> {
  const origin = settings.publicUrl ? new URL(settings.publicUrl).origin : null
  const xsrfKey = await database.write(async (db) => {
    // Calendars, known browsers, trial forms and notifications are read without a write transaction, so their
    // keys must already exist. Emails are also sent without one.
    for (const name of ['calendar', 'browser', 'trial-form', 'unsubscribe', 'push'])
      await installationKey(db, name)
    return await xsrfKeyOf(db)
  })
  const origins = [...(origin ? [origin] : []), ...settings.allowedOrigins]
  return { database, xsrfKey, secure: origin?.startsWith('https:') ?? false, origins }
}

type Plan = {
  settings: Settings
  databaseUrl: string
  /**
   * Database URL that signs in as the role of requests. If null, the owner switches to that role in each
   * transaction.
   */
  requestsUrl: string | null
  /** True once this process has been asked to stop. */
  leaving?: () => boolean
}

/** Builds the whole server on one database, ready to `listen` or `inject`. `close()` drains it. */
export async function buildApp({ settings, databaseUrl, requestsUrl, leaving = () => false }: Plan) {
  const app = fastify({
    ...logging(settings),
    // An empty list would also trust nobody, but would be checked on every request.
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // A client that is silent for longer than a keep-alive connection stays open is gone (reliability F6).
    connectionTimeout: 80_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Still answer requests that arrive during shutdown.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // Mail programs post to the address in List-Unsubscribe, which is a page for everybody else (RFC 8058).
    rewriteUrl: ({ method, url = '/' }) =>
      method === 'POST' && url.startsWith('/unsubscribe/') ? `/api${url}` : url,
    // Bad addresses and unreadable requests get our own error format too.
    frameworkErrors: refuseAddress(settings),
    clientErrorHandler: refuseLine,
  })
  setClock(settings.today)
  setRateProfile(settings.rateProfile)
  const database = openDatabase(databaseUrl, {
    requests: requestsUrl,
    room: 1000,
    patience: pagePatience,
    slow: tellSlow(app),
  })
  gauge('blended_write_connections_used', () => database.writes().used)
  gauge('blended_writes_waiting', () => database.writes().waiting)
  const context = await openContext(database, settings)
  app.addHook('onClose', () => database.close())
  readBodies(app)
  app.setErrorHandler(sendFailure)
  await app.register(cookie)
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024, perMessageDeflate: false },
    preClose: closeSockets,
  })
  // Must come after the WebSocket plugin, which marks requests that open a socket.
  noteRequests(app)
  await trace(app, settings.tracesUrl)
  setHeaders(app, settings)
  admitCallers(app)
  admit(app)
  slowOpenings(app, { ...context, workers: settings.workers })
  knowCallers(app, context, settings)
  keepAlive(app, context)
  noteReads(app, context)
  serveHealth(app, { database, leaving })
  serveSecurityTxt(app, settings)
  await serveDocs(app)
  app.decorate('endpoints', [])
  const wording = features.flatMap((feature) => feature.wording ?? [])
  for (const { name, endpoints } of features)
    for (const served of endpoints(settings, wording, inventory))
      serve(app, context, { feature: name, ...served })
  await serveLive(app, { ...context, roster: idsAtWork, workers: settings.workers })
  await startJobs(app, {
    database,
    databaseUrl,
    settings,
    jobs: Object.assign(
      {},
      serverJobs,
      ...features.map(({ jobs }) => jobs?.(databaseUrl, inventory)),
    ) as Jobs,
    cron: [...serverCrons(settings), ...features.flatMap(({ cron = [] }) => cron)],
  })
  const pages = join(import.meta.dirname, '../../dist/web')
  await serveReports(app)
  if (existsSync(pages)) await servePages(app, pages, settings)
  else app.setNotFoundHandler((request, reply) => sendFailure(notFound(), request, reply))
  return app
}

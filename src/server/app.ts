import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import fastify from 'fastify'
import { idsAtWork } from '#features/students/queries.ts'
import { notFound } from '#shared/problem.ts'
import { raiseAlarm } from './alarm.ts'
import { identifyCallers } from './callers.ts'
import { shedCalls, shedConnections } from './load-shedding.ts'
import { setClock } from './clock.ts'
import { openDatabase, pagePatience, type Database } from './db.ts'
import { noteReads } from './access-log.ts'
import { serveDocs } from './docs.ts'
import { refuseAddress, refuseLine, sendFailure } from './failure.ts'
import { inventory } from '../../db/columns.ts'
import { features } from './features.ts'
import { setRateProfile } from './throttle.ts'
import { setHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { readBodies } from './input.ts'
import { serverCrons, serverJobs } from './server-jobs.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { closeSockets, serveLive, slowOpenings } from './live.ts'
import { gauge, ownGauge } from './metrics.ts'
import { servePages } from './pages.ts'
import { serveReports } from './browser-reports.ts'
import { loggerOptions, noteRequests, slowStatementLog } from './requests.ts'
import { serveSecurityTxt } from './security-txt.ts'
import { keepAlive, serve, type ServerContext } from './serve.ts'
import { installationKey, xsrfKeyOf } from './session.ts'
import type { Settings } from './settings.ts'
import { trace } from './tracing.ts'

const replicaIsLate =
  'The replica at DATABASE_READ_URL is more than 5 seconds behind or doesn’t answer. Until it has caught up, everything is read from the primary.'

async function openContext(database: Database, settings: Settings): Promise<ServerContext> {
  const origin = settings.publicUrl ? new URL(settings.publicUrl).origin : null
  const xsrfKey = await database.write(async (db) => {
    // Create these keys at startup, because calendars, known browsers, trial forms, unsubscribe links and
    // notifications need them outside a write transaction.
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
   * Database URL that signs in as the request role. If null, the owner switches to that role in each
   * transaction.
   */
  requestsUrl: string | null
  /** Returns true once this process has been asked to stop. */
  leaving?: () => boolean
}

/** Builds the whole server on one database, ready to `listen` or `inject`. `close()` drains it. */
export async function buildApp({ settings, databaseUrl, requestsUrl, leaving = () => false }: Plan) {
  const app = fastify({
    ...loggerOptions(settings),
    // An empty list would also trust nobody, but would be checked on every request.
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // A client counts as gone once it has been silent for longer than a keep-alive connection stays open
    // (reliability F6).
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
    // Invalid URLs and unreadable requests get our own error format too.
    frameworkErrors: refuseAddress(settings),
    clientErrorHandler: refuseLine,
  })
  setClock(settings.today)
  setRateProfile(settings.rateProfile)
  const database = openDatabase(databaseUrl, {
    requests: requestsUrl,
    pooledUrl: settings.pooledDatabaseUrl,
    replica: settings.readDatabaseUrl
      ? { url: settings.readDatabaseUrl, onLate: (db) => raiseAlarm(db, 'replica', replicaIsLate) }
      : null,
    room: 1000,
    patience: pagePatience,
    slow: slowStatementLog(app),
  })
  gauge('blended_write_connections_used', () => database.writes().used)
  gauge('blended_writes_waiting', () => database.writes().waiting)
  if (settings.readDatabaseUrl) ownGauge('blended_replica_lag_seconds', () => database.replicaLag() ?? 0)
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
  shedConnections(app)
  shedCalls(app)
  slowOpenings(app, { ...context, workers: settings.workers })
  identifyCallers(app, context, settings)
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

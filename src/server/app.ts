import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { material } from '#features/material/api.ts'
import { assessments } from '#features/material/assessments/api.ts'
import { assessmentRoutes } from '#features/material/assessments/routes.ts'
import { clones } from '#features/material/clone/api.ts'
import { cloneRoutes } from '#features/material/clone/routes.ts'
import { hints } from '#features/material/hints/api.ts'
import { hintRoutes } from '#features/material/hints/routes.ts'
import { materialRoutes } from '#features/material/routes.ts'
import { tests } from '#features/material/tests/api.ts'
import { testRoutes } from '#features/material/tests/routes.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { visualRoutes } from '#features/material/visuals/routes.ts'
import { trash } from '#features/material/trash/api.ts'
import { trashRoutes } from '#features/material/trash/routes.ts'
import { attendance } from '#features/attendance/api.ts'
import { attendanceHistory } from '#features/attendance/history/api.ts'
import { attendanceHistoryRoutes } from '#features/attendance/history/routes.ts'
import { attendanceRoutes } from '#features/attendance/routes.ts'
import { centers } from '#features/centers/api.ts'
import { dashboard } from '#features/centers/dashboard/api.ts'
import { dashboardRoutes } from '#features/centers/dashboard/routes.ts'
import { centersRoutes } from '#features/centers/routes.ts'
import { settings as centerSettings } from '#features/centers/settings/api.ts'
import { settingsRoutes } from '#features/centers/settings/routes.ts'
import { classroom } from '#features/classroom/api.ts'
import { presence } from '#features/classroom/presence/api.ts'
import { presenceRoutes } from '#features/classroom/presence/routes.ts'
import { classroomRoutes } from '#features/classroom/routes.ts'
import { devices } from '#features/devices/api.ts'
import { devicesRoutes } from '#features/devices/routes.ts'
import { emails } from '#features/emails/api.ts'
import { emailsRoutes } from '#features/emails/routes.ts'
import { absences } from '#features/family/absences/api.ts'
import { absencesRoutes } from '#features/family/absences/routes.ts'
import { family } from '#features/family/api.ts'
import { familyRoutes } from '#features/family/routes.ts'
import { materialExport } from '#features/exchange/export/api.ts'
import { exportRoutes } from '#features/exchange/export/routes.ts'
import { materialImports } from '#features/exchange/import/api.ts'
import { importMaterial } from '#features/exchange/import/jobs.ts'
import { materialImportRoutes } from '#features/exchange/import/routes.ts'
import { oddities } from '#features/oddities/api.ts'
import { odditiesRoutes } from '#features/oddities/routes.ts'
import { completeWork } from '#features/practice/doing/jobs.ts'
import { questions } from '#features/questions/api.ts'
import { imports } from '#features/questions/import/api.ts'
import { importQuestions } from '#features/questions/import/jobs.ts'
import { importRoutes } from '#features/questions/import/routes.ts'
import { retire, retireCron } from '#features/privacy/retention/jobs.ts'
import { operationCron, operationJobs } from '#features/operation/jobs.ts'
import { printing } from '#features/printing/api.ts'
import { printingRoutes } from '#features/printing/routes.ts'
import { questionRoutes } from '#features/questions/routes.ts'
import { days } from '#features/schedule/days/api.ts'
import { daysRoutes } from '#features/schedule/days/routes.ts'
import { details } from '#features/schedule/details/api.ts'
import { detailsRoutes } from '#features/schedule/details/routes.ts'
import { schedules } from '#features/schedule/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { classesRoutes } from '#features/schedule/classes/routes.ts'
import { calendars } from '#features/schedule/calendar/api.ts'
import { calendarsRoutes } from '#features/schedule/calendar/routes.ts'
import { breaks } from '#features/schedule/breaks/api.ts'
import { breaksRoutes } from '#features/schedule/breaks/routes.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { creditsRoutes } from '#features/schedule/credits/routes.ts'
import { offers } from '#features/schedule/offers/api.ts'
import { offersRoutes } from '#features/schedule/offers/routes.ts'
import { places } from '#features/schedule/places/api.ts'
import { placesRoutes } from '#features/schedule/places/routes.ts'
import { schedulesRoutes } from '#features/schedule/routes.ts'
import { checkStudents } from '#features/students/import/checking/jobs.ts'
import { importStudents } from '#features/students/import/jobs.ts'
import { undoStudentsImport } from '#features/students/import/undo/jobs.ts'
import { idsAtWork } from '#features/students/queries.ts'
import { notFound } from '#shared/problem.ts'
import { admit, admitCallers } from './admission.ts'
import { setClock } from './clock.ts'
import { inTime, openDatabase, pagePatience, type Database } from './db.ts'
import { noteReads } from './disclosure.ts'
import { serveDocs } from './docs.ts'
import { refuseAddress, refuseLine, sendFailure } from './failure.ts'
import { accountJobs, serveAccounts } from './accounts.ts'
import type { Actor } from './gate.ts'
import { setRateProfile } from './guessing.ts'
import { setHeaders } from './headers.ts'
import { serveHealth } from './health.ts'
import { readBodies } from './input.ts'
import { houseCrons, houseJobs } from './house-jobs.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { serveKept } from './kept.ts'
import { serveKeeping } from './keeping.ts'
import { closeLines, serveLive, slowOpenings } from './live.ts'
import { gauge } from './metrics.ts'
import { servePages } from './pages.ts'
import { inUnknownTokensRate, noteToken } from './rates.ts'
import { serveReports } from './reports.ts'
import { logging, noteRequests, tellSlow } from './requests.ts'
import { keepAlive, serve, type House } from './serve.ts'
import { houseKey, sessionOf, setXsrfCookie, sha256, tokenOf, wasDevice, xsrfFits, xsrfKeyOf } from './session.ts'
import type { Settings } from './settings.ts'
import { serveWork } from './work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** The idle limit of this session is due to be moved on. */
    sessionStale: boolean
    /** The cookie belonged to a device whose session has ended. */
    wasDevice: boolean
  }
}

/** Every feature, one line each. */
function serveFeatures(app: FastifyInstance, house: House, settings: Settings) {
  serveAccounts(app, house, settings)
  serve(app, house, { feature: 'material', contract: material, routes: materialRoutes })
  serve(app, house, { feature: 'material', contract: assessments, routes: assessmentRoutes })
  serve(app, house, { feature: 'material', contract: clones, routes: cloneRoutes })
  serve(app, house, { feature: 'material', contract: hints, routes: hintRoutes })
  serve(app, house, { feature: 'tests', contract: tests, routes: testRoutes })
  serve(app, house, { feature: 'trash', contract: trash, routes: trashRoutes })
  serve(app, house, { feature: 'visuals', contract: visuals, routes: visualRoutes })
  serve(app, house, { feature: 'printing', contract: printing, routes: printingRoutes })
  serve(app, house, { feature: 'questions', contract: questions, routes: questionRoutes })
  serve(app, house, { feature: 'questions', contract: imports, routes: importRoutes })
  serve(app, house, { feature: 'exchange', contract: materialExport, routes: exportRoutes })
  serve(app, house, { feature: 'exchange', contract: materialImports, routes: materialImportRoutes })
  serve(app, house, { feature: 'centers', contract: centers, routes: centersRoutes })
  serve(app, house, { feature: 'centers', contract: centerSettings, routes: settingsRoutes })
  serve(app, house, { feature: 'centers', contract: dashboard, routes: dashboardRoutes })
  serve(app, house, { feature: 'schedule', contract: schedules, routes: schedulesRoutes })
  serve(app, house, { feature: 'schedule', contract: days, routes: daysRoutes })
  serve(app, house, { feature: 'schedule', contract: details, routes: detailsRoutes })
  serve(app, house, { feature: 'schedule', contract: classes, routes: classesRoutes })
  serve(app, house, { feature: 'schedule', contract: calendars, routes: calendarsRoutes(settings) })
  serve(app, house, { feature: 'schedule', contract: places, routes: placesRoutes })
  serve(app, house, { feature: 'schedule', contract: breaks, routes: breaksRoutes })
  serve(app, house, { feature: 'schedule', contract: offers, routes: offersRoutes })
  serve(app, house, { feature: 'schedule', contract: credits, routes: creditsRoutes })
  serve(app, house, { feature: 'attendance', contract: attendance, routes: attendanceRoutes })
  serve(app, house, { feature: 'attendance', contract: attendanceHistory, routes: attendanceHistoryRoutes })
  serve(app, house, { feature: 'oddities', contract: oddities, routes: odditiesRoutes })
  serve(app, house, { feature: 'emails', contract: emails, routes: emailsRoutes(settings) })
  serve(app, house, { feature: 'devices', contract: devices, routes: devicesRoutes })
  serve(app, house, { feature: 'classroom', contract: classroom, routes: classroomRoutes })
  serve(app, house, { feature: 'classroom', contract: presence, routes: presenceRoutes })
  serveKept(app, house)
  serveWork(app, house)
  serveKeeping(app, house, settings)
  serve(app, house, { feature: 'family', contract: family, routes: familyRoutes })
  serve(app, house, { feature: 'family', contract: absences, routes: absencesRoutes })
}

const jobs: Jobs = {
  ...houseJobs,
  ...accountJobs,
  retire,
  'import-questions': importQuestions,
  'check-students': checkStudents,
  'import-students': importStudents,
  'undo-students-import': undoStudentsImport,
  'complete-work': completeWork,
  'import-material': importMaterial,
}

/** Reads the session before anything else looks at the request, and sees to it that its page can write; a write's token is for `guard`. */
function knowCallers(app: FastifyInstance, { database, secure, xsrfKey, origins }: House, settings: Settings) {
  app.decorateRequest('actor', null)
  app.decorateRequest('sessionStale', false)
  app.decorateRequest('wasDevice', false)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const token = tokenOf(request, secure)
    if (!token) return
    const hash = sha256(token).toString('hex')
    inUnknownTokensRate(hash, request.ip)
    const session = await inTime(sessionOf(database.read, token, settings))
    noteToken(hash, session !== null)
    request.actor = session?.actor ?? null
    request.sessionStale = session?.stale ?? false
    if (!session) {
      request.wasDevice = await wasDevice(database.read, token)
      return
    }
    if (request.method !== 'GET') return
    const known = request.cookies['XSRF-TOKEN']
    const xsrf = xsrfFits(xsrfKey, session.actor.session, known) ? known : setXsrfCookie(reply, xsrfKey, session.actor.session, secure)
    // Pages of allowed origins can't read our cookies, and nobody else can read this header.
    if (origins.includes(request.headers.origin ?? '')) reply.header('x-xsrf-token', xsrf)
  })
}

async function openHouse(database: Database, settings: Settings): Promise<House> {
  const origin = settings.publicUrl ? new URL(settings.publicUrl).origin : null
  const xsrfKey = await database.write(async (db) => {
    // Calendars and known browsers are read without a write, so their keys are there before.
    for (const name of ['calendar', 'browser']) await houseKey(db, name)
    return await xsrfKeyOf(db)
  })
  const origins = [...(origin ? [origin] : []), ...settings.allowedOrigins]
  return { database, xsrfKey, secure: origin?.startsWith('https:') ?? false, origins }
}

type Plan = {
  settings: Settings
  databaseUrl: string
  /** The same database as requests sign in to it; null: its owner takes their role on. */
  requestsUrl: string | null
  /** Whether this process was told to end. */
  leaving?: () => boolean
}

/** The whole server on one database, ready to `listen` or `inject`. `close()` drains it. */
export async function buildApp({ settings, databaseUrl, requestsUrl, leaving = () => false }: Plan) {
  const app = fastify({
    ...logging(settings),
    // An empty list would trust nobody as well, but ask for every request.
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // Who neither sends nor reads for longer than a quiet connection is kept has gone (reliability F6).
    connectionTimeout: 80_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Whoever still gets through is answered, until nobody does.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // What is no address at all, or no request, fails in our words too.
    frameworkErrors: refuseAddress(settings),
    clientErrorHandler: refuseLine,
  })
  setClock(settings.today)
  setRateProfile(settings.rateProfile)
  const database = openDatabase(databaseUrl, { requests: requestsUrl, room: 1000, patience: pagePatience, slow: tellSlow(app) })
  gauge('blended_write_connections_used', () => database.writes().used)
  gauge('blended_writes_waiting', () => database.writes().waiting)
  const house = await openHouse(database, settings)
  app.addHook('onClose', () => database.close())
  readBodies(app)
  app.setErrorHandler(sendFailure)
  await app.register(cookie)
  await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false }, preClose: closeLines })
  // After that, a request is known for one that opens a socket.
  noteRequests(app)
  setHeaders(app, settings)
  admitCallers(app)
  admit(app)
  slowOpenings(app, { ...house, workers: settings.workers })
  knowCallers(app, house, settings)
  keepAlive(app, house)
  noteReads(app, house)
  serveHealth(app, { database, leaving })
  await serveDocs(app)
  app.decorate('endpoints', [])
  serveFeatures(app, house, settings)
  await serveLive(app, { ...house, roster: idsAtWork, workers: settings.workers })
  await startJobs(app, {
    database,
    databaseUrl,
    settings,
    jobs: { ...jobs, ...operationJobs(databaseUrl) },
    cron: [...houseCrons(settings), retireCron, operationCron],
  })
  const pages = join(import.meta.dirname, '../../dist/web')
  await serveReports(app)
  if (existsSync(pages)) await servePages(app, pages, settings)
  else app.setNotFoundHandler((request, reply) => sendFailure(notFound(), request, reply))
  return app
}

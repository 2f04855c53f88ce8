import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, sentences } from '#shared/problem.ts'
import { lineAnswer } from './failure.ts'

/**
 * Maximum number of calls in progress in one process: students' writes (`answers`) and all other calls
 * (`others`). More would only make everybody wait longer. They are counted separately, so that screens, which
 * automatically repeat their reads, can't keep out students' answers.
 */
const most = { answers: 75, others: 120 }
/** Maximum number of writes in progress by one student, so that nobody can keep out all other students. */
const mostOfStudent = 25

/**
 * Kind under which a call is counted. `student` is the id of the student who writes, or null for other calls
 * and while the student isn't known yet.
 */
type Counted = { kind: keyof typeof most; student: string | null }

declare module 'fastify' {
  interface FastifyRequest {
    /** Entry under which this request is counted now, or null while it isn't counted. */
    countedAs: Counted | null
  }
}

/**
 * A 503 that asks the caller to try again after a second. Created once, because under overload there are
 * thousands a second.
 */
const overloaded = new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

/**
 * Returns what a request counts as, or null if it isn't a call. Decides by the route, because a URL can be
 * encoded in several ways.
 */
function kindOf({ method, url, ws, routeOptions }: FastifyRequest): keyof typeof most | null {
  const path = routeOptions.url ?? url
  if (ws || !path.startsWith('/api/')) return null
  const reads = method === 'GET' || method === 'HEAD'
  return !reads && path.startsWith('/api/student/') ? 'answers' : 'others'
}

/**
 * Refuses calls while too many are in progress (reliability L3), before any database query. A call counts
 * while the server works on it, but not while its body or response is in transit, which can take a long time
 * on a slow connection.
 */
export function shedCalls(app: FastifyInstance) {
  const inProgress = { answers: 0, others: 0 }
  const ofStudents = new Map<string, number>()
  const countOf = (student: string | null) => (student === null ? 0 : (ofStudents.get(student) ?? 0))
  const add = ({ kind, student }: Counted, change: 1 | -1) => {
    inProgress[kind] += change
    if (student === null) return
    const count = countOf(student) + change
    if (count > 0) ofStudents.set(student, count)
    else ofStudents.delete(student)
  }
  const take = (request: FastifyRequest, countedAs: Counted) => {
    add(countedAs, 1)
    request.countedAs = countedAs
  }
  const leave = (request: FastifyRequest) => {
    if (request.countedAs) add(request.countedAs, -1)
    request.countedAs = null
  }
  app.decorateRequest('countedAs', null)
  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request)
    if (!kind) return done()
    if (inProgress[kind] >= most[kind]) return done(overloaded)
    take(request, { kind, student: null })
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  // The call is counted again once its body is here, now with the student. Refusing it now wastes the work of
  // identifying that student, so the limit for all calls is twice as high here. It is reached only if many
  // bodies arrive at once.
  app.addHook('preValidation', (request, _reply, done) => {
    const kind = kindOf(request)
    if (!kind) return done()
    const student = kind === 'answers' ? (request.actor?.id ?? null) : null
    if (inProgress[kind] >= 2 * most[kind] || countOf(student) >= mostOfStudent) return done(overloaded)
    take(request, { kind, student })
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}

/**
 * Number of files and sockets that this process itself needs: for the database, the primary process and the
 * files it serves.
 */
const ownFiles = 100

/**
 * Returns the maximum number of client connections, derived from the system's limit on open files, or
 * Infinity if that limit is unknown.
 */
function maxCallers() {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files ? Math.max(Number(files) - ownFiles, 20) : Infinity
  } catch {
    return Infinity
  }
}

/**
 * Answers new connections with 503, without reading them, when this process is close to its limit on open
 * files (reliability F26). At the limit itself, a connection handed over by the primary process would never
 * arrive, and the primary would wait forever.
 */
export function shedConnections({ server }: FastifyInstance, limit = maxCallers()) {
  const full = lineAnswer(overloaded)
  let connected = 0
  server.on('connection', (socket: Socket) => {
    connected += 1
    socket.once('close', () => (connected -= 1))
    if (connected > limit) socket.end(full, () => socket.destroySoon())
  })
}

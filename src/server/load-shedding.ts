import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, sentences } from '#shared/problem.ts'
import { lineAnswer } from './failure.ts'

/**
 * Maximum number of students' writes (`answers`) and all other calls (`others`) in progress in one process.
 * More would only make everybody wait longer. They are counted separately, so that screens, which
 * automatically repeat their reads, can't keep out students' answers.
 */
const most = { answers: 75, others: 120 }
/** Maximum number of one person's among these, so that nobody can keep out all other students. */
const mostOfPerson = { answers: 25, others: Infinity }

declare module 'fastify' {
  interface FastifyRequest {
    /** The kind and caller under which this request is counted while it is in progress, otherwise null. */
    countedAs: { kind: keyof typeof most; person: string | null } | null
  }
}

/**
 * A 503 that asks the caller to try again after a second. Created once, because under overload there are
 * thousands a second.
 */
const overloaded = new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

/** Returns what a request counts as, by its route, because a URL can be encoded in several ways. */
function kindOf({ method, url, routeOptions }: FastifyRequest): keyof typeof most {
  const reads = method === 'GET' || method === 'HEAD'
  return !reads && (routeOptions.url ?? url).startsWith('/api/student/') ? 'answers' : 'others'
}

const isCall = ({ url, ws, routeOptions }: FastifyRequest) =>
  !ws && (routeOptions.url ?? url).startsWith('/api/')

/** Counts the calls of a kind in progress, as a whole and by person. */
function openCount(kind: keyof typeof most) {
  const ofPersons = new Map<string, number>()
  let all = 0
  return {
    isFull: () => all >= most[kind],
    /**
     * True if this person has too many in progress. Also true if there are twice as many as allowed, because
     * many bodies arrived at once.
     */
    isFullFor: (person: string | null) =>
      all >= 2 * most[kind] || (person !== null && (ofPersons.get(person) ?? 0) >= mostOfPerson[kind]),
    add: (person: string | null, change: 1 | -1) => {
      all += change
      if (person === null) return
      const count = (ofPersons.get(person) ?? 0) + change
      if (count > 0) ofPersons.set(person, count)
      else ofPersons.delete(person)
    },
  }
}

/**
 * Refuses calls while too many are in progress (reliability L3), before any database query. A call counts
 * while the server works on it, but not while its body or response is in transit, which can take long on a
 * slow connection.
 */
export function shedCalls(app: FastifyInstance) {
  const counts = { answers: openCount('answers'), others: openCount('others') }
  const take = (request: FastifyRequest) => {
    const [kind, person] = [kindOf(request), request.actor?.id ?? null]
    counts[kind].add(person, 1)
    request.countedAs = { kind, person }
  }
  const leave = (request: FastifyRequest) => {
    const { countedAs } = request
    if (countedAs) counts[countedAs.kind].add(countedAs.person, -1)
    request.countedAs = null
  }
  app.decorateRequest('countedAs', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCall(request)) return done()
    if (counts[kindOf(request)].isFull()) return done(overloaded)
    take(request)
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  // Counted again once its body is here, now with the person who called. Refusing it now wastes the work of
  // finding out who that is, so the limit is higher.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!isCall(request)) return done()
    if (counts[kindOf(request)].isFullFor(request.actor?.id ?? null)) return done(overloaded)
    take(request)
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

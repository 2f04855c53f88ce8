import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, sentences } from '#shared/problem.ts'
import { lineAnswer } from './failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request is counted as while it is in progress, otherwise null. */
    countedAs: 'answers' | 'others' | null
  }
}

/**
 * Maximum number of students' writes (`answers`) and of all other calls (`others`) in progress in one process.
 * More would only make everybody wait longer. They are counted separately, so that screens, which
 * automatically repeat their reads, can't keep out students' answers.
 */
const most = { answers: 75, others: 120 }

/**
 * A 503 that asks the caller to try again after a second. Created once, because under overload there are
 * thousands a second.
 */
const overloaded = new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

const kindOf = ({ method, url }: FastifyRequest) =>
  method !== 'GET' && url.startsWith('/api/student/') ? 'answers' : 'others'

/**
 * Refuses calls while too many are in progress (reliability L3), before any database query. A call counts
 * while the server works on it, but not while its body or response is in transit, which can take long on a
 * slow connection.
 */
export function shedCalls(app: FastifyInstance) {
  const inProgress = { answers: 0, others: 0 }
  const take = (request: FastifyRequest) => {
    if (request.countedAs) return
    request.countedAs = kindOf(request)
    inProgress[request.countedAs] += 1
  }
  const leave = (request: FastifyRequest) => {
    if (request.countedAs) inProgress[request.countedAs] -= 1
    request.countedAs = null
  }
  app.decorateRequest('countedAs', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/') || request.ws) return done()
    const kind = kindOf(request)
    if (inProgress[kind] >= most[kind]) return done(overloaded)
    take(request)
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.url.startsWith('/api/') && !request.ws) take(request)
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

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, sentences } from '#shared/problem.ts'
import { lineAnswer } from './failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** True while this request is counted as in progress. */
    admitted: boolean
  }
}

/**
 * Number of calls in progress in one process from which students' writes (`answers`) and all other calls
 * (`reads`) are refused. More would only make everybody wait longer. Students' answers have the higher limit,
 * because screens automatically repeat their reads.
 */
const most = { reads: 120, answers: 180 }

/** Returns a 503 that asks the caller to try again after a second. */
const overloaded = () => new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

const isStudentWrite = ({ method, url }: FastifyRequest) =>
  method !== 'GET' && url.startsWith('/api/student/')

/**
 * Refuses calls while too many are in progress (reliability L3), before any database query. A call counts
 * while the server works on it, but not while its body or response is in transit, which can take long on a
 * slow connection.
 */
export function shedCalls(app: FastifyInstance) {
  let busy = 0
  const take = (request: FastifyRequest) => {
    if (!request.admitted) busy += 1
    request.admitted = true
  }
  const leave = (request: FastifyRequest) => {
    if (request.admitted) busy -= 1
    request.admitted = false
  }
  app.decorateRequest('admitted', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/') || request.ws) return done()
    if (busy >= (isStudentWrite(request) ? most.answers : most.reads)) return done(overloaded())
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
  const full = lineAnswer(overloaded())
  let connected = 0
  server.on('connection', (socket: Socket) => {
    connected += 1
    socket.once('close', () => (connected -= 1))
    if (connected > limit) socket.end(full, () => socket.destroySoon())
  })
}

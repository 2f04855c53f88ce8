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
 * Maximum number of calls in progress in one process. Beyond that, everybody would only wait longer.
 * Students' answers are still accepted when reads are already refused, because screens repeat reads by
 * themselves.
 */
const most = { reads: 120, answers: 180 }

/** Returns 503: too many calls are in progress. There may be room a second later. */
const overloaded = () => new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

const handsIn = ({ method, url }: FastifyRequest) => method !== 'GET' && url.startsWith('/api/student/')

/**
 * Refuses calls while too many are in progress (reliability L3), before any database query. A call counts
 * while the product works on it, but not while its body arrives or its answer goes out, which can take long
 * on a slow connection.
 */
export function admit(app: FastifyInstance) {
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
    if (busy >= (handsIn(request) ? most.answers : most.reads)) return done(overloaded())
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
 * Files and sockets that this process needs itself: for the database, for the primary process, and for the
 * files it serves.
 */
const ownFiles = 100

/**
 * Returns the maximum number of connected clients, based on the system's limit of open files. Infinity if
 * that is unknown.
 */
function mostCallers() {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files ? Math.max(Number(files) - ownFiles, 20) : Infinity
  } catch {
    return Infinity
  }
}

/**
 * Answers 503 to new connections, without reading them, when this process has nearly reached its limit of
 * open files (reliability F26). At the limit itself, the primary process would hand over a connection that
 * never arrives, and wait for it forever.
 */
export function admitCallers({ server }: FastifyInstance, limit = mostCallers()) {
  const full = lineAnswer(overloaded())
  let connected = 0
  server.on('connection', (socket: Socket) => {
    connected += 1
    socket.once('close', () => (connected -= 1))
    if (connected > limit) socket.end(full, () => socket.destroySoon())
  })
}

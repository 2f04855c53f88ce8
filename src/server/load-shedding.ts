import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, sentences } from '#shared/problem.ts'
import { lineAnswer } from './failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It is counted among what this process is at. */
    admitted: boolean
  }
}

/**
 * How much one process takes on at once before it says "not now": beyond that everybody would only wait longer. What students hand in goes on
 * when reading is already refused, because a screen reads again by itself.
 */
const most = { reads: 120, answers: 180 }

/** 503: too much is under way; a second later there may be room. */
const overloaded = () => new Problem(503, 'overloaded', sentences.failed, { retryAfter: 1 })

const handsIn = ({ method, url }: FastifyRequest) => method !== 'GET' && url.startsWith('/api/student/')

/**
 * Refuses calls while too many are under way (reliability L3), before anything is asked of the database. A call counts while the product is at it:
 * not while its body comes in or its answer goes out, which a slow line may take long over.
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

/** Files and lines that this process needs for itself: to the database, to the primary process, and to read what it serves. */
const ownFiles = 100

/** How many callers may be connected at once, by what the system lets this process open; no end where it doesn't say. */
function mostCallers() {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files ? Math.max(Number(files) - ownFiles, 20) : Infinity
  } catch {
    return Infinity
  }
}

/**
 * Answers with 503 whoever calls when nearly all is open that the system lets this process open, before it reads a byte of it (reliability F26). At the
 * very end the primary process would hand over a line that doesn't arrive, and wait for it for ever.
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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { LiveEvent } from '#shared/live.ts'
import { reach } from '#shared/permissions.ts'
import type { Database, Db } from './db.ts'
import { type Actor, enter } from './gate.ts'
import { notFound } from '#shared/problem.ts'

/**
 * Events for open screens. A write publishes in its own transaction (`pg_notify`), every process hears it and passes it to the sockets that
 * joined the channel. Events carry ids, never rows: screens read again what they show, so that the scope of a read is the only scope.
 */

/** Tells every screen on `channel` when (and only if) the current transaction commits. */
export const publish = (db: Db, event: LiveEvent) => db`select pg_notify('live', ${JSON.stringify(event)})`

const soon = new Map<string, NodeJS.Timeout>()
const soonMs = 40

/**
 * Tells the screens a moment after a change that is already committed, and only once for many: for what happens hundreds of times a second,
 * because PostgreSQL lets only one transaction with a notification commit at a time.
 */
export function publishSoon({ single }: Database, event: LiveEvent) {
  const payload = JSON.stringify(event)
  if (soon.has(payload)) return
  const tell = () => {
    soon.delete(payload)
    // A screen that misses this reads again with the next event, or when its socket is new.
    single`select pg_notify('live', ${payload})`.catch(() => {})
  }
  soon.set(payload, setTimeout(tell, soonMs))
}

/** Ends every socket of a person, a device or a session within a second; said beside ending the session itself. */
export const publishEnd = (db: Db, ended: { person?: string; device?: string; session?: string }) =>
  db`select pg_notify('live', ${JSON.stringify({ ended })})`

const Frame = z.strictObject({ type: z.literal('join'), channel: z.string().max(100) })
const mostSockets = 5
const framesPerWindow = 30
const windowMs = 10_000
const pingMs = 30_000

type Seat = { socket: WebSocket; actor: Actor; channels: Set<string>; frames: number; bad: number; alive: boolean }

/** Whether the actor may hear a channel: the same scope as the reads behind it. Throws 404 when not. */
async function admit(db: Db, actor: Actor, channel: string) {
  const [kind, id] = [channel.slice(0, channel.indexOf(':')), channel.slice(channel.indexOf(':') + 1)]
  if (kind === 'center') return void (await enter(db, actor, id))
  if (kind === 'person' && id === actor.id) return
  if (kind === 'student' && /^[0-9a-f-]{36}$/.test(id)) {
    const [found] = await db`
      select 1 from students s where s.id = ${id} and (
        ${actor.kind === 'admin'} or s.center_id = any(${[...actor.centers]}) and ${actor.kind !== 'students'} or s.id = ${actor.id}
        or exists (select 1 from parent_links l where l.student_id = s.id and l.parent_id = ${actor.id} and l.portal and l.ended_at is null))
    `
    if (found) return
  }
  throw notFound()
}

function receive(seat: Seat, raw: string, db: Db) {
  seat.frames += 1
  if (seat.frames > framesPerWindow) return seat.socket.close(1008, 'too many messages')
  const frame = Frame.safeParse(parsed(raw))
  if (!frame.success) {
    seat.bad += 1
    if (seat.bad >= 3) return seat.socket.close(1008, 'unreadable messages')
    return seat.socket.send(JSON.stringify({ type: 'error', message: 'That message could not be read.' }))
  }
  const { channel } = frame.data
  admit(db, seat.actor, channel)
    .then(() => {
      seat.channels.add(channel)
      seat.socket.send(JSON.stringify({ type: 'joined', channel }))
    })
    .catch(() => seat.socket.send(JSON.stringify({ type: 'error', channel, message: 'Not found, please contact support.' })))
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

type Ended = { ended: { person?: string; device?: string; session?: string } }

function deliver(seats: Set<Seat>, payload: string) {
  const event = JSON.parse(payload) as LiveEvent | Ended
  for (const seat of seats) {
    if ('ended' in event) {
      const { person, device, session } = event.ended
      if (seat.actor.id === (person ?? device) || seat.actor.session === session) seat.socket.close(4401, 'session ended')
    } else if (seat.channels.has(event.channel)) seat.socket.send(JSON.stringify({ type: 'event', ...event }))
  }
}

/** Whether a page of ours opens the socket: exact origin only, because browsers send cookies along from anywhere (reliability T8). */
const sameOrigin = (request: FastifyRequest, origins: readonly string[]) => {
  const { origin, host } = request.headers
  return origin !== undefined && (origins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`)
}

/** Serves the websocket at `/api/live` and connects it to the database's notifications. */
export async function serveLive(app: FastifyInstance, { database, origins }: { database: Database; origins: readonly string[] }) {
  const seats = new Set<Seat>()
  await database.listen(
    'live',
    (payload) => deliver(seats, payload),
    () => {
      // After a lost connection events were missed: every screen reads again.
      for (const seat of seats) seat.socket.send(JSON.stringify({ type: 'resync' }))
    },
  )
  const timer = setInterval(() => {
    for (const seat of seats) {
      if (!seat.alive) seat.socket.terminate()
      seat.alive = false
      seat.socket.ping()
    }
  }, pingMs)
  const relief = setInterval(() => {
    for (const seat of seats) seat.frames = 0
  }, windowMs)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    clearInterval(relief)
    for (const seat of seats) seat.socket.close(1012, 'restarting')
  })

  app.route({
    method: 'GET',
    url: '/api/live',
    schema: { hide: true },
    onRequest: async (request, reply) => {
      if (!sameOrigin(request, origins) || !request.actor || !reach(request.actor.kind, 'live.join')) return reply.code(403).send()
    },
    handler: async (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      const actor = request.actor as Actor
      const own = [...seats].filter((seat) => seat.actor.id === actor.id)
      if (own.length >= mostSockets && actor.kind !== 'devices') own[0]?.socket.close(1013, 'too many windows')
      const seat: Seat = { socket, actor, channels: new Set(), frames: 0, bad: 0, alive: true }
      seats.add(seat)
      socket.on('pong', () => (seat.alive = true))
      socket.on('close', () => seats.delete(seat))
      socket.on('error', () => socket.terminate())
      socket.on('message', (raw: Buffer, binary: boolean) => receive(seat, binary ? '' : raw.toString(), database.read))
    },
  })
}

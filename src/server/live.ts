import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import type { LiveEvent } from '#shared/live.ts'
import { type Reach, reach } from '#shared/permissions.ts'
import { notFound } from '#shared/problem.ts'
import { today } from './clock.ts'
import type { Database, Db } from './db.ts'
import { type Actor, type CenterId, enter, reachable } from './gate.ts'
import { gauge } from './metrics.ts'
import { sessionsGoing } from './session.ts'

/**
 * Events for open screens. A write publishes in its own transaction (`pg_notify`), every process hears it and passes it to the sockets that
 * joined the channel. Events carry ids, never rows: screens read again what they show, so that the scope of a read is the only scope.
 */

/** Tells every screen on `channel` when (and only if) the current transaction commits. */
export const publish = (db: Db, event: LiveEvent) => db`select pg_notify('live', ${JSON.stringify(event)})`

const soon = new WeakMap<Database, Set<string>>()
const soonMs = 40

/**
 * Tells the screens a moment after a change that is already committed, once for the same and all of a moment together: for what happens hundreds of
 * times a second, because PostgreSQL lets only one transaction with a notification commit at a time. The disk isn't waited for: there is nothing to keep.
 */
export function publishSoon(database: Database, event: LiveEvent) {
  const payload = JSON.stringify(event)
  const before = soon.get(database)
  if (before) return void before.add(payload)
  const waiting = new Set([payload])
  soon.set(database, waiting)
  const send = () => {
    soon.delete(database)
    // A screen that misses this reads again with the next event, or when its socket is new.
    database.single`
      select pg_notify('live', each) from set_config('synchronous_commit', 'off', true), unnest(${[...waiting]}::text[]) each
    `.catch(() => {})
  }
  setTimeout(send, soonMs)
}

/** Whose sockets end. `again`: a window that has the session's successor may come back by itself. */
type End = { person?: string; device?: string; session?: string; again?: boolean }

/** Ends every socket of a person, a device or a session within a second; said beside ending the session itself. */
export const publishEnd = (db: Db, ended: End) => db`select pg_notify('live', ${JSON.stringify({ ended })})`

const Frame = z.strictObject({ type: z.literal('join'), channel: z.string().max(100) })
const mostSockets = 5
/** A classroom joins the channels of all of its students at once. */
const framesPerWindow = 60
const windowMs = 10_000
const pingMs = 30_000
/** A page takes a line for dead on which it hears nothing for longer than this (reliability F14). */
const beatMs = 4_000
const beat = JSON.stringify({ type: 'beat' })
const mostUnread = 1024 * 1024

type Seat = { socket: WebSocket; actor: Actor; channels: Set<string>; frames: number; bad: number; alive: boolean }

/** Who of these centres' students is expected in a class of the day: given by the feature that knows. */
type Roster = (db: Db, who: { id: string; centers: readonly CenterId[]; on: Day }) => Promise<readonly unknown[]>

async function mayHearStudent(db: Db, actor: Actor, id: string, roster: Roster): Promise<boolean> {
  const far = reach(actor.kind, 'live.join')
  if (far === 'self') return actor.kind === 'students' && actor.id === id
  if (far === 'today') {
    const centers = await reachable(db, actor)
    const [center] = await db<{ timeZone: string }[]>`select time_zone from centers where id = any(${centers})`
    return center !== undefined && (await roster(db, { id, centers, on: today(center.timeZone) })).length > 0
  }
  const [found] = await db`
    select 1 from students s where s.id = ${id} and (${far === 'any'} or ${far === 'center'} and s.center_id = any(${[...actor.centers]})
      or ${far === 'child'} and exists (
        select 1 from parent_links l where l.student_id = s.id and l.parent_id = ${actor.id} and l.portal and l.ended_at is null))
  `
  return found !== undefined
}

const hearCenters: (Reach | null)[] = ['any', 'center', 'today']

/** Lets the actor hear a channel that is within the scope of the reads behind it (`live.join`). Throws 404 when it isn't. */
async function admit(db: Db, actor: Actor, channel: string, roster: Roster) {
  const [kind, id] = [channel.slice(0, channel.indexOf(':')), channel.slice(channel.indexOf(':') + 1)]
  if (kind === 'center' && hearCenters.includes(reach(actor.kind, 'live.join'))) return void (await enter(db, actor, id))
  if (kind === 'person' && id === actor.id) return
  if (kind === 'student' && Id.safeParse(id).success && (await mayHearStudent(db, actor, id, roster))) return
  throw notFound()
}

function receive(seat: Seat, raw: string, db: Db, roster: Roster) {
  seat.frames += 1
  if (seat.frames > framesPerWindow) return seat.socket.close(1008, 'too many messages')
  const frame = Frame.safeParse(parsed(raw))
  if (!frame.success) {
    seat.bad += 1
    if (seat.bad >= 3) return seat.socket.close(1008, 'unreadable messages')
    return seat.socket.send(JSON.stringify({ type: 'error', message: 'That message could not be read.' }))
  }
  const { channel } = frame.data
  admit(db, seat.actor, channel, roster)
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

type Ended = { ended: End }

/** Sends what it hears no more to whoever doesn't read it: that would only fill this process's memory (reliability F6). */
function tell({ socket }: Seat, frame: string) {
  if (socket.bufferedAmount > mostUnread) return socket.terminate()
  socket.send(frame)
}

function deliver(seats: Set<Seat>, payload: string) {
  const event = JSON.parse(payload) as LiveEvent | Ended
  const frame = JSON.stringify({ type: 'event', ...event })
  for (const seat of seats) {
    if ('ended' in event) {
      const { person, device, session, again } = event.ended
      if (seat.actor.id === (person ?? device) || seat.actor.session === session)
        seat.socket.close(again ? 1012 : 4401, again ? 'signed in anew' : 'session ended')
    } else if (seat.channels.has(event.channel)) tell(seat, frame)
  }
}

/** Whether a page of ours opens the socket: exact origin only, because browsers send cookies along from anywhere (reliability T8). */
const sameOrigin = (request: FastifyRequest, origins: readonly string[]) => {
  const { origin, host } = request.headers
  return origin !== undefined && (origins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`)
}

/**
 * Ends the sockets whose session has run out, by its end or its idle limit: nobody says so beside that. A socket that opens while the database is
 * asked was not asked about.
 */
async function endLate(seats: readonly Seat[], db: Db) {
  const going = await sessionsGoing(
    db,
    seats.map(({ actor }) => actor.session),
  )
  for (const { actor, socket } of seats) if (!going.has(actor.session)) socket.close(4401, 'session ended')
}

/** Tells every socket that this process ends, so that its page comes back to another one; before the server stops to listen. */
export function closeLines(this: FastifyInstance, done: () => void) {
  for (const socket of this.websocketServer.clients) socket.close(1012, 'restarting')
  this.websocketServer.close()
  done()
}

/** Finds the lines that are dead or whose session is over, and lets pages know that theirs isn't. Answers the way to stop. */
function keepLines(seats: Set<Seat>, db: Db) {
  const timers = [
    setInterval(() => {
      for (const seat of seats) {
        if (!seat.alive) seat.socket.terminate()
        seat.alive = false
        seat.socket.ping()
      }
      // While the database is away nobody can tell; the next time it is asked again.
      if (seats.size > 0) endLate([...seats], db).catch(() => {})
    }, pingMs),
    setInterval(() => {
      for (const seat of seats) seat.frames = 0
    }, windowMs),
    setInterval(() => {
      for (const seat of seats) tell(seat, beat)
    }, beatMs),
  ]
  return () => timers.forEach(clearInterval)
}

type Live = { database: Database; origins: readonly string[]; roster: Roster }

/** Serves the websocket at `/api/live` and connects it to the database's notifications. */
export async function serveLive(app: FastifyInstance, { database, origins, roster }: Live) {
  const seats = new Set<Seat>()
  gauge('blended_sockets', () => seats.size)
  gauge('blended_channels', () => [...seats].reduce((sum, { channels }) => sum + channels.size, 0))
  await database.listen(
    'live',
    (payload) => deliver(seats, payload),
    () => {
      // After a lost connection events were missed: every screen reads again.
      for (const seat of seats) seat.socket.send(JSON.stringify({ type: 'resync' }))
    },
  )
  const stop = keepLines(seats, database.read)
  app.addHook('onClose', async () => stop())

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
      socket.on('message', (raw: Buffer, binary: boolean) => receive(seat, binary ? '' : raw.toString(), database.read, roster))
    },
  })
}

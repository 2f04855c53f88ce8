import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readJson } from '#shared/json.ts'
import { comeBackLater, type LiveEvent, maxInFrame, sessionEnded } from '#shared/live.ts'
import { reach } from '#shared/permissions.ts'
import { tooMany } from '#shared/problem.ts'
import type { Database, Db } from './db.ts'
import type { Actor } from './gate.ts'
import { admitted, joinQueue, type Roster, type Rosters, rosters } from './rosters.ts'
import { gauge } from './metrics.ts'
import { type CommitInsert, insertAtCommit } from './transaction.ts'
import {
  end,
  maxChannels,
  openingPause,
  openConnections,
  type Connection,
  type Connections,
} from './sockets.ts'
import { sessionsGoing, tokenOf } from './session.ts'

/**
 * Events for open screens. A write stores them in its own transaction. Shortly after the commit they are sent
 * together (`pg_notify`), and every process passes them on to the sockets that joined the channel. Events
 * carry ids, never rows: screens refetch their data, so only reads need scope checks.
 */
const events: CommitInsert<LiveEvent | CloseMessage> = {
  insert: (db, rows) => {
    const payloads = [...new Set(rows.map((event) => JSON.stringify(event)))]
    return db`insert into live_events (payload) select unnest(${payloads}::text[])`
  },
  committed: (single) => sendSoon(single, []),
}

/** Sends an event to every screen on its channel if the current transaction commits. */
export const publish = (db: Db, event: LiveEvent) => insertAtCommit(db, events, event)

const most = 1000

/**
 * Sends up to `most` stored events, and `more`, which were never stored. Returns a row for each. Doesn't wait
 * for the disk, because after a database crash screens refetch anyway.
 */
const sendEvents = (single: Db, more: readonly string[]) => single`
  with due as (select id from live_events order by id limit ${most} for update skip locked),
  sent as (delete from live_events e using due where e.id = due.id returning e.id, e.payload)
  select pg_notify('live', payload) from set_config('synchronous_commit', 'off', true), (
    select payload from (select id, payload from sent union all select null, unnest(${[...more]}::text[])) every order by id) ordered
`

const soon = new WeakMap<Db, Set<string>>()
const soonMs = 20

/** Sends the stored events and `more` together after 20 ms. Equal events are sent once. */
function sendSoon(single: Db, more: readonly string[]) {
  const before = soon.get(single)
  const waiting = before ?? new Set<string>()
  for (const payload of more) waiting.add(payload)
  if (before) return
  soon.set(single, waiting)
  setTimeout(() => {
    soon.delete(single)
    // If this fails, stored events are sent in the next round. A screen that misses an event that wasn't
    // stored refetches at the next event or when it reconnects.
    sendEvents(single, [...waiting]).then(
      (sent) => sent.length >= most && sendSoon(single, []),
      () => {},
    )
  }, soonMs)
}

/** Interval in ms at which every process sends events that a killed process left behind. */
const leftMs = 1000

/**
 * Sends an event soon without storing it. Suitable for changes so frequent (hundreds a second) that the next
 * event makes up for a lost one.
 */
export const publishSoon = ({ single }: Pick<Database, 'single'>, event: LiveEvent) =>
  sendSoon(single, [JSON.stringify(event)])

/** Sends an event without storing it, and returns once it is sent, so that later events arrive after it. */
export const publishNow = ({ single }: Pick<Database, 'single'>, event: LiveEvent) =>
  sendEvents(single, [JSON.stringify(event)])

/** Sockets to close. If `again`, a tab that already has the replacement session may reconnect. */
type SocketsToClose = { person?: string; device?: string; session?: string; again?: boolean }

/**
 * Closes every socket of a person, device or session within a second after the commit. Call it in the
 * transaction that ends the session.
 */
export const publishEnd = (db: Db, ended: SocketsToClose) => insertAtCommit(db, events, { ended })

const Channel = z.string().max(100)
const Frame = z.union([
  z.strictObject({ type: z.literal('join'), channels: z.array(Channel).min(1).max(maxInFrame) }),
  z.strictObject({ type: z.literal('join'), channel: Channel }),
])
const pingMs = 30_000
/**
 * Interval of heartbeats in ms, shorter than the 5 s of silence after which a page considers its connection
 * dead (reliability F14).
 */
const beatMs = 4_000
const beat = JSON.stringify({ type: 'beat' })
const maxUnread = 1024 * 1024

/** Minimum time in ms for which a channel's last event is remembered. */
const keptMs = 5 * 60_000

/**
 * Records when each channel's last event arrived. A screen that joins a channel refetches only what it read
 * before that event.
 */
function channelTimes() {
  /** Moment before which this process has missed events or forgotten when they arrived. */
  let since = performance.now()
  let last = new Map<string, number>()
  return {
    note: (channel: string) => last.set(channel, performance.now()),
    /** Returns the time in ms since the channel's last event or, if none is remembered, since `since`. */
    quietFor: (channel: string) => Math.floor(performance.now() - (last.get(channel) ?? since)),
    /** Forgets all times, because events were missed. */
    restart: () => {
      since = performance.now()
      last = new Map()
    },
    forgetOld: () => {
      since = Math.max(since, performance.now() - keptMs)
      last = new Map([...last].filter(([, at]) => at > since))
    },
  }
}
type ChannelTimes = ReturnType<typeof channelTimes>

type Join = (session: string, connection: Connection, channels: readonly string[]) => number

function receive(
  connection: Connection,
  raw: string,
  { connections, join }: { connections: Connections; join: Join },
) {
  if (connection.socket.readyState !== connection.socket.OPEN) return
  if (connections.talksTooMuch(connection)) return end(connection, comeBackLater, 'too many messages')
  const frame = Frame.safeParse(parsed(raw))
  if (!frame.success) {
    connection.bad += 1
    if (connection.bad >= 3) return end(connection, 1008, 'unreadable messages')
    return sendFrame(
      connection,
      JSON.stringify({ type: 'error', message: 'That message could not be read.' }),
    )
  }
  const channels = 'channels' in frame.data ? frame.data.channels : [frame.data.channel]
  const pending = join(connection.actor.session, connection, channels)
  if (pending + connection.channels.size > maxChannels) end(connection, comeBackLater, 'too many channels')
}

/**
 * Returns a function that lets each socket of a session join the channels that it requested and may follow.
 * The socket gets a reply for each channel. If the database is unavailable, the sockets are closed.
 */
const answerJoins =
  (db: Db, connections: Connections, known: Rosters, times: ChannelTimes) =>
  async (requested: ReadonlyMap<Connection, ReadonlySet<string>>) => {
    const [first] = requested.keys()
    if (!first) return
    const all = [...new Set([...requested.values()].flatMap((channels) => [...channels]))]
    const allowed = await admitted(db, first.actor, all, known.expected).catch(() => null)
    // The database is unavailable. The page reconnects and joins again.
    if (!allowed) return [...requested.keys()].forEach((connection) => end(connection, 1012, 'not now'))
    for (const [connection, channels] of requested)
      for (const channel of channels) {
        if (allowed.has(channel)) connections.subscribe(connection, channel)
        const refused = { type: 'error', channel, message: 'Not found, please contact support.' }
        const joined = { type: 'joined', channel, quietFor: times.quietFor(channel) }
        sendFrame(connection, JSON.stringify(allowed.has(channel) ? joined : refused))
      }
  }

function parsed(raw: string): unknown {
  const read = readJson(raw)
  return read.ok ? read.value : null
}

type CloseMessage = { ended: SocketsToClose }

/**
 * Sends a frame. Disconnects clients that don't read their frames, because unread frames would fill this
 * process's memory (reliability F6).
 */
function sendFrame({ socket }: Connection, frame: string) {
  if (socket.bufferedAmount > maxUnread) return socket.terminate()
  socket.send(frame)
}

function closeEnded({ connections }: Connections, { person, device, session, again }: SocketsToClose) {
  for (const { actor, socket } of connections)
    if (actor.id === (person ?? device) || actor.session === session)
      socket.close(again ? 1012 : sessionEnded, again ? 'signed in anew' : 'session ended')
}

/**
 * Passes a notification on to the sockets that it concerns. Every process receives the notifications of all
 * centers. One that concerns none of its sockets costs 2 µs. If a process listened only to the centers of its
 * sockets, it would miss earlier events, so the first page of a center would have to fetch everything twice.
 */
function deliver(connections: Connections, known: Rosters, times: ChannelTimes, payload: string) {
  const event = JSON.parse(payload) as LiveEvent | CloseMessage
  if ('ended' in event) return closeEnded(connections, event.ended)
  const { channel } = event
  times.note(channel)
  if (channel.startsWith('center:')) known.forget(channel.slice('center:'.length))
  const frame = JSON.stringify({ type: 'event', ...event })
  for (const connection of connections.subscribers(channel)) sendFrame(connection, frame)
}

/**
 * True if one of our pages is opening the socket. The origin must match exactly, because browsers send
 * cookies even with requests from other sites (reliability T8).
 */
const sameOrigin = (request: FastifyRequest, origins: readonly string[]) => {
  const { origin, host } = request.headers
  return (
    origin !== undefined &&
    (origins.includes(origin) || origin === `http://${host}` || origin === `https://${host}`)
  )
}

/**
 * Closes the sockets of sessions that have expired or been idle too long, because no event announces that.
 * Doesn't affect sockets opened during the query.
 */
async function endLate(connections: readonly Connection[], db: Db) {
  const going = await sessionsGoing(
    db,
    connections.map(({ actor }) => actor.session),
  )
  for (const { actor, socket } of connections)
    if (!going.has(actor.session)) socket.close(sessionEnded, 'session ended')
}

/**
 * Tells every socket that this process is shutting down, so that its page reconnects to another one. Runs
 * before the server stops listening.
 */
export function closeSockets(this: FastifyInstance, done: () => void) {
  for (const socket of this.websocketServer.clients) socket.close(1012, 'restarting')
  this.websocketServer.close()
  done()
}

/**
 * Regularly closes dead connections and those of ended sessions, pings the others, and sends them heartbeats.
 * Returns a function that stops this.
 */
function startHeartbeat({ connections }: Connections, db: Db) {
  const timers = [
    setInterval(() => {
      for (const connection of connections) {
        if (!connection.alive) connection.socket.terminate()
        connection.alive = false
        connection.socket.ping()
      }
      // Sessions can't be checked while the database is unavailable. The next round tries again.
      if (connections.size > 0) endLate([...connections], db).catch(() => {})
    }, pingMs),
    setInterval(() => {
      for (const connection of connections) sendFrame(connection, beat)
    }, beatMs),
  ]
  return () => timers.forEach(clearInterval)
}

/**
 * Answers 429, before any database query, to clients that open too many sockets. Our pages spread out their
 * reconnects (`pauseBefore`).
 */
export function slowOpenings(
  app: FastifyInstance,
  { secure, workers }: { secure: boolean; workers: number },
) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.ws || request.method !== 'GET') return done()
    const wait = openingPause({ session: tokenOf(request, secure) ?? '', address: request.ip }, workers)
    done(wait > 0 ? tooMany(wait) : undefined)
  })
}

type Live = { database: Database; origins: readonly string[]; roster: Roster; workers: number }

/** Serves the WebSocket at `/api/live` and connects it to the database's notifications. */
export async function serveLive(app: FastifyInstance, { database, origins, roster, workers }: Live) {
  const connections = openConnections(workers)
  const known = rosters(database.read, roster)
  const times = channelTimes()
  const join = joinQueue({ look: answerJoins(database.read, connections, known, times) })
  gauge('blended_sockets', () => connections.connections.size)
  gauge('blended_channels', connections.channelCount)
  await database.listen(
    'live',
    (payload) => deliver(connections, known, times, payload),
    () => {
      times.restart()
      // Events were missed while the connection was lost, so every screen must refetch.
      for (const connection of connections.connections)
        connection.socket.send(JSON.stringify({ type: 'resync' }))
    },
  )
  const stop = startHeartbeat(connections, database.read)
  const timers = [
    setInterval(() => sendSoon(database.single, []), leftMs),
    setInterval(times.forgetOld, keptMs),
  ]
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    stop()
  })

  app.route({
    method: 'GET',
    url: '/api/live',
    schema: { hide: true },
    onRequest: async (request, reply) => {
      if (!sameOrigin(request, origins) || !request.actor || !reach(request.actor.kind, 'live.join'))
        return reply.code(403).send()
    },
    handler: async (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      const connection: Connection = {
        socket,
        actor: request.actor as Actor,
        address: request.ip,
        channels: new Set(),
        bad: 0,
        alive: true,
      }
      socket.on('error', () => socket.terminate())
      if (!connections.take(connection)) return
      socket.on('pong', () => (connection.alive = true))
      socket.on('close', () => connections.remove(connection))
      socket.on('message', (raw: Buffer, binary: boolean) =>
        receive(connection, binary ? '' : raw.toString(), { connections, join }),
      )
    },
  })
}

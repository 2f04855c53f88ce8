import type { WebSocket } from 'ws'
import { comeBackLater, tooManyWindows } from '#shared/live.ts'
import type { Rate } from '#shared/contract.ts'
import { take } from './token-bucket.ts'
import type { Actor } from './gate.ts'
import { homeOf } from './networks.ts'

/**
 * An open socket with its owner and channels. `bad` counts the unreadable messages it has sent. `alive` is
 * false while it hasn't answered the last ping.
 */
export type Connection = {
  socket: WebSocket
  actor: Actor
  address: string
  channels: Set<string>
  bad: number
  alive: boolean
}

/**
 * Maximum number of open sockets in the whole product, for each person, device, center and address. Past the
 * limit of a person or device, their oldest socket is closed. Past the other limits, the page reconnects
 * later. The limits allow for a thousand tablets and phones behind one address that all reconnect at once.
 */
const most = { person: 5, device: 20, center: 4000, address: 4000 }
/** Maximum number of sockets in one process. */
const maxHere = 5000
/** Limits for one session: received frames on all of its sockets together, and newly opened sockets. */
const frames: Rate = { perSecond: 12, burst: 240 }
const openings: Rate = { perSecond: 1, burst: 30 }
const openingsFromAddress: Rate = { perSecond: 200, burst: 4000 }
/** Maximum number of channels per socket. */
export const maxChannels = 500
/** Time in ms that a socket has to close before it is terminated. */
const closingMs = 1000

/**
 * Returns one process's share of a limit. It is slightly more than an equal share, because callers aren't
 * spread evenly.
 */
const share = (all: number, workers: number) => (workers === 1 ? all : Math.ceil(all / workers) + 1)
const shared = ({ perSecond, burst }: Rate, workers: number): Rate => ({
  perSecond: perSecond / workers,
  burst: share(burst, workers),
})

/** Closes a socket, and terminates it if it doesn't close in time. */
export function end({ socket }: Pick<Connection, 'socket'>, code: number, reason: string) {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), closingMs).unref()
}

const ownerKey = ({ kind, id, centers }: Actor) =>
  kind === 'devices' ? `device ${centers[0]} ${id}` : `person ${id}`

/** Tracks all open sockets of this process and enforces their limits. */
export function openConnections(workers: number) {
  const connections = new Set<Connection>()
  const groups = new Map<string, Set<Connection>>()
  const onChannel = new Map<string, Set<Connection>>()
  const groupsOf = ({ actor, address }: Connection) => ({
    own: ownerKey(actor),
    center: `center ${actor.centers[0] ?? ''}`,
    address: `address ${homeOf(address)}`,
  })
  const inGroup = (name: string) => groups.get(name)?.size ?? 0

  function add(connection: Connection) {
    connections.add(connection)
    for (const name of Object.values(groupsOf(connection)))
      groups.set(name, (groups.get(name) ?? new Set()).add(connection))
  }

  function remove(connection: Connection) {
    connections.delete(connection)
    for (const name of Object.values(groupsOf(connection))) {
      groups.get(name)?.delete(connection)
      if (inGroup(name) === 0) groups.delete(name)
    }
    for (const channel of connection.channels) {
      const others = onChannel.get(channel)
      others?.delete(connection)
      if (others?.size === 0) onChannel.delete(channel)
    }
  }

  return {
    connections: connections as ReadonlySet<Connection>,
    remove,
    /** Sends the channel's events to a socket from now on, unless it was removed in the meantime. */
    subscribe: (connection: Connection, channel: string) => {
      if (!connections.has(connection)) return
      connection.channels.add(channel)
      onChannel.set(channel, (onChannel.get(channel) ?? new Set()).add(connection))
    },
    subscribers: (channel: string): Iterable<Connection> => onChannel.get(channel) ?? [],
    /** Returns the number of channels that at least one socket follows. */
    channelCount: () => onChannel.size,
    /**
     * Adds a socket, or closes it and returns false if there is no room. Closes the owner's oldest socket if
     * they already have as many as allowed.
     */
    take: (connection: Connection) => {
      const { own, center, address } = groupsOf(connection)
      const limits = { center: share(most.center, workers), address: share(most.address, workers) }
      const inCenter = connection.actor.centers.length > 0 ? inGroup(center) : 0
      if (connections.size >= maxHere || inCenter >= limits.center || inGroup(address) >= limits.address) {
        end(connection, comeBackLater, 'too many sockets')
        return false
      }
      const mine = groups.get(own)
      const [oldest] = mine ?? []
      if (
        oldest &&
        inGroup(own) >= share(connection.actor.kind === 'devices' ? most.device : most.person, workers)
      ) {
        end(oldest, tooManyWindows, 'too many windows')
        // The socket stops counting now, however long it takes to close.
        remove(oldest)
      }
      add(connection)
      return true
    },
    /** True if the session has sent too many frames on all of its sockets together. */
    talksTooMuch: ({ actor }: Connection) => take(`frames ${actor.session}`, shared(frames, workers)) > 0,
  }
}
export type Connections = ReturnType<typeof openConnections>

/**
 * Returns the seconds that a client must wait if it opens sockets too fast, otherwise 0. No sign-in is
 * needed: `session` is the cookie, or '' without one.
 */
export function openingPause({ session, address }: { session: string; address: string }, workers: number) {
  const home = homeOf(address)
  const wait = take(
    `sockets of ${session || home}`,
    shared(session ? openings : openingsFromAddress, workers),
  )
  return Math.max(wait, session ? take(`sockets from ${home}`, shared(openingsFromAddress, workers)) : 0)
}

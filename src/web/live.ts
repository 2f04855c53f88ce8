import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#shared/contract.ts'
import { attemptAfter, type LiveEvent, mostInFrame, pauseBefore, sessionEnded, tooManyWindows, type Topic } from '#shared/live.ts'

/**
 * One socket for the whole page. Screens join channels; an event makes them read again what they show. When the socket is down the same
 * reads are made every ten seconds, so nothing depends on it (product §9).
 */
type Listener = { channel: string; hear: (event: LiveEvent | null) => void }

const listeners = new Set<Listener>()
let socket: WebSocket | null = null
let attempt = 0
/** This window's socket gave way to a newer window's: it reads by itself until somebody comes back to it. */
let resting = false
let onEnded: () => void = () => {}
const pollMs = 10_000
/** The server is heard every four seconds: a line that is silent for longer is dead, though it looks open. */
const silentMs = 5_000
let heard = 0

/** The session module says what to do when the server ends this session. */
export function whenEnded(act: () => void) {
  onEnded = act
}

const address = () => import.meta.env.VITE_LIVE_URL ?? `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
const isOpen = () => socket?.readyState === WebSocket.OPEN

/** Channels to join. Those that come together are sent in one frame. */
let joining = new Set<string>()
function join(channels: Iterable<string>) {
  if (joining.size === 0) queueMicrotask(sendJoins)
  for (const channel of channels) joining.add(channel)
}
function sendJoins() {
  const channels = [...joining]
  joining = new Set()
  // One that opens later joins all.
  if (!isOpen()) return
  for (let at = 0; at < channels.length; at += mostInFrame)
    socket?.send(JSON.stringify({ type: 'join', channels: channels.slice(at, at + mostInFrame) }))
}

/** True while pages poll because no events arrive. */
let polling = false
const watchers = new Set<() => void>()
function setPolling(now: boolean) {
  if (now === polling) return
  polling = now
  for (const watch of watchers) watch()
}

function receive(raw: string) {
  setPolling(false)
  heard = Date.now()
  const frame = JSON.parse(raw) as { type: string } & Partial<LiveEvent>
  for (const { channel, hear } of listeners) {
    // No event reports what happened between a screen's read and its joining, so it reads again, even if a read is in progress.
    if (frame.type === 'resync' || (frame.type === 'joined' && frame.channel === channel)) hear(null)
    if (frame.type === 'event' && frame.channel === channel) hear(frame as LiveEvent)
  }
}

function connect() {
  if (socket || resting || listeners.size === 0) return
  const opening = new WebSocket(address())
  socket = opening
  let openedAt: number | null = null
  opening.addEventListener('open', () => {
    openedAt = Date.now()
    join([...listeners].map((listener) => listener.channel))
  })
  opening.addEventListener('message', ({ data }) => receive(String(data)))
  opening.addEventListener('close', ({ code }) => {
    if (code === sessionEnded) return onEnded()
    // One that we closed ourselves may end after the next has begun.
    if (socket !== opening) return
    socket = null
    resting = code === tooManyWindows
    attempt = attemptAfter(attempt, openedAt === null ? 0 : Date.now() - openedAt)
    setTimeout(connect, pauseBefore(attempt, code))
  })
}

setInterval(() => {
  if (!((!isOpen() || Date.now() - heard > silentMs) && navigator.onLine && listeners.size > 0)) return
  setPolling(true)
  for (const { hear } of listeners) hear(null)
}, pollMs)

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return
  resting = false
  connect()
})

function listen(listener: Listener) {
  const known = [...listeners].some(({ channel }) => channel === listener.channel)
  listeners.add(listener)
  if (!known) join([listener.channel])
  connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || !socket) return
    socket.close()
    socket = null
  }
}

/** Reads the given endpoints again whenever something of `topics` happens on the channel, or on any of several; null joins nothing. */
export function useLive(
  channel: string | readonly string[] | null,
  topics: readonly Topic[],
  reads: readonly Endpoint[],
  hearToo?: (event: LiveEvent) => void,
) {
  const queries = useQueryClient()
  const latest = useRef({ topics, reads, hearToo })
  useEffect(() => {
    latest.current = { topics, reads, hearToo }
  })
  const joined = JSON.stringify(typeof channel === 'string' ? [channel] : (channel ?? []))
  useEffect(() => {
    const hear = (event: LiveEvent | null) => {
      if (event && !latest.current.topics.includes(event.topic)) return
      if (event) latest.current.hearToo?.(event)
      for (const { path } of latest.current.reads) void queries.invalidateQueries({ queryKey: [path] })
    }
    const ends = (JSON.parse(joined) as string[]).map((each) => listen({ channel: each, hear }))
    return () => {
      for (const end of ends) end()
    }
  }, [joined, queries])
}

/** True while no events arrive and pages poll every ten seconds instead. */
export const isPolling = () => polling

/** Hears when that changes. Returns the way to stop. */
export function onPolling(watch: () => void) {
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
  }
}

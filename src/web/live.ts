import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#shared/contract.ts'
import {
  attemptAfter,
  type LiveEvent,
  maxInFrame,
  pauseBefore,
  sessionEnded,
  tooManyWindows,
  type Topic,
} from '#shared/live.ts'
import { requestedAt } from './query-client.ts'

/**
 * Live updates. The whole page has one socket. Screens join channels, and an event makes them refetch their
 * data. While the socket is down, they refetch every ten seconds, so nothing depends on the socket (product
 * §9).
 */

/** A screen's subscription to a channel. */
type Listener = { channel: string; onEvent: OnEvent }
/**
 * Called with an event, or with null to refetch everything requested up to the moment `before` (in ms, as
 * from `Date.now()`).
 */
type OnEvent = (event: LiveEvent | null, before: number) => void

const listeners = new Set<Listener>()
let socket: WebSocket | null = null
let attempt = 0
/**
 * True if the server closed this window's socket in favor of a newer window's. This window then polls until
 * the user returns to it.
 */
let resting = false
let onEnded: () => void = () => {}
const pollMs = 10_000
/**
 * Silence in ms after which a connection counts as dead, even if it looks open: the server sends something
 * every four seconds.
 */
const silentMs = 5_000
let lastFrameAt = 0

/** Registers the function that is called when the server ends this session. */
export function whenEnded(act: () => void) {
  onEnded = act
}

const address = () =>
  import.meta.env.VITE_LIVE_URL ??
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
const isOpen = () => socket?.readyState === WebSocket.OPEN

/** Channels to join. Those requested in the same task are sent together. */
let joining = new Set<string>()
function join(channels: Iterable<string>) {
  if (joining.size === 0) queueMicrotask(sendJoins)
  for (const channel of channels) joining.add(channel)
}
function sendJoins() {
  const channels = [...joining]
  joining = new Set()
  // A socket that opens later joins all channels.
  if (!isOpen()) return
  for (let at = 0; at < channels.length; at += maxInFrame)
    socket?.send(JSON.stringify({ type: 'join', channels: channels.slice(at, at + maxInFrame) }))
}

/** True while pages poll because the socket is down or silent. */
let polling = false
const watchers = new Set<() => void>()
function setPolling(now: boolean) {
  if (now === polling) return
  polling = now
  for (const watch of watchers) watch()
}

function receive(raw: string) {
  setPolling(false)
  lastFrameAt = Date.now()
  const frame = JSON.parse(raw) as { type: string; quietFor?: number } & Partial<LiveEvent>
  for (const { channel, onEvent } of listeners) {
    if (frame.type === 'resync') onEvent(null, Infinity)
    if (frame.channel !== channel) continue
    // Events between a screen's request and its join may have been missed. The channel's last event was
    // `quietFor` ms ago.
    if (frame.type === 'joined') onEvent(null, Date.now() - (frame.quietFor ?? 0))
    if (frame.type === 'event') onEvent(frame as LiveEvent, Infinity)
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
    // The close event of a socket that we closed ourselves may arrive after the next socket was created.
    if (socket !== opening) return
    socket = null
    resting = code === tooManyWindows
    attempt = attemptAfter(attempt, openedAt === null ? 0 : Date.now() - openedAt)
    setTimeout(connect, pauseBefore(attempt, code))
  })
}

setInterval(() => {
  if (!((!isOpen() || Date.now() - lastFrameAt > silentMs) && navigator.onLine && listeners.size > 0)) return
  setPolling(true)
  for (const { onEvent } of listeners) onEvent(null, Infinity)
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

/**
 * Refetches `reads` and calls `onLiveEvent` whenever an event with one of the `topics` arrives on one of the
 * channels. Also refetches when events may have been missed, and every ten seconds while the socket is down.
 * If `channel` is null, joins none.
 */
export function useLive(
  channel: string | readonly string[] | null,
  topics: readonly Topic[],
  reads: readonly Endpoint[],
  onLiveEvent?: (event: LiveEvent) => void,
) {
  const queries = useQueryClient()
  const latest = useRef({ topics, reads, onLiveEvent })
  useEffect(() => {
    latest.current = { topics, reads, onLiveEvent }
  })
  const joined = JSON.stringify(typeof channel === 'string' ? [channel] : (channel ?? []))
  useEffect(() => {
    const onEvent: OnEvent = (event, before) => {
      if (event && !latest.current.topics.includes(event.topic)) return
      if (event) latest.current.onLiveEvent?.(event)
      const predicate = (query: Query) => requestedAt(query) <= before
      for (const { path } of latest.current.reads)
        void queries.invalidateQueries({ queryKey: [path], predicate })
    }
    const ends = (JSON.parse(joined) as string[]).map((each) => listen({ channel: each, onEvent }))
    return () => {
      for (const end of ends) end()
    }
  }, [joined, queries])
}

/** True while the socket is down or silent, so that pages poll every ten seconds. */
export const isPolling = () => polling

/** Calls `watch` whenever `isPolling` changes. Returns a function that stops this. */
export function onPolling(watch: () => void) {
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
  }
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { useSyncExternalStore } from 'react'
import type { Endpoint } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { call } from './api.ts'

/**
 * No answer is ever lost (product §8). What a student enters is first on this device's disk, then sent in its order until the server has
 * acknowledged it, over reloads, crashes and cut networks. Entries hold ids and the answer, nothing else about anybody, and only their
 * own user's session sends them. The server makes a repeat harmless, so sending twice is safe and sending never is the only failure.
 */
export type Entry = { order: number; user: string; about: string; method: Endpoint['method']; path: string; input: Record<string, unknown> }
/** How sending an entry ended: the server's answer, or why it was refused for good. */
export type Sent = { entry: Entry; answer?: unknown; refused?: Problem }
type OutboxState = 'saved' | 'waiting' | 'offline'

interface Schema extends DBSchema {
  entries: { key: number; value: Omit<Entry, 'order'> & { order?: number }; indexes: { user: string } }
}

const strict = { durability: 'strict' } as const
const slowest = 15_000

let user: string | null = null
let opening: Promise<IDBPDatabase<Schema>> | null = null
/** Where the disk can't be used (private mode, full), entries stay in memory and the state says so until they are sent. */
let inMemory: Entry[] = []
let waiting = 0
let delay = 500
let sending = false
let timer: ReturnType<typeof setTimeout> | undefined
let state: { word: OutboxState; waiting: number } = { word: 'saved', waiting: 0 }
const watchers = new Set<() => void>()
const hearers = new Set<(sent: Sent) => void>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

const disk = () =>
  (opening ??= openDB<Schema>('outbox', 1, {
    upgrade: (db) => db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex('user', 'user'),
  }))

function tell() {
  const word = waiting === 0 ? 'saved' : navigator.onLine ? 'waiting' : 'offline'
  if (word === state.word && waiting === state.waiting) return
  state = { word, waiting }
  for (const watch of watchers) watch()
}

async function entriesOf(who: string): Promise<Entry[]> {
  const stored = (await disk().then(
    (db) => db.getAllFromIndex('entries', 'user', who),
    () => [],
  )) as Entry[]
  return [...stored, ...inMemory.filter((entry) => entry.user === who)].sort((a, b) => a.order - b.order)
}

async function forget({ order }: Entry) {
  inMemory = inMemory.filter((entry) => entry.order !== order)
  await disk().then(
    (db) => db.delete('entries', order),
    () => {},
  )
}

/** Whether an answer came that no repeat will change. Without one, or when the server is busy or the session over, the entry stays. */
const isFinal = ({ status }: Problem) => status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)

/** Sends one entry. False: not now, everything after it waits too, so that answers arrive in order. */
async function send(entry: Entry): Promise<boolean> {
  const sent: Sent = { entry }
  try {
    sent.answer = await call(entry as unknown as Endpoint, entry.input)
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) return false
    sent.refused = error
  }
  await forget(entry)
  for (const hear of hearers) hear(sent)
  return true
}

async function sendAll() {
  for (;;) {
    const entries = user ? await entriesOf(user) : []
    waiting = entries.length
    tell()
    const [first] = entries
    if (!first) return true
    if (!(await send(first))) return false
  }
}

/** Only one tab sends at a time; the others see what it did. */
const alone = async (work: () => Promise<boolean>) => ('locks' in navigator ? await navigator.locks.request('outbox', work) : await work())

async function flush() {
  clearTimeout(timer)
  if (sending || !user) return
  sending = true
  const done = await alone(sendAll).finally(() => (sending = false))
  tabs?.postMessage('sent')
  delay = done ? 500 : Math.min(delay * 2, slowest)
  if (!done) timer = setTimeout(() => void flush(), delay)
}

/** Begins to send what this user left unsent on this device, and what they enter from now on. */
export function openOutbox(of: string) {
  if (user === of) return
  user = of
  void flush()
  // With the pages kept on the device too, whoever reopens them without a network finds their answers.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js')
}

/** How many entries wait on this device, whoever they belong to; for the page that is shown when nobody can be asked who is here. */
export const keptOnDevice = () =>
  disk().then(
    (db) => db.count('entries'),
    () => 0,
  )

/** Puts a write on disk, then on its way. `about` names what it belongs to, so that a reopened page finds it again. */
export async function enqueue<E extends Endpoint>(endpoint: E, about: string, input: Record<string, unknown>): Promise<void> {
  if (!user) throw new Error('The outbox is opened by a signed-in user.')
  const entry = { user, about, method: endpoint.method, path: endpoint.path, input }
  await disk()
    .then(async (db) => {
      const writing = db.transaction('entries', 'readwrite', strict)
      await writing.store.add(entry)
      await writing.done
    })
    .catch(() => inMemory.push({ ...entry, order: Date.now() * 1000 + inMemory.length }))
  waiting += 1
  tell()
  delay = 500
  void flush()
}

/** What is still on this device about something, in its order. */
export const unsent = async (about: string) => (user ? (await entriesOf(user)).filter((entry) => entry.about === about) : [])

/** Hears how every entry ended; for the page that shows its verdict. Returns the way to stop. */
export function onSent(hear: (sent: Sent) => void) {
  hearers.add(hear)
  return () => {
    hearers.delete(hear)
  }
}

/** Saved, waiting or offline, and how many entries are unsent. */
export function useOutbox() {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => state,
  )
}

window.addEventListener('online', () => {
  delay = 500
  tell()
  void flush()
})
window.addEventListener('offline', tell)
document.addEventListener('visibilitychange', () => void flush())
tabs?.addEventListener('message', () => {
  if (user) void entriesOf(user).then((entries) => ((waiting = entries.length), tell()))
})

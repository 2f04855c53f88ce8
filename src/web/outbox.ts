import { useSyncExternalStore } from 'react'
import { Problem } from '#shared/problem.ts'
import type { Endpoint } from '#shared/contract.ts'
import { call } from './api.ts'
import { keepStorage } from './app-install.ts'
import { disk, type Entry, keepEntry, keptEntries, dropEntry } from './outbox-disk.ts'

/**
 * Outbox that never loses an answer (product §8). Whatever a student, or a parent with them, enters is first stored on this device, then sent
 * in order until the server has acknowledged it, across reloads, crashes and lost networks. An entry holds ids, the answer and its owner's
 * first name, no other personal data, and only its owner's session sends it. The server ignores repeats, so sending twice is safe, and never
 * sending is the only failure.
 */
/** The outcome of an entry, in any tab: the server's answer, or the reason for its final refusal. */
export type Sent = { about: string; input: Record<string, unknown>; answer?: unknown; refused?: string; /** With 412. */ current?: unknown }
/** State of the answers: where they are, the `about` of each unsent one, and of each that fails on the server. */
type OutboxState = { word: 'saved' | 'waiting' | 'offline'; unsent: readonly string[]; failing: readonly string[] }

const slowest = 15_000
/** Longest pause before retrying an answer that fails on the server, in ms. */
const rarest = 60_000
/**
 * Timeout in ms. A silent connection counts as dead after this, because it blocks sending from all tabs. A long drawing still gets through a
 * slow connection.
 */
const patience = 60_000

let user: string | null = null
let owner = ''
/** Entries that stay in memory because the disk can't be used (private mode, full). Leaving the page asks first. */
let inMemory: Entry[] = []
let waiting: string[] = []
/** Answers still being typed that will be sent automatically in a moment. They already count as waiting. */
const coming = new Set<string>()
/**
 * Order of sending. A failed entry moves behind all others, and one that the server failed on waits longer each time, until `until`. Later
 * entries about the same thing wait with it, because only their order matters.
 */
const turns = new Map<string, { pause: number; until: number }>()
let delay = 500
let sending = false
let again = false
let timer: ReturnType<typeof setTimeout> | undefined
let state: OutboxState = { word: 'saved', unsent: [], failing: [] }
const watchers = new Set<() => void>()
const hearers = new Set<(sent: Sent) => void>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

function tell() {
  const unsent = [...waiting, ...coming]
  const word = unsent.length === 0 ? 'saved' : navigator.onLine ? 'waiting' : 'offline'
  // A single failure isn't worth alarming a child.
  const failing = waiting.filter((about) => (turns.get(about)?.pause ?? 0) > 1000)
  const next = { word, unsent, failing } as const
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const watch of watchers) watch()
}

/** A user's unsent entries, in order. Throws if the open disk can't be read, because nothing may overtake its entries. */
async function entriesOf(who: string): Promise<Entry[]> {
  const all = [...(await keptEntries(who)), ...inMemory.filter((entry) => entry.user === who)]
  return all.toSorted((a, b) => a.order - b.order)
}

async function forget({ order }: Entry) {
  inMemory = inMemory.filter((entry) => entry.order !== order)
  await dropEntry(order)
}

/**
 * True if our own server has judged the entry, so a retry can't change the outcome. After a "not now", or an error made up by a proxy, the
 * entry stays.
 */
const isFinal = ({ status, code }: Problem) =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status) && code !== 'failed'

function hear(sent: Sent) {
  turns.delete(sent.about)
  for (const listen of hearers) listen(sent)
}

const turn = ({ about }: Entry) => turns.get(about)?.until ?? 0

/** Moves everything about the entry's subject behind all others. False if the connection may be at fault, so nothing else would get through. */
function putOff({ about }: Entry, error: unknown) {
  const failed = error instanceof Problem && error.status === 500
  const before = turns.get(about)?.pause ?? 0
  const pause = failed ? Math.min(before * 2 || 1000, rarest) : before
  turns.set(about, { pause, until: performance.now() + (failed ? pause : 0) })
  return failed
}

/** Sends one entry. False if nothing can be sent now. */
async function send(entry: Entry): Promise<boolean> {
  const sent: Sent = { about: entry.about, input: entry.input }
  try {
    const signal = AbortSignal.timeout(patience)
    sent.answer = await call(entry as unknown as Endpoint, entry.input, { as: entry.user, signal })
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) return putOff(entry, error)
    // An entry before this one was refused and will never arrive, so this one takes its number.
    const seq = Number(error.more['answers']) + 1
    if (seq < Number(entry.input['seq'])) return await send({ ...entry, input: { ...entry.input, seq } })
    sent.refused = error.message
    sent.current = error.more.current
  }
  hear(sent)
  await forget(entry)
  // Other tabs then check what is left.
  tabs?.postMessage(sent)
  return true
}

const slower = () => (delay = Math.min(delay * 2, slowest))

/** Sends all entries that are due. Returns how long the rest must wait, in ms. */
async function sendAll() {
  for (;;) {
    const entries = user ? await entriesOf(user) : []
    waiting = entries.map(({ about }) => about)
    tell()
    const [next] = entries.toSorted((a, b) => turn(a) - turn(b))
    const rest = next ? turn(next) - performance.now() : Infinity
    if (!next || rest > 0) {
      delay = 500
      return rest
    }
    if (!(await send(next))) return slower()
  }
}

/** Runs work in one tab at a time. The other tabs are notified of the outcome. */
const alone = async (work: () => Promise<number>) => ('locks' in navigator ? await navigator.locks.request('outbox', work) : await work())

async function flush() {
  clearTimeout(timer)
  // An entry added while the last one is being sent must not wait for the next event.
  again = true
  if (sending || !user) return
  sending = true
  let rest = 0
  while (again) {
    again = false
    rest = await alone(sendAll).catch(slower)
  }
  sending = false
  if (rest < Infinity) timer = setTimeout(() => void flush(), rest)
}

/** The worker's address. Trusted Types require a policy for it; this policy allows no other. */
const worker = () => window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js'

/** Starts to send this user's entries, stored and new. With `pages`, the pages themselves are stored on the device too. */
export function openOutbox(of: string, { firstName, pages }: { firstName: string; pages: boolean }) {
  if (user === of) return
  user = of
  owner = firstName
  void keepStorage().catch(() => {})
  void flush()
  // People who reopen the pages without a network find their answers.
  if (pages && import.meta.env.PROD) void navigator.serviceWorker?.register(worker())
}

/** Number of entries of all users on this device, for the page that is shown when the server can't say who is signed in. */
export const keptOnDevice = () => disk((db) => db.count('entries'), 0).catch(() => 0)

/**
 * Stores a write, then sends it. `about` names its subject, so a reopened page finds it again. Resolves once it is stored: on disk, or only
 * in this window if there is no disk.
 */
export async function enqueue<E extends Endpoint>(endpoint: E, about: string, input: Record<string, unknown>): Promise<'disk' | 'window'> {
  if (!user) throw new Error('The outbox is opened by a signed-in user.')
  const kept = await keepEntry({ user, firstName: owner, about, method: endpoint.method, path: endpoint.path, input })
  if (kept.inMemory) inMemory.push(kept.entry)
  waiting = [...waiting, about]
  tell()
  delay = 500
  void flush()
  return kept.inMemory ? 'window' : 'disk'
}

/** Announces an answer that is being typed and will be submitted automatically, or withdraws it. */
export function announce(about: string, isComing: boolean) {
  if (isComing) coming.add(about)
  else coming.delete(about)
  tell()
}

/** Unsent entries about something, in order. */
export const unsent = async (about: string) =>
  user ? (await entriesOf(user).catch(() => inMemory)).filter((entry) => entry.about === about) : []

/** Watches the outcome of every entry, in this tab or another. Returns a function that stops watching. */
export function onSent(listen: (sent: Sent) => void) {
  hearers.add(listen)
  return () => {
    hearers.delete(listen)
  }
}

/** The state of this user's answers. */
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
window.addEventListener('beforeunload', (event) => inMemory.length > 0 && event.preventDefault())
document.addEventListener('visibilitychange', () => void flush())
tabs?.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
  hear(data)
  if (user) void entriesOf(user).then((entries) => ((waiting = entries.map(({ about: what }) => what)), tell()), tell)
})

import { useSyncExternalStore } from 'react'
import { Problem } from '#shared/problem.ts'
import type { Endpoint } from '#shared/contract.ts'
import { call } from './api.ts'
import { keepStorage } from './app-install.ts'
import { disk, type Entry, keepEntry, keptEntries, dropEntry } from './outbox-disk.ts'

/**
 * Outbox that never loses an answer (product §8). Every answer is first written to this device's disk, then sent in order until the server has
 * acknowledged it, across reloads, crashes and lost connections. An entry holds ids, the answer and its owner's first name, and nothing else about
 * anybody. Only its owner's session sends it. The server makes repeats harmless, so sending twice is safe.
 */

/** Result of sending an entry, in any tab: the server's answer, or the reason it was refused for good. */
export type Sent = { about: string; input: Record<string, unknown>; answer?: unknown; refused?: string; /** With 412. */ current?: unknown }
/** State of the answers: where they are, what the unsent ones are `about`, and which of these the server fails at. */
type OutboxState = { word: 'saved' | 'waiting' | 'offline'; unsent: readonly string[]; failing: readonly string[] }

const slowest = 15_000
/** Longest pause before an answer that the server fails at is retried. */
const rarest = 60_000
/** Timeout of a call. A dead connection would block all tabs. A large drawing gets through a slow one in this time. */
const patience = 60_000

let user: string | null = null
let owner = ''
/** Entries in memory, if the disk can't be used (private mode, full). Leaving the page then asks first. */
let inMemory: Entry[] = []
let waiting: string[] = []
/** Answers that are being typed and will be sent in a moment. They are shown as waiting. */
const coming = new Set<string>()
/**
 * Retries. An entry that couldn't be sent goes behind all others. One that the server failed at waits longer and longer, `until` then, and later
 * entries about the same thing wait with it, because only these need their order.
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
  // Once is nothing to tell a child of.
  const failing = waiting.filter((about) => (turns.get(about)?.pause ?? 0) > 1000)
  const next = { word, unsent, failing } as const
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const watch of watchers) watch()
}

/** Unsent entries of a user in their order. Throws if the opened disk can't be read, because nothing may overtake entries on it. */
async function entriesOf(who: string): Promise<Entry[]> {
  const all = [...(await keptEntries(who)), ...inMemory.filter((entry) => entry.user === who)]
  return all.toSorted((a, b) => a.order - b.order)
}

async function forget({ order }: Entry) {
  inMemory = inMemory.filter((entry) => entry.order !== order)
  await dropEntry(order)
}

/**
 * True if our server has decided on the entry, so that repeating it changes nothing. "Not now" and errors made up by a proxy leave the entry in
 * the outbox.
 */
const isFinal = ({ status, code }: Problem) =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status) && code !== 'failed'

function hear(sent: Sent) {
  turns.delete(sent.about)
  for (const listen of hearers) listen(sent)
}

const turn = ({ about }: Entry) => turns.get(about)?.until ?? 0

/** Puts what an entry is about behind all others. False when it may be the line's fault, so that nothing else would go either. */
function putOff({ about }: Entry, error: unknown) {
  const failed = error instanceof Problem && error.status === 500
  const before = turns.get(about)?.pause ?? 0
  const pause = failed ? Math.min(before * 2 || 1000, rarest) : before
  turns.set(about, { pause, until: performance.now() + (failed ? pause : 0) })
  return failed
}

/** Sends one entry. False: nothing goes now. */
async function send(entry: Entry): Promise<boolean> {
  const sent: Sent = { about: entry.about, input: entry.input }
  try {
    const signal = AbortSignal.timeout(patience)
    sent.answer = await call(entry as unknown as Endpoint, entry.input, { as: entry.user, signal })
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) return putOff(entry, error)
    // One before it was refused and never comes: this one takes its turn.
    const seq = Number(error.more['answers']) + 1
    if (seq < Number(entry.input['seq'])) return await send({ ...entry, input: { ...entry.input, seq } })
    sent.refused = error.message
    sent.current = error.more.current
  }
  hear(sent)
  await forget(entry)
  // Other tabs look then for what is left.
  tabs?.postMessage(sent)
  return true
}

const slower = () => (delay = Math.min(delay * 2, slowest))

/** Sends what can go. Comes back with how long the rest waits, in ms. */
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

/** Only one tab sends at a time; the others hear what it did. */
const alone = async (work: () => Promise<number>) => ('locks' in navigator ? await navigator.locks.request('outbox', work) : await work())

async function flush() {
  clearTimeout(timer)
  // Entries added while the last one is being sent must not wait for another trigger.
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

/** Trusted Types want a policy for the address of a worker; this one knows no other. */
const worker = () => window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js'

/** Begins to send what this user left unsent on this device, and what they enter from now on; with `pages` the pages are kept on it too. */
export function openOutbox(of: string, { firstName, pages }: { firstName: string; pages: boolean }) {
  if (user === of) return
  user = of
  owner = firstName
  void keepStorage().catch(() => {})
  void flush()
  // Whoever reopens the pages without a network finds their answers.
  if (pages && import.meta.env.PROD) void navigator.serviceWorker?.register(worker())
}

/** Number of unsent entries on this device, of any user, for the page shown when the server can't be reached. */
export const keptOnDevice = () => disk((db) => db.count('entries'), 0).catch(() => 0)

/**
 * Puts a write on disk, then on its way. `about` names what it belongs to, so that a reopened page finds it again. Comes back once it is
 * kept: on disk, or where that can't be done in this window only.
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

/** Says that something about this is typed and will be put in by itself, or that it no longer will. */
export function announce(about: string, isComing: boolean) {
  if (isComing) coming.add(about)
  else coming.delete(about)
  tell()
}

/** Unsent entries about something, in their order. */
export const unsent = async (about: string) =>
  user ? (await entriesOf(user).catch(() => inMemory)).filter((entry) => entry.about === about) : []

/** Hears how every entry ended, in this tab or another. Returns the way to stop. */
export function onSent(listen: (sent: Sent) => void) {
  hearers.add(listen)
  return () => {
    hearers.delete(listen)
  }
}

/** State of this user's answers. */
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

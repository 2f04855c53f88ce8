import { useSyncExternalStore } from 'react'
import { v7 as newId } from 'uuid'
import { Problem } from '#shared/problem.ts'
import type { Endpoint } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { call } from './api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Entry, storeEntry, storedEntries, deleteEntry } from './outbox-disk.ts'
import { publishOutcome } from './outcomes.ts'
import { registerWorker } from './sw-registration.ts'

/**
 * Outbox that never loses an entry, such as an answer (product §8) or marks on a roll. Each entry is first
 * stored on this device, then sent until the server has accepted or finally refused it, even after reloads,
 * crashes and network failures. An entry contains ids, the input and its owner's first name, but no other
 * personal data, and only its owner's session sends it. The server recognizes repeats, so sending twice is
 * safe.
 */

type Input = Record<string, unknown>
/** Exceptions to the default rules for sending entries of a kind. */
type Kind = {
  /** Returns the input with which to resend a refused entry, or null if the refusal is final. */
  repair?: (input: Input, refusal: Problem) => Input | null
  /** Time in ms after which an entry is no longer sent. */
  lasts?: number
  /**
   * Shows the refusal of an entry from another window, such as one that has been closed. If set, refused
   * entries are kept in the state until they are dismissed.
   */
  onRefused?: (why: string) => void
}
type NewEntry = Omit<Entry, 'order'>
/** The outcome of an entry, in any tab: the server's response, or the reason for the final refusal. */
export type SentEntry = Pick<Entry, 'id' | 'kind' | 'about' | 'input'> & {
  answer?: unknown
  refused?: string
  /** HTTP status of the refusal, if the server refused the entry. */
  status?: number
  /** The record as currently stored, if the status is 412. */
  current?: unknown
}
/** An entry that hasn't been sent, or that is only announced and has no input yet. */
type UnsentEntry = Pick<Entry, 'kind' | 'about' | 'count'> & Partial<Pick<Entry, 'id' | 'input'>>
/**
 * State of the user's entries: a word for all of them (`saved` if none is unsent), the unsent ones, the
 * `about` of each one that keeps failing on the server, and the refused ones that haven't been dismissed.
 */
type OutboxState = {
  word: 'saved' | 'waiting' | 'offline'
  unsent: readonly UnsentEntry[]
  failing: readonly string[]
  refused: readonly SentEntry[]
}

/** Maximum delay in ms before sending again after a failure that stops all sending. */
const maxDelay = 15_000
/** Maximum pause before retrying an entry that fails on the server, in ms. */
const maxRetryPause = 60_000
/**
 * Timeout of a call in ms. Without it, a dead connection would block sending from all tabs. Long enough for a
 * large drawing on a slow connection.
 */
const patience = 60_000

let user: string | null = null
let owner = ''
/**
 * Entries that are only in memory because the disk can't be used (private mode, full). While there are any,
 * leaving the page asks for confirmation.
 */
let inMemory: Entry[] = []
let waiting: Entry[] = []
let storing: NewEntry[] = []
/** Entries, by subject, that are being typed and will be submitted automatically. They count as unsent. */
const coming = new Map<string, UnsentEntry>()
let refused: SentEntry[] = []
/**
 * Retry state by subject. After a failure, the subject's entries move behind those of all other subjects. If
 * the server failed (500), they wait until `until` (as from `performance.now()`), longer each time. All of
 * them wait, because their order matters.
 */
const retries = new Map<string, { pause: number; until: number }>()
let delay = 500
let sending = false
let again = false
let timer: ReturnType<typeof setTimeout> | undefined
let state: OutboxState = { word: 'saved', unsent: [], failing: [], refused: [] }
const watchers = new Set<() => void>()
/** Callbacks for the outcomes of this window's entries, by entry id. */
const awaited = new Map<string, (sent: SentEntry) => void>()
const kinds = new Map<string, Kind>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

/** Registers a kind of entry. `name` is its noun on screen. */
export const registerKind = (name: string, kind: Kind) => void kinds.set(name, kind)

/**
 * Returns a string that is the same for equal states. Unsent entries are compared by id, because they can be
 * long.
 */
const fingerprint = ({ unsent, ...rest }: OutboxState) =>
  JSON.stringify([rest, unsent.map(({ id, about }) => id ?? about)])

function updateState() {
  const known = new Set(waiting.map(({ id }) => id))
  const unsent = [...waiting, ...storing.filter(({ id }) => !known.has(id)), ...coming.values()]
  const word = unsent.length === 0 ? 'saved' : navigator.onLine ? 'waiting' : 'offline'
  // Don't alarm a child about a single failure.
  const failing = waiting.map(({ about }) => about).filter((about) => (retries.get(about)?.pause ?? 0) > 1000)
  const next = { word, unsent, failing, refused } as const
  if (fingerprint(next) === fingerprint(state)) return
  state = next
  for (const watch of watchers) watch()
}

/**
 * Returns a user's unsent entries in order. Throws if the open database can't be read, because nothing may
 * overtake the entries in it.
 */
async function entriesOf(who: string): Promise<Entry[]> {
  const all = [...(await storedEntries(who)), ...inMemory.filter((entry) => entry.user === who)]
  return all.toSorted((a, b) => a.order - b.order)
}

async function forget({ order }: Entry) {
  inMemory = inMemory.filter((entry) => entry.order !== order)
  await deleteEntry(order)
}

/**
 * True if our own server has made a decision about the entry, so that a retry can't change the outcome. An
 * entry that was refused only temporarily (such as with a 429) or by a proxy is kept.
 */
const isFinal = ({ status, code }: Problem) =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) && !passing.includes(code)

/**
 * Error codes that say nothing about the entry: from a proxy, about the session, or because the same call is
 * still running.
 */
const passing = ['failed', 'forbidden', 'other_user', 'xsrf', 'in_flight']

function settle(sent: SentEntry) {
  retries.delete(sent.about)
  if (sent.refused !== undefined && kinds.get(sent.kind)?.onRefused) refused = [...refused, sent]
  publishOutcome(sent)
  awaited.get(sent.id)?.(sent)
  awaited.delete(sent.id)
}

const retryAt = ({ about }: Entry) => retries.get(about)?.until ?? 0

/**
 * Moves all entries about the entry's subject behind all others. Returns true if the server failed on this
 * entry (500). Otherwise, the connection or the session may be at fault, so nothing else would get through
 * either.
 */
function putOff({ about }: Entry, error: unknown) {
  const failed = error instanceof Problem && error.status === 500
  const before = retries.get(about)?.pause ?? 0
  const pause = failed ? Math.min(before * 2 || 1000, maxRetryPause) : before
  retries.set(about, { pause, until: performance.now() + (failed ? pause : 0) })
  return failed
}

/**
 * Sends one entry, unless it is too old. Returns its outcome, or throws the error if the failure isn't final.
 */
async function outcomeOf(entry: Entry): Promise<SentEntry> {
  const { id, kind, about, input, at, user: as } = entry
  const sent = { id, kind, about, input }
  const { lasts = Infinity, repair } = kinds.get(kind) ?? {}
  if (Date.now() - Date.parse(at) > lasts)
    return { ...sent, refused: t('This waited too long on this device, so it can’t be sent anymore.') }
  try {
    const signal = AbortSignal.timeout(patience)
    return { ...sent, answer: await call(entry as unknown as Endpoint, input, { as, signal, key: id }) }
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) throw error
    const repaired = repair?.(input, error)
    if (repaired)
      return await outcomeOf({ ...entry, id: newId(), input: repaired }).then((last) => ({ ...last, id }))
    return { ...sent, refused: sentenceFor(error, true), status: error.status, current: error.more.current }
  }
}

/**
 * Sends one entry and reports its outcome to all tabs. Returns false if other entries can't be sent now
 * either.
 */
async function send(entry: Entry): Promise<boolean> {
  let sent: SentEntry
  try {
    sent = await outcomeOf(entry)
  } catch (error) {
    return putOff(entry, error)
  }
  if (sent.refused !== undefined && !awaited.has(sent.id)) kinds.get(sent.kind)?.onRefused?.(sent.refused)
  settle(sent)
  await forget(entry)
  // Lets the other tabs settle the entry too, and check their remaining ones.
  tabs?.postMessage(sent)
  return true
}

const slower = () => (delay = Math.min(delay * 2, maxDelay))

/**
 * Sends all entries that are due. Returns the time in ms until the next attempt, or Infinity if there are no
 * more entries.
 */
async function sendAll() {
  for (;;) {
    const entries = user ? await entriesOf(user) : []
    waiting = entries
    updateState()
    const [next] = entries.toSorted((a, b) => retryAt(a) - retryAt(b))
    const rest = next ? retryAt(next) - performance.now() : Infinity
    if (!next || rest > 0) {
      delay = 500
      return rest
    }
    if (!(await send(next))) return slower()
  }
}

/** Runs work in only one tab at a time, in browsers that have locks. */
const inOneTab = async (work: () => Promise<number>) =>
  'locks' in navigator ? await navigator.locks.request('outbox', work) : await work()

async function flush() {
  clearTimeout(timer)
  // An entry added while the last one is being sent must not wait for the next event.
  again = true
  if (sending || !user) return
  sending = true
  let rest = 0
  while (again) {
    again = false
    rest = await inOneTab(sendAll).catch(slower)
  }
  sending = false
  if (rest < Infinity) timer = setTimeout(() => void flush(), rest)
}

/**
 * Starts sending this user's stored and new entries. If `pages` is true, also stores the product's pages on
 * the device, so that they open without a network.
 */
export function openOutbox(of: string, { firstName, pages }: { firstName: string; pages: boolean }) {
  if (user === of) return
  user = of
  owner = firstName
  waiting = []
  refused = []
  void flush()
  // Lets people who reopen the pages without a network find their answers.
  if (pages && import.meta.env.PROD && 'serviceWorker' in navigator) void registerWorker()
}

type QueuedEntry = {
  /** Resolves to where the entry is stored: on disk, or only in this window if the disk can't be used. */
  storedOn: Promise<'disk' | 'window'>
  /** Resolves to the outcome. */
  sent: Promise<SentEntry>
}

/**
 * Stores a write, then sends it. `about` names its subject, by which a reopened page can find the write.
 * Entries about the same subject are sent in order. Throws if the outbox hasn't been opened.
 */
export function enqueue<E extends Endpoint>(
  endpoint: E,
  of: Pick<Entry, 'kind' | 'about' | 'count'>,
  input: Input,
): QueuedEntry {
  if (!user) throw new Error('The outbox is opened by a signed-in user.')
  const { method, path } = endpoint
  const entry = {
    ...of,
    id: newId(),
    at: new Date().toISOString(),
    user,
    firstName: owner,
    method,
    path,
    input,
  }
  const sent = new Promise<SentEntry>((resolve) => awaited.set(entry.id, resolve))
  storing = [...storing, entry]
  updateState()
  return { storedOn: store(entry), sent }
}

async function store(entry: NewEntry) {
  const stored = await storeEntry(entry)
  if (stored.inMemory) inMemory.push(stored.entry)
  storing = storing.filter((each) => each !== entry)
  waiting = [...waiting, stored.entry]
  updateState()
  delay = 500
  void flush()
  return stored.inMemory ? 'window' : 'disk'
}

/** Dismisses refused entries. `rest` returns the part of an entry that must still be shown, or null. */
export function dismiss(rest: (sent: SentEntry) => SentEntry | null) {
  refused = refused.flatMap((sent) => rest(sent) ?? [])
  updateState()
}

/** Announces an entry that is being typed and will be submitted automatically, or withdraws it. */
export function announce(entry: Pick<Entry, 'kind' | 'about'>, isComing: boolean) {
  if (isComing) coming.set(entry.about, entry)
  else coming.delete(entry.about)
  updateState()
}

/** Returns the unsent entries about a subject, in order. */
export const unsent = async (about: string) =>
  user ? (await entriesOf(user).catch(() => inMemory)).filter((entry) => entry.about === about) : []

/** Returns the state of this user's entries. */
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
  updateState()
  void flush()
})
window.addEventListener('offline', updateState)
window.addEventListener('beforeunload', (event) => inMemory.length > 0 && event.preventDefault())
document.addEventListener('visibilitychange', () => void flush())
tabs?.addEventListener('message', ({ data }: MessageEvent<SentEntry>) => {
  settle(data)
  if (user) void entriesOf(user).then((entries) => ((waiting = entries), updateState()), updateState)
})

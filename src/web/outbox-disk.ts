import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Endpoint } from '#shared/contract.ts'

/** An outbox entry on this device. Text that hasn't been submitted is stored in `drafts` instead. */
export type Entry = {
  order: number
  /** The entry's id, also sent as its Idempotency-Key, so that resending it has no further effect. */
  id: string
  /** Noun for the entry on screen, such as `answer`. */
  kind: string
  /** Time at which the entry was made, by this device's clock. */
  at: string
  user: string
  /**
   * Owner's first name, shown on the device so that people know who has to sign in. Older versions didn't
   * store it.
   */
  firstName?: string
  /**
   * Name of the entry's subject, such as a question or a roll. Entries about one subject are sent in order.
   */
  about: string
  /** Number of items in the entry, if not one. */
  count?: number
  method: Endpoint['method']
  path: string
  input: Record<string, unknown>
}

interface Schema extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { user: string } }
  drafts: { key: string; value: unknown }
}

/** An entry as stored. Older versions stored only answers, with their id and time in the input. */
type StoredEntry = Omit<Entry, 'id' | 'kind' | 'at'> & Partial<Entry>
const entryOf = ({ id, kind = 'answer', at, ...entry }: StoredEntry): Entry => ({
  ...entry,
  id: id ?? String(entry.input['answerId']),
  kind,
  at: at ?? String(entry.input['typedAt']),
})

const strict = { durability: 'strict' } as const
const version = 2

let opening: Promise<IDBPDatabase<Schema>> | null = null
/**
 * Opens the database, unless it is open. Rejects if the browser denies access, even if `openDB` throws
 * instead of rejecting.
 */
const open = async () =>
  await (opening ??= openDB<Schema>('outbox', version, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('entries', { keyPath: 'order' }).createIndex('user', 'user')
      db.createObjectStore('drafts')
    },
    // Another tab has a newer version of the product, so let that tab upgrade the database. This tab reopens
    // the database when needed.
    blocking: (_before, _next, { target }) => {
      ;(target as IDBPDatabase<Schema>).close()
      opening = null
    },
    terminated: () => (opening = null),
  }))

/**
 * Runs work on the database, or returns `otherwise` if the database can't be opened. If the work fails,
 * throws its error and reopens the database next time.
 */
async function disk<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  const db = await open().catch(() => null)
  if (!db) {
    opening = null
    return otherwise
  }
  try {
    return await work(db)
  } catch (error) {
    opening = null
    throw error
  }
}

/** Returns a user's unsent entries on disk, or none if the disk can't be used. */
export const storedEntries = (user: string) =>
  disk(async (db) => (await db.getAllFromIndex('entries', 'user', user)).map(entryOf), [])

/** Returns all users' unsent entries on disk, or none if the disk can't be used. */
export const allEntries = () => disk(async (db) => (await db.getAll('entries')).map(entryOf), [])

export const deleteEntry = (order: number) => disk<void>((db) => db.delete('entries', order), undefined)

/**
 * Highest order used by this tab. An entry kept in memory gets the next one, so that it comes after the tab's
 * entries on disk.
 */
let latest = 0

/** Appends an entry. If it can't be written to disk, `inMemory` is true, and the caller must keep it. */
export async function storeEntry(entry: Omit<Entry, 'order'>): Promise<{ entry: Entry; inMemory: boolean }> {
  const onDisk = await disk(async (db) => {
    const writing = db.transaction('entries', 'readwrite', strict)
    const last = await writing.store.openKeyCursor(null, 'prev')
    const numbered = { ...entry, order: Math.max(latest, last?.key ?? 0) + 1 }
    await writing.store.add(numbered)
    await writing.done
    return numbered
  }, null).catch(() => null)
  const stored = onDisk ?? { ...entry, order: latest + 1 }
  latest = stored.order
  return { entry: stored, inMemory: onDisk === null }
}

/** Returns the draft for a subject, that is, input not submitted yet, or undefined if there is none. */
export const draftOf = (about: string) =>
  disk<unknown>((db) => db.get('drafts', about), undefined).catch(() => undefined)

/** Returns all drafts on this device whose subject starts with `beginning`. */
export const draftsOf = (beginning: string) =>
  disk<{ about: string; draft: unknown }[]>(async (db) => {
    const reading = db.transaction('drafts')
    const within = IDBKeyRange.bound(beginning, `${beginning}\uffff`)
    const [names, drafts] = await Promise.all([
      reading.store.getAllKeys(within),
      reading.store.getAll(within),
    ])
    return names.map((about, at) => ({ about, draft: drafts[at] }))
  }, []).catch(() => [])

/**
 * Stores a subject's draft, or deletes it if `draft` is undefined. Commits immediately, so that the change is
 * kept even if the page is about to close.
 */
export const storeDraft = (about: string, draft: unknown) =>
  disk<unknown>(async (db) => {
    const writing = db.transaction('drafts', 'readwrite')
    const change = draft === undefined ? writing.store.delete(about) : writing.store.put(draft, about)
    writing.commit()
    await Promise.all([change, writing.done])
  }, undefined).catch(() => undefined)

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Endpoint } from '#shared/contract.ts'

/** The outbox's place on this device: entries in their order, and what was typed but not yet entered. */
export type Entry = {
  order: number
  user: string
  /** Tells whoever holds the device who is to sign in. Older versions kept none. */
  firstName?: string
  about: string
  method: Endpoint['method']
  path: string
  input: Record<string, unknown>
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { user: string } }
  drafts: { key: string; value: unknown }
}

const strict = { durability: 'strict' } as const
const version = 2

let opening: Promise<IDBPDatabase<Schema>> | null = null
/** Fails also where the browser denies the disk by throwing at once. */
const open = async () =>
  await (opening ??= openDB<Schema>('outbox', version, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('entries', { keyPath: 'order' }).createIndex('user', 'user')
      db.createObjectStore('drafts')
    },
    // Another tab has a newer version of the product: it gets its way, and this tab opens anew when it needs to.
    blocking: (_before, _next, { target }) => {
      ;(target as IDBPDatabase<Schema>).close()
      opening = null
    },
    terminated: () => (opening = null),
  }))

/** Works on the disk; `otherwise` where there is none. A failure on a disk that was there is thrown, and it is opened anew next time. */
export async function disk<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
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

export const keptEntries = (user: string) => disk<Entry[]>((db) => db.getAllFromIndex('entries', 'user', user), [])

/** All unsent entries on this device, of any user. */
export const allEntries = () => disk<Entry[]>((db) => db.getAll('entries'), [])

export const dropEntry = (order: number) => disk<void>((db) => db.delete('entries', order), undefined)

/** The highest order that this tab has given, so that what has to stay in memory comes after what is on disk. */
let latest = 0

/** Keeps an entry behind all others, on disk where that can be done. */
export async function keepEntry(entry: Omit<Entry, 'order'>): Promise<{ entry: Entry; inMemory: boolean }> {
  const onDisk = await disk(async (db) => {
    const writing = db.transaction('entries', 'readwrite', strict)
    const last = await writing.store.openKeyCursor(null, 'prev')
    const kept = { ...entry, order: Math.max(latest, last?.key ?? 0) + 1 }
    await writing.store.add(kept)
    await writing.done
    return kept
  }, null).catch(() => null)
  const kept = onDisk ?? { ...entry, order: latest + 1 }
  latest = kept.order
  return { entry: kept, inMemory: onDisk === null }
}

/** Drafts typed but not entered yet, by what they are about. Not stored if the device has no storage. */
export const draftOf = (about: string) => disk<unknown>((db) => db.get('drafts', about), undefined).catch(() => undefined)

/** Everything whose name begins so and that has a draft on this device, with it. */
export const draftsOf = (beginning: string) =>
  disk<{ about: string; draft: unknown }[]>(async (db) => {
    const reading = db.transaction('drafts')
    const within = IDBKeyRange.bound(beginning, `${beginning}\uffff`)
    const [names, drafts] = await Promise.all([reading.store.getAllKeys(within), reading.store.getAll(within)])
    return names.map((about, at) => ({ about, draft: drafts[at] }))
  }, []).catch(() => [])

/**
 * Keeps a draft, or forgets it when there is none any more. It is committed at once, so that a page which is just about to go has kept it.
 */
export const keepDraft = (about: string, draft: unknown) =>
  disk<unknown>(async (db) => {
    const writing = db.transaction('drafts', 'readwrite')
    const kept = draft === undefined ? writing.store.delete(about) : writing.store.put(draft, about)
    writing.commit()
    await Promise.all([kept, writing.done])
  }, undefined).catch(() => undefined)

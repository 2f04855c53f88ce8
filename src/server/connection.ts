import { Socket } from 'node:net'
import { Client, type Connection, DatabaseError, Query, type Submittable, types as known } from 'pg'
import type { Built, Statement } from './sql.ts'

/** Returns the error of a lost connection. */
export const closed = (message: string) =>
  Object.assign(new Error(`${message} (CONNECTION_CLOSED)`), { code: 'CONNECTION_CLOSED' })

/** Duration in ms from which a statement counts as slow. */
const slowMs = 1000

/** Called with a slow statement: its text with placeholders, without any value. */
export type TellSlow = (statement: string, ms: number) => void

type Parse = (raw: string) => unknown
const [asNumber, asText] = [Number, (raw: string) => raw] as [Parse, Parse]
const asTime = (raw: string) => raw.slice(0, 5)
const asInstant = (raw: string) => raw.replace(' ', 'T').replace(/\+00$/, 'Z')
const asBytes = (raw: string) => Buffer.from(raw.slice(2), 'hex')
const asJson = (raw: string) => JSON.parse(raw) as unknown

/**
 * Type conversions, by the ids of a type and of its array. Dates stay `YYYY-MM-DD`, times `HH:MM`. Instants
 * become ISO 8601 in UTC. Numerics and bigints are exact text, as is everything else.
 */
const conversions: [parse: Parse, type: number, array: number][] = [
  [(raw) => raw === 't', 16, 1000],
  [asBytes, 17, 1001],
  [asNumber, 21, 1005],
  [asNumber, 23, 1007],
  [asNumber, 26, 1028],
  [asNumber, 700, 1021],
  [asNumber, 701, 1022],
  [asJson, 114, 199],
  [asJson, 3802, 3807],
  [asTime, 1083, 1183],
  [asInstant, 1184, 1185],
  // "char", name, bigint, text, char, varchar, date, timestamp, numeric, uuid, aclitem, regclass, daterange
  ...[1002, 1003, 1016, 1009, 1014, 1015, 1182, 1115, 1231, 2951, 1034, 2210, 3913].map(
    (array): [Parse, number, number] => [asText, 0, array],
  ),
]
/** The driver's parser of arrays, whose published type is wrong. */
const { arrayParser } = known as unknown as {
  arrayParser: { create: (raw: string, parse: Parse) => { parse: () => unknown[] } }
}
const parsers = new Map<number, Parse>(
  conversions.flatMap(([parse, type, array]): [number, Parse][] => [
    [type, parse],
    [array, (raw) => arrayParser.create(raw, parse).parse()],
  ]),
)
parsers.delete(0)

const camel = (name: string) => name.replace(/(?!^)_(.)/g, (_, letter: string) => letter.toUpperCase())

type Shape = { keys: string[]; parses: (Parse | undefined)[] }
/**
 * A statement that this connection's server prepares under a name, with the shape of its rows once it is known.
 * After an error, nobody knows whether it was prepared, so the next one prepares it again.
 */
type Prepared = { name: string; shape: Shape | null; isReady: boolean }
type Row = Record<string, unknown>
type Answer = { rows: Row[]; command: string }

/** One statement on its way: sends it, reads its rows, and settles. */
class Sending extends Query {
  readonly answer = Promise.withResolvers<Answer>()
  readonly #prepared: Prepared | null
  readonly #rows: Answer = { rows: [], command: '' }
  #shape: Shape | null = null
  #failure: Error | null = null

  constructor(built: Built, prepared: Prepared | null, isSimple: boolean, fresh: boolean) {
    super({ text: built.text })
    this.#prepared = prepared
    this.#shape = prepared?.shape ?? null
    const { text, values, types } = built
    const described = this.#shape !== null
    // `more` exists in the types only.
    this.submit = (to: Connection) => {
      if (isSimple) {
        to.query(text)
        return
      }
      const name = prepared?.name ?? ''
      if (fresh && name) to.close({ type: 'S', name }, true)
      if (fresh) to.parse({ text, name, types: types as never }, true)
      to.bind({ statement: name, values }, true)
      if (!described) to.describe({ type: 'P', name: '' }, true)
      to.execute({}, true)
      to.sync()
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
    this.#shape = {
      keys: fields.map(({ name }) => camel(name)),
      parses: fields.map(({ dataTypeID }) => parsers.get(dataTypeID)),
    }
    this.#rows.rows = []
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const { keys, parses } = this.#shape as Shape
    const row: Row = {}
    try {
      for (let at = 0; at < keys.length; at += 1) {
        const [raw, parse] = [fields[at] as string | null, parses[at]]
        row[keys[at] as string] = raw === null || !parse ? raw : parse(raw)
      }
    } catch (error) {
      this.#failure = error as Error
    }
    this.#rows.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#rows.command = text
  }

  handleReadyForQuery() {
    if (this.#prepared) this.#prepared.shape ??= this.#shape ?? { keys: [], parses: [] }
    if (this.#failure) this.answer.reject(this.#failure)
    else this.answer.resolve(this.#rows)
  }

  handleError(error: Error & { code?: string }) {
    this.answer.reject(error.code ? error : closed(error.message))
  }
}

/** Names of the settings of a connection, and their values. */
export type Settings = Record<string, string | number | boolean>

export type Place = {
  url: string
  settings?: Settings
  /** Longest time in ms until the connection is open. */
  connectPatience?: number
  /** Called with each notice of the server. */
  onNotice?: (notice: { message?: string }) => void
  /** Called for each statement that takes longer than a second. */
  slow?: TellSlow
  /** True for connections that run one statement at a time, and may COPY. */
  isSequential?: boolean
}

/** An open connection. It is never reopened: once lost, it refuses everything. */
export type Line = {
  send: (statement: Statement<unknown>) => Promise<Answer>
  /** Sends a statement without parameters and results, such as COMMIT. */
  order: (text: string) => Promise<Answer>
  /** Runs a statement that is a stream (COPY). */
  stream: <T extends Submittable>(stream: T) => T
  listen: (onNotification: (channel: string, payload: string) => void, onLost: () => void) => void
  isLost: () => boolean
  /** Number of statements without an answer. */
  busy: () => number
  /** Longest time in ms without an answer before the connection counts as dead. */
  patience: number
  end: () => Promise<void>
}

/** Most statements that one connection keeps prepared. */
const mostPrepared = 1000
const endMs = 5000

/** True if the server knows a prepared statement no longer, or not for the current schema. */
export const isOutdated = (error: unknown) =>
  error instanceof DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/** Settings as in the URL's `options`, in the notation of the server's command line. */
const optionsOf = (settings: Settings) =>
  Object.entries<Settings[string]>({ client_encoding: 'UTF8', ...settings })
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')

/** Returns the URL as the driver reads it: `sslmode` means the same as for PostgreSQL's own programs. */
function addressOf(url: string) {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.toString(), own }
}

/**
 * Returns a function to call before each write. It holds back what is sent until this turn of the event loop
 * ends, so that it leaves in one write.
 */
function gathering(socket: Socket) {
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    socket.cork()
    process.nextTick(() => {
      isCorked = false
      socket.uncork()
    })
  }
}

/**
 * Counts the statements on their way. A connection on which nothing at all arrives for as long as the patience
 * is dead, even without an error (a cut cable, a firewall that drops it), and is destroyed.
 */
function watchdog(socket: Socket, patience: () => number) {
  let [busy, heard] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const watch = (wait: number) => {
    timer = setTimeout(() => {
      const rest = patience() - (performance.now() - heard)
      if (rest > 1) watch(rest)
      else socket.destroy(closed('The database does not answer.'))
    }, wait).unref()
  }
  return {
    busy: () => busy,
    hear: () => (heard = performance.now()),
    begin: () => {
      busy += 1
      if (busy > 1 || patience() === Infinity) return
      heard = performance.now()
      watch(patience())
    },
    end: () => {
      busy -= 1
      if (busy === 0) clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Keeps the prepared statements of a connection, and sends with them. */
function preparing(run: (built: Built, kept: Prepared | null, fresh: boolean) => Promise<Answer>) {
  const prepared = new Map<string, Prepared>()
  const keptFor = ({ types, text }: Built) => {
    const key = `${types.join()} ${text}`
    const before = prepared.get(key)
    if (before || prepared.size >= mostPrepared) return before ?? null
    const kept = { name: `s${prepared.size}`, shape: null, isReady: false }
    prepared.set(key, kept)
    return kept
  }
  return async (built: Built) => {
    const kept = keptFor(built)
    const fresh = kept?.isReady !== true
    if (kept && fresh) Object.assign(kept, { shape: null, isReady: true })
    try {
      return await run(built, kept, fresh)
    } catch (error) {
      if (kept && fresh) kept.isReady = false
      if (isOutdated(error)) for (const each of prepared.values()) each.isReady = false
      throw error
    }
  }
}

/** Returns a client that isn't connected yet, and its socket. */
function clientFor({ url, settings = {}, connectPatience = 3000, isSequential = false }: Place) {
  const { connectionString, own } = addressOf(url)
  const socket = new Socket()
  const client = new Client({
    connectionString,
    options: `${optionsOf(settings)} ${own}`,
    connectionTimeoutMillis: connectPatience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    pipeline: !isSequential,
    stream: () => socket,
  })
  return { socket, client }
}

/** Opens a connection. Many statements can be on their way at a time, unless it is sequential. */
export async function openLine(place: Place, patience: number): Promise<Line> {
  const { onNotice, slow = () => {}, isSequential = false } = place
  const { socket, client } = clientFor(place)
  const { busy, hear, begin, end, stop } = watchdog(socket, () => line.patience)
  const gather = gathering(socket)
  let isLost = false
  const lose = () => {
    isLost = true
    stop()
  }
  for (const gone of ['error', 'close']) socket.on(gone, lose)
  client.on('error', lose).on('end', lose)
  if (onNotice) client.on('notice', onNotice)
  await client.connect().catch((error: Error & { code?: string }) => {
    socket.destroy()
    throw error.code ? error : closed(error.message)
  })
  // COPY wants to be the only reader.
  if (!isSequential) socket.on('data', hear)

  async function run(built: Built, kept: Prepared | null, { isSimple = false, fresh = true }) {
    if (isLost) throw closed('The connection to the database was lost.')
    gather()
    begin()
    try {
      const sending = new Sending(built, kept, isSimple, fresh)
      client.query(sending)
      return await sending.answer.promise
    } catch (error) {
      if (error instanceof DatabaseError && /FATAL|PANIC/.test(error.severity ?? '')) lose()
      throw error
    } finally {
      end()
    }
  }
  const sendPrepared = preparing((built, kept, fresh) => run(built, kept, { fresh }))

  const line: Line = {
    patience,
    isLost: () => isLost,
    busy,
    order: (text) => run({ text, values: [], types: [] }, null, { isSimple: true }),
    send: async (statement) => {
      const began = performance.now()
      try {
        const built = statement.build()
        if (!statement.isPlain) return await sendPrepared(built)
        return await run(built, null, { isSimple: built.values.length === 0 })
      } finally {
        const ms = performance.now() - began
        if (ms >= slowMs && !statement.isPlain)
          slow(statement.strings.join('?').replace(/\s+/g, ' ').trim().slice(0, 500), Math.round(ms))
      }
    },
    stream: (stream) => client.query(stream),
    listen: (onNotification, onLost) => {
      client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
      client.on('end', onLost)
    },
    end: async () => {
      if (isLost) return
      const late = setTimeout(() => socket.destroy(), endMs).unref()
      await client.end()
      clearTimeout(late)
    },
  }
  return line
}

import { Socket } from 'node:net'
import { Client, type Connection, DatabaseError, Query, type Submittable } from 'pg'
import { type Parse, parsers } from './conversions.ts'
import { corkForTurn } from './cork.ts'
import type { BuiltStatement, Statement } from './sql.ts'
import { isReadOnly, notPrimary, standbyStatus } from './standby.ts'
import { traceStatements } from './trace-statements.ts'

/** Returns the error for a lost connection. */
export const closed = (message: string) =>
  Object.assign(new Error(`${message} (CONNECTION_CLOSED)`), { code: 'CONNECTION_CLOSED' })

/** Duration in ms at or above which a statement counts as slow. */
const slowMs = 1000

/** Called with a slow statement's text, with placeholders instead of values, and its duration in ms. */
export type OnSlowStatement = (statement: string, ms: number) => void

const camel = (name: string) => name.replace(/(?!^)_(.)/g, (_, letter: string) => letter.toUpperCase())

type Shape = { keys: string[]; parses: (Parse | undefined)[] }
/**
 * A prepared statement of this connection, with the shape of its rows once that is known. After an error, we
 * can't tell whether the server has prepared the statement, so the next call prepares it again.
 */
type PreparedStatement = { name: string; shape: Shape | null; isReady: boolean }
type Row = Record<string, unknown>
type Answer = { rows: Row[]; command: string }

/** A statement to send, with its prepared form, if any. `fresh` is true if the server has to parse it first. */
type Part = { built: BuiltStatement; prepared: PreparedStatement | null; fresh: boolean }

function sendPart(to: Connection, { built: { text, values, types }, prepared, fresh }: Part) {
  const name = prepared?.name ?? ''
  if (fresh && name) to.close({ type: 'S', name }, true)
  if (fresh) to.parse({ text, name, types: types as never }, true)
  to.bind({ statement: name, values }, true)
}

/**
 * A statement in flight. Sends it, reads its rows and settles `answer`. If `before` is given, that statement
 * runs first in the same transaction, and its rows are discarded.
 */
class SentQuery extends Query {
  readonly answer = Promise.withResolvers<Answer>()
  readonly #prepared: PreparedStatement | null
  readonly #rows: Answer = { rows: [], command: '' }
  #shape: Shape | null = null
  #failure: Error | null = null
  #isBefore: boolean

  constructor(part: Part, before: Part | null, isSimple: boolean) {
    super({ text: part.built.text })
    this.#prepared = part.prepared
    this.#shape = part.prepared?.shape ?? null
    this.#isBefore = before !== null
    const described = this.#shape !== null
    // pg doesn't use a second argument here, although its published types require it.
    this.submit = (to: Connection) => {
      if (isSimple) {
        to.query(part.built.text)
        return
      }
      if (before) {
        sendPart(to, before)
        to.execute({}, true)
      }
      sendPart(to, part)
      if (!described) to.describe({ type: 'P', name: '' }, true)
      to.execute({}, true)
      // Everything before the Sync message is one transaction.
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
    if (this.#isBefore) return
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
    if (this.#isBefore) this.#isBefore = false
    else this.#rows.command = text
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

/** PostgreSQL settings for a connection, by name. */
export type Settings = Record<string, string | number | boolean>

export type DatabaseAddress = {
  url: string
  settings?: Settings
  /** Connect timeout in ms. */
  connectPatience?: number
  onNotice?: (notice: { message?: string }) => void
  /** Called for each statement that takes a second or longer, except those with `isPlain`. */
  slow?: OnSlowStatement
  /** True for a connection that runs one statement at a time and can use COPY. */
  isSequential?: boolean
  /**
   * True if a pooler in transaction mode may assign another server connection to each transaction, so that
   * settings and prepared statements don't last beyond it.
   */
  isPooled?: boolean
  /** True if the server may be a standby. */
  isReplica?: boolean
}

/** An open connection. Once lost, it isn't reopened and refuses every statement. */
export type OpenConnection = {
  /** Sends a statement. `before`, if given, runs first, in the same transaction. */
  send: (statement: Statement<unknown>, before?: Statement<unknown>) => Promise<Answer>
  /** Sends a statement without parameters or results, such as COMMIT. */
  order: (text: string) => Promise<Answer>
  /** Runs a COPY statement given as a stream, and returns that stream. */
  stream: <T extends Submittable>(stream: T) => T
  listen: (onNotification: (channel: string, payload: string) => void, onLost: () => void) => void
  isLost: () => boolean
  /** Number of statements still waiting for a response. */
  busy: () => number
  /** Time in ms that the statements in flight have waited since the last response, or 0 if there are none. */
  silence: () => number
  /** Time in ms without a response to a statement in flight after which the connection counts as dead. */
  patience: number
  end: () => Promise<void>
}

/** Maximum number of prepared statements per connection. */
const maxPrepared = 1000
const endMs = 5000
/** Error codes for a Unix socket that is missing or full. Callers see them as an unavailable database. */
const away = ['ENOENT', 'EAGAIN']

/** True if the server no longer has a prepared statement, or a schema change has invalidated it. */
export const isStaleStatement = (error: unknown) =>
  error instanceof DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/** Settings for every connection, which override the database's own. Type conversions depend on them. */
export const always: Settings = { client_encoding: 'UTF8', TimeZone: 'UTC', DateStyle: 'ISO' }

/** Returns `always` and the settings as `-c name=value` flags, the form that the URL's `options` takes. */
const optionsOf = (settings: Settings) =>
  Object.entries<Settings[string]>({ ...always, ...settings })
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')

/** Adapts a URL to the driver, so that `sslmode` works as in psql. `own` is the URL's `options` parameter. */
function addressOf(url: string) {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.toString(), own }
}

/**
 * Counts the statements in flight. If there are any and nothing arrives for `patience` ms, the connection
 * counts as dead and is destroyed. There may be no error, for example if a cable is cut or a firewall drops
 * packets.
 */
function watchdog(socket: Socket, patience: () => number) {
  let [busy, lastReplyAt] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const watch = (wait: number) => {
    timer = setTimeout(() => {
      const rest = patience() - (performance.now() - lastReplyAt)
      if (rest > 1) watch(rest)
      else socket.destroy(closed('The database does not answer.'))
    }, wait).unref()
  }
  return {
    busy: () => busy,
    silence: () => (busy > 0 ? performance.now() - lastReplyAt : 0),
    noteReply: () => (lastReplyAt = performance.now()),
    begin: () => {
      busy += 1
      if (busy > 1) return
      lastReplyAt = performance.now()
      if (patience() < Infinity) watch(patience())
    },
    end: () => {
      busy -= 1
      if (busy === 0) clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Caches a connection's prepared statements. Returns a function that prepares and sends a statement. */
function preparing(run: (part: Part, before: Part | null) => Promise<Answer>) {
  const known = new Map<string, PreparedStatement>()
  const preparedFor = ({ types, text }: BuiltStatement) => {
    const key = `${types.join()} ${text}`
    const found = known.get(key)
    if (found || known.size >= maxPrepared) return found ?? null
    const prepared = { name: `s${known.size}`, shape: null, isReady: false }
    known.set(key, prepared)
    return prepared
  }
  const partOf = (built: BuiltStatement): Part => {
    const prepared = preparedFor(built)
    const fresh = prepared?.isReady !== true
    if (prepared && fresh) Object.assign(prepared, { shape: null, isReady: true })
    return { built, prepared, fresh }
  }
  return async (built: BuiltStatement, first: BuiltStatement | null) => {
    const before = first && partOf(first)
    const part = partOf(built)
    try {
      return await run(part, before)
    } catch (error) {
      for (const each of [before, part]) if (each?.fresh && each.prepared) each.prepared.isReady = false
      if (isStaleStatement(error)) for (const each of known.values()) each.isReady = false
      throw error
    }
  }
}

/** Returns a client that isn't connected yet, and its socket. */
function clientFor({ url, settings = {}, connectPatience = 3000, isSequential, isPooled }: DatabaseAddress) {
  const { connectionString, own } = addressOf(url)
  const socket = new Socket()
  const client = new Client({
    connectionString,
    ...(isPooled ? {} : { options: `${optionsOf(settings)} ${own}` }),
    connectionTimeoutMillis: connectPatience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    pipeline: !isSequential,
    stream: () => socket,
  })
  return { socket, client }
}

/** Opens a connection. Throws CONNECTION_READ_ONLY if the server is a standby, unless `isReplica` is set. */
export async function openConnection(address: DatabaseAddress, patience: number): Promise<OpenConnection> {
  const { onNotice, slow = () => {}, isSequential = false } = address
  const { socket, client } = clientFor(address)
  const { busy, silence, noteReply, begin, end, stop } = watchdog(socket, () => connection.patience)
  let isLost = false
  const lose = () => {
    isLost = true
    stop()
  }
  for (const event of ['error', 'close']) socket.on(event, lose)
  client.on('error', lose).on('end', lose)
  if (onNotice) client.on('notice', onNotice)
  const isStandby = standbyStatus(client)
  await client.connect().catch((error: Error & { code?: string }) => {
    socket.destroy()
    throw !error.code || away.includes(error.code) ? closed(error.message) : error
  })
  if (isStandby() && !address.isReplica) {
    socket.destroy()
    throw notPrimary()
  }
  // Over TLS, this stream wraps the socket. The socket itself then emits no data and can't be corked.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const cork = corkForTurn(stream)
  // COPY must be the only reader of the stream.
  if (!isSequential) stream.on('data', noteReply)

  async function run(part: Part, before: Part | null, isSimple = false) {
    if (isLost) throw closed('The connection to the database was lost.')
    cork()
    begin()
    try {
      const sending = new SentQuery(part, before, isSimple)
      client.query(sending)
      return await sending.answer.promise
    } catch (error) {
      if (error instanceof DatabaseError && /FATAL|PANIC/.test(error.severity ?? '')) lose()
      // The server is read-only: give up this connection, so that the next statement gets a new one, possibly
      // to another server. If only `before` made the transaction read-only, the write was a bug.
      if (isReadOnly(error) && !before?.built.text.includes('transaction_read_only')) {
        socket.destroy()
        lose()
        throw notPrimary()
      }
      throw error
    } finally {
      end()
    }
  }
  const sendPrepared = preparing(run)
  const unprepared = (built: BuiltStatement): Part => ({ built, prepared: null, fresh: true })

  const connection: OpenConnection = {
    patience,
    isLost: () => isLost,
    busy,
    silence,
    order: (text) => run(unprepared({ text, values: [], types: [] }), null, true),
    send: traceStatements(async (statement, before) => {
      const began = performance.now()
      try {
        const built = statement.build()
        if (!statement.isPlain && !address.isPooled) return await sendPrepared(built, before?.build() ?? null)
        const first = before ? unprepared(before.build()) : null
        return await run(unprepared(built), first, first === null && built.values.length === 0)
      } finally {
        const ms = performance.now() - began
        if (ms >= slowMs && !statement.isPlain)
          slow(statement.strings.join('?').replace(/\s+/g, ' ').trim().slice(0, 500), Math.round(ms))
      }
    }),
    stream: (copy) => client.query(copy),
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
  return connection
}

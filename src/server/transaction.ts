import { Problem, sentences } from '#shared/problem.ts'
import { closed, type OpenConnection } from './connection.ts'
import { type Db, makeDb, type Statement } from './sql.ts'
import { traced } from './tracing.ts'

/**
 * Returns a 503 for a write whose outcome is unknown. Retrying with the same Idempotency-Key is safe: the
 * write takes effect only once.
 */
const outcomeUnknown = () => new Problem(503, 'outcome_unknown', sentences.failed, { retryAfter: 1 })

const state = Symbol('state of a transaction')
type State = {
  connection: OpenConnection
  /** Rows to insert at the end. */
  added: Map<CommitInsert<never>, unknown[]>
  /** Error of the first statement that failed, or null. */
  failure: unknown
}
type Transaction = Db & { [state]?: State }

function stateOf(db: Db) {
  const found = (db as Transaction)[state]
  if (!found) throw new Error('This is not a transaction.')
  return found
}

/** Returns the connection of a transaction in progress. */
export const connectionOf = (db: Db) => stateOf(db).connection

/**
 * Sets a longer statement timeout, in seconds, for the rest of a transaction whose work no page waits for.
 */
export async function setStatementTimeout(db: Db, seconds: number) {
  const transaction = (db as Transaction)[state]
  if (transaction) transaction.connection.patience = seconds * 1000
  await db`select set_config('statement_timeout', ${`${seconds}s`}, true)`
}

/**
 * A kind of row that a transaction inserts with one statement just before COMMIT. `committed` is called after
 * the commit with a handle for single statements.
 */
export type CommitInsert<R> = {
  insert: (db: Db, rows: readonly R[]) => Statement<unknown>
  committed?: (single: Db) => void
}

/**
 * Queues a row to insert when the transaction commits. All rows of a kind are sent as one statement, in the
 * same message as COMMIT. The transaction itself can't read them.
 */
export function insertAtCommit<R>(db: Db, added: CommitInsert<R>, row: R) {
  const end = stateOf(db).added
  const rows = end.get(added)
  if (rows) rows.push(row)
  else end.set(added, [row])
}

/**
 * Runs a part of a transaction. If it throws, the part is undone along with everything it queued for the
 * commit, the error is rethrown, and the transaction can continue.
 */
export async function withSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const own = stateOf(db)
  const { connection, added } = own
  const before = new Map([...added].map(([kind, rows]) => [kind, rows.length]))
  await connection.order('savepoint part')
  try {
    const result = await work()
    await connection.order('release savepoint part')
    return result
  } catch (error) {
    await connection.order('rollback to savepoint part')
    await connection.order('release savepoint part')
    for (const [kind, rows] of added) rows.length = before.get(kind) ?? 0
    own.failure = null
    throw error
  }
}

export type Work<T> = (db: Db) => Promise<T>
type TransactionOptions = {
  begin?: string
  /** Handle for single statements after the commit. */
  single?: Db
  /**
   * Statement sent before the work without waiting for its result. If it fails, so does the rest of the
   * transaction.
   */
  first?: (db: Db) => Statement<unknown> | undefined
}

async function runTransaction<T>(
  connection: OpenConnection,
  work: Work<T>,
  { begin = 'begin', single, first }: TransactionOptions,
): Promise<T> {
  let isOver = false
  const own: State = { connection, added: new Map(), failure: null }
  const fail = (error: unknown) => {
    own.failure ??= error
    throw error
  }
  const db = makeDb(async (statement) => {
    if (isOver) throw closed('This transaction is over.')
    return (await connection.send(statement).catch(fail)).rows
  })
  Object.assign(db, { [state]: own })
  const { patience } = connection
  const end = async (outcome: 'commit' | 'rollback') => {
    isOver = true
    connection.patience = patience
    return await connection.order(outcome)
  }
  connection
    .order(begin)
    .catch(fail)
    .catch(() => {})
  first?.(db)?.catch(() => {})
  let result: T
  try {
    result = await work(db)
    const last = [...own.added].map(([{ insert }, rows]) => insert(db, rows as never[]))
    // Build the statements now, so that a row that can't be encoded fails before COMMIT is sent.
    for (const each of last) each.build()
    for (const each of last) each.catch(() => {})
    isOver = true
    if (own.failure) throw own.failure
    if (connection.isLost()) throw closed('The connection to the database was lost.')
  } catch (error) {
    await end('rollback').catch(() => {})
    throw own.failure && (error as { code?: string }).code === '25P02' ? own.failure : error
  }
  const { command } = await end('commit').catch((error: unknown) => {
    throw connection.isLost() ? outcomeUnknown() : error
  })
  // PostgreSQL rolled back instead, because a statement that wasn't awaited has failed.
  if (command !== 'COMMIT') throw own.failure ?? closed('The transaction was rolled back.')
  if (single) for (const { committed } of own.added.keys()) committed?.(single)
  return result
}

/**
 * Runs work as one transaction on a connection. Once the transaction has ended or the connection is lost,
 * further statements are refused. Throws 503 `outcome_unknown` if the connection is lost during the commit.
 */
export const transact = <T>(
  connection: OpenConnection,
  work: Work<T>,
  manner: TransactionOptions = {},
): Promise<T> => traced(['transaction', {}], () => runTransaction(connection, work, manner))

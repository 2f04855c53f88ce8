import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { CommandConnection } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { statementsIn } from './statements.ts'

/**
 * A migration file. `expands` is true if the product's previous version still works with the schema after
 * this migration.
 */
export type Step = { name: string; text: string; hash: string; expands: boolean }

/**
 * Lock timeout in ms for the statements of a migration. Calls that need the same table wait behind such a
 * statement, so this is shorter than the two seconds after which they fail.
 */
export const lockTimeout = 500
/** Maximum pause in ms before retrying a migration that didn't get its locks. */
const maxPause = 5000

/** True if a statement didn't get a lock in time, or was chosen to end a deadlock. */
const isConflict = (error: unknown) =>
  error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')

/** Describes the oldest open transaction, which may hold the lock that a migration is waiting for. */
async function oldestTransaction(sql: Db) {
  const [row] = await sql<{ pid: number; name: string; seconds: number }[]>`
    select pid, application_name as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`
  return row
    ? `the oldest transaction is that of process ${row.pid} (${row.name || 'without a name'}), ${row.seconds} s old`
    : 'no other transaction is open any more'
}

/**
 * `patience` is the time in ms for which a migration tries to get its locks. `report` is called with a
 * message when it has to wait.
 */
export type Waiting = { patience: number; report: (line: string) => void }

/**
 * Repeats work until it gets its locks, pausing in between so that all other work can continue. Throws an
 * Error that names the oldest transaction once `patience` is over.
 */
export async function withLocks<T>(
  sql: Db,
  { name, patience, report }: Waiting & { name: string },
  work: () => Promise<T>,
) {
  const began = performance.now()
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      const holder = await oldestTransaction(sql)
      if (performance.now() - began >= patience)
        throw new Error(`its tables were in use for ${Math.round(patience / 1000)} s; ${holder}`, {
          cause: error,
        })
      if (tries === 0) report(`${name} waits until its tables are free: ${holder}.`)
      await pause(Math.min(maxPause, 500 * 2 ** tries))
    }
  }
}

const markDone = (db: Db, { name, hash, expands }: Step) =>
  db`insert into migrations (name, hash, expands) values (${name}, ${hash}, ${expands})`

/** True for a migration that can't run in a transaction, as its first line says (CONTRIBUTING.md). */
export const isOutside = ({ text }: Pick<Step, 'text'>) => /^-- Outside a transaction\b/.test(text)

const indexMade = /^create (?:unique )?index concurrently (\w+) on\b/i
const repeatable = /^(drop index concurrently if exists|alter table \S+ validate constraint) /i

/**
 * True if a statement can be repeated after an interruption, and doesn't block reads and writes of its table.
 */
export const isRepeatable = (statement: string) => {
  const plain = statement.replace(/\s+/g, ' ')
  return indexMade.test(plain) || repeatable.test(plain)
}

/**
 * Runs a statement that may have run before. An interrupted index creation leaves an invalid index, which is
 * dropped and created again. A valid index is kept.
 */
async function runAgain(sql: CommandConnection, statement: string) {
  const [, index] = indexMade.exec(statement.replace(/\s+/g, ' ')) ?? []
  const [known] = index
    ? await sql<{ valid: boolean }[]>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass(${`public.${index}`})`
    : []
  if (known?.valid) return
  if (known) await sql.unsafe(`drop index concurrently public.${index}`)
  await sql.unsafe(statement)
}

/**
 * Runs the statements of a migration one by one, outside a transaction, then marks the migration as done.
 * They may wait for locks without a limit, because no reads or writes wait behind them.
 */
async function applyOutside(sql: CommandConnection, step: Step) {
  const statements = statementsIn(step.text)
  const wrong = statements.find((each) => !isRepeatable(each))
  if (wrong)
    throw new Error(`only statements that can be repeated may be outside a transaction, not ${wrong}`)
  for (const statement of statements) await runAgain(sql, statement)
  await markDone(sql, step)
}

/**
 * Applies a migration and marks it as done: in one transaction, or statement by statement if its first line
 * says that it runs outside one. Throws an Error that names the migration.
 */
export async function applyMigration(sql: CommandConnection, step: Step, waiting: Waiting) {
  const { name } = step
  const fail = (outcome: string) => (error: Error) => {
    throw new Error(`${name} failed, and ${outcome}: ${error.message}.`, { cause: error })
  }
  if (isOutside(step)) {
    await applyOutside(sql, step).catch(
      fail('the next start goes on where it stopped, because it runs outside a transaction'),
    )
    return
  }
  const apply = () =>
    sql.begin(async (db) => {
      await db.unsafe(`set local lock_timeout = ${lockTimeout}`)
      await db.unsafe(step.text)
      await markDone(db, step)
    })
  await withLocks(sql, { ...waiting, name }, apply).catch(fail('nothing of it was applied'))
}

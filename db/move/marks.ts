import { z } from 'zod'
import { type CommandConnection, connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'

/**
 * State of a database that the product must not use: the target of an unfinished move, or the database whose
 * data was moved to `to` (host and name, without a password).
 */
const Mark = z.union([
  z.strictObject({ unfinished: z.literal(true) }),
  z.strictObject({ to: z.string(), at: z.iso.datetime() }),
])
type Mark = z.infer<typeof Mark>

/** Arbitrary unique key of the advisory lock that a move holds in both databases. */
const moveLock = 7_203_122

/**
 * Returns a database's mark, or null. It is the comment of the table of migrations, because a comment needs
 * no column, belongs to this database alone, and isn't copied by backups.
 */
export async function markOf(db: Db): Promise<Mark | null> {
  const [row] = await db<
    { text: string | null }[]
  >`select obj_description(to_regclass('public.migrations'), 'pg_class') as text`
  try {
    return Mark.parse(JSON.parse(row?.text ?? 'null'))
  } catch {
    return null
  }
}

/** Sets or removes a database's mark. */
export async function setMark(db: Db, mark: Mark | null) {
  const [row] = await db<
    { statement: string }[]
  >`select format('comment on table public.migrations is %L', ${mark && JSON.stringify(mark)}::text) as statement`
  await db.unsafe(row?.statement ?? '')
}

/**
 * Locks a database until the connection ends, so that the product can't start on it and no other move can use
 * it. Throws if it is already locked.
 */
export async function lockForMove(sql: CommandConnection, name: string) {
  const [row] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${moveLock}) as mine`
  if (!row?.mine) throw new Error(`Another move is using the database ${name}.`)
}

/**
 * Throws an Error that says what to do if a database is being moved, was moved to another one, or is an
 * unfinished copy.
 */
export async function refuseMoved(url: string) {
  const sql = connect(url)
  try {
    const [row] = await sql<{ free: boolean }[]>`select pg_try_advisory_lock_shared(${moveLock}) as free`
    if (!row?.free)
      throw new Error('This data is being moved (npm run move). Wait until that is done, then start again.')
    const mark = await markOf(sql)
    if (!mark) return
    throw new Error(
      'to' in mark
        ? `This data was moved to ${mark.to} on ${mark.at.slice(0, 10)}. Set DATABASE_URL to that database, or use this one again with: npm run move -- --undo`
        : 'This database is an unfinished copy. Repeat the move with the settings of the old one, which is unchanged.',
    )
  } finally {
    await sql.end()
  }
}

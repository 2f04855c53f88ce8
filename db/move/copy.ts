import { pipeline } from 'node:stream/promises'
import { type CommandConnection, copyIn, copyOut } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { fingerprintOf, sequencesOf, type Table, tablesOf } from '../backup/catalog.ts'
import { triggers } from '../backup/load.ts'
import type { Progress } from '../backup/write.ts'
import { makeList, migrate } from '../migrate.ts'
import { setMark } from './marks.ts'

const schemas = ['public', 'graphile_worker']
/** Returns every table of the product and its job queue: unlike a restore, a move keeps sessions and keys. */
const allTables = (db: Db) => tablesOf(db, { schemas, without: [] })

/**
 * Removes an unfinished copy: everything in the product's schemas except extensions, because those may belong
 * to another user.
 */
async function removeCopy(db: Db) {
  const all = await db<{ statement: string }[]>`
    with members as (select objid from pg_depend where deptype = 'e')
    select 1 as turn, 'drop schema if exists graphile_worker cascade' as statement
    union all select case relkind when 'S' then 3 else 2 end, format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') and oid not in (select objid from members)
    union all select 4, format('drop routine if exists %s cascade', oid::regprocedure)
      from pg_proc where pronamespace = 'public'::regnamespace and oid not in (select objid from members)
    union all select 5, format('drop type if exists %s cascade', oid::regtype)
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and oid not in (select objid from members)
    order by turn`
  await db.unsafe(all.map(({ statement }) => statement).join(';'))
}

/**
 * Removes any unfinished copy from the target database, and creates the schema. Marks the copy as unfinished
 * in the transaction that creates the first table.
 */
export async function createSchema(target: CommandConnection, url: string) {
  await target.begin(async (db) => {
    await removeCopy(db)
    await makeList(db)
    await setMark(db, { unfinished: true })
  })
  await migrate(url)
}

/**
 * Drops constraints and indexes, so that rows load faster. Returns the statements that create them again, in
 * an order that works: indexes and keys come before the foreign keys that need them.
 */
async function dropIndexes(db: Db) {
  const constraints = await db<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where connamespace::regnamespace::text = any(${schemas}) and conrelid <> 0 and contype in ('p', 'u', 'x', 'f')
    order by contype = 'f' desc, conrelid, conname`
  const indexes = await db<{ drop: string; add: string }[]>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace::regnamespace::text = any(${schemas}) and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by indrelid, indexrelid`
  const all = [...constraints, ...indexes]
  await db.unsafe(all.map(({ drop }) => drop).join(';'))
  return all.map(({ add }) => add).toReversed()
}

const listed = (tables: readonly Table[]) =>
  tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`).join('\n')

async function copyTable(from: Db, to: Db, { name, columns }: Table, onCopied: (bytes: number) => void) {
  const list = columns.join(', ')
  let bytes = 0
  await pipeline(
    copyOut(from, `select ${list} from ${name}`),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        bytes += piece.length
        onCopied(bytes)
        yield piece
      }
    },
    copyIn(to, `${name} (${list})`),
  )
}

async function copyRows(from: Db, to: Db, say: Progress) {
  const tables = await allTables(from)
  if (listed(tables) !== listed(await allTables(to)))
    throw new Error(
      "The old database's tables don't match this version. Start the product once, stop it, and move then.",
    )
  const names = tables.map(({ name }) => name)
  await triggers(to, names, 'disable')
  const indexes = await dropIndexes(to)
  await to.unsafe(`truncate ${names.join(', ')} restart identity`)
  const all = tables.reduce((sum, { size }) => sum + size, 1)
  let before = 0
  for (const table of tables) {
    await copyTable(from, to, table, (bytes) =>
      say('Copying', Math.floor((100 * (before + Math.min(bytes, table.size))) / all)),
    )
    before += table.size
  }
  for (const [at, statement] of indexes.entries()) {
    say('Creating indexes and constraints', Math.floor((100 * at) / indexes.length))
    await to.unsafe(statement)
  }
  await triggers(to, names, 'enable')
  for (const { name, last } of await sequencesOf(from, schemas))
    await to`select setval(${name}::regclass, ${last}::bigint)`
}

/** Copies all rows in one snapshot of the source and one transaction of the target. */
export const copyAll = (source: CommandConnection, target: CommandConnection, say: Progress) =>
  source.begin(
    (from) => target.begin((to) => copyRows(from, to, say)),
    'isolation level repeatable read read only',
  )

/**
 * Compares the number and the checksum of every table's rows, and all sequences. Reads the source again, so
 * that a change during the move is noticed, too. Returns the number of rows. Throws if anything differs.
 */
export async function compare(source: CommandConnection, target: CommandConnection, say: Progress) {
  const tables = await allTables(source)
  let rows = 0
  for (const [at, table] of tables.entries()) {
    say('Comparing', Math.floor((100 * at) / tables.length))
    const [old, copy] = [await fingerprintOf(source, table), await fingerprintOf(target, table)]
    if (old.rows !== copy.rows || old.fingerprint !== copy.fingerprint)
      throw new Error(`The rows of ${table.name} differ in the two databases. Was the old one changed?`)
    rows += old.rows
  }
  const [old, copy] = [await sequencesOf(source, schemas), await sequencesOf(target, schemas)]
  if (JSON.stringify(old) !== JSON.stringify(copy))
    throw new Error('The sequences differ in the two databases. Was the old one changed?')
  return rows
}

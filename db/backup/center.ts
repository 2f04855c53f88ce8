import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatabaseError } from 'pg'
import { v7 as newId } from 'uuid'
import { connect, copyIn, copyOut } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import type { Topic } from '#shared/live.ts'
import type { Finding } from '../fsck.ts'
import { speaking, tablesOf } from './catalog.ts'
import { clean, drop, makeBeside } from './databases.ts'
import { keepErased } from './erased.ts'
import type { Keys } from './keys.ts'
import { examine, load, triggers } from './load.ts'
import { check } from './try.ts'
import type { Progress } from './write.ts'

/**
 * Tables of a center that stay as they are: what happened (the log, mail that was sent, imports), and what gives
 * access, because it may have been revoked since the backup.
 */
const untouched = ['audit', 'runs', 'access_tokens', 'devices', 'webhooks', 'webhook_deliveries']
/** Table whose rows are only added, because mail that was sent refers to them. */
const onlyAdded = 'mailings'

/** Everything that a screen of a center may have to read again. */
const topics: Record<Topic, true> = {
  attendance: true,
  schedule: true,
  work: true,
  answer: true,
  place: true,
  whiteboard: true,
  import: true,
  device: true,
  billing: true,
}

/** A table of a center, with the column that names the center. */
type Part = { name: string; columns: string[]; center: string }

/** Returns the tables to bring back, `centers` first. */
async function partsOf(db: Db): Promise<Part[]> {
  const tables = await tablesOf(db)
  const own = tables.filter(({ name, columns }) => columns.includes('center_id') && !untouched.includes(name))
  const [centers] = tables.filter(({ name }) => name === 'centers')
  return [
    { name: 'centers', columns: centers?.columns ?? [], center: 'id' },
    ...own.map(({ name, columns }) => ({ name, columns, center: 'center_id' })),
  ]
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const listed = (columns: readonly string[]) => columns.join(', ')

/** Number of rows of a table, now and in the backup. */
export type Count = { table: string; now: number; backup: number }

async function countsOf(now: Db, then: Db, { parts, center }: { parts: readonly Part[]; center: string }) {
  const all: Count[] = []
  for (const { name, center: column } of parts) {
    const select = `select count(*)::int as n from ${name} where ${column} = ${literal(center)}`
    const [[here], [there]] = [
      await now.unsafe<{ n: number }[]>(select),
      await then.unsafe<{ n: number }[]>(select),
    ]
    all.push({ table: name, now: here?.n ?? 0, backup: there?.n ?? 0 })
  }
  return all
}

/** Copies the rows of a query in another database into a new temporary table like `name`. */
async function bring(
  from: Db,
  to: Db,
  { name, columns, select }: { name: string; columns: string[]; select: string },
) {
  await to.unsafe(
    `create temp table brought_${name} on commit drop as select ${listed(columns)} from ${name} with no data`,
  )
  const rows = copyIn(to, `brought_${name} (${listed(columns)})`)
  await pipeline(copyOut(from, select), rows)
}

/** Returns the columns of a center's tables that name a person. */
const personColumns = (db: Db, names: readonly string[]) => db<{ table: string; column: string }[]>`
  select f.conrelid::regclass::text as "table", quote_ident(a.attname) as "column" from pg_constraint f
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'people'::regclass and array_length(f.conkey, 1) = 1
    and f.conrelid::regclass::text = any(${[...names]}) order by 1, 2`

/**
 * Brings back the people of a center who no longer exist, and those whose account was closed when the center was
 * deleted. Nobody else is changed, because they may belong to other centers.
 */
async function bringPeople(from: Db, to: Db, parts: readonly Part[]) {
  const [people] = (await tablesOf(from)).filter(({ name }) => name === 'people')
  const columns = people?.columns ?? []
  await bring(from, to, { name: 'people', columns, select: `select ${listed(columns)} from people` })
  const named = await personColumns(
    to,
    parts.map(({ name }) => name),
  )
  const theirs = named.map(({ table, column }) => `select ${column} from brought_${table}`).join(' union ')
  await to.unsafe(
    `delete from brought_people where id not in (select * from (${theirs}) t(id) where id is not null)`,
  )
  await to.unsafe(`
    update people p set (${listed(columns)}) = (select ${listed(columns)} from brought_people b where b.id = p.id)
    where p.disabled_at is not null and p.email is null and p.user_name is null and p.password_hash is null
      and not exists (select from erasures e where e.person_id = p.id)
      and exists (select from brought_people b where b.id = p.id and b.disabled_at is null)`)
  const added = await to.unsafe<{ id: string }[]>(
    `insert into people (${listed(columns)}) select ${listed(columns)} from brought_people on conflict (id) do nothing returning id`,
  )
  return added.length
}

/**
 * Replaces a center's rows in one transaction. All rows are deleted in one statement and added in another: the
 * database checks references at the end of each, so the order of tables doesn't matter.
 */
async function replace(
  from: Db,
  to: Db,
  { center, parts, file }: { center: string; parts: readonly Part[]; file: string },
) {
  const names = parts.map(({ name }) => name)
  const where = (column: string) => `${column} = ${literal(center)}`
  await to.unsafe(`lock table ${listed([...names, 'people', 'mail'])} in share row exclusive mode`)
  for (const { name, columns, center: column } of parts)
    await bring(from, to, {
      name,
      columns,
      select: `select ${listed(columns)} from ${name} where ${where(column)}`,
    })
  // The estimate of a section that was deleted since would have been deleted with it.
  await to`delete from brought_section_estimates b where not exists (select from sections s where s.id = b.section_id)`
  await triggers(to, [...names, 'people'], 'disable')
  const people = await bringPeople(from, to, parts)
  // Mail about trial requests is deleted together with them, although most of them come back.
  await to`create temp table their_mail on commit drop as select * from mail where trial_center = ${center}`
  const [centers, ...rest] = parts as [Part, ...Part[]]
  const deletes = rest
    .filter(({ name }) => name !== onlyAdded)
    .map(({ name, center: column }, at) => `d${at} as (delete from ${name} where ${where(column)})`)
  await to.unsafe(`with ${deletes.join(', ')} select 1`)
  const columns = listed(centers.columns)
  await to.unsafe(
    `update centers set (${columns}) = (select ${columns} from brought_centers) where ${where('id')}`,
  )
  await to.unsafe(
    `insert into centers (${columns}) select ${columns} from brought_centers on conflict do nothing`,
  )
  const inserts = rest.map(
    ({ name, columns: all }, at) =>
      `i${at} as (insert into ${name} (${listed(all)}) overriding system value select ${listed(all)} from brought_${name}${name === onlyAdded ? ' on conflict do nothing' : ''})`,
  )
  await to.unsafe(`with ${inserts.join(', ')} select 1`)
  const [mail] = (await tablesOf(to)).filter(({ name }) => name === 'mail')
  const mailColumns = listed(mail?.columns ?? [])
  await to.unsafe(`
    insert into mail (${mailColumns}) select ${mailColumns} from their_mail m
    where exists (select from trial_requests t where t.center_id = m.trial_center and t.id = m.trial_id) on conflict do nothing`)
  await triggers(to, [...names, 'people'], 'enable')
  await to`
    insert into audit (action, center_id, entity_id, after)
    values ('operation.restore', ${center}, ${newId()}, ${to.json({ file, center })})`
  for (const topic of Object.keys(topics))
    await to`insert into live_events (payload) values (${JSON.stringify({ channel: `center:${center}`, topic })})`
  return people
}

type Order = {
  file: string
  keys: Keys
  /** URL of the database that the product uses. It may be running. */
  place: string
  /** Id of the center. */
  center: string
  moment: Date
  say: Progress
  /** Returns true if the rows are to be replaced. Nothing has been changed yet. */
  ask: (counts: readonly Count[]) => Promise<boolean>
  /** Backs up the current state, from which the restore can be undone. */
  backUp: () => Promise<unknown>
}

/** Result of restoring a center: the number of people brought back, and problems that a check of the data found. */
export type CenterRestored = { people: number; findings: Finding[] }

const inWords = (error: unknown) =>
  error instanceof DatabaseError
    ? new Error(
        `The center can't be restored, and nothing was changed: ${error.message}. ${error.detail ?? ''}`.trim(),
        { cause: error },
      )
    : error

/**
 * Brings one center back as it was when a backup was made, next to the others, which stay as they are. Loads the
 * backup into a scratch database, upgrades it there, erases who was erased since, and then replaces the center's
 * rows in one transaction. Returns null if `ask` refused. Throws an Error that states the problem; nothing has been
 * changed then.
 */
export async function restoreCenter(order: Order): Promise<CenterRestored | null> {
  const { file, keys, place, moment, say } = order
  const none = new Error(`The file ${file} doesn't exist or can't be read.`)
  const handle = await open(file).catch(() => {
    throw none
  })
  try {
    const backup = await examine(handle, keys, say)
    await clean(place, moment)
    const scratch = await makeBeside(place, 'trying', moment)
    if (!scratch)
      throw new Error(
        'The user of this database may not create another one. Grant it that right (alter role … createdb).',
      )
    try {
      await load(scratch, backup, say)
      await keepErased(scratch, { file, place })
      return await takeFrom(scratch, order)
    } finally {
      await drop(scratch)
    }
  } finally {
    await handle.close()
  }
}

async function takeFrom(scratch: string, { file, place, center, say, ask, backUp }: Order) {
  const [from, to] = [connect(scratch, speaking), connect(place, speaking)]
  try {
    const centers = await from<{ id: string }[]>`select id from centers order by id`
    if (!centers.some(({ id }) => id === center))
      throw new Error(
        `There is no center ${center} in this backup. It has: ${centers.map(({ id }) => id).join(', ')}.`,
      )
    const parts = await partsOf(from)
    if (!(await ask(await countsOf(to, from, { parts, center })))) return null
    await backUp()
    say('Restoring the center', 0)
    const people = await to
      .begin((db) =>
        from.begin((then) => replace(then, db, { center, parts, file: basename(file) }), 'read only'),
      )
      .catch((error: unknown) => {
        throw inWords(error)
      })
    say('Checking the data', 0)
    return { people, findings: await check(place) }
  } finally {
    await from.end()
    await to.end()
  }
}

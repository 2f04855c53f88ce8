import type { Db } from '#server/db.ts'
import { copyToTemp, columnsOf, listed, literal, type Part } from './center-tables.ts'

/** Returns the columns of a center's tables that refer to a person. */
const personColumns = (db: Db, names: readonly string[]) => db<{ table: string; column: string }[]>`
  select f.conrelid::regclass::text as "table", quote_ident(a.attname) as "column" from pg_constraint f
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'people'::regclass and array_length(f.conkey, 1) = 1
    and f.conrelid::regclass::text = any(${[...names]}) order by 1, 2`

/** Copies the people to whom the copied rows refer, without their passwords and Google sign-ins. */
export async function copyPeople(from: Db, to: Db, parts: readonly Part[]) {
  const columns = await columnsOf(from, 'people')
  const named = await personColumns(
    to,
    parts.map(({ name }) => name),
  )
  const theirs = named.map(({ table, column }) => `select ${column} from brought_${table}`).join(' union ')
  const ids = await to.unsafe<{ id: string }[]>(`select id from (${theirs}) t(id) where id is not null`)
  const listOf = ids.map(({ id }) => literal(id)).join(', ')
  const select = `select ${listed(columns)} from people where id = any(array[${listOf}]::uuid[])`
  await copyToTemp(from, to, { name: 'people', columns, select })
  await to`update brought_people set password_hash = null, google_subject = null`
}

/**
 * SQL condition that a person `p` wasn't erased, and that their account was closed when their center was
 * deleted.
 */
const wasClosed = `
  p.disabled_at is not null and p.email is null and p.user_name is null and p.password_hash is null
  and not exists (select from erasures e where e.person_id = p.id)`

/**
 * Result of restoring people: their number, and how many of them lost their email address or user name to
 * somebody else.
 */
export type PutBack = { people: number; renamed: number }

/**
 * Restores the people who no longer exist, and those whose account was closed when the center was deleted.
 * They can't sign in until they recover their account or are invited, because their access may have been
 * revoked since. Nobody else is changed, because they may belong to other centers. If somebody else now has
 * a restored person's email address or user name, the restored person loses it.
 */
export async function putPeople(db: Db): Promise<PutBack> {
  const columns = listed(await columnsOf(db, 'people'))
  await db.unsafe(`
    delete from brought_people b
    where exists (select from people p where p.id = b.id and not (${wasClosed} and b.disabled_at is null))`)
  const renamed = await db`
    update brought_people b set email = case when not t.email then b.email end, user_name = case when not t.name then b.user_name end
    from (
      select b.id, exists (select from people p where lower(p.email) = lower(b.email)) as email,
        exists (select from people p where lower(p.user_name) = lower(b.user_name)) as name from brought_people b) t
    where t.id = b.id and (t.email or t.name) returning 1`
  await db.unsafe(`
    update people p set (${columns}) = (select ${columns} from brought_people b where b.id = p.id)
    where exists (select from brought_people b where b.id = p.id)`)
  await db.unsafe(
    `insert into people (${columns}) select ${columns} from brought_people on conflict (id) do nothing`,
  )
  const [all] = await db<{ people: number }[]>`select count(*)::int as people from brought_people`
  return { people: all?.people ?? 0, renamed: renamed.length }
}

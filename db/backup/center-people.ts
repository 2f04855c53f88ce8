import type { Db } from '#server/db.ts'
import { tablesOf } from './catalog.ts'
import { bring, listed, type Part } from './center-tables.ts'

/** Returns the columns of a center's tables that name a person. */
const personColumns = (db: Db, names: readonly string[]) => db<{ table: string; column: string }[]>`
  select f.conrelid::regclass::text as "table", quote_ident(a.attname) as "column" from pg_constraint f
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'people'::regclass and array_length(f.conkey, 1) = 1
    and f.conrelid::regclass::text = any(${[...names]}) order by 1, 2`

/** Copies the people who are named in rows that were brought. They have no password and no sign-in with Google. */
export async function bringPeople(from: Db, to: Db, parts: readonly Part[]) {
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
  await to`update brought_people set password_hash = null, google_subject = null`
}

/**
 * Puts back the people who no longer exist, and those whose account was closed when the center was deleted. They can't
 * sign in before they recover their account or are invited, because their access may have been taken away since. Nobody
 * else is changed, because they may belong to other centers. Returns their number.
 */
export async function putPeople(db: Db) {
  const [people] = (await tablesOf(db)).filter(({ name }) => name === 'people')
  const columns = listed(people?.columns ?? [])
  const opened = await db.unsafe(`
    update people p set (${columns}) = (select ${columns} from brought_people b where b.id = p.id)
    where p.disabled_at is not null and p.email is null and p.user_name is null and p.password_hash is null
      and not exists (select from erasures e where e.person_id = p.id)
      and exists (select from brought_people b where b.id = p.id and b.disabled_at is null) returning 1`)
  const added = await db.unsafe(
    `insert into people (${columns}) select ${columns} from brought_people on conflict (id) do nothing returning 1`,
  )
  return opened.length + added.length
}

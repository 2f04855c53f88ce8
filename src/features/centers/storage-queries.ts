import { one, type Db } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import { personQuota, storageFull } from './quota.ts'

/**
 * SQL for the center that a person's files are charged to: the first unarchived center, by name, where the
 * person works, or null if the files are charged to the person.
 */
export const chargedCenter = (db: Db, personId: string) =>
  db`(select min(center_id) from staff where person_id = ${personId} and active and not is_archived(center_id))`

/** SQL condition for imports that reserve storage for the announced size of their file. */
const holdsRoom = (db: Db) =>
  db`kind = 'material' and state in ('uploading', 'checked', 'waiting', 'running')`

/**
 * Locks the center or person that someone's files are charged to, so that concurrent uploads can't exceed the
 * quota when added together.
 */
async function lockQuota(db: Db, personId: string) {
  const { center } = one(
    await db<{ center: string | null }[]>`select ${chargedCenter(db, personId)} as center`,
    notFound,
  )
  if (center === null) {
    await db`select 1 from people where id = ${personId} for no key update`
    return { center, quota: personQuota }
  }
  const row = one(
    await db<
      { quota: number }[]
    >`select storage_quota::float8 as quota from centers where id = ${center} for no key update`,
    notFound,
  )
  return { center, quota: row.quota }
}

/**
 * Throws 413 if the files just stored in this transaction bring the total over the quota. Call it last,
 * because its lock lasts until the end of the transaction.
 */
export async function refuseOverQuota(db: Db, personId: string) {
  const { center, quota } = await lockQuota(db, personId)
  const whose = center === null ? db`charged_to is null and by = ${personId}` : db`charged_to = ${center}`
  const { used } = one(
    await db<{ used: number }[]>`
      select ((select coalesce(sum(octet_length(bytes)), 0) from visuals where ${whose})
        + (select coalesce(sum(size), 0) from runs where ${holdsRoom(db)} and ${whose}))::float8 as used`,
    notFound,
  )
  if (used > quota) throw storageFull(center, quota)
}

export type CenterStorage = { id: string; used: number; quota: number; version: number }
export type PersonStorage = { id: string; name: string; used: number }

const files = (db: Db) => db`
  (select charged_to, by, octet_length(bytes) as bytes from visuals
    union all select charged_to, by, size from runs where ${holdsRoom(db)})
`

/**
 * Selects the storage used by each center, most used first. With `id`, selects and locks only that center.
 */
export const centerStorage = (db: Db, { id = null }: { id?: string | null } = {}) => db<CenterStorage[]>`
  select c.id, coalesce((select sum(f.bytes) from ${files(db)} f where f.charged_to = c.id), 0)::float8 as used, c.storage_quota::float8 as quota, c.version
  from centers c where ${id}::text is null or c.id = ${id} order by used desc, c.id ${id === null ? db`` : db`for no key update`}
`

const maxPeople = 100

/** Selects at most 100 people whose files are charged to them rather than to a center, most storage first. */
export const peopleStorage = (db: Db) => db<PersonStorage[]>`
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, sum(f.bytes)::float8 as used
  from ${files(db)} f join people p on p.id = f.by where f.charged_to is null
  group by p.id order by used desc, p.id limit ${maxPeople}
`

export const changeQuota = (db: Db, { id, quota }: { id: string; quota: number }) => db`
  update centers set storage_quota = ${quota}, version = version + 1 where id = ${id}
`

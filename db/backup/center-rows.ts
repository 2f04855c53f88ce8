import { v7 as newId } from 'uuid'
import type { Db } from '#server/db.ts'
import type { Topic } from '#shared/live.ts'
import { lockTimeout } from '../apply-migration.ts'
import { queueCompletions, raiseCounters, writeKeys } from './center-effects.ts'
import { copyPeople, putPeople } from './center-people.ts'
import { copyToTemp, columnsOf, listed, literal, type Part } from './center-tables.ts'
import { triggers } from './load.ts'
import { keepRevoked } from './revocations.ts'

/**
 * Tables to which a restore only adds rows, because emails that were sent refer to mailings, and nobody may
 * get an email that they have unsubscribed from or already received.
 */
const onlyAdded = ['mailings', 'unsubscriptions', 'sent_reminders']

/** All topics that a center's screens may have to refetch. */
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

type Replacement = { center: string; parts: readonly Part[]; file: string }

/**
 * Throws if somebody has been erased whom the restored scratch database (`from`) doesn't list as erased. The
 * caller must have locked the list of erased people.
 */
async function refuseErased(from: Db, to: Db) {
  const known = await from<{ personId: string }[]>`select person_id from erasures`
  const more = await to`
    select from erasures where person_id <> all(${known.map(({ personId }) => personId)}::uuid[]) limit 1`
  if (more.length > 0) throw new Error('Somebody was erased meanwhile. Nothing was changed. Run it again.')
}

/** Copies a center's rows and people into temporary tables, without blocking anybody. */
export async function copyAll(from: Db, to: Db, { center, parts }: Pick<Replacement, 'center' | 'parts'>) {
  for (const { name, columns, center: column } of parts) {
    const select = `select ${listed(columns)} from ${name} where ${column} = ${literal(center)}`
    await copyToTemp(from, to, { name, columns, select })
  }
  await copyPeople(from, to, parts)
}

/**
 * Copies the mail about a center's trial requests, because it will be deleted along with the requests, most
 * of which are then restored. Locks the rows, so that no message is sent in the meantime.
 */
async function copyTrialMail(db: Db, center: string) {
  await db`select from mail where trial_center = ${center} for update`
  await db`create temp table their_mail on commit drop as select * from mail where trial_center = ${center}`
}

async function putTrialMail(db: Db) {
  const columns = listed(await columnsOf(db, 'mail'))
  await db.unsafe(`
    insert into mail (${columns}) select ${columns} from their_mail m
    where exists (select from trial_requests t where t.center_id = m.trial_center and t.id = m.trial_id) on conflict do nothing`)
}

/**
 * Replaces a center's rows with the copied ones in the caller's transaction, which fails if it doesn't get
 * its locks soon. One statement deletes the current rows, except in `onlyAdded` tables, and another adds the
 * copied rows. The database checks references at the end of each statement, so the order of tables doesn't
 * matter.
 */
export async function replace(from: Db, to: Db, { center, parts, file }: Replacement) {
  const names = parts.map(({ name }) => name)
  const where = (column: string) => `${column} = ${literal(center)}`
  await to.unsafe(`set local lock_timeout = ${lockTimeout}`)
  await to.unsafe(`lock table ${listed([...names, 'people', 'erasures'])} in share row exclusive mode`)
  await refuseErased(from, to)
  // Skip the estimates of sections deleted since the backup. Deleting a section deletes its estimates, too.
  await to`delete from brought_section_estimates b where not exists (select from sections s where s.id = b.section_id)`
  await triggers(to, [...names, 'people'], 'disable')
  const putBack = await putPeople(to)
  const revocations = await keepRevoked(to)
  await copyTrialMail(to, center)
  const [centers, ...rest] = parts as [Part, ...Part[]]
  const deletes = rest
    .filter(({ name }) => !onlyAdded.includes(name))
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
      `i${at} as (insert into ${name} (${listed(all)}) overriding system value select ${listed(all)} from brought_${name}${onlyAdded.includes(name) ? ' on conflict do nothing' : ''})`,
  )
  await to.unsafe(`with ${inserts.join(', ')} select 1`)
  await putTrialMail(to)
  await triggers(to, [...names, 'people'], 'enable')
  await writeKeys(to, center)
  await raiseCounters(to, parts)
  await queueCompletions(to)
  await to`
    insert into audit (action, center_id, entity_id, after)
    values ('operation.restore', ${center}, ${newId()}, ${to.json({ file, center })})`
  for (const topic of Object.keys(topics))
    await to`insert into live_events (payload) values (${JSON.stringify({ channel: `center:${center}`, topic })})`
  return { ...putBack, revocations }
}

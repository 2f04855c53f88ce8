import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

/**
 * Checks that the tables of centers could be distributed over several machines by center, as docs/scaling.md
 * describes for Citus. In Citus, unique constraints of distributed tables and foreign keys between them must
 * contain the center, and tables without a center are copied to every machine. Each exception states its
 * reason and what would have to change.
 */
const uniqueAcrossCenters = {
  audit_pkey:
    'An entry may belong to no center. Entries are numbered by one sequence and never looked up by id, so the key would become (center_id, id), with a placeholder center for entries without one.',
  runs_pkey:
    'An import of material belongs to no center. The key would become (center_id, id), with a placeholder center for imports of material.',
}

/** Tables that all centers share and that their tables refer to. They would be copied to every machine. */
const shared = {
  centers: 'One row for each center.',
  levels: 'All centers use the same material, and editors rarely change it.',
  people: 'A person can belong to several centers. One row each, changed rarely.',
  question_revisions: 'Material, like levels. A revision never changes.',
  question_variants: 'Material, like levels. A variant never changes.',
  sections: 'Material, like levels.',
}

/**
 * Foreign keys from tables without a center to tables of centers. A table with such a key can't be copied to
 * every machine.
 */
const fromOutside = {
  audit_waiting_audit_id_fkey: 'The key would get the center of its audit entry.',
  mail_mailing_center_mailing_id_fkey:
    'Mail about an account has no center. The key would be dropped, and the deletion of a center would remove its mail itself.',
  mail_trial_center_trial_id_fkey: 'The same as for the mail of a mailing.',
  run_parts_run_id_fkey: 'The key would get the center of its run.',
  sessions_device_center_device_id_fkey:
    'Sessions of people have no center. The key would be dropped: a device that is gone has no session, because the session is joined with it.',
}

const { database } = await openWorld()
const namesOf = async (query: string) =>
  (await database.read.unsafe<{ name: string }[]>(query)).map(({ name }) => name).toSorted()

const hasCenter = (table: string) =>
  `exists (select from pg_attribute b where b.attrelid = ${table} and b.attname = 'center_id' and not b.attisdropped)`

test('every unique or exclusion constraint of a center’s table contains the center, or has a reason not to', async () => {
  const found = await namesOf(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'center_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion) and not a.attnum = any(i.indkey::int2[])`)
  expect(found).toEqual(Object.keys(uniqueAcrossCenters))
})

test('every foreign key between two tables with centers’ rows includes the center on both sides', async () => {
  const found = await namesOf(`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and ${hasCenter('c.conrelid')} and ${hasCenter('c.confrelid')}
      and not exists (
        select from unnest(c.conkey, c.confkey) as pair (here, there)
        join pg_attribute h on h.attrelid = c.conrelid and h.attnum = here and h.attname = 'center_id'
        join pg_attribute t on t.attrelid = c.confrelid and t.attnum = there and t.attname = 'center_id')`)
  expect(found).toEqual([])
})

test('a center’s table refers to no tables without a center except those that can be copied to every machine', async () => {
  const found = await namesOf(`
    select distinct c.confrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and ${hasCenter('c.conrelid')} and not ${hasCenter('c.confrelid')}`)
  expect(found).toEqual(Object.keys(shared))
})

test('a table without a center refers to a center’s table only for a stated reason', async () => {
  const found = await namesOf(`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not ${hasCenter('c.conrelid')} and ${hasCenter('c.confrelid')}`)
  expect(found).toEqual(Object.keys(fromOutside))
})

import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { returnJobs } from './jobs.ts'
import { sweep } from './sweep.ts'

const { database } = await openWorld()

/** Creates one row of this age in each of the four tables that `left` counts. */
const keep = (age: string) =>
  database.write(async (db) => {
    const person = await factories(db).staff('admin', null)
    const name = Buffer.from(newId())
    await db`insert into answered_calls (caller, key, request_hash, created_at) values (${age}, 'k', ${name}, now() - ${age}::interval)`
    await db`insert into failed_tries (subject, fails, last_at) values (${age}, 3, now() - ${age}::interval)`
    await db`insert into sign_in_links (token_hash, person_id, purpose, expires_at) values (${name}, ${person.id}, 'setup', now() - ${age}::interval)`
    await db`insert into sessions (id_hash, person_id, idle, ends_at) values (${name}, ${person.id}, '1 hour', now() - ${age}::interval)`
  })

const left = async () => {
  const [row] = await database.read<Record<string, number>[]>`
    select (select count(*)::int from answered_calls) as calls, (select count(*)::int from failed_tries) as tries,
      (select count(*)::int from sign_in_links) as links, (select count(*)::int from sessions) as sessions`
  return row
}

test('data about calls is deleted after its retention time and not before', async () => {
  for (const age of ['1 hour', '2 days', '40 days', '100 days']) await keep(age)
  await sweep(null, { database })
  expect(await left()).toEqual({ calls: 1, tries: 1, links: 2, sessions: 2 })
})

test('an email is deleted after three months, and a link in an email once the link no longer works', async () => {
  const person = await database.write((db) => factories(db).staff('operator', null))
  const write = (age: string) => database.single`
    insert into mail (id, person_id, purpose, to_address, subject, body, state, created_at)
    values (${newId()}, ${person.id}, 'setup', '', ${age}, 'Here:\n\nhttp://x.example/setup#token=a-b_c\n\nBye', 'kept', now() - ${age}::interval)`
  const bodies = async () =>
    Object.fromEntries(
      (await database.read`select subject, body from mail`).map(({ subject, body }) => [
        subject,
        body as string,
      ]),
    )
  await database.single`
    insert into sign_in_links (token_hash, person_id, purpose, expires_at)
    values (${Buffer.from(person.id)}, ${person.id}, 'setup', now() + interval '1 hour')`
  for (const age of ['1 hour', '89 days', '91 days']) await write(age)
  await sweep(null, { database })
  expect(Object.keys(await bodies()).sort()).toEqual(['1 hour', '89 days'])
  expect((await bodies())['1 hour']).toContain('#token=a-b_c')

  await database.single`update sign_in_links set expires_at = now() where person_id = ${person.id}`
  await sweep(null, { database })
  expect((await bodies())['1 hour']).toBe('Here:\n\n(The link no longer works.)\n\nBye')
})

test('jobs of a process that has ended are released, and jobs of other processes are left alone', async () => {
  const { single, write } = database
  const advisoryLocks = () => single`
    select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  `
  await expect.poll(advisoryLocks).toHaveLength(1)
  await single`select graphile_worker.add_job('nobody does this', json_build_object('by', each)) from unnest(array['ended', 'alive', 'young']) each`
  await single`
    update graphile_worker._private_jobs set locked_by = payload ->> 'by', attempts = 1,
      locked_at = now() - case when payload ->> 'by' = 'young' then '1 second' else '1 minute' end::interval
    where payload ->> 'by' is not null
  `
  await write(async (db) => {
    await db`select pg_advisory_xact_lock(hashtextextended('alive', 0))`
    await returnJobs(single)
  })
  const jobs = await single<{ lockedBy: string | null }[]>`
    select locked_by from graphile_worker._private_jobs where payload ->> 'by' is not null order by id
  `
  expect(jobs.map(({ lockedBy }) => lockedBy)).toEqual([null, 'alive', 'young'])
})

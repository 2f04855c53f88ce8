import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { sweep } from './sweep.ts'

const { database } = await openWorld()

/** One row of everything that is swept, made so long ago. */
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

test('what was kept about calls goes after its time, and not before', async () => {
  for (const age of ['1 hour', '2 days', '40 days', '100 days']) await keep(age)
  await sweep(null, { database })
  expect(await left()).toEqual({ calls: 1, tries: 1, links: 2, sessions: 3 })
})

import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { retention } from './api.ts'
import { inventory } from '../../../../db/columns.ts'
import { retire } from './jobs.ts'
import { dueInWords } from './due-words.ts'

const world = await openWorld()
const { database } = world

type Case = {
  name: string
  status: 'active' | 'prospect' | 'inactive'
  /**
   * Time since the student was added (`since`), attendance was last taken (`marked`), the stage was set
   * (`staged`) and the place ended (`place`; `infinity` if the place has no end).
   */
  since: string
  marked?: string
  staged?: string
  place?: string
  /** Time since the status was changed (`said`), and time until the next step (`next`). */
  said?: string
  next?: string
}

/** People who are kept or erased, with limits of 24 months for former students and 12 for prospects. */
const cases: (Case & { goes: boolean })[] = [
  { name: 'a prospect added this year', status: 'prospect', since: '10 months', goes: false },
  { name: 'a prospect added last year', status: 'prospect', since: '13 months', goes: true },
  {
    name: 'a prospect who was contacted recently',
    status: 'prospect',
    since: '13 months',
    staged: '2 months',
    goes: false,
  },
  {
    name: 'a prospect who came to a trial recently',
    status: 'prospect',
    since: '13 months',
    marked: '3 months',
    goes: false,
  },
  {
    name: 'a prospect with a planned call',
    status: 'prospect',
    since: '13 months',
    next: '1 month',
    goes: false,
  },
  {
    name: 'a student who worked at home until recently',
    status: 'inactive',
    since: '5 years',
    marked: '25 months',
    said: '1 day',
    goes: false,
  },
  {
    name: 'a student who left recently',
    status: 'inactive',
    since: '5 years',
    marked: '20 months',
    goes: false,
  },
  {
    name: 'a student who left long ago',
    status: 'inactive',
    since: '5 years',
    marked: '25 months',
    goes: true,
  },
  { name: 'a student who never came', status: 'inactive', since: '25 months', goes: true },
  {
    name: 'a student with a place until recently',
    status: 'inactive',
    since: '5 years',
    marked: '25 months',
    place: '3 months',
    goes: false,
  },
  {
    name: 'a student with an open-ended place',
    status: 'inactive',
    since: '5 years',
    marked: '25 months',
    place: 'infinity',
    goes: false,
  },
  { name: 'an active student without a class', status: 'active', since: '9 years', goes: false },
]

type Cast = { center: { id: string }; klass: { id: string }; admin: Caller; operator: Caller }
let cast: Cast

async function make({ name, status, since, marked, staged, place, said, next }: Case) {
  const { center, klass } = cast
  return await database.write(async (db) => {
    const { id } = await factories(db).student(center.id, { firstName: name, lastName: 'Zqretired', status })
    await db`update students set created_at = now() - ${since}::interval where id = ${id}`
    if (staged)
      await db`insert into prospects (center_id, student_id, stage, stage_at) values (${center.id}, ${id}, 'offer', now() - ${staged}::interval)`
    if (next)
      await db`insert into prospects (center_id, student_id, next_step, next_on) values (${center.id}, ${id}, 'Call', (now() + ${next}::interval)::date)`
    if (said) await db`update students set status_at = now() - ${said}::interval where id = ${id}`
    if (place)
      await db`
        insert into places (center_id, id, class_id, student_id, type, during) values (${center.id}, ${newId()}, ${klass.id}, ${id}, 'regular',
          daterange((now() - interval '4 years')::date, ${place === 'infinity' ? db`null` : db`(now() - ${place}::interval)::date`}))`
    if (marked)
      await db`
        insert into attendances (center_id, id, class_id, student_id, held_on, mark) values (${center.id}, ${newId()}, ${klass.id}, ${id},
          (now() - ${marked}::interval)::date, 'absent')`
    return id
  })
}

const namesLeft = async () =>
  (
    await database.read<
      { firstName: string }[]
    >`select first_name from people where last_name = 'Zqretired' order by 1`
  ).map(({ firstName }) => firstName)
/** Returns all people and students, to compare before and after. */
const all = async () =>
  JSON.stringify(
    await database.read`select p.*, s.* from people p left join students s on s.id = p.id order by p.id`,
  )

beforeAll(async () => {
  const made = await database.write(async (db) => {
    const center = await factories(db).center()
    return {
      center,
      klass: await factories(db).klass(center.id),
      admin: await factories(db).staff('admin', null),
      operator: await factories(db).staff('operator', center.id),
    }
  })
  cast = { ...made, admin: await world.as(made.admin), operator: await world.as(made.operator) }
})

describe('the retention of people’s data', () => {
  const ids = new Map<string, string>()

  test('shows a month in advance who will be erased, by name and date', async () => {
    for (const one of cases) ids.set(one.name, await make(one))
    const soon = await make({
      name: 'a prospect who is next',
      status: 'prospect',
      since: '12 months - 10 days',
    })
    const { body } = await cast.admin.call(retention.get, {})
    expect(body.due.map(({ name }) => name.replace(' Zqretired', ''))).toEqual([
      ...cases
        .filter(({ goes }) => goes)
        .map(({ name }) => name)
        .toSorted((one, other) => ((ids.get(one) ?? '') < (ids.get(other) ?? '') ? -1 : 1)),
      'a prospect who is next',
    ])
    expect(dueInWords(body.due)).toBe('2 prospects and 2 former students')
    expect(body.due.at(-1)).toMatchObject({ _id: soon, kind: 'prospect', centerId: cast.center.id })
    expect((body.due.at(-1)?.on ?? '') > body.next).toBe(true)
  })

  test('erases people when they are due, and running it twice changes nothing more', async () => {
    await retire(inventory)(null, { database })
    expect(await namesLeft()).toEqual(
      [...cases.filter(({ goes }) => !goes).map(({ name }) => name), 'a prospect who is next'].toSorted(),
    )
    const [before, actions] = [await all(), await database.read`select count(*) from audit`]
    await retire(inventory)(null, { database })
    expect([await all(), await database.read`select count(*) from audit`]).toEqual([before, actions])
    expect(
      await database.read`select kind, count(*)::int as count from erasures where kind = 'retention' group by 1`,
    ).toMatchObject([{ count: 3 }])
  })

  test('can be shortened or extended by an admin, who sees who is affected', async () => {
    const { body } = await cast.admin.call(retention.get, {})
    const changed = await cast.admin.call(
      retention.change,
      { formerMonths: 20 },
      { headers: { 'if-match': `"${body.version}"` } },
    )
    expect(changed.body).toMatchObject({ formerMonths: 20, prospectMonths: 12, version: body.version + 1 })
    expect(changed.body.due.map(({ name }) => name)).toContain('a student who left recently Zqretired')
    expect(
      (
        await cast.admin.call(
          retention.change,
          { formerMonths: 9 },
          { headers: { 'if-match': `"${body.version}"` } },
        )
      ).status,
    ).toBe(412)
    expect((await cast.admin.call(retention.change, { formerMonths: 0 })).status).toBe(422)
    expect((await cast.admin.call(retention.change, {})).status).toBe(422)
    await database.single`update sessions set proven_at = now() - interval '1 hour'`
    expect((await cast.admin.call(retention.change, { formerMonths: 1 })).body).toMatchObject({
      status: 403,
      code: 'reauth',
    })
    for (const answer of [
      await cast.operator.call(retention.get, {}),
      await cast.operator.call(retention.change, { formerMonths: 9 }),
    ])
      expect(answer.status).toBe(403)
  })
})

test('the audit and access logs, changes to marks and old notes are deleted after 24 months, but not earlier', async () => {
  const { id } = await database.write((db) => factories(db).student(cast.center.id))
  await database.write(async (db) => {
    for (const age of ['23 months', '25 months']) {
      await db`insert into audit (action, entity_id, at) values ('test.age', ${age}, now() - ${age}::interval)`
      await db`
        insert into attendance_changes (center_id, class_id, student_id, held_on, on_roll, after, at)
        values (${cast.center.id}, ${cast.klass.id}, ${id}, '2026-03-03', true, '{}', now() - ${age}::interval)`
      await db`
        insert into profile_notes (center_id, student_id, record_by, msg, created_at)
        values (${cast.center.id}, ${id}, ${id}, 'Likes math.', now() - ${age}::interval)`
      await db`insert into access_log (student_id, person_id, how, held_on) values (${id}, ${id}, 'read', (now() - ${age}::interval)::date)`
    }
  })
  for (let twice = 0; twice < 2; twice += 1) {
    await retire(inventory)(null, { database })
    expect([...(await database.read`select entity_id from audit where action = 'test.age'`)]).toEqual([
      { entityId: '23 months' },
    ])
    for (const table of ['access_log', 'attendance_changes', 'profile_notes'])
      expect(
        await database.read`select 1 from ${database.read(table)} where student_id = ${id}`,
      ).toHaveLength(1)
  }
})

test('pictures without a question are deleted after an hour', async () => {
  const { sweep } = await import('#server/sweep.ts')
  await database.write(async (db) => {
    for (const [letter, age] of [
      ['a', '2 hours'],
      ['b', '1 minute'],
    ] as const)
      await db`insert into visuals (id, name, width, height, bytes, created_at) values (${letter.repeat(64)}, 'x', 1, 1, '', now() - ${age}::interval)`
  })
  await sweep(null, { database })
  expect([...(await database.read`select left(id, 1) as id from visuals`)]).toEqual([{ id: 'b' }])
})

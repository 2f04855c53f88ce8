import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import type { CenterId } from '#server/gate.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import { students } from './api.ts'
import { studentsPage } from './list-queries.ts'

/**
 * Searching the student list by typed text (product §5), and the query plan at a center with many students.
 */

const world = await openWorld()
const many = 10_000
let centerId: string
let operator: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const jose = await make.student(center.id, {
      firstName: 'José',
      lastName: 'Muñoz-Ávila',
      studentNum: 'N77',
    })
    const lukasz = await make.student(center.id, { firstName: 'Łukasz', lastName: 'Straße' })
    await make.parent([jose], {
      firstName: 'Guído',
      lastName: 'Kuhlman',
      email: 'Carmen.Munoz@family.example',
    })
    const left = await make.parent([lukasz], { email: 'gone@family.example' })
    await db`update parent_links set ended_at = now() where parent_id = ${left.id}`
    await db`update parent_links set phone = '+12125550199' where student_id = ${jose.id}`
    return { center, operator: await make.staff('operator', center.id) }
  })
  centerId = cast.center.id
  operator = await world.as(cast.operator)
})

const find = async (search: string) => {
  const { body } = await operator.call(students.list, { centerId, search })
  expect(body.students).toHaveLength(Math.min(body.count, 50))
  return body.students.map(({ firstName }) => firstName)
}

describe('a search for students', () => {
  test.each([
    ['a name without its accents', 'jose munoz avila', ['José']],
    ['a name with other accents', 'Jòsé', ['José']],
    ['capitals', 'MUÑOZ', ['José']],
    ['special letters without an accent', 'lukasz strasse', ['Łukasz']],
    ['a part of a parent’s email', 'carmen.munoz@', ['José']],
    ['a parent’s phone number as people write it', '(212) 555-0199', ['José']],
    ['a phone number with its country code', '+1 212 555 0199', ['José']],
    ['the end of a phone number', '0199', ['José']],
    ['a parent’s name', 'guido kuhlman', ['José']],
    ['a number', 'n77', ['José']],
    ['words from different fields', 'carmen jose 212', ['José']],
    ['words, one of which has no match', 'jose 999', []],
    ['a parent who is no longer linked', 'gone@family', []],
    ['one letter', 'z', ['Łukasz', 'José']],
  ])('by %s finds $2', async (_, search, names) => {
    expect((await find(search)).toSorted()).toEqual(names.toSorted())
  })

  test('finds changed values immediately, and no longer finds the old ones', async () => {
    const { write } = world.database
    const [studentId, parentId] = await write(async (db) => {
      const make = factories(db)
      const child = await make.student(centerId, { firstName: 'Before', studentNum: 'B1' })
      await db`update people set email = 'child@family.example' where id = ${child.id}`
      return [child.id, (await make.parent([child], { email: 'before@family.example' })).id]
    })
    expect([await find('before b1 before@'), await find('child@')]).toEqual([['Before'], []])
    await Promise.all([
      write((db) => db`update people set first_name = 'After' where id = ${studentId}`),
      write((db) => db`update people set email = 'after@family.example' where id = ${parentId}`),
      write((db) => db`update students set student_num = 'A1' where id = ${studentId}`),
      write((db) => db`update parent_links set phone = '+13105550111' where student_id = ${studentId}`),
    ])
    expect([await find('after a1 after@ 3105550111'), await find('before')]).toEqual([['After'], []])
    await write(async (db) => {
      for (const table of ['parent_links', 'programs'])
        await db`delete from ${db(table)} where student_id = ${studentId}`
      await db`delete from students where id = ${studentId}`
    })
    expect(await find('after')).toEqual([])
  })

  test('shows the email and phone of the parent to contact first', async () => {
    const { body } = await operator.call(students.list, { centerId, search: 'jose' })
    expect(body.students[0]).toMatchObject({
      parentEmail: 'Carmen.Munoz@family.example',
      parentPhone: '+12125550199',
    })
  })
})

describe(`among ${many} students`, () => {
  beforeAll(async () => {
    await world.database.write(async (db) => {
      await setStatementTimeout(db, 60)
      await db`
        with made as (
          insert into people (id, "group", first_name, last_name)
          select gen_random_uuid(), 'students', 'First' || n, 'Last' || md5(n::text) from generate_series(1, ${many}::int) n returning id)
        insert into students (center_id, id, student_num) select ${centerId}, id, 'X' || row_number() over () from made`
      await db`
        with made as (
          insert into people (id, "group", first_name, email)
          select gen_random_uuid(), 'parents', 'Parent' || n, 'p' || n || '@many.example' from generate_series(1, ${many}::int) n returning id)
        insert into parent_links (center_id, student_id, parent_id, phone)
        select ${centerId}, s.id, p.id, '+1' || (5550000000 + s.n)
        from (select id, row_number() over () as n from students where center_id = ${centerId} and student_num like 'X%') s
        join (select id, row_number() over () as n from made) p using (n)`
    })
  })

  const searches = ['first77 last', 'p4321@many', '555-000-4321', 'X9876', 'nobody at all', 'last']
  test.each(searches)(
    'a search for %j succeeds right after adding students, before PostgreSQL has statistics',
    async (search) => {
      expect((await find(search)).length).toBeLessThanOrEqual(50)
    },
  )

  test.each(searches.slice(0, -1))('a search for %j doesn’t scan a whole table', async (search) => {
    const query = { filter: 2, search, after: null, narrow: { on: today } }
    const center = centerId as CenterId
    for (const table of ['people', 'students', 'parent_links'])
      await world.database.single.unsafe(`analyze ${table}`)
    const [before, after] = await world.database.write(async (db) => {
      const scanned = () =>
        db`select relname, seq_tup_read from pg_stat_xact_user_tables where seq_tup_read > 0 order by relname`
      const sofar = await scanned()
      await studentsPage(db, center, query)
      return [sofar, await scanned()]
    })
    expect([...(after ?? [])]).toEqual([...(before ?? [])])
  })
})

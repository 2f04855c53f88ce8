import { beforeAll, describe, expect, test } from 'vitest'
import { putDuty } from '#features/centers/queries.ts'
import { factories } from '#tests/factories.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { check } from './api.ts'

const world = await openWorld()
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const ana = await make.student(north.id, {
      firstName: 'José',
      lastName: 'Lima',
      studentNum: '2001',
      grade: '4',
    })
    const there = await make.student(south.id, {
      firstName: 'Otto',
      lastName: 'Ort',
      studentNum: '3001',
      grade: '4',
    })
    await make.parent([ana], { email: 'Maria@test.example' })
    await make.parent([there], { email: 'ort@test.example' })
    await db`update parent_links set phone = '+12125550188' where student_id = ${ana.id}`
    await db`update parent_links set phone = '+12125550199' where student_id = ${there.id}`
    return {
      north,
      south,
      ana,
      operator: await make.staff('operator', north.id),
      editor: await make.staff('editor', north.id),
    }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
let centerId: string

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.north.id
  operator = await world.as(cast.operator)
})

type Row = {
  ref?: string
  studentNum?: string
  firstName?: string
  lastName?: string
  grade?: string
  guardians?: object[]
}
const checkRows = (...rows: Row[]) =>
  operator.call(check.students, {
    centerId,
    rows: rows.map((row, at) => ({ ref: String(at + 1), firstName: 'New', lastName: 'Comer', ...row })),
  })

test('a match at another of the caller’s centers is reported as being at another center', async () => {
  const both = await world.database.write(async (db) => {
    const made = await factories(db).staff('operator', cast.north.id)
    await putDuty(db, { centerId: cast.south.id, personId: made.id, duty: 'office', type: 'permanent' })
    return made
  })
  const rows = [{ ref: '1', firstName: 'Otto', lastName: 'Ort' }]
  const { body } = await (await world.as(both)).call(check.students, { centerId, rows })
  expect(body.rows).toMatchObject([{ match: 'none', candidates: [], existsElsewhere: true }])
})

describe('a duplicate check', () => {
  test.each<[string, Row, object]>([
    [
      'finds no match for an unknown student',
      {},
      { match: 'none', candidates: [], sameAs: [], family: null, existsElsewhere: false, errors: [] },
    ],
    [
      'recognizes a student by number',
      { studentNum: '2001' },
      { match: 'exact', candidates: [{ name: 'José Lima', studentNum: '2001', why: ['studentNum'] }] },
    ],
    [
      'recognizes a student by name and a parent’s email',
      { firstName: 'jose', lastName: 'LIMA', guardians: [{ email: 'maria@test.example' }] },
      { match: 'exact', candidates: [{ why: ['email', 'name'] }] },
    ],
    [
      'recognizes a student by name and a parent’s phone',
      { firstName: 'Jose', lastName: 'Lima', grade: '5', guardians: [{}, { phone: '(212) 555-0188' }] },
      { match: 'exact', candidates: [{ why: ['phone', 'name'] }] },
    ],
    [
      'considers the same name and grade a likely match',
      { firstName: 'jose', lastName: 'lima', grade: '4' },
      { match: 'likely', candidates: [{ why: ['name+grade'] }] },
    ],
    [
      'recognizes a sibling',
      { firstName: 'Ben', lastName: 'Lima', guardians: [{ phone: '212-555-0188' }] },
      {
        match: 'none',
        candidates: [],
        family: { students: [{ name: 'José Lima' }], refs: [], why: ['phone'] },
      },
    ],
    [
      'doesn’t reveal a student of a center that the caller can’t access',
      { firstName: 'Otto', lastName: 'Ort' },
      { match: 'none', candidates: [], existsElsewhere: false },
    ],
    [
      'doesn’t reveal the parent of a student of another center',
      { guardians: [{ email: 'ort@test.example' }] },
      { match: 'none', family: null, existsElsewhere: false },
    ],
    [
      'doesn’t reveal the number of a student of another center',
      { studentNum: '3001' },
      { match: 'none', existsElsewhere: false },
    ],
    [
      'reports fields that break a rule',
      { firstName: '', guardians: [{ email: 'x' }] },
      { match: 'none', errors: [{ field: 'guardians/0/email' }, { field: 'firstName' }] },
    ],
  ])('%s', async (_, row, verdict) => {
    const { status, body } = await checkRows(row)
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([{ ref: '1', ...verdict }])
    expect(body.rows[0]?.candidates.every((each) => each.centerId === centerId)).toBe(true)
  })

  test('never reveals details of a student of another center', async () => {
    const { text } = await checkRows({
      firstName: 'Otto',
      lastName: 'Ort',
      guardians: [{ email: 'ort@test.example', phone: '2125550199' }],
    })
    expect(text).not.toContain(cast.south.id)
    expect(text).not.toMatch(/3001|2125550199|ort@test/)
  })

  test('compares rows with each other, in order, and stores nothing', async () => {
    const twin = { firstName: 'Twin', lastName: 'One', guardians: [{ email: 'twin@test.example' }] }
    const before = await world.database
      .read`select (select count(*) from people) as people, (select count(*) from audit) as audit`
    const { body } = await checkRows(twin, { ...twin, firstName: 'TWIN' }, { ...twin, firstName: 'Other' })
    expect(body.rows.map(({ match }) => match)).toEqual(['none', 'exact', 'none'])
    expect(body.rows[1]?.sameAs).toMatchObject([{ ref: '1' }])
    expect(body.rows[2]?.family?.refs).toEqual(['1', '2'])
    const after = await world.database
      .read`select (select count(*) from people) as people, (select count(*) from audit) as audit`
    expect(after).toEqual(before)
  })

  test('accepts at most 500 rows per call, each with a unique ref', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ firstName: `Child${at}`, lastName: 'Many' }))
    const begun = performance.now()
    expect((await checkRows(...many(500))).body.rows).toHaveLength(500)
    expect(performance.now() - begun).toBeLessThan(timeLimit(2000))
    expect((await checkRows(...many(501))).status).toBe(422)
    expect((await checkRows({ ref: 'a' }, { ref: 'a' })).status).toBe(422)
    expect((await checkRows()).body.rows).toEqual([])
    expect((await operator.call(check.students, { centerId } as never)).status).toBe(400)
  })

  test('is available only to the center’s office', async () => {
    const rows = [{ ref: '1', firstName: 'Ana', lastName: '' }]
    expect((await operator.call(check.students, { centerId: cast.south.id, rows })).status).toBe(404)
    for (const who of [cast.ana, cast.editor])
      expect((await (await world.as(who)).call(check.students, { centerId, rows })).status).toBe(403)
    expect((await (await world.as(null)).call(check.students, { centerId, rows })).status).toBe(401)
  })
})

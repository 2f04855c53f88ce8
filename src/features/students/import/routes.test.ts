import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { students } from '#features/students/api.ts'
import { writeCsv } from '#shared/csv.ts'
import { studentImports, type Import } from './api.ts'

const world = await openWorld()
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      north,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
      klass: await make.klass(north.id),
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

const head = ['Student number', 'First name', 'Last name', 'Grade', 'Parent first name', 'Parent e-mail', 'Parent phone']
const csvOf = (...rows: string[][]) => writeCsv([head, ...rows]).replaceAll('\r\n', '\n')
type Choices = { row: number; do: 'create' | 'link' | 'skip'; studentId?: string }[]
const send = (
  csv: string,
  { dryRun = false, choices = [] as Choices, columns }: { dryRun?: boolean; choices?: Choices; columns?: null[] } = {},
) => operator.call(studentImports.start, { centerId, csv, dryRun, choices, columns })
const dry = async (csv: string) => (await send(csv, { dryRun: true })).body.checked!
const commit = async (csv: string, choices: Choices = []) => {
  const { status, body, text } = await send(csv, { choices })
  expect(status, text).toBe(201)
  return body.import!
}
const undo = (id: string) => operator.call(studentImports.undo, { centerId, id })
const find = async (search: string) => (await operator.call(students.list, { centerId, search, filter: 2 })).body.students
const profile = async (studentId: string) => (await operator.call(students.one, { centerId, studentId })).body
const counts = async () =>
  (
    await world.database.read`
      select (select count(*) from people) as people, (select count(*) from students) as students, (select count(*) from parent_links) as links`
  )[0]
/** Names that no other test has. */
const next = () => `Family${newId().slice(-12)}`

describe('a dry run', () => {
  test('says of every row what becomes of it, and stores nothing', async () => {
    const name = next()
    await commit(csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '']))
    const before = await counts()
    const { columns, errors, rows } = await dry(
      csvOf(
        ['', 'Ána', name, '5', '', `${name}@home.example`, ''],
        ['', 'Ben', name, '', '', `${name}@home.example`, ''],
        ['', 'Ann', name, '', '', `${name}@home.example`, ''],
        ['', 'Cy', next(), '', '', '', ''],
      ),
    )
    expect([errors, columns.map(({ field }) => field)]).toMatchObject([
      [],
      ['studentNum', 'firstName', 'lastName', 'grade', ...Array<unknown>(3).fill(expect.anything())],
    ])
    expect(rows).toMatchObject([
      { row: 2, do: 'link', match: 'exact', candidates: [{ now: { firstName: 'Ana', grade: '4' } }], errors: [] },
      { row: 3, do: 'create', match: 'none', family: { names: [`Ana ${name}`], rows: [2, 4] } },
      { row: 4, do: null, match: 'likely', candidates: [{ why: ['email', 'similar name'] }] },
      { row: 5, do: 'create', family: null },
    ])
    expect(await counts()).toEqual(before)
  })

  test('names errors by row and column, in words', async () => {
    const { rows } = await dry(
      csvOf(
        ['', '', 'Nobody', '', '', '', ''],
        ['1'.repeat(21), 'Ana', next(), 'x'.repeat(21), '', '', ''],
        ['', 'Ben', next(), '', 'Eva', '', '555'],
        ['', 'Cy', next(), '', '', 'new@home.example', ''],
        ['', 'Di', next(), '', 'Eva', 'nobody', ''],
        ['', 'Ed', next(), '', 'Eva', cast.operator.email, ''],
        ['N1', 'Flo', next(), '', '', '', ''],
        ['N1', 'Guy', next(), '', '', '', ''],
      ),
    )
    expect(rows.map(({ row, errors }) => [row, errors.map(({ column }) => column)])).toEqual([
      [2, ['firstName']],
      [3, ['studentNum', 'grade']],
      [4, ['parent1.email']],
      [5, ['parent1.firstName']],
      [6, ['parent1.email']],
      [7, ['parent1.email']],
      [8, []],
      [9, ['studentNum']],
    ])
    expect(rows[3]?.errors[0]?.message).toBe('must not be empty')
  })

  test.each<[string, string, string]>([
    ['a row with too few cells', 'First name,Grade\nAna\n', 'has 1 cell where the head has 2'],
    ['a bare quote', 'First name\nAn"a\n', 'has a quote, so all of it must be in quotes, and the quote twice'],
    ['no first name', 'Last name\nLima\n', 'has no column for the first name'],
    ['nothing', '', 'is empty'],
  ])('says of a file with %s what it is', async (_, csv, message) => {
    expect(await dry(csv)).toMatchObject({ rows: [], errors: [{ message }] })
    expect((await send(csv)).status).toBe(422)
  })
})

describe('an import', () => {
  test('adds students with numbers, parents and links, once a parent for brothers and sisters', async () => {
    const name = next()
    const made = await commit(
      csvOf(
        [`${name}1`, 'Ana', name, '4', 'Maria', `${name}@home.example`, '(555) 123-4567'],
        ['', 'Ben', name, '2', 'Maria', `${name.toUpperCase()}@home.example`, ''],
      ),
    )
    expect(made).toMatchObject({ state: 'done', done: 2, total: 2, created: 2, changed: 0, parents: 1, undoable: true, undoneAt: null })
    const [ana, ben] = await find(name)
    expect(ana).toMatchObject({
      firstName: 'Ana',
      studentNum: `${name}1`,
      grade: '4',
      status: 'active',
      parentName: 'Maria ',
      parentPhone: '5551234567',
    })
    expect(ben?.studentNum).toMatch(/^\d+$/)
    const [parents, brothers] = [(await profile(ana!._id)).parents, (await profile(ben!._id)).parents]
    expect(parents[0]?._id).toBe(brothers[0]?._id)
    const trail = await world.database
      .read`select deed from audit where entity_id in (${made._id}, ${ana!._id}, ${parents[0]!._id}) order by deed`
    expect(trail.map(({ deed }) => deed as string)).toEqual(['students.add', 'students.addParentAccount', 'students.import'])
  })

  test('is done once, all or nothing: a second time the rows are known and a blank cell changes nothing', async () => {
    const name = next()
    const file = csvOf(['', 'José', name, '4', 'Maria', `${name}@home.example`, '5551234567'])
    await commit(file)
    const again = await commit(csvOf(['', 'Jose', name, '', '', `${name}@home.example`, '']))
    expect(again).toMatchObject({ created: 0, changed: 0, parents: 0 })
    expect(await find(name)).toMatchObject([{ firstName: 'José', grade: '4', parentPhone: '5551234567' }])
    await commit(csvOf(['77-A', 'Jose', name, '5', '', `${name}@home.example`, '5559999999']))
    expect(await find(name)).toMatchObject([{ firstName: 'José', grade: '5', studentNum: '77-A', parentPhone: '5559999999' }])
    const before = await counts()
    const refused = await send(csvOf(['', 'New', next(), '', '', '', ''], ['', '', 'Nobody', '', '', '', '']))
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'wrong_rows', errors: [{ path: '/rows/3/firstName', message: 'First name must not be empty.' }] },
    ])
    expect(await counts()).toEqual(before)
  })

  test('does what a person decided, and refuses what nobody did', async () => {
    const name = next()
    await commit(csvOf(['', 'Ana', name, '4', '', '', '']))
    const [ana] = await find(name)
    const file = csvOf(['', 'Ana', name, '4', '', '', ''], ['', 'Ben', name, '4', '', '', ''])
    const undecided = await send(file)
    expect([undecided.status, undecided.body]).toMatchObject([422, { errors: [{ path: '/rows/2' }] }])
    await commit(file, [{ row: 2, do: 'skip' }])
    expect((await find(name)).map(({ firstName }) => firstName)).toEqual(['Ana', 'Ben'])
    await commit(file, [
      { row: 2, do: 'create' },
      { row: 3, do: 'link', studentId: ana!._id },
    ])
    expect((await find(name)).map(({ firstName }) => firstName)).toEqual(['Ana', 'Ben', 'Ben'])
    const bad = async (choices: Choices) => (await send(file, { choices })).status
    expect(
      await bad([
        { row: 2, do: 'link', studentId: newId() },
        { row: 3, do: 'skip' },
      ]),
    ).toBe(422)
    expect(
      await bad([
        { row: 2, do: 'link', studentId: ana!._id },
        { row: 3, do: 'link', studentId: ana!._id },
      ]),
    ).toBe(422)
    expect(
      await bad([
        { row: 2, do: 'skip' },
        { row: 3, do: 'skip' },
      ]),
    ).toBe(422)
    expect((await send(file, { columns: [null] })).status).toBe(422)
    expect((await send(file.replace('Grade', 'Favourite colour'))).body).toMatchObject({ code: 'unknown_column' })
  })

  test('never brings back a parent who was unlinked', async () => {
    const name = next()
    const file = csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '5551234567'])
    await commit(file)
    const [ana] = await find(name)
    await world.database.write((db) => db`update parent_links set ended_at = now() where student_id = ${ana!._id}`)
    const choices: Choices = [{ row: 2, do: 'link', studentId: ana!._id }]
    expect((await send(file, { choices })).body).toMatchObject({ code: 'wrong_rows', errors: [{ path: '/rows/2/parent1.email' }] })
    expect((await profile(ana!._id)).parents).toEqual([])
  })

  test('is for the office of the centre', async () => {
    const ask = { centerId, csv: csvOf(['', 'Ana', next(), '', '', '', '']), dryRun: true }
    const stranger = await world.as(cast.stranger)
    expect((await stranger.call(studentImports.start, ask)).status).toBe(404)
    expect((await stranger.call(studentImports.list, { centerId })).status).toBe(404)
    expect((await (await world.as(cast.editor)).call(studentImports.start, ask)).status).toBe(403)
    expect((await (await world.as(null)).call(studentImports.start, ask)).status).toBe(401)
  })
})

const ended = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await operator.call(studentImports.list, { centerId })
    const found = body.find(({ _id }) => _id === id) as Import
    expect(['done', 'failed']).toContain(found.state)
    return found
  }, 20_000)

describe('2,000 rows', () => {
  test('are looked through, stored by a job that tells how far it is, and undone, all within 20 seconds', async () => {
    const name = next()
    const rows = Array.from({ length: 2000 }, (_, at) => [
      '',
      `Child${at}`,
      `${name} ${at}`,
      '4',
      `Parent${at}`,
      `${name}-${at >> 1}@many.example`,
      '5551234567',
    ])
    const begun = performance.now()
    expect((await dry(csvOf(...rows))).rows.every((row) => row.do === 'create')).toBe(true)
    const started = await commit(csvOf(...rows))
    expect(started).toMatchObject({ state: 'waiting', total: 2000, created: 0, undoable: false })
    expect((await send(csvOf(...rows.slice(0, 1)))).body).toMatchObject({ code: 'importing' })
    const done = await ended(started._id)
    expect(done).toMatchObject({ state: 'done', done: 2000, created: 2000, parents: 1000, error: null })
    expect((await undo(started._id)).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(await find(name)).toEqual([])
  }, 30_000)
})

describe('undoing', () => {
  test('removes what was made, brings back what was changed, and only once', async () => {
    const name = next()
    await commit(csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '5551234567'], ['', 'Eva', name, '1', '', '', '']))
    const before = await counts()
    const made = await commit(
      csvOf(
        ['', 'Ana', name, '5', '', `${name}@home.example`, '5550000000'],
        ['', 'Eva', name, '1', 'Paul', `${name}-2@home.example`, ''],
        ['', 'Ben', name, '1', '', `${name}@home.example`, ''],
      ),
      [{ row: 3, do: 'link', studentId: (await find(`eva ${name}`))[0]!._id }],
    )
    expect(made).toMatchObject({ created: 1, changed: 1, parents: 1 })
    const { status, body } = await undo(made._id)
    expect([status, body.undoable, typeof body.undoneAt]).toEqual([200, false, 'string'])
    expect(await counts()).toEqual(before)
    expect(await find(name)).toMatchObject([
      { firstName: 'Ana', grade: '4', parentPhone: '5551234567' },
      { firstName: 'Eva', parentName: null },
    ])
    expect((await undo(made._id)).body).toMatchObject({ code: 'undone' })
  })

  test('leaves what was changed again, and parents who have another child by now', async () => {
    const name = next()
    await commit(csvOf(['', 'Ana', name, '4', '', '', '']))
    const [ana] = await find(name)
    const made = await commit(csvOf(['77-B', 'Ana', name, '', '', '', ''], ['', 'Ben', name, '', 'Maria', `${name}@home.example`, '']), [
      { row: 2, do: 'link', studentId: ana!._id },
    ])
    await operator.call(students.change, { centerId, studentId: ana!._id, studentNum: '77-C' })
    await operator.call(students.addParent, {
      centerId,
      studentId: ana!._id,
      firstName: 'Maria',
      lastName: '',
      email: `${name}@home.example`,
    })
    expect((await undo(made._id)).status).toBe(200)
    expect(await find(name)).toMatchObject([{ firstName: 'Ana', studentNum: '77-C', parentEmail: `${name}@home.example` }])
  })

  test('is refused with names once somebody has a place, and after a day', async () => {
    const name = next()
    const made = await commit(csvOf(['', 'Ana', name, '', '', '', ''], ['', 'Ben', name, '', '', '', '']))
    const [ana] = await find(name)
    const place = await world.database.write((db) => factories(db).place({ ...cast.klass, centerId }, ana!._id))
    const before = await counts()
    expect(await undo(made._id)).toMatchObject({ status: 409, body: { code: 'in_use', names: [`Ana ${name}`] } })
    expect(await counts()).toEqual(before)
    await world.database.write((db) => db`delete from places where id = ${place.id}`)
    await world.database.write((db) => db`update student_imports set created_at = now() - interval '25 hours' where id = ${made._id}`)
    expect((await undo(made._id)).body).toMatchObject({ code: 'too_late' })
    expect((await operator.call(studentImports.undo, { centerId, id: newId() })).status).toBe(404)
    expect((await (await world.as(cast.stranger)).call(studentImports.undo, { centerId, id: made._id })).status).toBe(404)
  })

  test('knows every table that tells of a student', async () => {
    const rows = await world.database.read`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'students'::regclass and conparentid = 0 order by 1`
    expect([...new Set(rows.map(({ name }) => name as string))]).toEqual([
      'attendances',
      'credits',
      'homework',
      'parent_links',
      'places',
      'programs',
      'student_awards',
      'student_levels',
      'student_notes',
      'student_tests',
    ])
  })
})

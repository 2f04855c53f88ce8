import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { prospects } from '../prospects/api.ts'
import { type Choices, csvOf, importFixture, newName } from '#tests/import-fixture.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld } from '#tests/world.ts'
import { studentImports } from './api.ts'

const world = await openWorld()
const stage = await importFixture(world)
const { centerId, operator, send, dry, commit, ended, undo, find, profile, counts } = stage

describe('a dry run', () => {
  test('reports an action for every row, and stores nothing', async () => {
    const name = newName()
    await commit(csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '']))
    const before = await counts()
    const { columns, errors, rows } = await dry(
      csvOf(
        ['', 'Ána', name, '5', '', `${name}@home.example`, ''],
        ['', 'Ben', name, '', '', `${name}@home.example`, ''],
        ['', 'Ann', name, '', '', `${name}@home.example`, ''],
        ['', 'Cy', newName(), '', '', '', ''],
      ),
    )
    expect([errors, columns.map(({ field }) => field)]).toMatchObject([
      [],
      ['studentNum', 'firstName', 'lastName', 'grade', ...Array<unknown>(3).fill(expect.anything())],
    ])
    expect(rows).toMatchObject([
      {
        row: 2,
        do: 'link',
        match: 'exact',
        candidates: [{ now: { firstName: 'Ana', grade: '4' } }],
        errors: [],
      },
      { row: 3, do: 'create', match: 'none', family: { names: [`Ana ${name}`], rows: [2, 4] } },
      { row: 4, do: null, match: 'likely', candidates: [{ why: ['email', 'similar name'] }] },
      { row: 5, do: 'create', family: null },
    ])
    expect(await counts()).toEqual(before)
  })

  test('reports errors by row and column, in words', async () => {
    const { rows } = await dry(
      csvOf(
        ['', '', 'Nobody', '', '', '', ''],
        ['1'.repeat(21), 'Ana', newName(), 'x'.repeat(21), '', '', ''],
        ['', 'Ben', newName(), '', 'Eva', '', '555'],
        ['', 'Cy', newName(), '', '', 'new@home.example', ''],
        ['', 'Di', newName(), '', 'Eva', 'nobody', ''],
        ['', 'Ed', newName(), '', 'Eva', stage.operatorEmail, ''],
        ['N1', 'Flo', newName(), '', '', '', ''],
        ['N1', 'Guy', newName(), '', '', '', ''],
      ),
    )
    expect(rows.map(({ row, errors }) => [row, errors.map(({ column }) => column)])).toEqual([
      [2, ['firstName']],
      [3, ['studentNum', 'grade']],
      [4, ['parent1.phone']],
      [5, ['parent1.firstName']],
      [6, ['parent1.email']],
      [7, ['parent1.email']],
      [8, []],
      [9, ['studentNum']],
    ])
    expect(rows[3]?.errors[0]?.message).toBe('must not be empty')
  })

  test.each<[string, string, string]>([
    ['a row with too few cells', 'First name,Grade\nAna\n', 'has 1 cell, but the header has 2'],
    [
      'a bare quote',
      'First name\nAn"a\n',
      'has a quotation mark. Put the whole cell in quotes and double the mark',
    ],
    ['no first name', 'Last name\nLima\n', 'has no column for the first name'],
    ['no content', '', 'is empty'],
    ['only a header', 'First name\n', 'has the column names, but no rows follow'],
  ])('explains why a file with %s can’t be read', async (_, csv, message) => {
    expect(await dry(csv)).toMatchObject({ rows: [], errors: [{ message }] })
    expect((await send(csv)).status).toBe(422)
  })
})

describe('a large dry run', () => {
  test('gives the same results as a small one, but short lists for thousands of similar rows', async () => {
    const name = newName()
    const alike = Array.from({ length: 3000 }, () => ['', 'Ana', name, '4', '', '', ''])
    const { rows } = await dry(csvOf(...alike))
    expect(rows).toHaveLength(3000)
    expect(rows[0]).toMatchObject({ row: 2, do: 'create', sameAs: [] })
    expect(rows.at(-1)).toMatchObject({ row: 3001, do: null, match: 'likely', sameAs: [{ match: 'likely' }] })
    expect(rows.reduce((sum, { sameAs }) => sum + sameAs.length, 0)).toBeLessThanOrEqual(5010)
  })
})

describe('an import', () => {
  test('adds students with numbers, parents and links, with one parent for siblings', async () => {
    const name = newName()
    const made = await commit(
      csvOf(
        [`${name}1`, 'Ana', name, '4', 'Maria', `${name}@home.example`, '(555) 123-4567'],
        ['', 'Ben', name, '2', 'Maria', `${name.toUpperCase()}@home.example`, ''],
      ),
    )
    expect(made).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      created: 2,
      changed: 0,
      parents: 1,
      undoable: true,
      undoneAt: null,
    })
    const [ana, ben] = await find(name)
    expect(ana).toMatchObject({
      firstName: 'Ana',
      studentNum: `${name}1`,
      grade: '4',
      status: 'active',
      parentName: 'Maria ',
      parentPhone: '+15551234567',
    })
    expect(ben?.studentNum).toMatch(/^\d+$/)
    const [parents, brothers] = [(await profile(ana!._id)).parents, (await profile(ben!._id)).parents]
    expect(parents[0]?._id).toBe(brothers[0]?._id)
    const trail = await world.database
      .read`select action from audit where entity_id in (${made._id}, ${ana!._id}, ${parents[0]!._id}) order by action`
    expect(trail.map(({ action }) => action as string)).toEqual([
      'students.add',
      'students.addParentAccount',
      'students.import',
    ])
  })

  test('stores all rows or none, recognizes rows that it stored before, and keeps the stored values of blank cells', async () => {
    const name = newName()
    const file = csvOf(['', 'José', name, '4', 'Maria', `${name}@home.example`, '5551234567'])
    await commit(file)
    const again = await commit(csvOf(['', 'Jose', name, '', '', `${name}@home.example`, '']))
    expect(again).toMatchObject({ created: 0, changed: 0, parents: 0 })
    expect(await find(name)).toMatchObject([{ firstName: 'José', grade: '4', parentPhone: '+15551234567' }])
    await commit(csvOf(['77-A', 'Jose', name, '5', '', `${name}@home.example`, '5559999999']))
    expect(await find(name)).toMatchObject([
      { firstName: 'José', grade: '5', studentNum: '77-A', parentPhone: '+15559999999' },
    ])
    const before = await counts()
    const refused = await send(
      csvOf(['', 'New', newName(), '', '', '', ''], ['', '', 'Nobody', '', '', '', '']),
    )
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'wrong_rows',
        errors: [{ path: '/rows/3/firstName', message: 'First name must not be empty.' }],
      },
    ])
    expect(await counts()).toEqual(before)
  })

  test('follows a person’s decisions, and refuses undecided rows', async () => {
    const name = newName()
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
    expect((await send(file.replace('Grade', 'Favorite color'))).body).toMatchObject({
      code: 'unknown_column',
    })
  })

  test('can be undone even if someone has viewed a student that it added', async () => {
    const name = newName()
    const made = await commit(csvOf(['', 'Ana', name, '4', '', '', '']))
    const [ana] = await find(name)
    await profile(ana!._id)
    const accesses = () => world.database.read`select 1 from access_log where student_id = ${ana!._id}`
    await expect.poll(accesses).toHaveLength(1)
    expect((await undo(made._id)).status).toBe(200)
    expect([await find(name), [...(await accesses())]]).toEqual([[], []])
  })

  test('enrolls a prospect whose status it sets to active, and undoing it makes the student a prospect again', async () => {
    const name = newName()
    const file = (status: string) => `First name,Last name,Status\nLea,${name},${status}\n`
    await commit(file('prospect'))
    const [lea] = await find(name)
    const made = await commit(file('active'), [{ row: 2, do: 'link', studentId: lea!._id }])
    const board = async () => {
      const { stages, figures } = (await operator.call(prospects.board, { centerId, search: name })).body
      return [stages.filter(({ count }) => count > 0).map((each) => each.stage), figures.enrolled]
    }
    expect(await board()).toEqual([['enrolled'], 1])
    await undo(made._id)
    expect(await board()).toEqual([['enquiry'], 0])
  })

  test('never relinks a parent who was unlinked', async () => {
    const name = newName()
    const file = csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '5551234567'])
    await commit(file)
    const [ana] = await find(name)
    await world.database.write(
      (db) => db`update parent_links set ended_at = now() where student_id = ${ana!._id}`,
    )
    const choices: Choices = [{ row: 2, do: 'link', studentId: ana!._id }]
    expect((await send(file, { choices })).body).toMatchObject({
      code: 'wrong_rows',
      errors: [{ path: '/rows/2/parent1.email' }],
    })
    expect((await profile(ana!._id)).parents).toEqual([])
  })

  test('is available only to the center’s office', async () => {
    const input = { centerId, csv: csvOf(['', 'Ana', newName(), '', '', '', '']), dryRun: true }
    const stranger = await world.as(stage.stranger)
    expect((await stranger.call(studentImports.start, input)).status).toBe(404)
    expect((await stranger.call(studentImports.list, { centerId })).status).toBe(404)
    expect((await (await world.as(stage.editor)).call(studentImports.start, input)).status).toBe(403)
    expect((await (await world.as(null)).call(studentImports.start, input)).status).toBe(401)
  })
})

describe('an import of 2,000 rows', () => {
  test('is checked, stored by a job that reports its progress, and undone, all within the time limit', async () => {
    const name = newName()
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
    expect((await undo(started._id)).body).toMatchObject({
      state: 'undoing',
      undoneAt: null,
      undoable: false,
    })
    expect(await ended(started._id)).toMatchObject({
      state: 'done',
      error: null,
      undoneAt: expect.any(String),
    })
    expect(performance.now() - begun).toBeLessThan(timeLimit(10_000))
    expect(await find(name)).toEqual([])
  })
})

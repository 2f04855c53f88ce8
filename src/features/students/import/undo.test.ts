import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { students } from '../api.ts'
import { parents } from '../parents/api.ts'
import { studentImports } from './api.ts'
import { factories } from '#tests/factories.ts'
import { csvOf, importFixture, newName } from '#tests/import-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { undoStudentsImport } from './undo.ts'

const world = await openWorld()
const stage = await importFixture(world)
const { centerId, operator, commit, ended, undo, find, counts } = stage

/** Imports so many students that a job undoes the import. */
async function many() {
  const name = newName()
  const made = await commit(
    csvOf(...Array.from({ length: 201 }, (_, at) => ['', 'Ana', `${name} ${at}`, '4', '', '', ''])),
  )
  expect(await ended(made._id)).toMatchObject({ state: 'done' })
  return { name, made }
}

describe('undoing an import', () => {
  test('removes what was added and restores what was changed, but only once', async () => {
    const name = newName()
    await commit(
      csvOf(
        ['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '5551234567'],
        ['', 'Eva', name, '1', '', '', ''],
      ),
    )
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
    const trail = await world.database.read`
      select action, before, after from audit where action <> 'students.undoImport' and id > (
        select max(id) from audit where action = 'students.import') order by action, id`
    expect(trail).toMatchObject([
      { action: 'students.change', before: { grade: '5' }, after: { grade: '4' } },
      { action: 'students.changeParentLink', after: { phone: '+15551234567' } },
      { action: 'students.endParent' },
      { action: 'students.remove' },
      { action: 'students.removeParentAccount' },
    ])
    expect([status, body.undoable, typeof body.undoneAt]).toEqual([200, false, 'string'])
    expect(await counts()).toEqual(before)
    expect(await find(name)).toMatchObject([
      { firstName: 'Ana', grade: '4', parentPhone: '+15551234567' },
      { firstName: 'Eva', parentName: null },
    ])
    expect((await undo(made._id)).body).toMatchObject({ code: 'undone' })
  })

  test('keeps values that were changed again, and parents who now have another child', async () => {
    const name = newName()
    await commit(csvOf(['', 'Ana', name, '4', '', '', '']))
    const [ana] = await find(name)
    const made = await commit(
      csvOf(
        ['77-B', 'Ana', name, '', '', '', ''],
        ['', 'Ben', name, '', 'Maria', `${name}@home.example`, ''],
      ),
      [{ row: 2, do: 'link', studentId: ana!._id }],
    )
    await operator.call(students.change, { centerId, studentId: ana!._id, studentNum: '77-C' })
    await operator.call(students.addParent, {
      centerId,
      studentId: ana!._id,
      firstName: 'Maria',
      lastName: '',
      email: `${name}@home.example`,
    })
    expect((await undo(made._id)).status).toBe(200)
    expect(await find(name)).toMatchObject([
      { firstName: 'Ana', studentNum: '77-C', parentEmail: `${name}@home.example` },
    ])
  })

  test('is refused after a day, or if students have a place (the response names them)', async () => {
    const name = newName()
    const made = await commit(csvOf(['', 'Ana', name, '', '', '', ''], ['', 'Ben', name, '', '', '', '']))
    const [ana] = await find(name)
    const place = await world.database.write((db) => factories(db).place(stage.klass, ana!._id))
    const before = await counts()
    expect(await undo(made._id)).toMatchObject({
      status: 409,
      body: { code: 'in_use', names: [`Ana ${name}`] },
    })
    expect(await counts()).toEqual(before)
    await world.database.write((db) => db`delete from places where id = ${place.id}`)
    await world.database.write(
      (db) => db`update runs set created_at = now() - interval '25 hours' where id = ${made._id}`,
    )
    expect((await undo(made._id)).body).toMatchObject({ code: 'too_late' })
    expect((await operator.call(studentImports.undo, { centerId, id: newId() })).status).toBe(404)
    expect(
      (await (await world.as(stage.stranger)).call(studentImports.undo, { centerId, id: made._id })).status,
    ).toBe(404)
  })

  test('is refused once an added student has a note, level or changed link; changed links of other students are kept', async () => {
    const name = newName()
    const made = await commit(
      csvOf(['', 'Ana', name, '', 'Maria', `${name}@home.example`, ''], ['', 'Ben', name, '', '', '', '']),
    )
    const [ana, ben] = await find(name)
    const change = (more: object) =>
      operator.call(students.change, { centerId, studentId: ana!._id, ...more })
    const refused = { status: 409, body: { code: 'in_use', names: [`Ana ${name}`] } }
    await change({ note: 'Allergic to nuts' })
    expect(await undo(made._id)).toMatchObject(refused)
    await change({ note: '', programs: [{ name: 'Math', level: '', chapter: null, test: null }] })
    expect(await undo(made._id)).toMatchObject(refused)
    await change({ programs: [] })
    const parent = (await stage.profile(ana!._id)).parents[0]!
    const link = { centerId, studentId: ana!._id, parentId: parent._id }
    await operator.call(parents.changeLink, { ...link, pickup: false })
    expect(await undo(made._id)).toMatchObject(refused)
    const later = await commit(csvOf(['', 'Ben', name, '', 'Paul', `${name}-2@home.example`, '']), [
      { row: 2, do: 'link', studentId: ben!._id },
    ])
    const paul = (await stage.profile(ben!._id)).parents[0]!
    await operator.call(parents.changeLink, {
      centerId,
      studentId: ben!._id,
      parentId: paul._id,
      contact: false,
    })
    expect((await undo(later._id)).status).toBe(200)
    expect((await stage.profile(ben!._id)).parents).toMatchObject([{ _id: paul._id }])
  })

  test('of many students runs as a job, with the same audit rows and only once', async () => {
    const { name, made } = await many()
    expect((await undo(made._id)).body).toMatchObject({ state: 'undoing', undoable: false })
    expect((await undo(made._id)).body).toMatchObject({ code: expect.stringMatching('undoing|undone') })
    expect(await ended(made._id)).toMatchObject({ state: 'done', error: null, undoneAt: expect.any(String) })
    expect(await find(name)).toEqual([])
    const trail = await world.database.read`
      select action, person_id, count(*)::int as times from audit where id >= (select max(id) from audit where action = 'students.undoImport')
      group by 1, 2 order by 1`
    expect(trail).toEqual([
      { action: 'students.remove', personId: stage.operatorId, times: 201 },
      { action: 'students.undoImport', personId: stage.operatorId, times: 1 },
    ])
    await undoStudentsImport({ id: made._id, by: stage.operatorId }, world as never)
    expect((await undo(made._id)).body).toMatchObject({ code: 'undone' })
  })

  test('of many students shows the reason in the list if it is refused, and can be retried', async () => {
    const { name, made } = await many()
    const [first] = await find(`${name} 0`)
    const place = await world.database.write((db) => factories(db).place(stage.klass, first!._id))
    const before = await counts()
    await undo(made._id)
    expect(await ended(made._id)).toMatchObject({
      state: 'done',
      undoneAt: null,
      undoable: true,
      error: `Ana ${name} 0 now has attendance, work, places, notes, parents, an account or other records, so this import can’t be undone.`,
    })
    expect(await counts()).toEqual(before)
    await world.database.write((db) => db`delete from places where id = ${place.id}`)
    await undo(made._id)
    expect(await ended(made._id)).toMatchObject({ state: 'done', error: null, undoneAt: expect.any(String) })
  })

  test('takes into account every table that refers to a student', async () => {
    const rows = await world.database.read`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'students'::regclass and conparentid = 0 and confdeltype = 'a' order by 1`
    expect([...new Set(rows.map(({ name }) => name as string))]).toEqual([
      // Requests are deleted with the student.
      'account_requests',
      'attendances',
      'credits',
      // Due estimates exist only along with work.
      'estimates_due',
      // Invoice lines refer only to students who have places.
      'invoice_lines',
      'parent_links',
      'pickup_people',
      'places',
      'programs',
      'prospects',
      // Estimates exist only along with work.
      'section_estimates',
      'student_awards',
      'student_levels',
      'student_notes',
      'student_tests',
      // Trial requests refer only to students added through the trial form.
      'trial_requests',
      'weekly_goals',
      'work',
      // Work places exist only along with work.
      'work_places',
    ])
  })
})

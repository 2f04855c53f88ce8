import { studentWork } from '../api.ts'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { ownWork } from '../answering/api.ts'
import { givenWork, assigning } from './api.ts'
import { putWork } from './queries.ts'

const world = await openWorld()

test('a student’s record lists the sections of their homework, except homework that was withdrawn or voided', async () => {
  const { sections, operator, manager, student } = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const made = []
    for (const text of ['One', 'Two', 'Three']) {
      const section = await make.section()
      await make.questions(section.id, [{ text, value: '1' }])
      made.push(section.id)
    }
    const staff = {
      operator: await make.staff('operator', centerId),
      manager: await make.staff('manager', centerId),
    }
    return { sections: made, ...staff, student: await make.student(centerId) }
  })
  const [office, head, child] = [await world.as(operator), await world.as(manager), await world.as(student)]
  const id = student.id
  const give = async (section: string) =>
    (await office.call(assigning.homework, { id, sections: [section] })).body._id
  const practiced = async () => (await office.call(studentWork.atWork, { id })).body.practiced
  const [done, open, dropped] = [
    await give(sections[0] ?? ''),
    await give(sections[1] ?? ''),
    await give(sections[2] ?? ''),
  ]
  await child.call(ownWork.homework.change, { id: done, state: 'started' })
  await child.call(ownWork.homework.change, { id: done, state: 'submitted' })
  await office.call(givenWork.homework.withdraw, { id, itemId: dropped })
  const named = (await practiced()).map(({ sectionId, open: isOpen }) => ({ sectionId, isOpen }))
  expect(named).toHaveLength(2)
  expect(named).toContainEqual({ sectionId: sections[0], isOpen: false })
  expect(named).toContainEqual({ sectionId: sections[1], isOpen: true })
  await child.call(ownWork.homework.change, { id: open, state: 'started' })
  await head.call(givenWork.homework.change, { id, itemId: open, state: 'void' })
  expect((await practiced()).map(({ sectionId }) => sectionId)).toEqual([sections[0]])
})

test('a list of work indicates if there is more, returns more on request, and always includes open work', async () => {
  const { operator, student } = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const section = await make.section()
    await make.questions(section.id, [{ text: 'One', value: '1' }])
    const [staff, pupil] = [await make.staff('operator', centerId), await make.student(centerId)]
    const given = {
      centerId: centerId as CenterId,
      kind: 'homework' as const,
      studentId: pupil.id,
      dueOn: null,
      assignedBy: staff.id,
    }
    await putWork(db, { ...given, id: newId(), name: 'Open', item: 'open', sections: [section.id] })
    await db`
      with old as (
        insert into work (center_id, id, kind, student_id, name, item, assigned_by, assigned_at, state, started_at, submitted_at, correct, total, hint, score)
        select center_id, gen_random_uuid(), kind, student_id, 'Done', item, assigned_by, now() + make_interval(secs => n), 'returned', now(), now(),
          0, 1, 0, 0
        from work, generate_series(1, 203) n where student_id = ${pupil.id} returning center_id, id
      )
      insert into work_sections (center_id, work_id, num, section_id) select center_id, id, 1, ${section.id} from old`
    return { operator: staff, student: pupil }
  })
  const office = await world.as(operator)
  const list = async (works?: number) =>
    (await office.call(studentWork.atWork, { id: student.id, works })).body
  const first = await list()
  expect([first.work.length, first.more, first.work.at(-1)?.name]).toEqual([200, true, 'Open'])
  const all = await list(400)
  expect([all.work.length, all.more, all.work.at(-1)?.name]).toEqual([204, false, 'Open'])
  expect((await office.call(studentWork.atWork, { id: student.id, works: 1 })).status).toBe(422)
})

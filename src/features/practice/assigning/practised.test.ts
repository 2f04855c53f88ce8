import { expect, test } from 'vitest'
import { students } from '#features/students/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { ownWork } from '../doing/api.ts'
import { givenWork, giving } from '../giving/api.ts'

const world = await openWorld()

test('a student’s record names the sections that their homework had, and what was withdrawn or voided no more', async () => {
  const { sections, operator, manager, student } = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const made = []
    for (const text of ['One', 'Two', 'Three']) {
      const section = await make.section()
      await make.questions(section.id, [{ text, value: '1' }])
      made.push(section.id)
    }
    const staff = { operator: await make.staff('operator', centerId), manager: await make.staff('manager', centerId) }
    return { sections: made, ...staff, student: await make.student(centerId) }
  })
  const [office, head, child] = [await world.as(operator), await world.as(manager), await world.as(student)]
  const id = student.id
  const give = async (section: string) => (await office.call(giving.homework, { id, sections: [section] })).body._id
  const practised = async () => (await office.call(students.atWork, { id })).body.practised
  const [done, open, dropped] = [await give(sections[0] ?? ''), await give(sections[1] ?? ''), await give(sections[2] ?? '')]
  await child.call(ownWork.homework.change, { id: done, state: 'started' })
  await child.call(ownWork.homework.change, { id: done, state: 'submitted' })
  await office.call(givenWork.homework.withdraw, { id, itemId: dropped })
  const named = (await practised()).map(({ sectionId, open: isOpen }) => ({ sectionId, isOpen }))
  expect(named).toHaveLength(2)
  expect(named).toContainEqual({ sectionId: sections[0], isOpen: false })
  expect(named).toContainEqual({ sectionId: sections[1], isOpen: true })
  await child.call(ownWork.homework.change, { id: open, state: 'started' })
  await head.call(givenWork.homework.change, { id, itemId: open, state: 'void' })
  expect((await practised()).map(({ sectionId }) => sectionId)).toEqual([sections[0]])
})

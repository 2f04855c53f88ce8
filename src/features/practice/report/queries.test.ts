import { expect, test } from 'vitest'
import { openGrading, text } from '#tests/grading-fixture.ts'
import { givenWork } from '../assigning/api.ts'

const { world, cast, operator, handedIn } = await openGrading()

test.each([
  ['America/New_York', '2026-03-03'],
  ['Pacific/Auckland', '2026-03-04'],
])('a report shows the date of submission in the center’s time zone: %s', async (zone, on) => {
  const { student, workId } = await handedIn({ kind: 'assessment', given: text('4', 'So.') })
  await world.database.write(
    (db) => db`update work set submitted_at = '2026-03-04T04:30:00Z' where id = ${workId}`,
  )
  await world.database.write((db) => db`update centers set time_zone = ${zone} where id = ${cast().centerId}`)
  const { body } = await operator().call(givenWork.assessment.item, { id: student.id, itemId: workId })
  expect(body.report?.on).toBe(on)
})

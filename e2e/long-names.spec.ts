import { expect } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'
const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarenge'

test('on a phone, a long name without spaces wraps instead of widening the front desk’s pages', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const { _id: studentId } = await post(page, `${of}/students`, { firstName: long, lastName: long })
  const { id: classId } = await post(page, `${of}/classes`, {
    name: long,
    subject: 'Group',
    type: 'GROUP',
    day: 2,
    time: '21:00',
    maxSize: 2,
    startDate: '2026-02-01',
    notes: `${long} ${long}`,
  })
  await post(page, `${of}/classes/${classId}/places`, { studentId, type: 'regular', startDate: '2026-02-03' })
  await page.setViewportSize({ width: 360, height: 740 })
  const pages = {
    dashboard: of,
    day: `${of}/scheduler/2026-03-03`,
    classes: `${of}/classes`,
    week: `${of}/classes?view=week`,
    class: `${of}/classes/${classId}`,
    attendance: `${of}/attendance?on=2026-03-03`,
    roll: `${of}/attendance/${classId}?on=2026-03-03`,
    marks: `${of}/attendance/${classId}/students/${studentId}`,
    students: `${of}/students?find=${long}`,
    student: `${of}/students/${studentId}`,
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(long).first(), name).toBeVisible()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider, `pixels too wide: ${name}`).toBeLessThanOrEqual(0)
  }
})

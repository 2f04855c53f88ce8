import { expect, type Browser, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, get, letIn, patch, post, soon, test } from './journey.ts'
import { form, row, sectionWith } from './question-editor.ts'
import { center } from './steps.ts'

/**
 * Tests the explanation of a wrong answer: how the child, editors and the class's teacher see it, and how it
 * affects the next homework.
 */

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

type Member = { id: string; email: string }

/** Returns one of the demo's classes with three of its students. */
async function someClass(office: Page) {
  for (const { id } of await get<{ id: string }[]>(office, `${center}/classes`)) {
    const { children } = await get<{ children: { _id: string }[] }>(office, `${center}/classes/${id}/skills`)
    if (children.length < 3) continue
    const members: Member[] = []
    for (const { _id } of children.slice(-3)) {
      const { center: own } = await get<{ center: { studentNum: string } }>(
        office,
        `${center}/students/${_id}`,
      )
      members.push({ id: _id, email: `${own.studentNum.toLowerCase()}@family.example` })
    }
    return { id, members }
  }
  throw new Error('No class has three students.')
}

/** Has a student give a wrong answer to the only question of some homework, and hand it in. */
async function answerWrong(browser: Browser, { email }: Member, workId: string, text: string) {
  const student = await anotherPage(browser)
  await letIn(student, email)
  const path = `/student/homework/${workId}`
  await patch(student, path, { state: 'started' })
  const given = { kind: 'fr', parts: [text] }
  await post(student, `${path}/sections/1/1`, { seq: 1, answerId: newId(), given })
  await patch(student, path, { state: 'submitted' })
  await student.context().close()
}

test('an editor explains a wrong answer, the child reads the explanation, and the class page counts who gave it', async ({
  page,
  browser,
}) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 1)
  const mistakes = page.getByRole('region', { name: 'Common mistakes' })
  await page.goto(`${address}/${ids[0]}`)
  await row(page, '-3').getByRole('button', { name: 'Explain' }).click()
  await expect(mistakes.getByLabel('Wrong answer')).toHaveValue('-3')
  await expect(mistakes.getByLabel('Message to the student')).toBeFocused()
  await page.keyboard.type('Look at the sign: both numbers are positive.')
  await mistakes.getByRole('button', { name: 'Add mistake' }).click()
  await expect(mistakes.getByLabel('Wrong answer').last()).toBeFocused()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mistakes.getByText('Say what went wrong, or remove the mistake.')).toBeVisible()
  await mistakes.getByLabel('Message to the student').last().fill('You wrote the numbers side by side.')
  expect(await violations(page)).toEqual([])
  await shot(page, 'mistakes-editor')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()

  const office = await anotherPage(browser)
  await office.addInitScript({ path: axePath })
  await letIn(office, 'manager')
  const { id: classId, members } = await someClass(office)
  const { questions } = await get<{ questions: { section: { _id: string } }[] }>(
    page,
    `/bl/questions?level=${address.split('/')[2]}&chapter=1&section=1`,
  )
  const sectionId = questions[0]?.section._id ?? ''
  const works: string[] = []
  for (const { id } of members)
    works.push((await post(office, `/students/${id}/homework`, { sections: [sectionId], name: 'Sums' }))._id)

  const [first, ...others] = members as [Member, ...Member[]]
  const child = await anotherPage(browser, { phone: true })
  await child.addInitScript({ path: axePath })
  await letIn(child, first.email)
  await patch(child, `/student/homework/${works[0]}`, { state: 'started' })
  await child.goto(`/student/homework/${works[0]}/sections/1/questions/1`)
  await child.getByRole('textbox', { name: 'Your answer' }).fill('12')
  await child.getByRole('button', { name: 'Check' }).click()
  await expect(child.getByText('You wrote the numbers side by side.')).toBeVisible(soon)
  await expect(child.getByText('Not yet.')).toBeHidden()
  expect(await violations(child)).toEqual([])
  await shot(child, 'mistake-child-360')
  await patch(child, `/student/homework/${works[0]}`, { state: 'submitted' })
  for (const [at, member] of others.entries()) await answerWrong(browser, member, works[at + 1] ?? '', '12')

  const family = await get<{ parents: { email: string }[] }>(office, `${center}/students/${first.id}`)
  const parent = await anotherPage(browser, { phone: true })
  await parent.addInitScript({ path: axePath })
  await letIn(parent, family.parents[0]?.email ?? '')
  await parent.goto(`/parent/students/${first.id}`)
  const together = parent.getByRole('region', { name: 'Worth another look together' })
  await expect(together.getByText('You wrote the numbers side by side.')).toBeVisible(soon)
  await expect(together.getByText('The right answer is 3.').first()).toBeVisible()
  expect(await violations(parent)).toEqual([])
  await together.scrollIntoViewIfNeeded()
  await shot(parent, 'mistakes-parent-360')

  // Retry until a job has computed the estimates, because only then does the map show the section.
  let column = 0
  await expect(async () => {
    const { sections } = await get<{ sections: { _id: string }[] }>(
      office,
      `${center}/classes/${classId}/skills`,
    )
    column = sections.findIndex(({ _id }) => _id === sectionId) + 1
    expect(column).toBeGreaterThan(0)
  }).toPass({ timeout: 90_000, intervals: [5000] })
  await office.goto(`${center}/classes/${classId}/skills`)
  await office.getByRole('columnheader').nth(column).getByRole('button').click()
  const same = office.getByRole('region', { name: 'Same mistakes' })
  await expect(same.getByText('3 students answered “12”')).toBeVisible(soon)
  await expect(same.getByText('You wrote the numbers side by side.')).toBeVisible()
  expect(await violations(office)).toEqual([])
  await shot(office, 'mistakes-class')

  await page.goto(`${address}/${ids[0]}`)
  await expect(page.getByText('3 answers: 0% right on the first try without help')).toBeVisible(soon)
  await form(page, 'Answer').getByLabel('Right answer').press('End')
  await mistakes.getByRole('button', { name: 'Remove mistake 12' }).click()
  const often = mistakes.getByRole('region', { name: 'Frequent wrong answers' })
  await expect(often.getByText('3 students')).toBeVisible()
  await shot(page, 'mistakes-often')
  await often.getByRole('button', { name: 'Explain 12' }).click()
  await expect(mistakes.getByLabel('Wrong answer').last()).toHaveValue('12')
  await expect(often).toBeHidden()

  await office.goto(`${center}/classes/${classId}/skills`)
  await office.getByRole('button', { name: 'Propose homework' }).click()
  const sheet = office.getByRole('dialog', { name: 'Proposed homework' })
  await expect(sheet.getByRole('group').first()).toBeVisible(soon)
  expect(await violations(office)).toEqual([])
  await shot(office, 'proposals-class')
})

test('proposed homework can be shortened and assigned to one student', async ({ page }) => {
  await letIn(page, 'manager')
  const { id } = await familyOf(page, 'M1016')
  await page.goto(`${center}/students/${id}`)
  await page.getByRole('button', { name: 'Propose homework' }).click()
  const sheet = page.getByRole('dialog', { name: 'Proposed homework' })
  const boxes = sheet.getByRole('checkbox')
  await expect(boxes.first()).toBeChecked(soon)
  for (const box of (await boxes.all()).slice(1)) await box.uncheck()
  await sheet.getByRole('button', { name: 'Assign to 1 student' }).click()
  await expect(page.getByText(/Homework assigned to /)).toBeVisible()
})

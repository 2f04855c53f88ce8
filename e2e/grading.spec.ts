import { expect, type Browser, type Page } from '@playwright/test'
import { check, field, makeSection, startQuestions } from './answer-fixture.ts'
import { anotherPage, familyOf, letIn, post, signIn, soon, test } from './journey.ts'
import { center } from './steps.ts'

type Child = { num: string; answer: string }

const addressOf = ({ num }: Child) => `${num.toLowerCase()}@family.example`

/**
 * Assigns homework of one question to students, who answer it and hand it in. Only a person can grade the
 * answers.
 */
async function handedIn(browser: Browser, name: string, children: readonly Child[]) {
  const section = await makeSection(browser, name, ['manual'])
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const names = []
  for (const child of children) {
    const { id, firstName } = await familyOf(office, child.num)
    await post(office, `/students/${id}/homework`, { sections: [section._id], name })
    names.push(firstName)
    await handIn(await anotherPage(browser), child, name)
  }
  return { office, names }
}

async function handIn(page: Page, child: Child, name: string) {
  await signIn(page, addressOf(child))
  await startQuestions(page, name)
  await field(page).fill(child.answer)
  await check(page).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Homework complete!')).toBeVisible()
  await page.context().close()
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Answers to grade' }).getByRole('listitem')
const groupOf = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const inQueue = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Questions to grade' }).getByRole('button', { name: new RegExp(name) })

test('three answers, two of them equal, are graded by keyboard, and the homework is returned with a comment', async ({
  browser,
}) => {
  const children = [
    { num: 'M1060', answer: 'Both are even.' },
    { num: 'M1061', answer: 'Both are  even.' },
    { num: 'M1062', answer: 'I guessed.' },
  ]
  const { office, names } = await handedIn(browser, 'Graded by keys', children)
  const [ana, ben, cid] = names as [string, string, string]
  await office.goto(center)
  await office.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Grading' }).click()
  await inQueue(office, 'Graded by keys').click()
  await expect(office.getByRole('region', { name: 'The question' })).toContainText('Say why.')
  const equal = groupOf(office, new RegExp(`^2 matching answers: ${ana} .*, ${ben} `))
  await expect(equal).toHaveAttribute('aria-current', 'true')
  await expect(waiting(office)).toHaveCount(2)

  await office.keyboard.press('3')
  await expect(office.getByText(`½ for ${ana}`)).toBeVisible()
  await expect(equal).toBeHidden()
  await expect(groupOf(office, new RegExp(`^${cid} `))).toBeFocused()
  await office.keyboard.press('u')
  await expect(office.getByText(`Undone: ${ana}`)).toBeVisible()
  await expect(equal).toHaveAttribute('aria-current', 'true')

  await office.keyboard.press('5')
  await expect(equal).toBeHidden()
  await office.keyboard.press('c')
  await office.keyboard.type('Say how you know.')
  await office.keyboard.press('Escape')
  await office.keyboard.press('2')
  await expect(office.getByText(`¼ for ${cid}`)).toBeVisible()
  await expect(inQueue(office, 'Graded by keys')).toBeHidden()

  const child = await anotherPage(browser)
  await signIn(child, addressOf(children[2] as Child))
  await child.getByRole('link', { name: /Graded by keys/ }).click()
  await child.getByRole('link', { name: /^Question 1/ }).click()
  await expect(child.getByText('Say how you know.')).toBeVisible()
  for (const page of [child, office]) await page.context().close()
})

test('if a colleague grades an answer that is being commented on, it stays open, and keys don’t grade the next one', async ({
  browser,
}) => {
  const { office, names } = await handedIn(browser, 'Graded meanwhile', [
    { num: 'M1004', answer: 'So it is.' },
  ])
  const mine = groupOf(office, new RegExp(`^${names[0]} `))
  await office.goto(`${center}/grading`)
  await inQueue(office, 'Graded meanwhile').click()
  await expect(mine).toHaveAttribute('aria-current', 'true')
  await office.keyboard.press('c')
  await office.keyboard.type('Good, but ')

  // An unsent comment survives a look at other answers.
  await office.getByLabel('Subject').selectOption('English')
  await expect(mine).toBeHidden()
  await office.getByLabel('Subject').selectOption('All subjects')
  await inQueue(office, 'Graded meanwhile').click()
  await expect(mine.getByRole('textbox', { name: 'Comment' })).toHaveValue('Good, but ')
  await office.keyboard.press('c')
  await office.keyboard.press('End')

  const colleague = await anotherPage(browser)
  await letIn(colleague, 'manager')
  await colleague.goto(`${center}/grading`)
  await inQueue(colleague, 'Graded meanwhile').click()
  await groupOf(colleague, new RegExp(`^${names[0]} `))
    .getByRole('button', { name: 'Give ¾' })
    .click()
  await expect(inQueue(office, 'Graded meanwhile')).toBeHidden(soon)
  await expect(mine).toContainText('A colleague has already graded this.')

  await office.keyboard.type('show 5 steps.')
  await expect(mine.getByRole('textbox', { name: 'Comment' })).toHaveValue('Good, but show 5 steps.')
  await office.keyboard.press('Escape')
  await office.keyboard.press('5')
  const clash = office.getByRole('alert', { name: 'Already graded by a colleague' })
  await expect(clash).toContainText('¾ by')
  await expect(clash).toContainText('show 5 steps.')
  await clash.getByRole('button', { name: 'Keep your colleague’s grade' }).click()
  await expect(clash).toBeHidden()
  await expect(mine).toBeHidden()
  for (const page of [colleague, office]) await page.context().close()
})

test('if two people grade the same answer, the second person sees both versions and chooses one', async ({
  browser,
}) => {
  const { office, names } = await handedIn(browser, 'Graded by two', [{ num: 'M1063', answer: 'Because.' }])
  await office.goto(`${center}/grading`)
  await inQueue(office, 'Graded by two').click()
  await expect(groupOf(office, new RegExp(`^${names[0]} `))).toBeVisible()
  // Block this page's reads, so that it doesn't show the colleague's grade before another one is given here.
  await office.route(/\/api\/centers\/[^/]+\/grading/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )

  const colleague = await anotherPage(browser)
  await letIn(colleague, 'manager')
  await colleague.goto(`${center}/grading`)
  await inQueue(colleague, 'Graded by two').click()
  await groupOf(colleague, new RegExp(`^${names[0]} `))
    .getByRole('button', { name: 'Give ¾' })
    .click()
  await expect(colleague.getByText('¾ for')).toBeVisible()

  await groupOf(office, new RegExp(`^${names[0]} `))
    .getByRole('button', { name: 'Give ¼' })
    .click()
  const clash = office.getByRole('alert', { name: 'Already graded by a colleague' })
  await expect(clash).toContainText('¾ by')
  // The choice between the two grades remains open while other answers are shown.
  await office.unroute(/\/api\/centers\/[^/]+\/grading/)
  await office.getByLabel('Subject').selectOption('English')
  await expect(office).toHaveURL(/subject=English/)
  await expect(clash).toContainText('¾ by')
  await clash.getByRole('button', { name: 'Give ¼ anyway' }).click()
  await expect(office.getByText('¼ for')).toBeVisible()
  await expect(clash).toBeHidden()
  for (const page of [colleague, office]) await page.context().close()
})

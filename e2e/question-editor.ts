import { expect, type Page } from '@playwright/test'
import { post } from './journey.ts'

/** Shared helpers for journeys through the question editor: a separate section, and the parts of its page. */

let counter = 0

/** Creates a separate section with `count` sums to calculate, whose answers are 3, 5, 7 … */
export async function sectionWith(page: Page, count: number) {
  const name = `Made for the editor ${++counter} ${Date.now()}`
  const { _id: courseId } = await post(page, '/bl/courses', { name, subject: 'Math' })
  const { _id: level } = await post(page, '/bl/levels', { courseId, name: 'Level A', chapterCount: 1 })
  await post(page, `/bl/levels/${level}/chapters/default`, {})
  const none = { instructions: '', hint: null, visual: null, variables: null, tests: [] }
  const ids: string[] = []
  for (let a = 1; a <= count; a += 1) {
    const answers = { kind: 'fr', parts: [{ kind: 'number', value: String(2 * a + 1) }] }
    const content = `What is $${a} + ${a + 1}$?`
    ids.push(
      (await post(page, '/bl/questions', { level, chapter: 1, section: 1, content, answers, ...none }))._id,
    )
  }
  return { address: `/material-editor/${level}/1/chapter/1`, ids }
}

export const form = (page: Page, name: 'Question' | 'Answer') =>
  page.getByRole('region', { name, exact: true })
export const childsView = (page: Page) => page.getByRole('region', { name: 'As a student sees it' })
export const answers = (page: Page) => page.getByRole('region', { name: 'Possible student answers' })
export const row = (page: Page, words: string) =>
  answers(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(words, { exact: true }) })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const rows = (page: Page) => page.getByRole('list', { name: 'Questions' }).getByRole('listitem')

/** Tries a typed answer and expects its verdict. */
export async function tryTyped(page: Page, text: string, says: RegExp) {
  const view = childsView(page)
  await view.getByRole('button', { name: /^Try/ }).click()
  await view.getByRole('textbox').first().fill(text)
  await view.getByRole('button', { name: 'Check' }).click()
  await expect(view.getByRole('status')).toHaveText(says)
}

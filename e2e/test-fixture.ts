import type { Browser, Page } from '@playwright/test'
import { questions } from './answer-fixture.ts'
import { anotherPage, familyOf, get, letIn, post } from './journey.ts'

type QuestionName = keyof typeof questions
type TestOptions = { names: readonly QuestionName[]; minutes?: number; kind?: 'test' | 'assessment' }

/**
 * Creates a level whose only chapter has a test of these questions, and assigns that test or the level's
 * assessment to a student. Returns the student's email address, the name of the work, a page on which an
 * operator is signed in, and the path of the work in the API of the office.
 */
export async function giveTest(
  browser: Browser,
  studentNum: string,
  { names, minutes, kind = 'test' }: TestOptions,
) {
  const name = `Level of ${studentNum}`
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name, subject: 'Math' })
  const level = await post(editor, '/bl/levels', { courseId: course._id, name, chapterCount: 1 })
  await post(editor, `/bl/levels/${level._id}/chapters`, { num: 1, name })
  await post(editor, `/bl/levels/${level._id}/chapters/1/test`, { name: 'Test' })
  for (const each of names) {
    const draft = {
      instructions: '',
      hint: null,
      visual: null,
      variables: null,
      tests: [],
      ...questions[each],
    }
    await post(editor, '/bl/questions', { level: level._id, test: 1, section: 1, ...draft })
  }
  await editor.context().close()
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const { id } = await familyOf(office, studentNum)
  const plan = { levelId: level._id, name, ...(minutes && { minutes }) }
  const work = await post(
    office,
    `/students/${id}/${kind}s`,
    kind === 'test' ? { ...plan, chapterNum: 1 } : plan,
  )
  return {
    email: `${studentNum.toLowerCase()}@family.example`,
    name,
    office,
    address: `/students/${id}/${kind}s/${work._id}`,
  }
}

type Kept = { answers: number; history: { seq: number; given: { parts?: string[] } }[] }

/** Returns the answers to a question that have arrived, oldest first, as shown to the office. */
export async function arrived(office: Page, address: string, num: number) {
  const { history } = await get<Kept>(office, `${address}/${num}`)
  return history.toReversed().map(({ seq, given }) => `${seq}: ${given.parts?.join(', ')}`)
}

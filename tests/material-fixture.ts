import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import {
  changeLevel,
  putChapter,
  putCourse,
  putLevel,
  putSection,
  sections,
} from '#features/material/queries.ts'
import { putHints } from '#features/material/hints/queries.ts'
import { addTest } from '#features/material/tests/chapter-tests.ts'
import { putVisual } from '#features/material/visuals/queries.ts'
import { putQuestions, type NewQuestion } from '#features/questions/revision-queries.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import type { Database, Db } from '#server/db.ts'
import { render } from '#server/markup.ts'

/** Stores a picture and returns its id. */
async function picture(db: Db, by: string) {
  const { data, info } = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .webp()
    .toBuffer({ resolveWithObject: true })
  const id = createHash('sha256').update(data).digest('hex')
  await putVisual(db, { id, name: 'dots.png', width: info.width, height: info.height, bytes: data, by })
  return id
}

const number = (value: string): AnswerKey => ({ kind: 'fr', parts: [{ kind: 'number', value }] })
const given = (text: string) => ({ kind: 'fr' as const, parts: [text] })
const steps = (...sources: string[]) => sources.map((source) => ({ source, content: render(source) }))

/**
 * Returns questions with everything that a question can have: a shared hint, its own hint, a picture, tests,
 * variables, and a formula with a syntax error.
 */
function questionsFor({
  by,
  image,
  hints,
}: {
  by: string
  image: string
  hints: { shared: string; own: string }
}) {
  const plain = { by, instructions: '', hintId: null }
  const made = (question: Partial<NewQuestion> & { num: number; source: string; key: AnswerKey }) => ({
    ...plain,
    id: newId(),
    ...question,
  })
  const tests = [
    { given: given('12'), expected: 'correct' as const },
    { given: given('13'), expected: 'incorrect' as const },
  ]
  const variables = { given: [{ name: 'a', from: '1', to: '3', step: '1' }], derived: [], constraints: [] }
  const rich = {
    instructions: 'Add.',
    hintId: hints.shared,
    visual: { image, alt: 'Twelve dots' },
    tests,
    reviewed: true,
  }
  return {
    first: [
      made({ num: 1, source: 'What is $7 + 5$?', key: number('12'), ...rich }),
      made({
        num: 2,
        source: 'What is {{a}} and {{a}}?',
        key: number('{{a + a}}'),
        variables,
        hintId: hints.own,
      }),
      made({ num: 5, source: 'What is $\\frac{1$?', key: number('1') }),
    ],
    tested: [made({ num: 1, source: 'What is $7 + 6$?', key: number('13'), hintId: hints.shared })],
    other: [
      made({
        num: 1,
        source: 'Which is more, 3 < 4?',
        key: { kind: 'mc', choices: ['three', '$4$'], correct: [1] },
      }),
    ],
  }
}

/** Creates a course whose two levels have everything that material can have, and an empty course. */
export async function materialFixture(database: Database, by: string) {
  const ids = { courseId: newId(), emptyCourseId: newId(), levelId: newId(), otherLevelId: newId() }
  const hints = { shared: newId(), own: newId() }
  const [first, third, other] = [newId(), newId(), newId()]
  return await database.write(async (db) => {
    await putCourse(db, { id: ids.courseId, name: 'Sums &lt;easy&gt;', subject: 'Math' })
    await putCourse(db, { id: ids.emptyCourseId, name: 'Empty', subject: 'English' })
    await putLevel(db, { id: ids.levelId, courseId: ids.courseId, name: 'Level A', chapterCount: 3 })
    await changeLevel(db, { id: ids.levelId, name: 'Level A', chapterCount: 3, assessmentQuestions: 4 })
    await putLevel(db, { id: ids.otherLevelId, courseId: ids.courseId, name: 'Level B', chapterCount: 10 })
    const at = { levelId: ids.levelId, chapterNum: 1, kind: 'chapter' as const }
    await putChapter(db, { levelId: ids.levelId, num: 1, name: 'First' })
    await putChapter(db, { levelId: ids.otherLevelId, num: 1, name: 'Other' })
    await putSection(db, { ...at, id: first, num: 1, name: 'Up to ten' })
    await putSection(db, { ...at, id: third, num: 3, name: 'Empty' })
    await putSection(db, { ...at, id: other, levelId: ids.otherLevelId, num: 1, name: 'Comparing' })
    await addTest(db, { levelId: ids.levelId, chapterNum: 1, name: 'Proof' })
    const [tested] = await sections(db, { levelId: ids.levelId, kind: 'test' })
    await db`update sections set name = 'Test part' where id = ${tested!.id}`
    await putHints(db, [
      { id: hints.shared, name: 'Counting on', steps: steps('Begin with $7$.', 'Count on.') },
      { id: hints.own, steps: steps('Only here.') },
      { id: newId(), name: 'Nobody’s', steps: steps('Not in use.') },
    ])
    const image = await picture(db, by)
    const questions = questionsFor({ by, image, hints })
    const within = (sectionId: string, list: readonly Omit<NewQuestion, 'sectionId'>[]) =>
      list.map((each) => ({ ...each, sectionId }))
    await putQuestions(db, [
      ...within(first, questions.first),
      ...within(tested!.id, questions.tested),
      ...within(other, questions.other),
    ])
    return { ...ids, image, sectionId: first }
  })
}

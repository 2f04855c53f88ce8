import type { Db } from '#server/db.ts'
import type { WrongAnswer } from './api.ts'

export type FiguresRow = {
  questionId: string
  answers: number
  rightFirst: number
  hinted: number
  discrimination: number | null
}

const columns = (db: Db) =>
  db`d.question_id, d.answers, d.right_first, d.hinted, d.discrimination::float8 as discrimination`

/** Selects statistics about the questions of a section, in order of their numbers. */
export const figuresOfSection = (db: Db, sectionId: string) => db<FiguresRow[]>`
  select ${columns(db)} from questions q join question_difficulties d on d.question_id = q.id
  where q.section_id = ${sectionId} order by q.num
`

export const figuresOfQuestion = (db: Db, id: string) => db<FiguresRow[]>`
  select ${columns(db)} from question_difficulties d where d.question_id = ${id}
`

/** Selects frequent wrong answers to the current revision of a question, most frequent first. */
export const wrongAnswers = (db: Db, id: string) => db<WrongAnswer[]>`
  select a.given, a.variant, a.children from wrong_answers a join questions q on q.id = a.question_id and q.revision = a.revision
  where a.question_id = ${id} order by a.num
`

import { v7 as newId } from 'uuid'
import { beforeEach } from 'vitest'
import { complete } from '#features/practice/answering/completion.ts'
import { putAnswers } from '#features/practice/answering/answer-queries.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { afterAnswer } from '#features/practice/rules.ts'
import { type AnswerKey, type Given, grade } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from './factories.ts'
import { type Caller, openWorld, type World } from './world.ts'

type Row = {
  num: number
  revision: number
  answers: number
  kind: 'assessment' | 'homework' | 'test'
  key: AnswerKey
}

/** Default answer: one text for a question with one part. */
const because: Given = { kind: 'fr', parts: ['Because it is.'] }

/**
 * Answers every question in work that was started, then completes the work. Returns the id of the first
 * answer.
 */
export async function handIn(db: Db, of: { centerId: CenterId; id: string }, given = because) {
  const rows = await db<Row[]>`
    select q.num, q.revision, q.answers, w.kind, coalesce(v.key, r.key) as key
    from work w join work_questions q on q.center_id = w.center_id and q.work_id = w.id
    join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
    left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
    where w.center_id = ${of.centerId} and w.id = ${of.id} order by q.num
  `
  const ids: string[] = []
  for (const { num, revision, answers, kind, key } of rows) {
    const verdict = grade(key, given)
    const after = afterAnswer(kind, { tries: 0, solved: false }, verdict, { same: false })
    const answer = {
      centerId: of.centerId,
      workId: of.id,
      kind,
      num,
      revision,
      seq: answers + 1,
      id: newId(),
      given,
      verdict,
      typedAt: null,
      pageId: null,
      ...after,
    }
    await putAnswers(db, [answer])
    ids.push(answer.id)
  }
  await complete(db, of)
  return ids[0] ?? ''
}

export const text = (...parts: string[]): Given => ({ kind: 'fr', parts })

function makeCast({ database }: World) {
  return database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const centerId = center.id as CenterId
    const section = await make.section({ name: 'Reasons' })
    const key = {
      kind: 'fr' as const,
      parts: [
        { kind: 'number' as const, value: '4' },
        { kind: 'manual' as const, prompt: 'Why?' },
      ],
    }
    const [question] = await make.questions(section.id, [{ text: 'What is $2 + 2$?', key }])
    const operator = await make.staff('operator', centerId, { firstName: 'Olive' })
    const klass = await make.klass(centerId)
    return {
      centerId,
      section,
      questionId: question?.id ?? '',
      klass,
      operator,
      colleague: await make.staff('manager', centerId),
      stranger: await make.staff('operator', (await make.center()).id),
      device: { ...(await make.device(centerId, operator.id)), kind: 'devices' as const },
    }
  })
}

type Kind = Row['kind']
type HandedIn = { kind?: Kind; given?: Given; inClass?: boolean }

/**
 * Opens a world that creates a center for each test, with a question of two parts: one is graded
 * automatically, and the other waits for a person.
 */
export async function openGrading() {
  const world = await openWorld()
  let cast: Awaited<ReturnType<typeof makeCast>>
  let operator: Caller
  beforeEach(async () => {
    cast = await makeCast(world)
    operator = await world.as(cast.operator)
  })

  /** Creates work of one question, which a new student has answered and handed in. */
  function handedIn({ kind = 'homework', given = text('4', 'Because.'), inClass = false }: HandedIn = {}) {
    const { centerId, section, operator: by, klass } = cast
    return world.database.write(async (db) => {
      const student = await factories(db).student(centerId)
      if (inClass) await factories(db).place(klass, student.id)
      const of = { centerId, id: newId() }
      const ofLevel =
        kind === 'homework' ? {} : { levelId: section.levelId, ...(kind === 'test' && { chapterNum: 1 }) }
      const work = {
        ...of,
        ...ofLevel,
        kind,
        studentId: student.id,
        name: 'Reasons',
        dueOn: null,
        assignedBy: by.id,
      }
      await putWork(db, { ...work, item: newId(), sections: [section.id] })
      await startWork(db, of)
      return { student, workId: of.id, answerId: await handIn(db, of, given) }
    })
  }

  const { read } = world.database
  const workRow = async (id: string) =>
    (
      await read`select state, correct, total, score::float8 as score, graded_at, returned_at from work where id = ${id}`
    )[0]
  const held = async (id: string) =>
    (
      await read`select verdict ->> 'status' as status, (verdict ->> 'score')::float8 as score, solved, waits from work_questions where work_id = ${id}`
    )[0]
  return { world, cast: () => cast, operator: () => operator, handedIn, workRow, held }
}

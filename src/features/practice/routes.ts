import { v7 as newId } from 'uuid'
import { centerRows } from '#features/centers/queries.ts'
import { checkGiven, grade, renderedBy, show, solutionOf } from '#features/questions/rules.ts'
import { studentAtWork } from '#features/students/queries.ts'
import type { ContentNode } from '#shared/content.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish, publishSoon } from '#server/live.ts'
import { created, type Handlers } from '#server/serve.ts'
import { practice } from './api.ts'
import {
  answerOfTurn,
  centerOfStudent,
  dropAssigned,
  hintSteps,
  homeworkMap,
  homeworkOf,
  homeworkWithMap,
  line,
  lockHomework,
  openHint,
  own,
  putAnswer,
  putHomework,
  sectionsToAssign,
  startHomework,
  student,
  submitHomework,
  type ToGrade,
  type Whose,
  workQuestion,
  workToGrade,
} from './queries.ts'
import { afterAnswer, figures, homeworkCan, isOver, mostTries, whenComplete, whyNot } from './rules.ts'

const staffWhose = async (db: Db, actor: Actor, studentId: string): Promise<Whose> => ({ studentId, centers: await reachable(db, actor) })

/** A classroom's device reads the work of those who are expected there today, everybody else that of their centres. */
async function readerWhose(db: Db, actor: Actor, studentId: string): Promise<Whose> {
  const whose = await staffWhose(db, actor, studentId)
  if (actor.kind !== 'devices') return whose
  const { timeZone } = one(await centerRows(db, whose.centers), notFound)
  one(await studentAtWork(db, { id: studentId, centers: whose.centers, on: today(timeZone) }), notFound)
  return whose
}

/** The answer to a repeat of a turn that was already taken: the same verdict for the same answer, 412 for another one. */
async function repeated(db: Db, work: ToGrade, { homeworkId, seq, answerId }: { homeworkId: string; seq: number; answerId: string }) {
  const before = one(await answerOfTurn(db, { centerId: work.centerId, homeworkId, num: work.num, seq }), notFound)
  if (before.id !== answerId) throw stale({ given: work.given, answers: work.answers })
  return outcome(work, before.verdict, seq)
}

/** The turn was taken between reading and writing: by a repeat of this answer, by another one, or by the end of the homework. */
async function overtaken(db: Db, whose: Whose, input: InputOf<typeof practice.answer>) {
  const work = one(await workToGrade(db, whose, input), notFound)
  if (input.seq > work.answers) throw conflict('not_answerable', whyNot.answer)
  return await repeated(db, work, { homeworkId: input.id, seq: input.seq, answerId: input.answerId })
}

function outcome(work: Pick<ToGrade, 'key' | 'tries' | 'solved'>, verdict: OutputOf<typeof practice.answer>['verdict'], seq: number) {
  const over = isOver(work)
  return { seq, verdict, triesLeft: Math.max(0, mostTries - work.tries), solved: work.solved, solution: over ? solutionOf(work.key) : null }
}

async function openedHints(db: Db, hintId: string | null, upTo: number) {
  if (!hintId || upTo === 0) return []
  return (await hintSteps(db, { hintId, upTo })) as { num: number; content: ContentNode[] }[]
}

const tellWork = (db: Db, studentId: string, id: string) => publish(db, { channel: `student:${studentId}`, topic: 'work', id })

async function submit(db: Db, { centerId, id }: { centerId: CenterId; id: string }) {
  const rows = (await homeworkMap(db, { centerId, id })).filter(({ quesNum }) => quesNum !== null)
  await submitHomework(db, { centerId, id, state: whenComplete(rows), ...figures(rows) })
}

export const practiceRoutes: Handlers<typeof practice> = {
  async assign({ input, actor, db }) {
    const whose = await staffWhose(db, actor, input.id)
    const { centerId } = one(await centerOfStudent(db, whose), notFound)
    const sections = await sectionsToAssign(db, input.sections)
    if (sections.length < input.sections.length) throw notFound()
    const empty = sections.find(({ questions }) => questions === 0)
    if (empty) throw refused('section_empty', `${empty.name} has no questions that are ready.`, '/sections')
    const id = newId()
    const name =
      input.name ??
      sections
        .map((section) => section.name)
        .join(', ')
        .slice(0, 100)
    const work = { centerId, id, studentId: input.id, name, item: [...input.sections].sort().join(), dueOn: input.dueOn ?? null }
    await putHomework(db, { ...work, assignedBy: actor.id, sections: input.sections }).catch(
      refusing('item_open_already', conflict('open_already', 'This student already has this homework open.')),
    )
    await record(db, actor, { deed: 'practice.assign', entity: id, center: centerId, after: work })
    await tellWork(db, input.id, id)
    return created(line(one(await homeworkOf(db, whose, { id }), notFound)))
  },

  async withdraw({ input, actor, db }) {
    const id = input.itemId
    const work = one(await lockHomework(db, await staffWhose(db, actor, input.id), id), notFound)
    if (!homeworkCan('withdraw', work)) throw conflict('begun', whyNot.withdraw)
    await dropAssigned(db, { centerId: work.centerId, id })
    await record(db, actor, { deed: 'practice.withdraw', entity: id, center: work.centerId, before: { state: work.state } })
    await tellWork(db, input.id, id)
    return null
  },

  async item({ input, actor, db }) {
    return await homeworkWithMap(db, await readerWhose(db, actor, input.id), input.itemId)
  },

  async self({ actor, db }) {
    const [person, rows] = await Promise.all([student(db, actor.id), homeworkOf(db, own(actor))])
    return { _id: actor.id, ...one(person, notFound), homework: rows.map(line) }
  },

  async homework({ input, actor, db }) {
    return await homeworkWithMap(db, own(actor), input.id)
  },

  async change({ input, actor, db }) {
    const work = one(await lockHomework(db, own(actor), input.id), notFound)
    const deed = input.state === 'started' ? 'start' : 'submit'
    if (!homeworkCan(deed, work)) throw conflict(`not_${deed}able`, whyNot[deed])
    const before = work.state
    if (deed === 'start' && before === 'assigned') await startHomework(db, { centerId: work.centerId, id: input.id })
    if (deed === 'submit' && before === 'started') await submit(db, { centerId: work.centerId, id: input.id })
    const after = await homeworkWithMap(db, own(actor), input.id)
    if (after.state !== before) {
      await record(db, actor, {
        deed: `practice.${deed}`,
        entity: input.id,
        center: work.centerId,
        before: { state: before },
        after: { state: after.state },
      })
      await tellWork(db, actor.id, input.id)
    }
    return after
  },

  async question({ input, actor, db }) {
    const row = one(await workQuestion(db, own(actor), input), notFound)
    const { centerId: _, num, key, texts, instructions, hintId, opened, content, tries, ...seen } = row
    return {
      ...seen,
      content: content as ContentNode[],
      sectionNum: input.s,
      quesNum: input.n,
      sequenceQuesNum: num,
      instructions: instructions === '' ? [] : renderedBy(texts)(instructions),
      shown: show(key, renderedBy(texts)),
      triesLeft: Math.max(0, mostTries - tries),
      solution: isOver(row) ? solutionOf(key) : null,
      hints: await openedHints(db, hintId, opened),
    }
  },

  async answer({ input, actor, db }) {
    const { id, seq, answerId, given } = input
    const work = one(await workToGrade(db.read, own(actor), input), notFound)
    if (seq <= work.answers) return await repeated(db.read, work, { homeworkId: id, seq, answerId })
    if (!homeworkCan('answer', work)) throw conflict('not_answerable', whyNot.answer)
    if (seq > work.answers + 1) throw conflict('answers_missing', 'An earlier answer to this question has not arrived yet.')
    if (isOver(work)) throw conflict('no_tries_left', 'This question is finished.')
    const misfit = checkGiven(work.key, given)
    if (misfit) throw refused('answer_shape', misfit, '/given')
    const verdict = grade(work.key, given)
    const after = { ...work, ...afterAnswer(work, verdict, { same: JSON.stringify(given) === JSON.stringify(work.given) }) }
    const turn = { centerId: work.centerId, homeworkId: id, num: work.num, seq }
    const [stored] = await putAnswer(db.single, { ...turn, ...after, id: answerId, given, verdict, typedAt: input.typedAt ?? null })
    if (!stored) return await overtaken(db.read, own(actor), input)
    publishSoon(db, { channel: `student:${actor.id}`, topic: 'answer', id })
    return outcome(after, verdict, seq)
  },

  async hint({ input, actor, db }) {
    const row = one(await workQuestion(db, own(actor), input), notFound)
    if (input.num > row.hintSteps || !row.hintId) throw notFound()
    if (input.num > row.opened) {
      if (!homeworkCan('hint', row)) throw conflict('not_hintable', whyNot.hint)
      if (isOver(row)) throw conflict('finished', 'This question is finished, so its hint would count for nothing.')
      if (input.num > row.opened + 1) throw conflict('hint_order', 'Hints open one step at a time.')
      const [opened] = await openHint(db, { centerId: row.centerId, homeworkId: input.id, num: row.num, opened: input.num })
      if (!opened) throw conflict('not_hintable', whyNot.hint)
      await publish(db, { channel: `student:${actor.id}`, topic: 'answer', id: input.id })
    }
    return { hintSteps: row.hintSteps, hints: await openedHints(db, row.hintId, Math.max(input.num, row.opened)) }
  },
}

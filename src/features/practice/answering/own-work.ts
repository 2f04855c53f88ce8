import { renderedBy, show, solutionOf } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import type { InputOf } from '#shared/contract.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, childCenters } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { WorkQuestion } from '../api.ts'
import { lockWork, type StudentScope } from '../queries.ts'
import { own, workWithMap } from '../work-list.ts'
import {
  endOf,
  isInGrace,
  isOpen,
  isOver,
  maxTries,
  visibleResults,
  showsSolution,
  type Viewer,
  type WorkKind,
} from '../rules.ts'
import { refusalReasons, workCan } from '../work-actions.ts'
import type { ownSections } from './api.ts'
import { chooseNext } from '../placement/choose.ts'
import { completeAt } from './jobs.ts'
import { complete } from './completion.ts'
import {
  hintSteps,
  openHint,
  type QuestionRow,
  startWork,
  type QuestionFilter,
  workQuestion,
} from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { hidesStaffInk } from '../whiteboard/strokes.ts'

async function openedHints(db: Db, hintId: string | null, upTo: number) {
  if (!hintId || upTo === 0) return []
  return (await hintSteps(db, { hintId, upTo })) as { num: number; content: ContentNode[] }[]
}

const publishWork = (db: Db, studentId: string, id: string) =>
  publish(db, { channel: `student:${studentId}`, topic: 'work', id })

/** Returns a question as the viewer may see it, without a verdict that is still hidden from them. */
export async function shownQuestion(db: Db, row: QuestionRow, viewer: Viewer): Promise<WorkQuestion> {
  const {
    centerId: _,
    num,
    key,
    texts,
    instructions,
    hintId,
    opened,
    content,
    tries,
    startedAt,
    minutes,
    score2: _score2,
    ...seen
  } = row
  const { verdicts } = visibleResults(viewer, row)
  const isSolutionShown = showsSolution(row, row)
  // All hint steps are shown to explain the solution. In homework, this happens only once the work is
  // complete.
  const isExplained = row.kind === 'homework' ? !isOpen(row) : isSolutionShown
  return {
    ...seen,
    content: content as ContentNode[],
    sequenceQuesNum: num,
    endsAt: endOf({ startedAt, minutes }),
    instructions: instructions === '' ? [] : renderedBy(texts)(instructions),
    shown: show(key, renderedBy(texts)),
    triesLeft: row.kind === 'homework' ? Math.max(0, maxTries - tries) : null,
    ...(verdicts ? {} : { verdict: null, comment: null, solved: false, waits: false }),
    whiteboard: row.whiteboard && !hidesStaffInk(viewer, row),
    solution: isSolutionShown ? solutionOf(key) : null,
    hintSteps: row.kind === 'homework' || isExplained ? row.hintSteps : 0,
    hints: await openedHints(db, hintId, isExplained ? row.hintSteps : opened),
  }
}

export const questionFor = async (
  db: Db,
  studentScope: StudentScope,
  where: QuestionFilter,
  viewer: Viewer,
) => await shownQuestion(db, one(await workQuestion(db, studentScope, where), notFound), viewer)

type Change = { id: string; kind: WorkKind; state: 'started' | 'submitted' }

/**
 * Starts or completes a student's work, for the student, a parent or staff. Returns the work as the viewer
 * may see it afterward. Throws 404 for unknown work and 409 if its state doesn't allow the change.
 */
export async function change(
  db: Db,
  actor: Actor,
  studentScope: StudentScope,
  { id, kind, state }: Change,
  viewer: Viewer,
) {
  const work = one(await lockWork(db, studentScope, { id, kind }), notFound)
  const action = state === 'started' ? 'start' : 'submit'
  if (!workCan(action, work)) throw conflict(`not_${action}able`, refusalReasons[action])
  const of = { centerId: work.centerId, id }
  if (action === 'start' && work.state === 'assigned') await start(db, of, work)
  // During the grace period, answers that another device is still sending count too. A job completes the work
  // afterward.
  if (action === 'submit' && work.state === 'started' && !isInGrace(work, Date.now())) await complete(db, of)
  const after = await workWithMap(db, studentScope, { id, kind, viewer })
  if (after.state !== work.state) {
    const states = {
      before: { studentId: studentScope.studentId, state: work.state },
      after: { studentId: studentScope.studentId, state: after.state },
    }
    record(db, actor, {
      action: action === 'start' ? 'practice.start' : 'practice.submit',
      entity: id,
      center: work.centerId,
      ...states,
    })
    publishWork(db, studentScope.studentId, id)
    // Notifies graders, who subscribe to the center's channel.
    if (action === 'submit') publish(db, { channel: `center:${work.centerId}`, topic: 'work', id })
  }
  return after
}

/**
 * Starts work. If it has a time limit, queues a job that completes it when time is up, even if no browser is
 * open.
 */
async function start(
  db: Db,
  of: Parameters<typeof startWork>[1],
  { minutes, most }: { minutes: number | null; most: number | null },
) {
  await startWork(db, of)
  if (most !== null) await chooseNext(db, of)
  const end = endOf({ startedAt: new Date().toISOString(), minutes })
  if (end) await completeAt(db, of, end)
}

export async function openHintStep(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof ownSections)['hint']>,
) {
  const row = one(await workQuestion(db, own(actor), { ...input, kind: 'homework' }), notFound)
  if (input.num > row.hintSteps || !row.hintId) throw notFound()
  if (input.num > row.opened) await openNext(db, actor, row, input)
  return {
    hintSteps: row.hintSteps,
    hints: await openedHints(db, row.hintId, Math.max(input.num, row.opened)),
  }
}

async function openNext(
  db: Db,
  actor: Actor,
  row: QuestionRow,
  { id, num }: InputOf<typeof ownSections.hint>,
) {
  if (!workCan('hint', row)) throw conflict('not_hintable', refusalReasons.hint)
  if (isOver(row)) throw conflict('finished', 'This question is finished, so it has no more hints.')
  if (num > row.opened + 1) throw conflict('hint_order', 'Hints open one step at a time.')
  const [opened] = await openHint(db, { centerId: row.centerId, workId: id, num: row.num, opened: num })
  if (!opened) throw conflict('not_hintable', refusalReasons.hint)
  publish(db, { channel: `student:${actor.id}`, topic: 'answer', id })
}

export const childScope = async (db: Db, actor: Actor, studentId: string): Promise<StudentScope> => ({
  studentId,
  centers: await childCenters(db, actor, studentId),
})

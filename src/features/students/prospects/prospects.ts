import { todayAt } from '#features/centers/today.ts'
import { lockStudents } from '../queries.ts'
import { difference } from '../rules.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { addDays } from '#shared/calendar.ts'
import type { InputOf } from '#shared/contract.ts'
import type { Day } from '#shared/days.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import type { Card, Prospect, prospects } from './api.ts'
import { prospectFigures, type ProspectRow, prospectRows, prospectSources, putProspect } from './queries.ts'
import { boardDays, byUrgency, maxCards, notProspect, prospectColumns, Stage, stageOf } from './stages.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

/** Converts a prospect to the API's shape. */
function shownProspect({
  source,
  lostReason,
  nextStep,
  nextOn,
  trial,
  version,
  ...row
}: ProspectRow): Prospect {
  const where = stageOf(row)
  return {
    ...where,
    source,
    lostReason: where.stage === 'lost' ? lostReason : '',
    nextStep,
    nextOn,
    trial,
    version,
  }
}

function cardOf(row: ProspectRow): Card {
  const { id, firstName, lastName, grade, programs, note } = row
  const wanted = programs.map(({ name, level }) => ({ name, level }))
  return { _id: id, firstName, lastName, grade, programs: wanted, note, ...shownProspect(row) }
}

/** Returns a prospect's data, or null if the student isn't a prospect. */
export async function prospectOf(
  db: Db,
  center: CenterId,
  { studentId, on }: { studentId: string; on: Day },
) {
  const [row] = await prospectRows(db, center, { studentId, today: on, since: on })
  return row ? shownProspect(row) : null
}

type ProspectChange = Omit<InputOf<typeof prospects.change>, 'centerId' | 'studentId'>

/** Returns the data and stage to store after a change. Throws 422 for contradictory input. */
function afterChange(
  { before, row }: { before: Prospect; row: ProspectRow },
  { stage, lostReason, source, nextStep, nextOn }: ProspectChange,
) {
  const to = stage === before.stage || (stage === null && !row.set) ? undefined : stage
  const isLost = (to === undefined ? before.stage : to) === 'lost'
  const reason = lostReason ?? before.lostReason
  if (isLost && reason === '')
    throw refused('no_reason', 'Enter a reason. It helps you win other prospects.', '/lostReason')
  if (!isLost && lostReason)
    throw refused('not_lost', 'Only a lost prospect can have a reason.', '/lostReason')
  const step = nextStep ?? before.nextStep
  if (step === '' && nextOn) throw refused('no_step', 'Enter what to do on that day.', '/nextStep')
  const fields = {
    source: source ?? before.source,
    // If a later test, trial or offer has brought a lost prospect back, the stored stage is still `lost`, and
    // the table requires a reason for it.
    lostReason: isLost ? reason : to === undefined ? row.lostReason : '',
    nextStep: step,
    nextOn: step === '' ? null : nextOn === undefined ? before.nextOn : nextOn,
  }
  return to === undefined
    ? { fields, stage: before.stage, set: row.set }
    : { fields, stage: to, set: to && { stage: to, at: null } }
}

/** Returns prospects by stage, with the figures for the last 90 days. */
export async function prospectBoard(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof prospects)['board']>,
) {
  const on = await todayAt(db, center)
  const since = addDays(on, -boardDays)
  const [rows, [figures], sources] = await Promise.all([
    prospectRows(db, center, { today: on, since, search: input.search }),
    prospectFigures(db, center, { since, today: on }),
    prospectSources(db, center, since),
  ])
  const cards = Map.groupBy(rows.map(cardOf).sort(byUrgency), ({ stage }) => stage)
  const stages = Stage.options.map((stage) => {
    const all = cards.get(stage) ?? []
    return { stage, count: all.length, prospects: all.slice(0, maxCards) }
  })
  return { today: on, stages, figures: figures ?? { trials: 0, came: 0, enrolled: 0, days: null }, sources }
}

/** Returns all prospects for a file, sorted by stage and urgency. */
export async function prospectList(
  db: Db,
  center: CenterId,
  { search }: HandlerInput<(typeof prospects)['file']>,
) {
  const on = await todayAt(db, center)
  const found = await prospectRows(db, center, { today: on, since: addDays(on, -boardDays), search })
  const cards = found
    .map((row) => ({ ...cardOf(row), studentNum: row.studentNum, askedOn: row.began.on }))
    .sort(byUrgency)
  const rows = Stage.options.flatMap((stage) => cards.filter((card) => card.stage === stage))
  return {
    name: 'prospects' as const,
    columns: prospectColumns(on),
    rows,
    children: rows.map(({ _id }) => _id),
  }
}

export async function changeProspect(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof prospects)['change']>,
) {
  const { studentId, ...change } = input
  const student = one(await lockStudents(db, center, [studentId]), notFound)
  if (student.status !== 'prospect') throw notProspect(student)
  const on = await todayAt(db, center)
  const row = one(await prospectRows(db, center, { studentId, today: on, since: on }), notFound)
  const before = shownProspect(row)
  if (isStale(ifMatch, before.version)) throw stale(before)
  const { fields, stage, set } = afterChange({ before, row }, change)
  const { source, lostReason, nextStep, nextOn } = row
  const changed = difference(
    { source, lostReason, nextStep, nextOn, stage: before.stage },
    { ...fields, stage },
  )
  if (Object.keys(changed.after).length === 0) return before
  await putProspect(db, center, { studentId, set, ...fields })
  record(db, actor, { action: 'prospects.change', entity: studentId, center, ...changed })
  publish(db, { channel: `center:${center}`, topic: 'work', id: studentId })
  return (await prospectOf(db, center, { studentId, on })) ?? before
}

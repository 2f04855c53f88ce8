import { withClaimedPerson } from '#features/devices/claims.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { type Db, one, refuseOnConstraint } from '#server/db.ts'
import { personOf } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { readerScope } from '../assigning/assigned-work.ts'
import type { StudentScope } from '../queries.ts'
import type { Viewer } from '../rules.ts'
import { own } from '../work-list.ts'
import { workCan } from '../work-actions.ts'
import type { whiteboards } from './api.ts'
import { addStrokes, type WhiteboardKey, eraseStrokes, hasDrawn, strokesOn, workAt } from './queries.ts'
import { hidesStaffInk, type Ink, type Stroke } from './strokes.ts'

/**
 * Returns the strokes with numbers above `after`, and the numbers of all strokes. Leaves out strokes that the
 * viewer may not see.
 */
export async function whiteboardOf(
  db: Db,
  studentScope: StudentScope,
  { after, viewer, ...at }: WhiteboardKey & { after: number; viewer: Viewer },
) {
  const { centerId, ...work } = one(await workAt(db, studentScope, at), notFound)
  const all = await strokesOn(db, { centerId, ...at, after })
  const rows = hidesStaffInk(viewer, work) ? all.filter(({ ink }) => ink === 'green') : all
  return {
    strokes: rows.flatMap(({ id, points, ...stroke }) => (points ? { _id: id, points, ...stroke } : [])),
    seqs: rows.map(({ seq }) => seq),
  }
}

type Change = { drawn: readonly Stroke[]; erased: readonly string[] }

/**
 * Erases strokes and draws new ones, and notifies open screens. `only` is the ink that the caller may erase,
 * or null if the caller may erase any. Returns who drew the erased strokes.
 */
async function change(
  db: Db,
  {
    centerId,
    studentId,
    ...at
  }: WhiteboardKey & { centerId: StudentScope['centers'][number]; studentId: string },
  { drawn, erased, by, only }: Change & { by: string | null; only: Ink | null },
) {
  const removed = await eraseStrokes(db, { centerId, ...at }, erased, only)
  await addStrokes(db, { centerId, ...at }, drawn, by).catch(
    refuseOnConstraint(
      'whiteboard_full',
      conflict('whiteboard_full', 'The whiteboard is full. Erase something first.'),
    ),
  )
  publish(db, { channel: `student:${studentId}`, topic: 'whiteboard', id: at.workId })
  return removed.map(({ drawnBy }) => drawnBy)
}

/** Draws and erases as the student whose work it is. Throws 409 once the work is complete. */
export async function changeOwnWhiteboard(
  { actor, db }: ActionCall,
  { drawn, erased, ...at }: HandlerInput<(typeof whiteboards)['changeOwn']>,
) {
  const work = one(await workAt(db, own(actor), at, { lock: true }), notFound)
  if (!workCan('answer', work))
    throw conflict('not_drawable', 'This work is complete, so its whiteboard can no longer be changed.')
  const changes = { drawn, erased, by: actor.id, only: 'green' as const }
  await change(db, { ...at, centerId: work.centerId, studentId: actor.id }, changes)
}

/**
 * Draws and erases on a student's whiteboard as staff. Records in the audit log when somebody begins to draw
 * on a whiteboard, and when somebody erases what another person drew.
 */
export async function changeGivenWhiteboard(
  { actor, db }: ActionCall,
  { studentId, drawn, erased, by: chosen, drawnAt, ...at }: HandlerInput<(typeof whiteboards)['changeGiven']>,
) {
  const studentScope = await readerScope(db, actor, studentId)
  const { centerId } = one(await workAt(db, studentScope, at, { lock: true }), notFound)
  const who = await withClaimedPerson(db, actor, [centerId], { by: chosen, at: drawnAt })
  const by = personOf(who)
  const begins = drawn.length > 0 && (await hasDrawn(db, { ...at, centerId }, by)).length === 0
  const erasedOf = await change(db, { ...at, centerId, studentId }, { drawn, erased, by, only: null })
  const of = { entity: at.workId, center: centerId, after: { studentId, num: at.n } }
  if (begins) record(db, who, { action: 'practice.draw', ...of })
  if (erasedOf.some((person) => person !== by)) record(db, who, { action: 'practice.erase', ...of })
}

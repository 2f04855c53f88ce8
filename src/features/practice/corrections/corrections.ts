import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { putWork } from '../giving/queries.ts'
import { line, lockWork, type Whose, workOf } from '../queries.ts'
import type { Viewer } from '../rules.ts'
import { wrongIn } from './queries.ts'
import { correctionsName, whyNotCorrected } from './rules.ts'

/** Makes the corrections of a student's test. The lock on the test lets two who want them come one after the other. */
export async function assignCorrections(db: Db, actor: Actor, whose: Whose, { id, viewer }: { id: string; viewer: Viewer }) {
  const test = one(await lockWork(db, whose, { id, kind: 'test' }), notFound)
  const { centerId } = test
  const found = one(await wrongIn(db, { centerId, id }), notFound)
  const not = whyNotCorrected({ ...test, ...found })
  if (not) throw conflict(not.code, not.message)
  const { studentId } = whose
  const work = { centerId, id: newId(), kind: 'homework' as const, studentId, name: correctionsName(found.name), dueOn: null, corrects: id }
  const { sections } = found
  await putWork(db, { ...work, item: `corrections ${id}`, assignedBy: actor.id, sections })
  await record(db, actor, { deed: 'practice.assign', entity: work.id, center: centerId, after: { ...work, sections } })
  await publish(db, { channel: `student:${studentId}`, topic: 'work', id: work.id })
  return line(one(await workOf(db, whose, { id: work.id }), notFound), viewer)
}

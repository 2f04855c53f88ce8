import { mayManage } from '#features/accounts/management-queries.ts'
import { voidLinks } from '#features/accounts/passwords/queries.ts'
import { changeLanguage, changeUser } from '#features/accounts/queries.ts'
import { phoneAt } from '#features/centers/phones.ts'
import { unreachable } from '../new-students.ts'
import { changeStudents, lockStudent } from '../queries.ts'
import { difference } from '../rules.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish, publishEnd } from '#server/live.ts'
import type { ParentRecord, parents } from './api.ts'
import { changeLink, childrenOf, endLink, lockLink, type ParentRow, parentRow } from './queries.ts'
import type { ActionCall, HandlerInput, CenterCall, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

const recordOf = ({ id, avatar: _, ...row }: ParentRow): ParentRecord => ({ _id: id, ...row })

export const read = async (db: Db, center: CenterId, id: string) =>
  recordOf(one(await parentRow(db, center, { id }), notFound))

/** Locks the parent for a change. Throws 412 if the parent has changed since the caller read it. */
async function hold(db: Db, center: CenterId, { id, ifMatch }: { id: string; ifMatch: number | null }) {
  const row = one(await parentRow(db, center, { id, lock: true }), notFound)
  if (isStale(ifMatch, row.version)) throw stale(recordOf(row))
  return row
}

const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * Refuses changes that the office may not make: to an email address that is used to sign in, and to a name or
 * address that another center also uses.
 */
async function refuseChange(db: Db, actor: Actor, { id, account, changed }: ParentRow & { changed: object }) {
  const change = 'email' in changed ? 'readdress' : 'rename'
  if (change === 'readdress' && (account === 'active' || account === 'closed'))
    throw conflict(
      'in_use',
      'This parent’s account is in use or closed, so only an admin can change its email address.',
    )
  if (!(await mayManage(db, actor, { operation: change, personId: id })))
    throw conflict(
      'child_elsewhere',
      'This parent has a child at another center too, so only an admin can change the name or the email address.',
    )
}

type ChangedStudent = Parameters<typeof changeStudents>[2][number]

/**
 * Increments the student's version after a link has changed, because the profile lists the parents, and
 * notifies open screens.
 */
async function touch(db: Db, center: CenterId, student: ChangedStudent) {
  await changeStudents(db, center, [student])
  publish(db, { channel: `student:${student.id}`, topic: 'work' })
}

/** Returns the children of a parent at the caller's centers. */
export async function childrenOfParent(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof parents)['children']>,
) {
  const rows = await childrenOf(db, { id: input.id, centers: await reachable(db, actor) })
  if (rows.length === 0) throw notFound()
  return rows
}

/** Changes a parent's name, email address or language. */
export async function changeParent(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof parents)['change']>,
) {
  const { parentId, ...fields } = input
  const row = await hold(db, center, { id: parentId, ifMatch })
  const { firstName, lastName, email, language, account } = row
  const after = { firstName, lastName, email, language, ...given(fields) }
  const changed = difference({ firstName, lastName, email, language }, after)
  const { language: _, ...names } = changed.after
  if (Object.keys(changed.after).length === 0) return recordOf(row)
  if (Object.keys(names).length > 0) {
    await refuseChange(db, actor, { ...row, changed: names })
    if ('email' in names) await voidLinks(db, parentId)
    await changeUser(db, { ...row, ...after, email: after.email || null }, null).catch(
      refuseOnConstraint('email_taken', conflict('email_taken', 'Another account has this email address.')),
    )
  }
  if ('language' in changed.after && account === 'active' && language !== null)
    throw conflict('own_language', 'The parent chose this language, so only the parent can change it.')
  if ('language' in changed.after) await changeLanguage(db, parentId, after.language)
  record(db, actor, { action: 'students.changeParent', entity: parentId, center, ...changed })
  return await read(db, center, parentId)
}

/** Changes the link between a parent and a student. */
export async function changeParentLink(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof parents)['changeLink']>,
) {
  const { parentId, studentId, ...fields } = input
  const student = one(await lockStudent(db, center, studentId), notFound)
  await hold(db, center, { id: parentId, ifMatch })
  const before = one(await lockLink(db, center, input), notFound)
  const { phone = before.phone } = fields
  const after = {
    ...before,
    ...given(fields),
    phone: await phoneAt(db, center, { phone, stored: before.phone }),
  }
  const changed = difference(before, after)
  if (Object.keys(changed.after).length === 0) return await read(db, center, parentId)
  await changeLink(db, center, after).catch(unreachable)
  await touch(db, center, student)
  // Make the parent's open screens refetch, so that they show only what the parent may still see.
  if (before.portal && !after.portal) publishEnd(db, { person: parentId })
  const side = (values: object) => ({ parentId, ...values })
  record(db, actor, {
    action: 'students.changeParentLink',
    entity: studentId,
    center,
    before: side(changed.before),
    after: side(changed.after),
  })
  return await read(db, center, parentId)
}

/** Ends a parent's access to a student. */
export async function endParentLink(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof parents)['endLink']>,
) {
  const { parentId, studentId } = input
  const student = one(await lockStudent(db, center, studentId), notFound)
  await hold(db, center, { id: parentId, ifMatch })
  const link = one(await lockLink(db, center, input), notFound)
  await endLink(db, center, link)
  await touch(db, center, student)
  publishEnd(db, { person: parentId })
  record(db, actor, { action: 'students.endParent', entity: studentId, center, before: { parentId } })
}

import { mayManage } from '#features/accounts/managing/queries.ts'
import { voidLinks } from '#features/accounts/passwords/queries.ts'
import { changeUser } from '#features/accounts/queries.ts'
import { changeStudent, lockStudent } from '#features/students/queries.ts'
import { difference } from '#features/students/rules.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { listFile, pagesOf } from '#server/list-file.ts'
import { publish, publishEnd } from '#server/live.ts'
import type { Handlers } from '#server/call.ts'
import type { ParentRecord, parents } from './api.ts'
import {
  changeLink,
  childrenOf,
  endLink,
  lockLink,
  type ParentLine,
  parentLineCount,
  parentLines,
  type ParentRow,
  parentRow,
} from './queries.ts'
import { parentColumns } from './rules.ts'

const recordOf = ({ id, avatar: _, ...row }: ParentRow): ParentRecord => ({ _id: id, ...row })

const read = async (db: Db, center: CenterId, id: string) => recordOf(one(await parentRow(db, center, { id }), notFound))

/** The parent, held for a change; 412 when the caller saw another version. */
async function hold(db: Db, center: CenterId, { id, seen }: { id: string; seen: number | null }) {
  const row = one(await parentRow(db, center, { id, lock: true }), notFound)
  if (seen !== null && seen !== row.version) throw stale(recordOf(row))
  return row
}

const given = (said: object) => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))

/** Refuses what the office may not change of a parent's account: an e-mail address opens it, and names are what other centers call them too. */
async function refuseChange(db: Db, actor: Actor, { id, account, changed }: ParentRow & { changed: object }) {
  const what = 'email' in changed ? 'readdress' : 'rename'
  if (what === 'readdress' && (account === 'active' || account === 'closed'))
    throw conflict('in_use', 'This parent’s account is in use or closed, so only an admin can change its e-mail address.')
  if (!(await mayManage(db, actor, { what, personId: id })))
    throw conflict(
      'child_elsewhere',
      'This parent has a child at another center too, so only an admin can change the name or the e-mail address.',
    )
}

type Touched = Parameters<typeof changeStudent>[2]

/** After a change of a link: the student's profile, where the parents stand, has a new version, and open screens hear of it. */
async function touch(db: Db, center: CenterId, student: Touched) {
  await changeStudent(db, center, student)
  await publish(db, { channel: `student:${student.id}`, topic: 'work' })
}

export const parentsRoutes: Handlers<typeof parents> = {
  async file(call) {
    const { input, db, center } = call
    const { filter, search } = input
    const whole = one(await parentLineCount(db.read, center, input), notFound)
    const pages = pagesOf<ParentLine>((last) => parentLines(db.read, center, { filter, search, last }))
    return await listFile(call, { name: 'parents', columns: parentColumns, ...whole, pages })
  },

  async one({ input, db, center }) {
    return await read(db, center, input.parentId)
  },

  async children({ input, actor, db }) {
    const rows = await childrenOf(db, { id: input.id, centers: await reachable(db, actor) })
    if (rows.length === 0) throw notFound()
    return rows
  },

  async change({ input, actor, db, seen, center }) {
    const { parentId, ...said } = input
    const row = await hold(db, center, { id: parentId, seen })
    const { firstName, lastName, email } = row
    const after = { firstName, lastName, email, ...given(said) }
    const changed = difference({ firstName, lastName, email }, after)
    if (Object.keys(changed.after).length === 0) return recordOf(row)
    await refuseChange(db, actor, { ...row, changed: changed.after })
    if ('email' in changed.after) await voidLinks(db, parentId)
    await changeUser(db, { ...row, ...after, email: after.email || null }, null).catch(
      refusing('email_taken', conflict('email_taken', 'Another account has this e-mail address.')),
    )
    await record(db, actor, { deed: 'students.changeParent', entity: parentId, center, ...changed })
    return await read(db, center, parentId)
  },

  async changeLink({ input, actor, db, seen, center }) {
    const { parentId, studentId, ...said } = input
    const student = one(await lockStudent(db, center, studentId), notFound)
    await hold(db, center, { id: parentId, seen })
    const before = one(await lockLink(db, center, input), notFound)
    const after = { ...before, ...given(said) }
    const changed = difference(before, after)
    if (Object.keys(changed.after).length === 0) return await read(db, center, parentId)
    await changeLink(db, center, after)
    await touch(db, center, student)
    // Their open screens ask again, and find what they still may see.
    if (before.portal && !after.portal) await publishEnd(db, { person: parentId })
    const side = (fields: object) => ({ parentId, ...fields })
    await record(db, actor, {
      deed: 'students.changeParentLink',
      entity: studentId,
      center,
      before: side(changed.before),
      after: side(changed.after),
    })
    return await read(db, center, parentId)
  },

  async endLink({ input, actor, db, seen, center }) {
    const { parentId, studentId } = input
    const student = one(await lockStudent(db, center, studentId), notFound)
    await hold(db, center, { id: parentId, seen })
    const link = one(await lockLink(db, center, input), notFound)
    await endLink(db, center, link)
    await touch(db, center, student)
    await publishEnd(db, { person: parentId })
    await record(db, actor, { deed: 'students.endParent', entity: studentId, center, before: { parentId } })
    return null
  },
}

import { v7 as newId } from 'uuid'
import { putRequest } from '#features/accounts/requests/queries.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { beginProspect, enrollProspect } from '../prospects/queries.ts'
import { changeStudents, lastNumber, lockNumbers, putStudents } from '../queries.ts'
import { numberAfter } from '../rules.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { type Change, recordAll } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { JobTools } from '#server/jobs.ts'
import { executeRun, finishRun, type ReportProgress } from '#server/runs.ts'
import { withAllCenters } from '#server/scope.ts'
import { publish } from '#server/live.ts'
import { planOf, refuseBlocked } from './checking/jobs.ts'
import type { ParentCells } from './read-file.ts'
import {
  currentStudents,
  type LinkToPut,
  lockCurrent,
  type ImportResult,
  putLinks,
  putPeople,
  renameStudents,
  type RunningImport,
} from './queries.ts'
import { parentsFor } from './parents.ts'
import { type Account, changesOf, type CurrentValues, knownLink, type PlannedRow } from './plan.ts'

/** Number of rows stored between two progress reports. */
const batch = 100

/** Returns a value that must exist, because the plan has already found it. */
function must<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}

/** Turns the constraint's error into 409 `importing`, because another import is running or being undone. */
export const anotherImport = refuseOnConstraint(
  'one_run_at_a_time',
  conflict('importing', 'Another import into this center is running. Wait until it’s done.'),
)

const numberTaken = refuseOnConstraint(
  'student_num_taken',
  conflict('number_taken', 'Another student at this center already has one of these numbers.'),
)

/**
 * Returns a function that gives the center's next number to a student who has none in the file. It skips
 * numbers that the file uses.
 */
async function numbering(db: Db, center: CenterId, plan: readonly PlannedRow[]) {
  const used = new Set(plan.map(({ student }) => student.studentNum))
  const [highest] = await lastNumber(db, center)
  let next = numberAfter(highest?.studentNum)
  return (wanted: string) => {
    if (wanted !== '') return wanted
    while (used.has(next)) next = numberAfter(next)
    used.add(next)
    return next
  }
}

type Store = {
  center: CenterId
  made: ImportResult
  numberFor: (wanted: string) => string
  /** Returns the parent's account, or undefined for a parent whom only an existing link identifies. */
  accountOf: (parent: ParentCells) => Account | undefined
  ask: (parent: ParentCells, link: { studentId: string; personId: string }) => Promise<void>
  current: ReadonlyMap<string, CurrentValues>
}

/**
 * Adds the students of some rows. Returns their links to parents, and asks parents whose account can't be
 * linked without consent.
 */
async function addStudents(
  db: Db,
  rows: readonly PlannedRow[],
  { center, made, numberFor, accountOf, ask }: Store,
): Promise<LinkToPut[]> {
  if (rows.length === 0) return []
  const added = rows.map(({ student, parents }) => ({
    ...student,
    id: newId(),
    group: 'students' as const,
    email: null,
    studentNum: numberFor(student.studentNum),
    status: student.status === '' ? ('active' as const) : student.status,
    parents,
  }))
  await putPeople(db, added)
  await putStudents(db, center, added).catch(numberTaken)
  made.students.push(...added.map(({ id }) => id))
  const links: LinkToPut[] = []
  for (const { id: studentId, parents } of added)
    for (const parent of parents) {
      const { id: parentId, linkable } = must(accountOf(parent))
      const relationship = parent.relationship === '' ? 'parent' : parent.relationship
      if (linkable) links.push({ studentId, parentId, relationship, phone: parent.phone })
      else await ask(parent, { studentId, personId: parentId })
    }
  return links
}

/**
 * Updates the existing students that these rows are matched to. Returns their new and changed links to
 * parents. Asks parents whose account can't be linked without consent.
 */
async function updateStudents(
  db: Db,
  rows: readonly PlannedRow[],
  { center, made, accountOf, ask, current }: Store,
): Promise<LinkToPut[]> {
  const links: LinkToPut[] = []
  const changed: CurrentValues[] = []
  for (const { student, parents, studentId } of rows) {
    const now = must(current.get(studentId ?? ''))
    const changes = changesOf(student, now)
    const side = (which: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [change.field, change[which]]))
    if (changes.length > 0) {
      made.changed.push({ id: now.id, before: side('before'), after: side('after') })
      changed.push({ ...now, ...side('after') })
    }
    for (const parent of parents) {
      const { relationship, phone } = parent
      const account = accountOf(parent)
      const known = knownLink(parent, now.links, account)
      const parentId = known?.parentId ?? must(account).id
      const to = { studentId: now.id, parentId }
      if (!known && !account?.linkable) {
        await ask(parent, { studentId: now.id, personId: parentId })
        continue
      }
      const before = { relationship: known?.relationship ?? 'parent', phone: known?.phone ?? '' }
      const after = {
        relationship: relationship === '' ? before.relationship : relationship,
        phone: phone === '' ? before.phone : phone,
      }
      if (!known) made.links.push(to)
      else if (after.relationship === before.relationship && after.phone === before.phone) continue
      else made.changedLinks.push({ ...to, before, after })
      links.push({ ...to, ...after })
    }
  }
  if (changed.length > 0) {
    await renameStudents(db, changed)
    await changeStudents(db, center, changed).catch(numberTaken)
  }
  return links
}

/**
 * Updates the prospect data of students whose status the import changed, just as when staff change a status.
 */
async function followStatus(db: Db, center: CenterId, { changed }: ImportResult) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  for (const { id, before, after } of changed) {
    if (after.status === 'prospect') await beginProspect(db, center, id)
    if (before.status === 'prospect' && after.status === 'active')
      await enrollProspect(db, center, { studentId: id, on: today(timeZone) })
  }
}

/** Returns the audit rows: one for each student, parent and link that the import added or changed. */
const trailOf = ({ id, centerId: center }: RunningImport, made: ImportResult) => [
  ...made.parents.map((entity): Change => ({
    action: 'students.addParentAccount',
    entity,
    center,
    after: { import: id },
  })),
  ...made.students.map((entity): Change => ({
    action: 'students.add',
    entity,
    center,
    after: { import: id },
  })),
  ...made.changed.map(({ id: entity, before, after }): Change => ({
    action: 'students.change',
    entity,
    center,
    before,
    after,
  })),
  ...made.links.map(({ studentId: entity, parentId }): Change => ({
    action: 'students.addParent',
    entity,
    center,
    after: { parentId },
  })),
  ...made.changedLinks.map(({ studentId: entity, parentId, before, after }): Change => ({
    action: 'students.changeParentLink',
    entity,
    center,
    before: { parentId, ...before },
    after: { parentId, ...after },
  })),
]

/** Returns the actor for the audit log. Only the office may import, so the person's id is enough. */
const importer = ({ by }: RunningImport) => ({ kind: 'operator' as const, id: by })

/**
 * Stores all rows of an import or none, in the caller's transaction. Locks the center's student numbers, then
 * makes the plan again, because data may have changed since the dry run. `onProgress` reports the number of
 * stored rows and the total.
 */
export async function storeImport(db: Db, work: RunningImport, onProgress: ReportProgress) {
  const center = work.centerId
  await lockNumbers(db, center)
  const planned = await planOf(db, center, work.input)
  refuseBlocked(planned, work.input)
  const plan = planned.plan.filter((row) => row.do !== 'skip')
  if (plan.length === 0) throw refused('no_rows', 'There are no rows to import.', '/csv')
  await onProgress(0, plan.length)
  const ids = plan.flatMap(({ studentId }) => studentId ?? [])
  await lockCurrent(db, center, ids)
  const current = await withAllCenters(db, (all) => currentStudents(all, center, ids))
  const currently = new Map(current.map((each) => [each.id, each]))
  const parents = await parentsFor(db, center, { plan, current: currently })
  const made: ImportResult = { students: [], parents: parents.made, links: [], changed: [], changedLinks: [] }
  const store: Store = {
    center,
    made,
    numberFor: await numbering(db, center, plan),
    accountOf: parents.accountOf,
    // A parent who declined recently isn't asked again, and the request in the student's record shows that.
    ask: async ({ firstName, lastName, email, phone, relationship }, link) =>
      await putRequest(db, {
        ...link,
        id: newId(),
        centerId: center,
        by: work.by,
        firstName: firstName === '' ? email : firstName,
        lastName,
        email,
        phone,
        phoneType: 'mobile',
        relationship: relationship === '' ? 'parent' : relationship,
      }),
    current: currently,
  }
  for (let from = 0; from < plan.length; from += batch) {
    const rows = plan.slice(from, from + batch)
    const ofNew = rows.filter((row) => row.do === 'create')
    const ofKnown = rows.filter((row) => row.do === 'link')
    await putLinks(db, center, [
      ...(await addStudents(db, ofNew, store)),
      ...(await updateStudents(db, ofKnown, store)),
    ])
    await onProgress(from + rows.length, plan.length)
  }
  await followStatus(db, center, made)
  await finishRun(db, work.id, made)
  recordAll(db, importer(work), trailOf(work, made))
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
}

/** Runs a queued import. */
export const importStudents = ({ id }: { id: string }, { database }: JobTools) =>
  executeRun(database, id, {
    interrupted: 'The import was interrupted, and nothing was stored. Please try again.',
    store: storeImport,
  })

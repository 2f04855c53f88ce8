import { v7 as newId } from 'uuid'
import { knownLike } from '#features/students/check/queries.ts'
import { zoneOf } from '#features/schedule/queries.ts'
import { beginProspect, enrolProspect } from '#features/students/prospects/queries.ts'
import { lockNumbers, nextNumber } from '#features/students/queries.ts'
import { conflict, notFound, Problem, type ProblemError, refused } from '#shared/problem.ts'
import { recordAll } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { JobTools } from '#server/jobs.ts'
import { beyond } from '#server/scope.ts'
import { publish } from '#server/live.ts'
import { type ParentCells, readFile, type ReadFile } from './columns/rules.ts'
import {
  accountsByEmail,
  beginImport,
  changeStudents,
  currentStudents,
  endImport,
  holdImport,
  type LinkToPut,
  lockCurrent,
  type Made,
  progressImport,
  putLinks,
  putPeople,
  putStudents,
  type RunningImport,
  type Work,
} from './queries.ts'
import { changesOf, type Current, errorWords, isBlocking, makePlan, type Planned, rowPerson } from './rules.ts'

/** Rows that are stored between two reports of progress. */
const batch = 100
const mostErrors = 50

/** What a file comes to now: three queries, however many rows it has. */
export async function planOf(db: Db, center: CenterId, { csv, columns, choices }: Work) {
  const file = readFile(csv, columns)
  const known = await beyond(db, () => knownLike(db, center, file.rows.map(rowPerson)))
  const ids = [
    ...known.filter(({ centerId }) => centerId === center).map(({ id }) => id),
    ...choices.flatMap(({ studentId }) => studentId ?? []),
  ]
  const emails = file.rows.flatMap(({ parents }) => parents.map(({ email }) => email.toLowerCase()))
  const [current, accounts] = await Promise.all([currentStudents(db, center, ids), accountsByEmail(db, emails)])
  const facts = {
    centerId: center,
    known,
    current: new Map(current.map((each) => [each.id, each])),
    accounts: new Map(accounts.map((each) => [each.email, each])),
  }
  return { file, plan: makePlan(file.rows, facts, choices), current: facts.current }
}

const wrongFile = (errors: ProblemError[], message: string) =>
  new Problem(422, 'wrong_rows', message, { errors: errors.slice(0, mostErrors) })

/** 422 when a file can't be imported as it is, with what is wrong by row and column. */
export function refuseBlocked({ file, plan }: { file: ReadFile; plan: readonly Planned[] }, { columns }: Work) {
  if (file.errors[0])
    throw wrongFile(
      file.errors.map(({ line, column, message }) => ({ path: `/rows/${line}${column ? `/${column}` : ''}`, message })),
      `Line ${file.errors[0].line} ${file.errors[0].message}, so nothing was imported.`,
    )
  const unknown = columns ? [] : file.columns.filter(({ field }) => field === null)
  if (unknown[0]) throw refused('unknown_column', `Nothing is known of a column “${unknown[0].header}”.`, '/columns')
  const blocking = plan.filter(isBlocking)
  const errors = blocking.flatMap(({ row, errors: found }) =>
    found.length > 0
      ? found.map((error) => ({ path: `/rows/${row}${error.column ? `/${error.column}` : ''}`, message: errorWords(error) }))
      : [{ path: `/rows/${row}`, message: 'may be somebody who is known: say what becomes of this row.' }],
  )
  if (errors[0])
    throw wrongFile(errors, `${blocking.length === 1 ? 'One row' : `${blocking.length} rows`} can’t be imported, so nothing was.`)
}

/** What a plan has shown to be there. */
function must<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}

const numberTaken = refusing('student_num_taken', conflict('number_taken', 'Another student of this centre has got one of these numbers.'))

/** Gives out the numbers of those who have none in the file: the centre's next ones, without those that the file uses. */
async function numbering(db: Db, center: CenterId, plan: readonly Planned[]) {
  const used = new Set(plan.map(({ student }) => student.studentNum))
  let next = BigInt(one(await nextNumber(db, center), notFound).studentNum)
  return (wanted: string) => {
    if (wanted !== '') return wanted
    while (used.has(String(next))) next += 1n
    next += 1n
    return String(next - 1n)
  }
}

/** The account of every parent in the plan, by e-mail; who has none gets one. In the order of the addresses, so that two imports don't lock each other. */
async function parentsFor(db: Db, plan: readonly Planned[]) {
  const wanted = new Map<string, ParentCells>()
  for (const { parents } of plan)
    for (const parent of parents) if (!wanted.has(parent.email.toLowerCase())) wanted.set(parent.email.toLowerCase(), parent)
  const emails = [...wanted.keys()].toSorted()
  const known = new Set((await accountsByEmail(db, emails)).map(({ email }) => email))
  const missing = emails.filter((email) => !known.has(email)).flatMap((email) => wanted.get(email) ?? [])
  const made = await putPeople(
    db,
    missing.map(({ firstName, lastName, email }) => ({ id: newId(), group: 'parents' as const, firstName, lastName, email })),
  )
  const accounts = new Map((await accountsByEmail(db, emails)).map((each) => [each.email, each]))
  if ([...accounts.values()].some(({ group }) => group !== 'parents'))
    throw conflict('email_taken', 'One of these e-mail addresses has just been given to an account that is not a parent’s.')
  return { made: made.map(({ id }) => id), idOf: (email: string) => must(accounts.get(email.toLowerCase())).id }
}

type Store = {
  center: CenterId
  made: Made
  numberFor: (wanted: string) => string
  parentId: (email: string) => string
  current: ReadonlyMap<string, Current>
}

/** Adds the students of some rows; what is linked with them comes back. */
async function addStudents(db: Db, rows: readonly Planned[], { center, made, numberFor, parentId }: Store): Promise<LinkToPut[]> {
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
  return added.flatMap(({ id, parents }) =>
    parents.map(({ email, relationship, phone }) => ({
      studentId: id,
      parentId: parentId(email),
      relationship: relationship === '' ? 'parent' : relationship,
      phone,
    })),
  )
}

/** Changes the students whom some rows are linked with; what is linked anew or otherwise comes back. */
async function updateStudents(db: Db, rows: readonly Planned[], { center, made, parentId, current }: Store): Promise<LinkToPut[]> {
  const links: LinkToPut[] = []
  const changed: Current[] = []
  for (const { student, parents, studentId } of rows) {
    const now = must(current.get(studentId ?? ''))
    const changes = changesOf(student, now)
    const side = (which: 'before' | 'after') => Object.fromEntries(changes.map((change) => [change.field, change[which]]))
    if (changes.length > 0) {
      made.changed.push({ id: now.id, before: side('before'), after: side('after') })
      changed.push({ ...now, ...side('after') })
    }
    for (const { email, relationship, phone } of parents) {
      const to = { studentId: now.id, parentId: parentId(email) }
      const known = now.links.find((link) => link.parentId === to.parentId)
      const before = { relationship: known?.relationship ?? 'parent', phone: known?.phone ?? '' }
      const after = { relationship: relationship === '' ? before.relationship : relationship, phone: phone === '' ? before.phone : phone }
      if (!known) made.links.push(to)
      else if (after.relationship === before.relationship && after.phone === before.phone) continue
      else made.changedLinks.push({ ...to, before, after })
      links.push({ ...to, ...after })
    }
  }
  if (changed.length > 0) await changeStudents(db, center, changed).catch(numberTaken)
  return links
}

/** Whoever a file makes active or a prospect goes the same way as by hand. */
async function followStatus(db: Db, center: CenterId, { changed }: Made) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  for (const { id, before, after } of changed) {
    if (after.status === 'prospect') await beginProspect(db, center, id)
    if (before.status === 'prospect' && after.status === 'active') await enrolProspect(db, center, { studentId: id, on: today(timeZone) })
  }
}

/** The trail: one row for the import, and one for each student and parent that it made or changed. */
const trailOf = ({ id, centerId: center }: RunningImport, made: Made) => [
  ...made.parents.map((entity) => ({ deed: 'students.addParentAccount', entity, center, after: { import: id } })),
  ...made.students.map((entity) => ({ deed: 'students.add', entity, center, after: { import: id } })),
  ...made.changed.map(({ id: entity, before, after }) => ({ deed: 'students.change', entity, center, before, after })),
  ...made.links.map(({ studentId: entity, parentId }) => ({ deed: 'students.addParent', entity, center, after: { parentId } })),
  ...made.changedLinks.map(({ studentId: entity, parentId, before, after }) => ({
    deed: 'students.addParent',
    entity,
    center,
    before: { parentId, ...before },
    after: { parentId, ...after },
  })),
]

/** Who may import is of the office; the job knows them by their id. */
const importer = ({ by }: RunningImport) => ({ kind: 'operator' as const, id: by })

/**
 * Stores all rows of an import, or none: in the caller's transaction. Everybody else who gives out numbers at the centre waits, so what was
 * shown before is looked at once more. `tell` hears how many rows are stored.
 */
export async function storeImport(db: Db, work: RunningImport, tell: (done: number) => Promise<void>) {
  const center = work.centerId
  await lockNumbers(db, center)
  const planned = await planOf(db, center, work.work)
  refuseBlocked(planned, work.work)
  const plan = planned.plan.filter((row) => row.do !== 'skip')
  const ids = plan.flatMap(({ studentId }) => studentId ?? [])
  await lockCurrent(db, center, ids)
  const current = await currentStudents(db, center, ids)
  const parents = await parentsFor(db, plan)
  const made: Made = { students: [], parents: parents.made, links: [], changed: [], changedLinks: [] }
  const store: Store = {
    center,
    made,
    numberFor: await numbering(db, center, plan),
    parentId: parents.idOf,
    current: new Map(current.map((each) => [each.id, each])),
  }
  for (let from = 0; from < plan.length; from += batch) {
    const rows = plan.slice(from, from + batch)
    const ofNew = rows.filter((row) => row.do === 'create')
    const ofKnown = rows.filter((row) => row.do === 'link')
    await putLinks(db, center, [...(await addStudents(db, ofNew, store)), ...(await updateStudents(db, ofKnown, store))])
    await tell(from + rows.length)
  }
  await followStatus(db, center, made)
  const [ended] = await endImport(db, { id: work.id, made, error: null })
  if (!ended) throw new Error(`Import ${work.id} was ended by another run.`)
  await recordAll(db, importer(work), trailOf(work, made))
  await publish(db, { channel: `center:${center}`, topic: 'schedule' })
}

const event = ({ id, by, total }: RunningImport, done: number) => ({ channel: `person:${by}`, topic: 'import' as const, id, done, total })

/** Imports the students that were queued. Harmless when run twice: an import that has ended is left alone, one that runs is not joined. */
export async function importStudents({ id }: { id: string }, { database }: JobTools) {
  const [work] = await database.write((db) => beginImport(db, id))
  if (!work) return
  // By another connection than the rows, so that it is seen meanwhile.
  const tell = (done: number) =>
    database.write(async (db) => {
      await progressImport(db, { id, done })
      await publish(db, event(work, done))
    })
  try {
    await database.write(async (db) => {
      if (!(await holdImport(db, id))) return
      await storeImport(db, work, tell)
      await publish(db, event(work, work.total))
    })
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : 'The import broke off and nothing was stored. Please try again.'
    await database.write(async (db) => {
      await endImport(db, { id, made: null, error: sentence })
      await publish(db, event(work, 0))
    })
    if (!(error instanceof Problem)) throw error
  }
}

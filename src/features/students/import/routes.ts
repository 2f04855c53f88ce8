import { v7 as newId } from 'uuid'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { record, recordAll } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type CenterId, enter } from '#server/gate.ts'
import { addJob } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { beyond } from '#server/scope.ts'
import { created, type Handlers } from '#server/serve.ts'
import type { CheckedFile, Import, studentImports } from './api.ts'
import type { ReadFile } from './columns/rules.ts'
import { planOf, refuseBlocked, storeImport } from './jobs.ts'
import { changeStudents, currentStudents, type ImportRow, importsOf, lockCurrent, type Made, putImport, putLinks } from './queries.ts'
import { atOnce, type Current, nameOf, type Planned, revertible, undoHours } from './rules.ts'
import {
  busyStudents,
  dropLinks,
  dropLinksOf,
  dropPeople,
  dropStudents,
  holdStudents,
  idleParents,
  lockImport,
  markUndone,
} from './undo/queries.ts'

const importOf = ({ id, isRecent, ...row }: ImportRow): Import => ({
  _id: id,
  ...row,
  undoable: isRecent && row.state === 'done' && row.undoneAt === null,
})

const oneImport = async (db: Db, center: CenterId, id: string) =>
  importOf(one(await importsOf(db, center, { id, hours: undoHours }), notFound))

/** What a file comes to, as the wire has it. Of a student only what a row can change. */
function checkedOf(file: ReadFile, plan: readonly Planned[], current: ReadonlyMap<string, Current>): CheckedFile {
  const rows = plan.map(({ row, student, parents, errors, verdict, do: deed, studentId }) => ({
    row,
    student,
    parents: parents.map((parent) => ({ name: nameOf(parent), email: parent.email, phone: parent.phone })),
    errors,
    match: verdict.match,
    candidates: verdict.candidates.flatMap(({ known, match, why }) => {
      const now = current.get(known.id)
      return now ? [{ studentId: known.id, now, match, why }] : []
    }),
    sameAs: verdict.sameAs.map(({ ref, match }) => ({ row: Number(ref), match })),
    family: verdict.family && { names: verdict.family.students.map(nameOf), rows: verdict.family.refs.map(Number) },
    existsElsewhere: verdict.existsElsewhere,
    do: deed,
    studentId,
  }))
  return { columns: file.columns, errors: file.errors, rows }
}

/** At most so many names stand in a sentence. */
const mostNames = 5

function busy(names: readonly string[]) {
  const more = names.length - mostNames
  const who = `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const have = names.length === 1 ? 'has' : 'have'
  return conflict(
    'in_use',
    `${who} ${have} got attendance, work, places, notes, parents or an account since, so this import can’t be undone.`,
    {
      names,
    },
  )
}

/** Brings back what an import changed, where it is still as the import left it. Answers the trail. */
async function revertChanges(db: Db, center: CenterId, { changed, changedLinks }: Made) {
  const ids = [...changed.map(({ id }) => id), ...changedLinks.map(({ studentId }) => studentId)]
  await lockCurrent(db, center, ids)
  const now = new Map((await currentStudents(db, center, ids)).map((each) => [each.id, each]))
  const students = changed.flatMap((change) => {
    const student = now.get(change.id)
    const back = student ? revertible(change, student) : {}
    return student && Object.keys(back).length > 0 ? [{ student, back, change }] : []
  })
  const links = changedLinks.flatMap(({ studentId, parentId, before, after }) => {
    const link = now.get(studentId)?.links.find((each) => each.parentId === parentId && !each.ended)
    const back = link ? revertible({ before, after }, link) : {}
    const { relationship, phone } = { ...before, ...link, ...back }
    return Object.keys(back).length > 0 ? [{ studentId, parentId, relationship, phone, back }] : []
  })
  await changeStudents(
    db,
    center,
    students.map(({ student, back }) => ({ ...student, ...back })),
  ).catch(refusing('student_num_taken', conflict('number_taken', 'A number that this import changed belongs to another student by now.')))
  await putLinks(db, center, links)
  return [
    ...students.map(({ student: { id: entity }, back, change }) => ({
      deed: 'students.change',
      entity,
      center,
      before: Object.fromEntries(Object.keys(back).map((field) => [field, change.after[field as keyof typeof back]])),
      after: back,
    })),
    ...links.map(({ studentId: entity, parentId, back }) => ({
      deed: 'students.changeParentLink',
      entity,
      center,
      after: { parentId, ...back },
    })),
  ]
}

/** Removes who was added, unlinks who was linked, and brings back what was changed. 409 with names when somebody was used since. */
async function takeBack(db: Db, center: CenterId, made: Made) {
  const { students, parents, links } = made
  await holdStudents(db, center, students)
  const used = await beyond(db, () => busyStudents(db, center, students))
  if (used.length > 0) throw busy(used.map(({ name }) => name))
  await dropLinksOf(db, center, students)
  await dropStudents(db, center, students)
  await dropPeople(db, students)
  const unlinked = await dropLinks(db, center, links)
  const reverted = await revertChanges(db, center, made)
  const idle = (await beyond(db, () => idleParents(db, parents))).map(({ id }) => id)
  await dropPeople(db, idle)
  return [
    ...students.map((entity) => ({ deed: 'students.remove', entity, center })),
    ...unlinked.map(({ studentId: entity, parentId }) => ({ deed: 'students.endParent', entity, center, before: { parentId } })),
    ...reverted,
    ...idle.map((entity) => ({ deed: 'students.removeParentAccount', entity, center })),
  ]
}

type Started = { id: string; centerId: CenterId; by: string; total: number }

/** Begins an import: a small one is done with the call, a large one by a job. */
async function begin(db: Db, started: Started, work: Parameters<typeof putImport>[1]['work']) {
  await putImport(db, { ...started, work }).catch(
    refusing('one_student_import_at_a_time', conflict('importing', 'Another import into this centre is running. Wait until it has ended.')),
  )
  if (started.total > atOnce) await addJob(db, 'import-students', { id: started.id })
  else await storeImport(db, { ...started, work }, async () => {})
}

export const studentImportRoutes: Handlers<typeof studentImports> = {
  async start({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    const work = { csv: input.csv, columns: input.columns ?? null, choices: input.choices }
    const planned = await planOf(db, center, work)
    if (input.dryRun) return { import: null, checked: checkedOf(planned.file, planned.plan, planned.current) }
    refuseBlocked(planned, work)
    const total = planned.plan.filter((row) => row.do !== 'skip').length
    if (total === 0) throw refused('no_rows', 'There is no row to import.', '/csv')
    const started = { id: newId(), centerId: center, by: actor.id, total }
    await begin(db, started, work)
    await record(db, actor, { deed: 'students.import', entity: started.id, center, after: { total } })
    return created({ import: await oneImport(db, center, started.id), checked: null })
  },

  async list({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    return (await importsOf(db, center, { hours: undoHours })).map(importOf)
  },

  async undo({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    const row = one(await lockImport(db, center, { id: input.id, hours: undoHours }), notFound)
    if (row.undone) throw conflict('undone', 'This import is undone already.')
    if (row.state !== 'done') throw conflict('not_done', 'Only an import that has ended well can be undone.')
    if (!row.isRecent) throw conflict('too_late', `An import can be undone for ${undoHours} hours.`)
    const trail = await takeBack(db, center, row.made)
    await markUndone(db, center, row.id)
    await recordAll(db, actor, [{ deed: 'students.undoImport', entity: row.id, center }, ...trail])
    await publish(db, { channel: `center:${center}`, topic: 'schedule' })
    return await oneImport(db, center, row.id)
  },
}

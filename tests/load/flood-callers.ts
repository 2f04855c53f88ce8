import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { openDatabase, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { signedIn } from '../../bench/world.ts'
import type { Fixture } from './fixture.ts'

/** Runs `work` on the fixture's database. */
export async function prepared<T>({ url }: Fixture, work: (db: Db) => Promise<T>) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

type Staff = 'operator' | 'editor'

/** Creates a staff member, by default of the hall's first center. Returns the headers of their session. */
export const staff = (fixture: Fixture, role: Staff, centerId = firstCenter(fixture)) =>
  prepared(
    fixture,
    async (db) => await signedIn(db, { kind: role, id: (await factories(db).staff(role, centerId)).id }),
  )

export function firstCenter({ hall }: Fixture) {
  const [room] = hall.rooms
  if (!room) throw new Error('The hall has no room.')
  return room.centerId
}
/** Creates a student of the hall's first center with a session and homework of one question. */
export const student = (fixture: Fixture) =>
  prepared(fixture, async (db) => {
    const make = factories(db)
    const centerId = firstCenter(fixture) as CenterId
    const operator = await make.staff('operator', centerId)
    const { id: section } = await make.section()
    await make.questions(section, [{ text: '$1 + 1 =$', value: '2' }])
    const { id } = await make.student(centerId)
    const homeworkId = newId()
    const given = {
      kind: 'homework' as const,
      studentId: id,
      name: 'Flood',
      item: section,
      dueOn: null,
      assignedBy: operator.id,
    }
    await putWork(db, { ...given, centerId, id: homeworkId, sections: [section] })
    await startWork(db, { centerId, id: homeworkId })
    return { id, homeworkId, headers: await signedIn(db, { kind: 'students', id }) }
  })

/** Waits up to 30 s until no dry run is pending. */
export async function noDryRun(db: Db) {
  for (let tries = 0; tries < 300; tries += 1) {
    const [busy] =
      await db`select 1 from runs where kind = 'students-check' and state in ('waiting', 'running')`
    if (!busy) return
    await pause(100)
  }
}

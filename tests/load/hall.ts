import { factories } from '#tests/factories.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { openDatabase, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { hashPassword } from '#server/passwords.ts'
import { v7 as newId } from 'uuid'
import { signedIn } from '../../bench/world.ts'
import type { HttpRequest } from './load-generator.ts'

type Headers = Record<string, string>
type Seat = { id: string; email: string; homeworkId: string; headers: Headers }
/** Classroom in the hall. `screens` are all of its tablets, including `device`. */
type Room = {
  centerId: string
  classId: string
  office: Headers
  device: Headers
  screens: Headers[]
  students: Seat[]
}

/** Students per class and classes per center. */
const [seats, rooms] = [10, 6]
/** Tablets per classroom. */
const tablets = 4
/** Password of every student in the hall, hashed as in the product. */
export const hallPassword = 'practice-makes-progress'

const now = new Date()
export const hallDay = now.toISOString().slice(0, 10)

async function makeCenter(
  db: Db,
  { hash, section, count }: { hash: string; section: string; count: number },
): Promise<Room[]> {
  const make = factories(db, hash)
  const { id: centerId } = await make.center({ id: `Hall ${newId().slice(-12)}`, timeZone: 'Etc/UTC' })
  const operator = await make.staff('operator', centerId)
  const office = await signedIn(db, { kind: 'operator', id: operator.id })
  const made: Room[] = []
  for (let index = 0; index * seats < count; index += 1) {
    const klass = await make.klass(centerId, {
      day: now.getUTCDay(),
      time: `${String(9 + index).padStart(2, '0')}:00`,
      maxSize: seats,
    })
    const screens: Headers[] = []
    for (let each = 0; each < tablets; each += 1) {
      const { id } = await make.device(centerId, operator.id)
      screens.push(await signedIn(db, { kind: 'devices', id, center: centerId }))
    }
    const students: Seat[] = []
    for (let seat = 0; seat < Math.min(seats, count - index * seats); seat += 1) {
      const { id, email } = await make.student(centerId)
      await make.place(klass, id)
      const homeworkId = newId()
      const given = {
        kind: 'homework' as const,
        studentId: id,
        name: 'Load',
        item: section,
        dueOn: null,
        assignedBy: operator.id,
      }
      await putWork(db, { ...given, centerId: centerId as CenterId, id: homeworkId, sections: [section] })
      await startWork(db, { centerId: centerId as CenterId, id: homeworkId })
      students.push({ id, email, homeworkId, headers: await signedIn(db, { kind: 'students', id }) })
    }
    made.push({ centerId, classId: klass.id, office, device: screens[0] as Headers, screens, students })
  }
  return made
}

export type Hall = Awaited<ReturnType<typeof makeHall>>

/**
 * Creates the hall, the test data of load tests: today's classes with signed-in students, each with started
 * homework of this many questions. Each center has `perCenter` students, except the last, which has the rest.
 */
export async function makeHall(
  url: string,
  {
    students: wanted,
    questions,
    perCenter = seats * rooms,
  }: { students: number; questions: number; perCenter?: number | undefined },
) {
  const database = openDatabase(url, { pool: 2 })
  const hash = await hashPassword(hallPassword)
  const section = await database.write(async (db) => {
    const make = factories(db)
    const made = await make.section()
    await make.questions(
      made.id,
      Array.from({ length: questions }, (_, index) => ({
        text: `$${index} + 1 =$`,
        value: String(index + 1),
      })),
    )
    return made.id
  })
  const all: Room[] = []
  for (let left = wanted; left > 0; left -= perCenter)
    all.push(
      ...(await database.write((db) => makeCenter(db, { hash, section, count: Math.min(left, perCenter) }))),
    )
  await database.single.unsafe('analyze')
  await database.close()
  const students = all.flatMap((room) => room.students)
  let answered = 0

  return {
    rooms: all,
    students,
    /**
     * Returns the hall's next answer, taking the students in turn. Each student answers every fourth question
     * wrong. Throws after the last question.
     */
    nextAnswer: () => {
      const student = students[answered % students.length] as Seat
      const n = Math.floor(answered / students.length) + 1
      answered += 1
      if (n > questions)
        throw new Error(`The hall has ${questions} questions for each student, and all are answered.`)
      const entry = {
        homeworkId: student.homeworkId,
        n,
        answerId: newId(),
        outcome: 'info' as 'ok' | 'info' | 'fail',
      }
      const given = { kind: 'fr', parts: [String(n % 4 === 0 ? n + 1 : n)] }
      const ask: HttpRequest = {
        method: 'POST',
        path: `/api/student/homework/${student.homeworkId}/sections/1/${n}`,
        headers: student.headers,
        body: JSON.stringify({ seq: 1, answerId: entry.answerId, given }),
      }
      return { entry, ask, student }
    },
    reads: all.flatMap(readsOf),
  }
}

/**
 * Returns the reads of staff and classroom devices in a class hour: roll, day, live class, its answers, a
 * student's page and results.
 */
function readsOf({ centerId, classId, office, device, students }: Room): HttpRequest[] {
  const center = `/api/centers/${encodeURIComponent(centerId)}`
  const read = (headers: Headers, path: string): HttpRequest => ({ method: 'GET', path, headers })
  const [first] = students as [Seat]
  return [
    read(device, `${center}/attendances?classId=${classId}&on=${hallDay}`),
    read(office, `${center}/schedules/${hallDay}`),
    read(device, `/api/classroom/${classId}`),
    read(device, `/api/classroom/${classId}/answers`),
    read(office, `${center}/students/${first.id}`),
    read(device, `/api/classroom/${classId}/students/${first.id}`),
  ]
}

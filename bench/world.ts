import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { openDatabase, type Database, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { installationKey, openSession } from '#server/session.ts'
import { createHmac } from 'node:crypto'
import { sha256 } from '#server/session.ts'

const classesADay = 10
const seatsAClass = 8
/** Number of students who answer, high enough that no session exceeds its rate limit. */
const studentsAnswering = 64
const questionsEach = 200

type Made = { centerId: CenterId; operator: string; students: string[] }

/** Creates centers, each with an operator and ten full classes. */
async function makeCenters(database: Database, count: number): Promise<Made[]> {
  const made: Made[] = []
  for (let each = 0; each < count; each += 1) {
    made.push(
      await database.write(async (db) => {
        const make = factories(db)
        const center = await make.center()
        const operator = await make.staff('operator', center.id)
        const students: string[] = []
        for (let index = 0; index < classesADay; index += 1) {
          const klass = await make.klass(center.id, {
            time: `${String(9 + index).padStart(2, '0')}:00`,
            maxSize: seatsAClass,
          })
          for (let seat = 0; seat < seatsAClass; seat += 1) {
            const student = await make.student(center.id)
            await make.place(klass, student.id)
            students.push(student.id)
          }
        }
        return { centerId: center.id as CenterId, operator: operator.id, students }
      }),
    )
  }
  return made
}

async function giveHomework(database: Database, { centerId, operator, students }: Made) {
  const section = await database.write(async (db) => {
    const make = factories(db)
    const made = await make.section()
    await make.questions(
      made.id,
      Array.from({ length: questionsEach }, (_, index) => ({
        text: `$${index} + 1 =$`,
        value: String(index + 1),
      })),
    )
    return made
  })
  const given: { studentId: string; homeworkId: string }[] = []
  for (const studentId of students.slice(0, studentsAnswering)) {
    const homeworkId = newId()
    await database.write(async (db) => {
      const work = {
        centerId,
        id: homeworkId,
        kind: 'homework' as const,
        studentId,
        name: 'Bench',
        item: section.id,
        dueOn: null,
        assignedBy: operator,
        sections: [section.id],
      }
      await putWork(db, work)
      await startWork(db, { centerId, id: homeworkId })
    })
    given.push({ studentId, homeworkId })
  }
  return given
}

type Signing = Parameters<typeof openSession>[1]

/** Signs in a person or device. Returns the headers that the browser sends. */
export async function signedIn(db: Db, who: Signing) {
  const { token } = await openSession(db, who, { agent: 'bench', address: '127.0.0.1' })
  const key = await installationKey(db, 'xsrf')
  const name = sha256(token).toString('hex')
  const xsrf = `${createHmac('sha256', key).update(`${name.length}!${name}!5!bench`).digest('base64url')}.bench`
  return {
    cookie: `sid=${token}; XSRF-TOKEN=${xsrf}`,
    'x-xsrf-token': xsrf,
    'content-type': 'application/json',
  }
}

/** Signs in like `signedIn`, but in a separate transaction. */
export const signIn = (database: Database, kind: Signing['kind'], id: string) =>
  database.write((db) => signedIn(db, { kind, id }))

/** Creates signed-in students with started homework, for benchmarks that send answers. */
export async function makeAnsweringWorld(url: string) {
  const database = openDatabase(url, { pool: 3 })
  const [center] = await makeCenters(database, 1)
  const homework = await giveHomework(database, center as Made)
  const working = await Promise.all(
    homework.map(async ({ studentId, homeworkId }) => ({
      homeworkId,
      headers: await signIn(database, 'students', studentId),
    })),
  )
  await database.close()
  return working
}

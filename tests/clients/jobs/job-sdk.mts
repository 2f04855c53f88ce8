import { createClient } from './sdk/client/index.js'
import * as api from './sdk/index.js'
import { baseUrl, csv, dataOf, lastName, mustBe, openSession, password, tokenOf } from './session.mjs'

/** The main job, from import to result, with the client of @hey-api/openapi-ts. */
const open = () => createClient({ baseUrl, fetch: openSession() })

async function signIn(email: string, word = password) {
  const client = open()
  dataOf(await api.postLogin({ client, body: { email, password: word } }))
  return client
}

const [office, admin] = [await signIn('manager@demo.example'), await signIn('admin@demo.example')]
const { centers } = dataOf(await api.getUsersMe({ client: office }))
const centerId = centers[0] ?? ''
const center = dataOf(await api.getCenter({ client: office, path: { centerId } }))

const imported = dataOf(
  await api.postCenterStudentsImports({ client: office, path: { centerId }, body: { csv, dryRun: false } }),
)
mustBe([imported.import.state, imported.import.created], ['done', 1])
const found = dataOf(
  await api.getCenterStudents({ client: office, path: { centerId }, query: { search: lastName } }),
)
const studentId = found.students[0]?._id ?? ''

const math = dataOf(
  await api.postCenterClasses({
    client: office,
    path: { centerId },
    body: { name: 'Generated', subject: 'Math', type: 'REGULAR', day: 2, time: '15:00', maxSize: 6 },
  }),
)
const inClass = { path: { centerId, classId: math.id } }
dataOf(
  await api.postCenterClassesByClassIdPlaces({
    client: office,
    ...inClass,
    body: { studentId, type: 'regular', startDate: center.today },
  }),
)
const { class: seen } = dataOf(await api.getCenterClassesByClassId({ client: office, ...inClass }))
const renamed = dataOf(
  await api.patchCenterClassesByClassId({ client: office, ...inClass, body: { ...seen, notes: 'Room 3' } }),
)
mustBe(renamed.notes, 'Room 3')

const course = dataOf(
  await api.postBlCourses({ client: admin, body: { name: `SDK ${lastName}`, subject: 'Math' } }),
)
const level = dataOf(
  await api.postBlLevels({ client: admin, body: { courseId: course._id, name: 'One', chapterCount: 1 } }),
)
dataOf(
  await api.postBlLevelsByLevelIdChapters({
    client: admin,
    path: { levelId: level._id },
    body: { num: 1, name: 'Adding' },
  }),
)
const section = dataOf(
  await api.postBlLevelsByLevelIdChaptersByChapterNumSections({
    client: admin,
    path: { levelId: level._id, chapterNum: 1 },
    body: { name: 'Sums' },
  }),
)
const question = dataOf(
  await api.postBlQuestions({
    client: admin,
    body: {
      level: level._id,
      chapter: 1,
      section: section.num,
      content: 'What is $2 + 2$?',
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '4' }] },
    },
  }),
)
dataOf(await api.patchBlQuestions({ client: admin, body: { ids: [question._id], status: 'success' } }))

const work = dataOf(
  await api.postStudentsByIdHomework({
    client: office,
    path: { id: studentId },
    body: { sections: [section._id] },
  }),
)
const invitation = dataOf(
  await api.postCenterStudentsByStudentIdInvitation({ client: office, path: { centerId, studentId } }),
)
await api.postPasswordReset({
  client: open(),
  body: { token: tokenOf(invitation.link ?? ''), password: `${password}-now` },
})
const child = await signIn(invitation.userName ?? '', `${password}-now`)
const mine = { path: { id: work._id } }
dataOf(await api.patchStudentHomeworkById({ client: child, ...mine, body: { state: 'started' } }))
const outcome = dataOf(
  await api.postStudentHomeworkByIdByN({
    client: child,
    path: { id: work._id, n: 1 },
    body: { seq: 1, answerId: crypto.randomUUID(), given: { kind: 'fr', parts: ['4'] } },
  }),
)
mustBe(outcome.verdict?.status, 'correct')
dataOf(await api.patchStudentHomeworkById({ client: child, ...mine, body: { state: 'submitted' } }))
const result = dataOf(
  await api.getStudentsByIdHomeworkByItemId({ client: office, path: { id: studentId, itemId: work._id } }),
)
mustBe([result.correct, result.total], [1, 1])
console.log('@hey-api/openapi-ts: from import to result.')

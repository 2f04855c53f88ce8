import createClient from 'openapi-fetch'
import type { paths } from './api.js'
import { baseUrl, csv, dataOf, lastName, mustBe, openSession, password, tokenOf } from './session.mjs'

/** The main job, from import to result, with the client of openapi-typescript and openapi-fetch. */
const open = () => createClient<paths>({ baseUrl, fetch: openSession() })

async function signIn(email: string, word = password) {
  const client = open()
  dataOf(await client.POST('/api/login', { body: { email, password: word } }))
  return client
}

const [office, admin] = [await signIn('manager@demo.example'), await signIn('admin@demo.example')]
const { centers } = dataOf(await office.GET('/api/users/me'))
const centerId = centers[0] ?? ''
const center = dataOf(await office.GET('/api/centers/{centerId}', { params: { path: { centerId } } }))

const imported = dataOf(
  await office.POST('/api/centers/{centerId}/students/imports', {
    params: { path: { centerId } },
    body: { csv, dryRun: false },
  }),
)
mustBe([imported.import.state, imported.import.created], ['done', 1])
const found = dataOf(
  await office.GET('/api/centers/{centerId}/students', {
    params: { path: { centerId }, query: { search: lastName } },
  }),
)
const studentId = found.students[0]?._id ?? ''

const math = dataOf(
  await office.POST('/api/centers/{centerId}/classes', {
    params: { path: { centerId } },
    body: { name: 'Generated', subject: 'Math', type: 'REGULAR', day: 2, time: '15:00', maxSize: 6 },
  }),
)
const inClass = { params: { path: { centerId, classId: math.id } } }
dataOf(
  await office.POST('/api/centers/{centerId}/classes/{classId}/places', {
    ...inClass,
    body: { studentId, type: 'regular', startDate: center.today },
  }),
)
const { class: seen } = dataOf(await office.GET('/api/centers/{centerId}/classes/{classId}', inClass))
const renamed = dataOf(
  await office.PATCH('/api/centers/{centerId}/classes/{classId}', {
    ...inClass,
    body: { ...seen, notes: 'Room 3' },
  }),
)
mustBe(renamed.notes, 'Room 3')

const course = dataOf(
  await admin.POST('/api/bl/courses', { body: { name: `Fetch ${lastName}`, subject: 'Math' } }),
)
const level = dataOf(
  await admin.POST('/api/bl/levels', { body: { courseId: course._id, name: 'One', chapterCount: 1 } }),
)
dataOf(
  await admin.POST('/api/bl/levels/{levelId}/chapters', {
    params: { path: { levelId: level._id } },
    body: { num: 1, name: 'Adding' },
  }),
)
const section = dataOf(
  await admin.POST('/api/bl/levels/{levelId}/chapters/{chapterNum}/sections', {
    params: { path: { levelId: level._id, chapterNum: 1 } },
    body: { name: 'Sums' },
  }),
)
const question = dataOf(
  await admin.POST('/api/bl/questions', {
    body: {
      level: level._id,
      chapter: 1,
      section: section.num,
      content: 'What is $2 + 2$?',
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '4' }] },
    },
  }),
)
dataOf(await admin.PATCH('/api/bl/questions', { body: { ids: [question._id], status: 'success' } }))

const work = dataOf(
  await office.POST('/api/students/{id}/homework', {
    params: { path: { id: studentId } },
    body: { sections: [section._id] },
  }),
)
const invitation = dataOf(
  await office.POST('/api/centers/{centerId}/students/{studentId}/invitation', {
    params: { path: { centerId, studentId } },
  }),
)
await open().POST('/api/password/reset', {
  body: { token: tokenOf(invitation.link ?? ''), password: `${password}-now` },
})
const child = await signIn(invitation.userName ?? '', `${password}-now`)
const mine = { params: { path: { id: work._id } } }
dataOf(await child.PATCH('/api/student/homework/{id}', { ...mine, body: { state: 'started' } }))
const outcome = dataOf(
  await child.POST('/api/student/homework/{id}/{n}', {
    params: { path: { id: work._id, n: 1 } },
    body: { seq: 1, answerId: crypto.randomUUID(), given: { kind: 'fr', parts: ['4'] } },
  }),
)
mustBe(outcome.verdict?.status, 'correct')
dataOf(await child.PATCH('/api/student/homework/{id}', { ...mine, body: { state: 'submitted' } }))
const result = dataOf(
  await office.GET('/api/students/{id}/homework/{itemId}', {
    params: { path: { id: studentId, itemId: work._id } },
  }),
)
mustBe([result.correct, result.total], [1, 1])
console.log('openapi-typescript: from import to result.')

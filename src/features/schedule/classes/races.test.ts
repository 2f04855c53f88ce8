import { beforeAll, expect, test } from 'vitest'
import { places } from '../places/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { classes } from './api.ts'

/** Changes to a class while students are being enrolled (reliability F12). */
const world = await openWorld()
const make = <T>(work: (of: ReturnType<typeof factories>) => Promise<T>) =>
  world.database.write((db) => work(factories(db)))

let centerId: string
let office: Caller

beforeAll(async () => {
  centerId = (await make((of) => of.center())).id
  office = await world.as(await make((of) => of.staff('operator', centerId)))
})

const rounds = Array.from({ length: 8 }, (_, round) => round)
const enroll = (classId: string, studentId: string) =>
  office.call(places.enroll, { centerId, classId, studentId, type: 'regular', startDate: today })
const change = (classId: string, more: object) => office.call(classes.change, { centerId, classId, ...more })

test.each(rounds)('shrinking a class while students join never overfills it (round %i)', async () => {
  const { klass, ids } = await make(async (of) => {
    const made = []
    for (let n = 0; n < 4; n++) made.push((await of.student(centerId)).id)
    return { klass: await of.klass(centerId, { maxSize: 4 }), ids: made }
  })
  const [cut, ...came] = await Promise.all([
    change(klass.id, { maxSize: 2 }),
    ...ids.map((id) => enroll(klass.id, id)),
  ])
  const seats = came.filter(({ status }) => status === 201).length
  expect([
    cut.status === 200 ? seats <= 2 : seats > 2,
    [...came, cut].map(({ status }) => status).filter((status) => status >= 500),
  ]).toEqual([true, []])
})

test.each(rounds)(
  'exactly one succeeds: moving a class, or enrolling its student in another class at the new time (round %i)',
  async () => {
    const { math, english, id } = await make(async (of) => {
      const one = await of.klass(centerId, { time: '10:00' })
      const student = await of.student(centerId)
      await of.place(one, student.id)
      return { math: one, english: await of.klass(centerId, { time: '14:00' }), id: student.id }
    })
    const answers = await Promise.all([change(math.id, { time: '14:30' }), enroll(english.id, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      answers[0].status === 200 ? [200, 409] : [201, 409],
    )
  },
)

import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/clock.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { sendReminders } from './jobs.ts'
import { saturdaysToSend } from './sending-times.ts'

const { database } = await openWorld()
const settings = { ...readSettings({}), publicUrl: 'https://learn.example' }

const { centerId, sam, klass, operator } = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center({ id: 'Maple Street' })
  const child = await make.student(center.id, { firstName: 'Sam' })
  await make.student(center.id, { firstName: 'Idle' })
  await make.parent([child], { firstName: 'Pilar' })
  return {
    centerId: center.id,
    sam: child,
    klass: await make.klass(center.id, { day: 3 }),
    operator: await make.staff('operator', center.id),
  }
})
const [saturday, sunday] = ['2026-03-07', '2026-03-08']

const switchOn = (since = '2026-01-01') => database.single`
  insert into reminders (center_id, kind, on_since, hour) values (${centerId}, 'week', ${since}, 9)`
const mark = (on: string, what: 'present' | 'absent') => database.single`
  insert into attendances (center_id, id, class_id, student_id, held_on, mark, taken_by, taken_at, arrived_at)
  values (${centerId}, ${newId()}, ${klass.id}, ${sam.id}, ${on}, ${what}, ${operator.id}, now(), ${what === 'present' ? `${on}T21:30Z` : null})`
const homework = (
  submitted: string | null,
  figures: { correct: number; total: number } | null = null,
) => database.single`
  insert into work (center_id, id, student_id, kind, name, item, state, assigned_by, submitted_at, graded_at, correct, total, score)
  values (${centerId}, ${newId()}, ${sam.id}, 'homework', 'Fractions 4', ${newId()}, ${submitted ? 'graded' : 'assigned'}, ${operator.id},
    ${submitted}, ${submitted}, ${figures?.correct ?? null}, ${figures?.total ?? null}, ${figures ? figures.correct / figures.total : null})`

const run = () => sendReminders({}, { database, settings })
const sent = () => database.read<{ subject: string; body: string }[]>`
  select subject, body from mail where purpose = 'automatic' order by id`

beforeEach(async () => {
  for (const table of ['mail', 'sent_reminders', 'reminders', 'attendances', 'work', 'section_estimates'])
    await database.single`delete from ${database.single(table)}`
  setClock(`${saturday} 09:00`)
})

test.each([
  ['2026-03-06', '12:00', []],
  [saturday, '08:59', []],
  [saturday, '09:00', [saturday]],
  [saturday, '19:59', [saturday]],
  [sunday, '08:00', [saturday]],
  ['2026-03-09', '09:00', []],
])('on %s at %s, weekly messages are sent for the Saturdays %j', (today, time, told) =>
  expect(saturdaysToSend({ today, time }, 9)).toEqual(told),
)

describe('the week of a child', () => {
  test('is summarized once, with only its own figures and the homework left to do', async () => {
    await switchOn()
    await mark('2026-03-04', 'present')
    await mark('2026-02-28', 'absent')
    await mark('2026-02-27', 'present')
    await homework('2026-03-05T15:00Z', { correct: 8, total: 10 })
    await homework('2026-02-20T15:00Z', { correct: 1, total: 10 })
    await homework(null)
    await run()
    await run()
    setClock(`${sunday} 09:00`)
    await run()
    expect(await sent()).toEqual([
      {
        subject: 'Sam’s week',
        body: `Hello Pilar,\n\nFrom Sat, Feb 28 to Fri, Mar 6, Sam came to 1 of 2 classes and finished one assignment with 8 of 10 right. There is still 1 homework assignment to do.\n\nhttps://learn.example/parent/students/${sam.id}\n`,
      },
    ])
  })

  test('is summarized with the sections that the child mastered', async () => {
    await switchOn()
    await mark('2026-03-04', 'present')
    await database.write(async (db) => {
      const make = factories(db)
      for (const [name, at] of [
        ['Halves', '2026-03-02T15:00Z'],
        ['Thirds', '2026-02-20T15:00Z'],
      ] as const) {
        const { id } = await make.section({ name })
        await db`
          insert into section_estimates (center_id, student_id, section_id, ability, variance, start_ability, answers, answered_at, mastered_at)
          values (${centerId}, ${sam.id}, ${id}, 1, 1, 1, 9, ${at}, ${at})`
      }
    })
    await run()
    expect((await sent())[0]?.body).toContain('Sam came to 1 of 1 class and mastered “Halves”.')
  })

  test('is summarized on Sunday if the message couldn’t be sent on Saturday', async () => {
    await switchOn()
    await mark('2026-03-04', 'present')
    setClock(`${sunday} 10:00`)
    await run()
    expect((await sent())[0]?.body).toContain('Sam came to 1 of 1 class. There is no homework left to do.')
  })

  test('isn’t summarized if there was neither a class nor finished work, or if messages were switched on only that day', async () => {
    await switchOn()
    await homework(null)
    await run()
    expect(await sent()).toEqual([])
    await database.single`delete from reminders`
    await switchOn(`${saturday}T13:00Z`)
    await mark('2026-03-04', 'present')
    await run()
    expect(await sent()).toEqual([])
  })
})

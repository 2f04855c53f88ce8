import { expect, test } from 'vitest'
import { operation } from '#features/operation/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { alarmLimits, watchReading } from './mass-reading.ts'

const { as, database } = await openWorld()

const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id } = await make.center()
  const students = []
  for (let each = 0; each < alarmLimits.day; each += 1) students.push((await make.student(id)).id)
  return {
    admin: await make.staff('admin', null),
    thief: await make.staff('operator', id),
    busy: await make.staff('operator', id),
    students,
  }
})

const reads = (personId: string, count: number, hoursAgo = 0) => database.single`
  insert into access_log (student_id, person_id, how, at)
  select student, ${personId}, 'read', now() - make_interval(hours => ${hoursAgo}) from unnest(${cast.students.slice(0, count)}::uuid[]) student
  on conflict do nothing
`
const warnings: unknown[] = []
const look = () =>
  watchReading({}, { database, log: { warn: (...words: unknown[]) => void warnings.push(words) } })
const alarms = async () =>
  (await (await as(cast.admin)).call(operation.read, {})).body.alarms.map(({ text }) => text)

test('mass reading alerts the admins once a day, under System, by email and in the log', async () => {
  const { thief, busy } = cast
  await reads(busy.id, alarmLimits.hour - 1)
  await look()
  expect(await alarms()).toEqual([])

  await reads(thief.id, alarmLimits.hour)
  await look()
  await reads(thief.id, alarmLimits.hour + 5)
  await look()
  expect(await alarms()).toEqual([
    `${thief.firstName} ${thief.lastName} (operator) opened the records of 60 students within an hour. If this is not part of their job, end their sessions: open their name under Accounts and go to “Logged in”.`,
  ])
  expect(warnings).toEqual([[{ user: thief.id, hour: 60, day: 60 }, 'mass reading']])
  const subject = `${thief.firstName} ${thief.lastName} opened the records of 60 students within an hour`
  await expect
    .poll(() => database.read`select subject from mail where purpose = 'notice'`)
    .toMatchObject([{ subject }])
})

test('an unseen alarm is repeated once a day, not at every check', async () => {
  const { thief } = cast
  await database.single`update alarms set first_at = now() - interval '25 hours', last_at = now() - interval '25 hours'`
  const before = warnings.length
  await reads(thief.id, alarmLimits.hour + 10)
  for (let each = 0; each < 3; each += 1) await look()
  expect(warnings.length - before).toBe(1)
})

test('reading many records slowly over a day raises an alarm', async () => {
  const patient = await database.write((db) => factories(db).staff('editor', null))
  await reads(patient.id, alarmLimits.day - 1, 3)
  await look()
  expect(await alarms()).toHaveLength(1)
  await reads(patient.id, alarmLimits.day, 3)
  await look()
  expect((await alarms()).filter((text) => text.includes('200 students within a day'))).toHaveLength(1)
})

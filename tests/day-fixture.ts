import type { CallInput } from '#shared/contract.ts'
import { attendance } from '#features/attendance/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { days } from '#features/schedule/days/api.ts'
import { factories } from './factories.ts'
import { openWorld, type Caller, type World } from './world.ts'

/** Creates two classes on Tuesdays with two children each, an empty class on Wednesdays, and staff. */
function makeCast(world: World) {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id)
    const tess = await make.teacher(north.id, { firstName: 'Tess', lastName: 'Rivera' })
    const math = await make.klass(north.id, { name: 'Math 5', teacherId: tess.id })
    const english = await make.klass(north.id, {
      name: 'English 3',
      subject: 'English',
      time: '15:00',
      maxSize: 4,
    })
    const wednesday = await make.klass(north.id, { name: 'Wednesdays', day: 3 })
    const children = []
    for (const klass of [math, math, english, english]) {
      const child = await make.student(north.id)
      await make.place(klass, child.id)
      children.push(child)
    }
    return {
      north,
      south,
      math,
      english,
      wednesday,
      children: children as [(typeof children)[0], (typeof children)[0]],
      tess,
      sam: await make.teacher(north.id, { firstName: 'Sam', lastName: 'Lee' }),
      kim: await make.teacher(north.id, { firstName: 'Kim', lastName: 'Day', duty: 'assistant' }),
      ann: await make.teacher(north.id, { firstName: 'Ann', lastName: 'Fox', duty: 'assistant' }),
      elsewhere: await make.teacher(south.id),
      operator,
      admin: await make.staff('admin', null),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', null),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

export type Change = Omit<CallInput<typeof days.change>, 'centerId' | 'scheduleId'>

/**
 * Opens a world with classes on several days and the calls that change those days. Shared by the tests of day
 * changes.
 */
export async function openDays() {
  const world = await openWorld()
  const cast = await makeCast(world)
  const office = await world.as(cast.operator)
  const at = (scheduleId: string) => ({ centerId: cast.north.id, scheduleId })
  const day = async (on: string, who = office) => (await who.call(schedules.day, at(on))).body

  /** Returns Math 5 as scheduled on a day. Throws if it doesn't meet then. */
  async function math(on: string) {
    const entry = (await day(on)).schedules.find(({ id }) => id === cast.math.id)
    if (!entry) throw new Error('Math 5 does not meet.')
    return entry
  }

  const change = (on: string, facts: Change, { who = office, seen }: { who?: Caller; seen?: number } = {}) =>
    who.call(
      days.change,
      { ...at(on), ...facts },
      seen === undefined ? {} : { headers: { 'if-match': `"${seen}"` } },
    )

  /** Marks a child's attendance in Math 5. */
  const take = (who: Caller, on: string, mark: 'present' | 'absent' = 'present') =>
    who.call(attendance.take, {
      centerId: cast.north.id,
      classId: cast.math.id,
      on,
      marks: [{ studentId: cast.children[0].id, mark }],
    })

  const close = (on: string, name: string) =>
    world.database.write(
      (db) => db`insert into closures (center_id, held_on, name) values (${cast.north.id}, ${on}, ${name})`,
    )

  /** Makes a call as another person and returns its status. */
  const statusAs = async (
    who: Parameters<typeof world.as>[0],
    call: (caller: Caller) => Promise<{ status: number }>,
  ) => (await call(await world.as(who))).status

  return {
    world,
    cast,
    office,
    device: await world.as({ ...cast.device, centerId: cast.north.id }),
    at,
    day,
    math,
    change,
    take,
    close,
    statusAs,
  }
}

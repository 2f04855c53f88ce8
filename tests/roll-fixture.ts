import { attendance } from '#features/attendance/api.ts'
import type { Mark } from '#features/schedule/rules.ts'
import type { Settings } from '#server/settings.ts'
import { factories } from './factories.ts'
import { openWorld, today, type Caller, type World } from './world.ts'

/**
 * Creates a center, people who may and may not take attendance there, and another center. Shared by the
 * attendance tests.
 */
async function makeCast(world: World) {
  return await world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id)
    return {
      north,
      operator,
      colleague: await make.staff('manager', north.id),
      stranger: await make.staff('manager', south.id),
      editor: await make.staff('editor', null),
      student: await make.student(north.id),
      elsewhere: await make.student(south.id),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
      teacher: await make.teacher(north.id, { firstName: 'Tess', lastName: 'Rivera' }),
    }
  })
}

/**
 * Opens a world with a classroom device and two people, so that tests can take attendance from several sides
 * at the same time. Returns the world, its people and device, and functions that
 * create and watch a roll.
 */
export async function openRolls(settings: Partial<Settings> = {}) {
  const world = await openWorld(settings)
  const cast = await makeCast(world)
  const { read, write } = world.database

  /** Creates a separate class with this many regular students, so that tests don't share marks. */
  const makeClass = (students: number, term: { day?: number; time?: string; minutes?: number } = {}) =>
    write(async (db) => {
      const make = factories(db)
      const klass = await make.klass(cast.north.id, { teacherId: cast.teacher.id, ...term })
      const ids: string[] = []
      for (let n = 0; n < students; n += 1) {
        const { id } = await make.student(cast.north.id, { lastName: `Last ${n}` })
        await make.place(klass, id)
        ids.push(id)
      }
      return { ids, klass, where: { centerId: cast.north.id, classId: klass.id, on: today } }
    })

  type Where = Awaited<ReturnType<typeof makeClass>>['where']
  const operator = await world.as(cast.operator)
  const take = (who: Caller, where: Where, marks: [string, Mark | null][]) =>
    who.call(attendance.take, { ...where, marks: marks.map(([studentId, mark]) => ({ studentId, mark })) })

  return {
    world,
    cast,
    operator,
    colleague: await world.as(cast.colleague),
    device: await world.as({ ...cast.device, centerId: cast.north.id }),
    makeClass,
    /**
     * Creates a class of one student, whom the operator has marked. `ask` is the input of calls about the
     * mark.
     */
    marked: async (mark: Mark = 'present') => {
      const { ids, where } = await makeClass(1)
      const studentId = ids[0] as string
      const { body } = await take(operator, where, [[studentId, mark]])
      return { where, studentId, ask: { centerId: where.centerId, id: body[0]?._id as string } }
    },
    take,
    /** Returns the stored marks of a class. */
    rows: async (classId: string) => [
      ...(await read`
        select student_id, mark, arrived_at, departed_at, taken_by, taken_on, version from attendances
        where class_id = ${classId} order by student_id`),
    ],
    /** Returns the history of an entity. */
    trail: async (entity: string) => [
      ...(await read`select action, person_id, device_id, before, after from audit where entity_id = ${entity} order by id`),
    ],
  }
}

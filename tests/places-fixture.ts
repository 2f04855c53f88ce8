import { v7 as newId } from 'uuid'
import { schedules } from '#features/schedule/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { factories } from './factories.ts'
import type { Caller, World } from './world.ts'

/**
 * Creates a center with staff for tests of places. By default, classes are on Tuesdays at 4:30 PM. Today is
 * Tuesday, March 3.
 */
export async function placesFixture(world: World) {
  const make = <T>(work: (of: ReturnType<typeof factories>) => Promise<T>) =>
    world.database.write((db) => work(factories(db)))
  const cast = await make(async (of) => {
    const [north, south] = [await of.center(), await of.center()]
    return {
      center: north.id,
      operator: await of.staff('operator', north.id),
      manager: await of.staff('manager', north.id),
      stranger: await of.staff('operator', south.id),
      elsewhere: { student: await of.student(south.id), klass: await of.klass(south.id) },
    }
  })
  const operator = await world.as(cast.operator)
  const manager = await world.as(cast.manager)
  const stranger = await world.as(cast.stranger)
  return {
    cast,
    operator,
    manager,
    stranger,
    ...recordsOf(world, make, cast.center),
    ...callsOf(operator, cast.center),
  }
}

type Factories = ReturnType<typeof factories>
type Make = <T>(work: (of: Factories) => Promise<T>) => Promise<T>
type Klass = { id: string; centerId: string }

/** Creates records directly in the database, as other features would. */
function recordsOf({ database }: World, make: Make, center: string) {
  const newClass = (more: Parameters<Factories['klass']>[1] = {}) => make((of) => of.klass(center, more))
  const newStudent = (more: object = {}) => make((of) => of.student(center, more))
  const newPlace = (klass: Klass, studentId: string, more: object = {}) =>
    make((of) => of.place(klass, studentId, more))
  return {
    newClass,
    newStudent,
    newPlace,
    pause: (place: Klass, from: string, to: string | null) => make((of) => of.pause(place, from, to)),
    /** Creates a class with one seat, taken by a regular student. */
    fullClass: async (more: object = {}) => {
      const klass = await newClass({ maxSize: 1, ...more })
      return { klass, holder: await newPlace(klass, (await newStudent()).id) }
    },
    /**
     * Marks a student `present`. With `noticed`, marks the student `absent` after an absence notice, or
     * `pickup` after a notice if `noticed` is `pickup`.
     */
    mark: (
      klass: Klass,
      studentId: string,
      on: string,
      { noticed = false }: { noticed?: boolean | 'pickup' } = {},
    ) =>
      database.write(
        (db) => db`
          insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at, noticed_at)
          values (${center}, ${newId()}, ${klass.id}, ${studentId}, ${on}, ${noticed === 'pickup' ? noticed : noticed ? 'absent' : 'present'},
            ${noticed ? null : `${on}T21:30:00Z`}, ${noticed ? '2026-03-01T12:00:00Z' : null})`,
      ),
    credit: async (missed: Klass, studentId: string, expiresOn = '2026-05-01') => {
      const id = newId()
      await database.write(
        (db) => db`
          insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on)
          values (${center}, ${id}, ${studentId}, ${missed.id}, '2026-02-24', 'notice', ${expiresOn})`,
      )
      return id
    },
    spentOn: async (credit: string) => {
      const [row] = await database.read<
        { placeId: string | null }[]
      >`select place_id from credits where id = ${credit}`
      return row?.placeId
    },
  }
}

type Wish = { type?: 'regular' | 'make-up' | 'trial' | 'waitlist'; startDate?: string } & Record<
  string,
  unknown
>

/** Returns the operator's calls. By default, a place is regular and starts today. */
function callsOf(operator: Caller, centerId: string) {
  return {
    enroll: (klass: Klass, studentId: string, more: Wish = {}, by = operator) =>
      by.call(places.enroll, {
        centerId,
        classId: klass.id,
        studentId,
        type: 'regular',
        startDate: '2026-03-03',
        ...more,
      }),
    change: (placeId: string, more: object, by = operator) =>
      by.call(places.change, { centerId, placeId, ...more }),
    move: (placeId: string, classId: string, startDate: string) =>
      operator.call(places.move, { centerId, placeId, classId, startDate }),
    remove: (placeId: string) => operator.call(places.remove, { centerId, placeId }),
    ofStudent: async (studentId: string) =>
      (await operator.call(places.ofStudent, { centerId, studentId })).body,
    /** Returns a class's seats on a day, and the badge of each of its students by student id. */
    rosterOf: async (klass: Klass, on: string) => {
      const { body } = await operator.call(schedules.day, { centerId, scheduleId: on })
      const entry = body.schedules.find(({ id }) => id === klass.id)
      return { seats: entry?.seats, badges: new Map(entry?.students.map(({ _id, badge }) => [_id, badge])) }
    },
  }
}

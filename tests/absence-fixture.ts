import { absences } from '#features/family/absences/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import type { CallInput } from '#shared/contract.ts'
import { factories } from './factories.ts'
import { openWorld, type Caller } from './world.ts'

type Plan = Partial<{
  day: number
  time: string
  type: 'regular' | 'make-up' | 'trial' | 'waitlist'
  /** Day of a make-up or trial. */
  on: string
  maxSize: number
}>

/**
 * Opens a center where families report absences. Each test creates its own family and class. Shared by the
 * absence tests.
 */
export async function openFamilies() {
  const world = await openWorld()
  const { write, read } = world.database
  const cast = await write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const staff = await make.staff('manager', center.id)
    return {
      center,
      staff,
      device: { ...(await make.device(center.id, staff.id)), kind: 'devices' as const },
    }
  })
  const { id: centerId } = cast.center
  const office = await world.as(cast.staff)

  /** Creates a child with two parents, in a class on Thursdays at 4:30 PM by default. */
  async function newFamily({
    day = 4,
    time = '16:30',
    type = 'regular',
    on: guestOn = '2026-03-05',
    maxSize = 8,
  }: Plan = {}) {
    const made = await write(async (db) => {
      const make = factories(db)
      const child = await make.student(centerId, { firstName: 'Ada' })
      const klass = await make.klass(centerId, { name: 'Math Club', day, time, maxSize })
      const guest = type === 'make-up' || type === 'trial'
      const place = await make.place(klass, child.id, {
        type,
        ...(guest && { startsOn: guestOn, endsOn: guestOn }),
      })
      return {
        child,
        klass,
        place,
        mother: await make.parent([child], { firstName: 'Maria' }),
        father: await make.parent([child]),
      }
    })
    const [mother, father] = [await world.as(made.mother), await world.as(made.father)]
    const where = (on: string) => ({ id: made.child.id, classId: made.klass.id, on })
    return {
      ...made,
      motherId: made.mother.id,
      mother,
      father,
      where,
      tell: (on: string, more: Partial<CallInput<typeof absences.tell>> = {}, who: Caller = mother) =>
        who.call(absences.tell, { ...where(on), reason: 'Sick', ...more }),
      withdraw: (on: string, who: Caller = mother) => who.call(absences.withdraw, where(on)),
      /** Returns the states and reasons of the child's credits, latest missed class first. */
      credits: async () =>
        (await office.call(credits.ofStudent, { centerId, studentId: made.child.id })).body.map(
          ({ state, reason }) => [state, reason],
        ),
      marks: async () => [
        ...(await read`
          select mark, reason, note, noticed_at, told_by, version from attendances where student_id = ${made.child.id} order by held_on`),
      ],
      trail: async () => [
        ...(await read`
          select action, person_id from audit where entity_id like ${`${made.klass.id}%`} or entity_id = ${made.place.id} order by id`),
      ],
    }
  }

  return { world, cast, centerId, office, newFamily }
}

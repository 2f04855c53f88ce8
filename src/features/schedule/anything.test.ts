import { expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import type { Mark } from './rules.ts'
import { settings } from './center-settings/api.ts'
import { absences } from '#features/family/absences/api.ts'
import type { CenterId } from '#server/gate.ts'
import { addDays } from '#shared/calendar.ts'
import { factories } from '#tests/factories.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { breaks } from './breaks/api.ts'
import { classes } from './classes/api.ts'
import { credits } from './credits/api.ts'
import { knownOf } from './credits/queries.ts'
import { missedClassCredit } from './credits/settlement.ts'
import { settlement } from './credits/credit-state.ts'
import { days } from './days/api.ts'
import { places } from './places/api.ts'

/**
 * Makes random changes to three weeks of classes, as an office and its families would, in any order and six
 * at a time. Checks that nothing breaks, no seat or student is double-booked, and credits match what happened
 * (reliability F12, H2).
 */
const world = await openWorld()
const { read, write } = world.database
const { cast, operator, manager, newClass, newStudent } = await placesFixture(world)
const centerId = cast.center

const rounds = process.env.FAULTS ? 500 : 60
const atOnce = 6

/**
 * Seeded random numbers (minimal standard generator). Concurrent actions take numbers in the order in which
 * they run.
 */
let seed = Number(process.env.SEED ?? 1)
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}
const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] as T
const perhaps = (chance: number) => random() < chance

/**
 * Classes to create: three on Tuesdays, each overlapping the next one in time, and one on Fridays with a
 * single seat. The second value of each is the number of days from today to its first meeting.
 */
const plans = [
  [{ maxSize: 2 }, 0],
  [{ maxSize: 2, time: '17:00' }, 0],
  [{ maxSize: 2, time: '18:00' }, 0],
  [{ maxSize: 1, day: 5 }, 3],
] as const
const halls = await Promise.all(
  plans.map(async ([plan, first]) => ({ classId: (await newClass(plan)).id, first })),
)
const families = await Promise.all(
  Array.from({ length: 7 }, async () => {
    const child = await newStudent()
    const parent = await write((db) => factories(db).parent([child]))
    return { studentId: child.id, parent: await world.as(parent) }
  }),
)
const meeting = ({ first }: { first: number }) => addDays(today, first + 7 * Math.floor(3 * random()))

type Row = { id: string; classId: string; studentId: string; type: string; on: string }
type Table = 'places' | 'breaks' | 'attendances' | 'credits'

/** Returns a random row of a table, or undefined if the table is empty. */
async function some(table: Table): Promise<Row | undefined> {
  const rows = await read<Row[]>`
    select * from (
      select 'places' as name, id, class_id, student_id, type, lower(during) as "on" from places where center_id = ${centerId}
      union all select 'breaks', id, id, id, '', lower(during) from breaks where center_id = ${centerId}
      union all select 'attendances', id, class_id, student_id, mark, held_on from attendances where center_id = ${centerId}
      union all select 'credits', id, class_id, student_id, reason, missed_on from credits where center_id = ${centerId}) rows
    where name = ${table} order by id`
  return rows[Math.floor(random() * rows.length)]
}

type Action = (who: Caller) => Promise<{ status: number; text: string } | undefined>
const hall = () => pick(halls as [(typeof halls)[0], ...typeof halls])
const child = () => pick(families as [(typeof families)[0], ...typeof families])

function enroll(type: 'regular' | 'make-up' | 'trial' | 'waitlist'): Action {
  return (who) => {
    const { classId, first } = hall()
    return who.call(places.enroll, {
      centerId,
      classId,
      studentId: child().studentId,
      type,
      startDate: meeting({ first }),
    })
  }
}

/**
 * Returns an action that applies `action` to a random row of a table and a day. The day of a make-up or trial
 * is its own; for other rows, it is a random day on which the row's class meets (for a break, any class).
 */
function withSome(table: Table, action: (who: Caller, row: Row, on: string) => ReturnType<Action>): Action {
  return async (who) => {
    const row = await some(table)
    const at = halls.find(({ classId }) => classId === row?.classId) ?? hall()
    return (
      row && (await action(who, row, row.type === 'make-up' || row.type === 'trial' ? row.on : meeting(at)))
    )
  }
}

const confirmed = () => ({ confirmed: perhaps(0.6) })
const actions: [Action, ...Action[]] = [
  enroll('regular'),
  enroll('regular'),
  enroll('make-up'),
  enroll('make-up'),
  enroll('trial'),
  enroll('waitlist'),
  withSome('places', (who, { id, type }, on) => {
    const way =
      type === 'waitlist'
        ? { type: 'regular' as const, startDate: on }
        : perhaps(0.5)
          ? { endDate: on }
          : { endDate: null }
    return who.call(places.change, { centerId, placeId: id, ...way, ...confirmed() })
  }),
  withSome('places', (who, { id }, on) =>
    who.call(places.move, { centerId, placeId: id, classId: hall().classId, startDate: on, ...confirmed() }),
  ),
  withSome('places', (who, { id }) => who.call(places.remove, { centerId, placeId: id, ...confirmed() })),
  withSome('places', (who, { id }, on) =>
    who.call(breaks.add, {
      centerId,
      placeId: id,
      startDate: on,
      endDate: pick([null, addDays(on, 6), addDays(on, 13)]),
      ...confirmed(),
    }),
  ),
  withSome('breaks', (who, { id }, on) =>
    who.call(breaks.change, { centerId, breakId: id, endDate: addDays(on, 6), ...confirmed() }),
  ),
  withSome('breaks', (who, { id }) => who.call(breaks.remove, { centerId, breakId: id })),
  ...Array.from({ length: 3 }, () =>
    withSome('places', (who, { classId, studentId }, on) => {
      const mark = pick<Mark | null>(on > today ? ['absent', 'absent', null] : ['absent', 'present', null])
      return who.call(attendance.take, { centerId, classId, on, marks: [{ studentId, mark }] })
    }),
  ),
  withSome('attendances', (who, { id }) =>
    who.call(attendance.change, { centerId, id, excused: perhaps(0.5) }),
  ),
  withSome('attendances', (who, { id }) => who.call(attendance.clear, { centerId, id })),
  withSome('places', async (_, { classId, studentId }, on) => {
    const parent = families.find((each) => each.studentId === studentId)?.parent
    const which = { id: studentId, classId, on }
    if (perhaps(0.6)) return await parent?.call(absences.tell, { ...which, reason: 'Sick' })
    return await parent?.call(absences.withdraw, which)
  }),
  (who) => {
    const both = perhaps(0.3) ? halls.slice(0, 3) : [hall()]
    const cancel = perhaps(0.5) ? { reason: 'Snow' } : null
    const scheduleId = meeting(both[0] ?? hall())
    return who.call(days.change, {
      centerId,
      scheduleId,
      classes: both.map(({ classId }) => ({ classId, cancel })),
    })
  },
  () =>
    perhaps(0.3)
      ? manager.call(settings.close, { centerId, date: meeting(hall()), name: 'Snow' })
      : manager.call(settings.reopen, { centerId, date: meeting(hall()) }),
  (who) => {
    const change = pick([
      { maxSize: 1 },
      { maxSize: 2 },
      { maxSize: 3 },
      { time: '16:30' },
      { time: '17:30' },
      { time: '18:00' },
    ])
    return who.call(classes.change, { centerId, classId: hall().classId, from: meeting(hall()), ...change })
  },
  withSome('credits', (who, { id }) =>
    who.call(credits.change, { centerId, creditId: id, void: perhaps(0.4) }),
  ),
]

/** Returns the violated invariants, as found by SQL and by the credit rules. */
async function broken() {
  const rows = await read<{ what: string; about: string }[]>`
    with d as (select ${today}::date + n as at from generate_series(0, 40) n),
    m as (
      select t.*, d.at from class_terms t join d on t.during @> d.at and t.day = extract(dow from d.at)
      where t.center_id = ${centerId} and not exists (select from closures c where c.center_id = t.center_id and c.held_on = d.at)
        and not exists (select from class_days cd where cd.class_id = t.class_id and cd.held_on = d.at and cd.canceled_at is not null)),
    seats as (
      select m.*, pl.student_id from m join places pl on pl.class_id = m.class_id and pl.type <> 'waitlist' and pl.during @> m.at
      where not exists (select from breaks b where b.place_id = pl.id and b.during @> m.at) and not exists (
        select from attendances a where a.class_id = pl.class_id and a.student_id = pl.student_id and a.held_on = m.at and a.mark = 'absent'
          and a.noticed_at is not null))
    select 'more students than seats' as what, class_id || ' ' || at as about from seats group by class_id, at, max_size having count(*) > max_size
    union all select 'two classes at once', one.student_id || ' ' || one.at from seats one
      join seats other on other.student_id = one.student_id and other.at = one.at and other.class_id > one.class_id
        and (one.time, one.time + make_interval(mins => one.minutes)) overlaps (other.time, other.time + make_interval(mins => other.minutes))
    union all select 'a break outside its place', b.id::text from breaks b join places pl on pl.id = b.place_id where not b.during <@ pl.during
    union all select 'a make-up without a credit', pl.id::text from places pl
      where pl.center_id = ${centerId} and pl.type = 'make-up' and not exists (select from credits cr where cr.place_id = pl.id)
    union all select 'a credit spent on somebody else', cr.id::text from credits cr join places pl on pl.id = cr.place_id
      where pl.type <> 'make-up' or pl.student_id <> cr.student_id`
  const on = Array.from({ length: 28 }, (_, n) => addDays(today, n))
  const { due, excess } = settlement(
    (await knownOf(read, centerId as CenterId, { on })).map((row) => missedClassCredit(row)),
    [],
  )
  const wrong = [
    ...due.map(({ studentId }) => `no credit for ${studentId}`),
    ...excess.map(({ studentId }) => `a credit too many for ${studentId}`),
  ]
  return [...rows.map(({ what, about }) => `${what}: ${about}`), ...wrong]
}

test(
  'random concurrent changes never double-book a seat, a student or a credit',
  { timeout: 600_000 },
  async () => {
    const answers = new Map<number, number>()
    for (let round = 0; round < rounds; round += 1) {
      const done = await Promise.all(
        Array.from({ length: atOnce }, () => pick(actions)(pick([operator, manager]))),
      )
      for (const answer of done) {
        if (!answer) continue
        expect(answer.status, answer.text).toBeLessThan(500)
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      }
      expect(await broken(), `round ${round}`).toEqual([])
    }
    expect((answers.get(200) ?? 0) + (answers.get(201) ?? 0) + (answers.get(204) ?? 0)).toBeGreaterThan(
      rounds,
    )
  },
)

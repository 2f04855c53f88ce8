import { describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { oddities } from './api.ts'
import type { Code } from './codes.ts'

/**
 * Tests the queries for oddities about students, their places, credits and families. The date is Tuesday,
 * 2026-03-03. Each test has its own center.
 */
const world = await openWorld()
const { database } = world
const sql = database.single
const admin = await database.write((db) => factories(db).staff('admin', null))
const caller = await world.as(admin)

type Make = ReturnType<typeof factories>
const make = <T>(work: (of: Make) => Promise<T>) => database.write((db) => work(factories(db)))

/** Creates a center with Ana Lima and a class on Tuesdays at 4:30 PM. */
const stage = async (more: { status?: 'active' | 'prospect' | 'inactive' } = {}) =>
  await make(async (of) => {
    const { id: centerId } = await of.center()
    const ana = await of.student(centerId, { firstName: 'Ana', lastName: 'Lima', studentNum: 'M1', ...more })
    return { centerId, ana, math: await of.klass(centerId, { name: 'Math 5' }) }
  })

const rowsOf = async (centerId: string, code: Code, more: { from?: string; to?: string } = {}) =>
  (await caller.call(oddities.list, { centerId, code, ...more })).body
const textsOf = async (...args: Parameters<typeof rowsOf>) => (await rowsOf(...args)).map(({ text }) => text)

describe('places', () => {
  test('ST01: a student in overlapping classes appears until they leave one; a day with a reported absence is skipped', async () => {
    const { centerId, ana, math } = await stage()
    const place = await make(async (of) => {
      const english = await of.klass(centerId, { name: 'English 3', time: '17:00' })
      await of.place(math, ana.id)
      return await of.place(english, ana.id, { startsOn: '2026-02-10' })
    })
    expect(await rowsOf(centerId, 'ST01')).toMatchObject([
      {
        severity: 'error',
        text: 'Ana Lima is in Math 5 and English 3 at the same time on Tue, Mar 3, 5:00\u00a0PM.',
        since: '2026-02-10',
        studentId: ana.id,
        fix: { kind: 'student', params: { studentId: ana.id } },
      },
    ])
    await sql`
      insert into attendances (center_id, id, class_id, student_id, held_on, mark, noticed_at)
      values (${centerId}, ${ana.id}, ${math.id}, ${ana.id}, '2026-03-03', 'absent', now())
    `
    expect(await rowsOf(centerId, 'ST01')).toMatchObject([{ date: '2026-03-10' }])
    await sql`update places set during = daterange('2026-02-10', '2026-03-10') where id = ${place.id}`
    expect(await rowsOf(centerId, 'ST01')).toEqual([])
  })

  test('ST02: two students with the same name in a class appear, until one of them leaves it', async () => {
    const { centerId, ana, math } = await stage()
    const { twin, place } = await make(async (of) => {
      const other = await of.student(centerId, {
        firstName: 'ANA',
        lastName: 'Líma',
        studentNum: 'M2',
        grade: '7',
      })
      await of.place(math, ana.id)
      return { twin: other, place: await of.place(math, other.id) }
    })
    expect(await rowsOf(centerId, 'ST02')).toMatchObject([
      {
        text: 'Ana Lima is in Math 5 twice, as M1 and as M2.',
        fix: { kind: 'student', params: { studentId: twin.id } },
      },
    ])
    await sql`update places set during = daterange('2026-01-01', '2026-03-03') where id = ${place.id}`
    expect(await rowsOf(centerId, 'ST02')).toEqual([])
  })

  test('ST03: an active student with no class, or only a waitlist place, appears, dated from the last class', async () => {
    const { centerId, ana, math } = await stage()
    await sql`update students set created_at = '2026-01-05T15:00:00Z'`
    await make((of) => of.place(math, ana.id, { type: 'waitlist' }))
    expect(await rowsOf(centerId, 'ST03')).toMatchObject([
      { text: 'Ana Lima is active but has no class.', since: '2026-01-05' },
    ])
    await sql`update places set type = 'regular', during = daterange('2026-01-06', '2026-02-11') where student_id = ${ana.id}`
    expect(await rowsOf(centerId, 'ST03')).toMatchObject([{ since: '2026-02-11' }])
    await make((of) => of.place(math, ana.id, { startsOn: '2026-03-17' }))
    expect(await rowsOf(centerId, 'ST03')).toEqual([])
  })

  test('ST04: an inactive student’s place appears until it is ended; the fix for a future place is to remove it', async () => {
    const { centerId, ana, math } = await stage({ status: 'inactive' })
    const place = await make((of) => of.place(math, ana.id))
    expect(await rowsOf(centerId, 'ST04')).toMatchObject([
      {
        text: 'Ana Lima is inactive but has a place in Math 5.',
        fix: { kind: 'places.change', params: { placeId: place.id, endDate: '2026-03-03' } },
      },
    ])
    await sql`update places set during = daterange('2026-01-01', '2026-03-03', '[]') where id = ${place.id}`
    expect(await rowsOf(centerId, 'ST04')).toEqual([])
    await sql`update places set during = daterange('2026-03-10', null) where id = ${place.id}`
    expect(await rowsOf(centerId, 'ST04')).toMatchObject([
      { fix: { kind: 'places.remove', params: { placeId: place.id } } },
    ])
  })

  test('ST04: a regular place of a prospect appears until the prospect is active; a trial does not', async () => {
    const { centerId, ana, math } = await stage({ status: 'prospect' })
    await make((of) =>
      of.place(math, ana.id, { type: 'trial', startsOn: '2026-03-03', endsOn: '2026-03-03' }),
    )
    expect(await rowsOf(centerId, 'ST04')).toEqual([])
    await make((of) => of.place(math, ana.id, { startsOn: '2026-03-10' }))
    expect(await rowsOf(centerId, 'ST04')).toMatchObject([
      {
        text: 'Ana Lima is a prospect but has a place in Math 5.',
        fix: { kind: 'students.change', params: { status: 'active' } },
      },
    ])
    await sql`update students set status = 'active' where id = ${ana.id}`
    expect(await rowsOf(centerId, 'ST04')).toEqual([])
  })

  test('BR01: a break appears while it outlasts its place; BR02: a break without an end date appears after 60 days', async () => {
    const { centerId, ana, math } = await stage()
    const place = await make(async (of) => {
      const made = await of.place(math, ana.id)
      await of.pause(made, '2026-01-01', null)
      return made
    })
    expect(await rowsOf(centerId, 'BR01')).toEqual([])
    expect(await rowsOf(centerId, 'BR02')).toMatchObject([
      {
        text: 'Ana Lima has been on a break from Math 5 since Thu, Jan 1, with no end date.',
        since: '2026-01-01',
        fix: { kind: 'breaks.change', params: { endDate: '2026-03-03' } },
      },
    ])
    await sql`update breaks set during = daterange('2026-01-02', null) where place_id = ${place.id}`
    expect(await rowsOf(centerId, 'BR02')).toEqual([])
    await sql`update breaks set during = daterange('2026-02-20', '2026-03-12') where place_id = ${place.id}`
    await sql`update places set during = daterange('2026-01-01', '2026-03-11') where id = ${place.id}`
    expect(await textsOf(centerId, 'BR01')).toEqual([
      'Ana Lima’s break in Math 5 starting Fri, Feb 20 ends after the student’s place in the class does.',
    ])
    await sql`update breaks set during = daterange('2026-02-20', '2026-03-11') where place_id = ${place.id}`
    expect(await rowsOf(centerId, 'BR01')).toEqual([])
  })

  test('FC01: a first class on a day when the class doesn’t meet appears, until the day or the mark is changed', async () => {
    const { centerId, ana, math } = await stage()
    const place = await make((of) => of.place(math, ana.id, { startsOn: '2026-03-04', firstClass: true }))
    expect(await rowsOf(centerId, 'FC01')).toMatchObject([
      {
        text: 'Ana Lima has their first class in Math 5 on Wed, Mar 4, but the class doesn’t meet that day.',
        fix: { kind: 'places.change', params: { placeId: place.id, firstClass: false } },
      },
    ])
    await sql`update places set during = daterange('2026-03-10', null) where id = ${place.id}`
    expect(await rowsOf(centerId, 'FC01')).toEqual([])
    await sql`insert into closures (center_id, held_on) values (${centerId}, '2026-03-10')`
    expect(await rowsOf(centerId, 'FC01')).toHaveLength(1)
    await sql`update places set first_class = false where id = ${place.id}`
    expect(await rowsOf(centerId, 'FC01')).toEqual([])
  })

  test('LC01: a last class within two weeks appears, until there is a note or another class in the subject', async () => {
    const { centerId, ana, math } = await stage()
    await make((of) => of.place(math, ana.id, { endsOn: '2026-03-10' }))
    const found = () => textsOf(centerId, 'LC01')
    expect(await found()).toEqual([
      'Ana Lima has their last class in Math 5 on Tue, Mar 10, with no note or plan for afterward.',
    ])
    await sql`
      insert into student_notes (center_id, id, student_id, record_by, msg, created_at)
      values (${centerId}, ${ana.id}, ${ana.id}, ${admin.id}, 'Moves away.', '2026-03-01T12:00:00Z')
    `
    expect(await found()).toEqual([])
    await sql`update student_notes set active = false`
    expect(await found()).toHaveLength(1)
    await make(async (of) =>
      of.place(await of.klass(centerId, { day: 4 }), ana.id, { startsOn: '2026-03-12' }),
    )
    expect(await found()).toEqual([])
  })
})

describe('absences and credits', () => {
  const absent = async (of: { centerId: string; classId: string; studentId: string }, ...days: string[]) => {
    for (const on of days)
      await sql`
        insert into attendances (center_id, id, class_id, student_id, held_on, mark)
        values (${of.centerId}, ${crypto.randomUUID()}, ${of.classId}, ${of.studentId}, ${on}, 'absent')
      `
  }

  test('AT03: three absences in a row appear, until the student comes; two don’t', async () => {
    const { centerId, ana, math } = await stage()
    const of = { centerId, classId: math.id, studentId: ana.id }
    await absent(of, '2026-02-10', '2026-02-17')
    expect(await rowsOf(centerId, 'AT03')).toEqual([])
    await absent(of, '2026-02-24')
    expect(await rowsOf(centerId, 'AT03')).toMatchObject([
      {
        text: 'Ana Lima missed three classes in a row, most recently on Tue, Feb 24.',
        since: '2026-02-10',
        date: '2026-02-24',
      },
    ])
    expect(await rowsOf(centerId, 'AT03', { from: '2026-02-25' })).toEqual([])
    await sql`update attendances set mark = 'present', arrived_at = now() where held_on = '2026-02-17' and student_id = ${ana.id}`
    expect(await rowsOf(centerId, 'AT03')).toEqual([])
  })

  const credit = async (
    { centerId, studentId, classId }: { centerId: string; studentId: string; classId: string },
    expiresOn: string,
  ) => {
    const id = crypto.randomUUID()
    await sql`
      insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on)
      values (${centerId}, ${id}, ${studentId}, ${classId}, '2026-02-03', 'notice', ${expiresOn})
    `
    return id
  }

  test('MK01: an open credit that expires within seven days appears, until it is used', async () => {
    const { centerId, ana, math } = await stage()
    const id = await credit({ centerId, studentId: ana.id, classId: math.id }, '2026-03-10')
    expect(await rowsOf(centerId, 'MK01')).toMatchObject([
      { text: 'Ana Lima’s make-up credit for Math 5 expires on Tue, Mar 10.', since: '2026-03-03' },
    ])
    const place = await make((of) =>
      of.place(math, ana.id, { type: 'make-up', startsOn: '2026-03-10', endsOn: '2026-03-10' }),
    )
    await sql`update credits set place_id = ${place.id} where id = ${id}`
    expect(await rowsOf(centerId, 'MK01')).toEqual([])
    await sql`update credits set place_id = null, expires_on = '2026-03-11' where id = ${id}`
    expect(await rowsOf(centerId, 'MK01')).toEqual([])
  })

  test('MK02: a make-up appears while its class doesn’t take place or has a different subject than the missed one', async () => {
    const { centerId, ana, math } = await stage()
    const place = await make((of) =>
      of.place(math, ana.id, { type: 'make-up', startsOn: '2026-03-10', endsOn: '2026-03-10' }),
    )
    const found = () => textsOf(centerId, 'MK02')
    const textOf = (why: string) => [`Make-up for Ana Lima in Math 5 on Tue, Mar 10: ${why}.`]
    expect(await found()).toEqual([])
    await sql`insert into class_days (center_id, class_id, held_on, canceled_at) values (${centerId}, ${math.id}, '2026-03-10', now())`
    expect(await found()).toEqual(textOf('the class is canceled'))
    await sql`update class_days set canceled_at = null where class_id = ${math.id}`
    await sql`insert into closures (center_id, held_on) values (${centerId}, '2026-03-10')`
    expect(await found()).toEqual(textOf('the center is closed'))
    await sql`delete from closures where center_id = ${centerId}`
    await sql`update class_terms set day = 3 where class_id = ${math.id}`
    expect(await found()).toEqual(textOf('the class does not meet'))
    await sql`update class_terms set day = 2 where class_id = ${math.id}`
    const english = await make((of) => of.klass(centerId, { subject: 'English', day: 4 }))
    const id = await credit({ centerId, studentId: ana.id, classId: english.id }, '2026-04-01')
    await sql`update credits set place_id = ${place.id} where id = ${id}`
    expect(await rowsOf(centerId, 'MK02')).toMatchObject([
      {
        text: textOf('the missed class had a different subject or type')[0],
        fix: { kind: 'places.remove', params: { placeId: place.id } },
      },
    ])
    await sql`update credits set class_id = ${math.id} where id = ${id}`
    expect(await found()).toEqual([])
  })

  test('MK03: a make-up with a void credit appears, until it is canceled', async () => {
    const { centerId, ana, math } = await stage()
    const place = await make((of) =>
      of.place(math, ana.id, { type: 'make-up', startsOn: '2026-03-10', endsOn: '2026-03-10' }),
    )
    const id = await credit({ centerId, studentId: ana.id, classId: math.id }, '2026-04-01')
    await sql`update credits set place_id = ${place.id}, void_at = '2026-03-01T15:00:00Z' where id = ${id}`
    expect(await rowsOf(centerId, 'MK03')).toMatchObject([
      {
        text: 'Ana Lima’s make-up in Math 5 on Tue, Mar 10 uses a void credit.',
        since: '2026-03-01',
      },
    ])
    await sql`delete from places where id = ${place.id}`
    expect(await rowsOf(centerId, 'MK03')).toEqual([])
  })
})

describe('people', () => {
  test('PR01: a prospect appears from three days after a trial until there is a place or a note', async () => {
    const { centerId, ana, math } = await stage({ status: 'prospect' })
    await make((of) =>
      of.place(math, ana.id, { type: 'trial', startsOn: '2026-02-24', endsOn: '2026-02-24' }),
    )
    expect(await rowsOf(centerId, 'PR01')).toMatchObject([
      { text: 'Ana Lima had a trial in Math 5 on Tue, Feb 24, with no follow-up.', since: '2026-02-27' },
    ])
    const waits = await make((of) => of.place(math, ana.id, { type: 'waitlist', startsOn: '2026-03-01' }))
    expect(await rowsOf(centerId, 'PR01')).toEqual([])
    await sql`delete from places where id = ${waits.id}`
    await sql`
      insert into student_notes (center_id, id, student_id, record_by, msg, created_at)
      values (${centerId}, ${ana.id}, ${ana.id}, ${admin.id}, 'They will call.', '2026-02-25T12:00:00Z')
    `
    expect(await rowsOf(centerId, 'PR01')).toEqual([])
    await sql`delete from student_notes`
    await sql`update places set during = daterange('2026-03-01', '2026-03-02') where student_id = ${ana.id}`
    expect(await rowsOf(centerId, 'PR01')).toEqual([])
  })

  test('DA01: two students with the same name who share a grade or a parent appear as one pair, until one is inactive', async () => {
    const { centerId, ana } = await stage()
    const twin = await make((of) =>
      of.student(centerId, { firstName: 'ana', lastName: 'LIMA', studentNum: 'M2', grade: '5' }),
    )
    const found = () => textsOf(centerId, 'DA01')
    expect(await found()).toEqual(['Ana Lima is listed as M1 and as M2, with the same grade.'])
    await sql`update students set grade = '6' where id = ${twin.id}`
    expect(await found()).toEqual([])
    await make((of) => of.parent([ana, twin]))
    expect(await found()).toEqual(['Ana Lima is listed as M1 and as M2, with the same parent.'])
    await sql`update students set status = 'inactive' where id = ${twin.id}`
    expect(await found()).toEqual([])
  })

  test('DA02: a student whose parents can’t be reached appears, until a parent who may be contacted has a phone or email', async () => {
    const { centerId, ana } = await stage()
    const found = () => textsOf(centerId, 'DA02')
    expect(await found()).toEqual([
      'Nobody can be reached for Ana Lima: no parent who may be contacted has an email or phone.',
    ])
    const parent = await make((of) => of.parent([ana]))
    expect(await found()).toEqual([])
    await sql`update parent_links set contact = false where parent_id = ${parent.id}`
    expect(await found()).toHaveLength(1)
    await sql`update parent_links set contact = true where parent_id = ${parent.id}`
    await sql`update people set email = null where id = ${parent.id}`
    expect(await found()).toEqual([])
    await sql`update parent_links set ended_at = now() where parent_id = ${parent.id}`
    expect(await found()).toHaveLength(1)
  })
})

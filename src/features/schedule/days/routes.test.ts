import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { schedules } from '../api.ts'
import { type Change, openDays } from '#tests/day-fixture.ts'
import { today, type Caller } from '#tests/world.ts'
import { days } from './api.ts'

const { world, cast, office, device, at, day, math, change, take, close, statusAs } = await openDays()
type Who = Parameters<typeof world.as>[0]

describe('changes to a day', () => {
  test('affect the substitute, assistants and note of that day only', async () => {
    const facts = {
      classId: cast.math.id,
      substituteId: cast.sam.id,
      note: ' Bring <rulers> ',
      assistants: [cast.kim.id, cast.tess.id],
    }
    const { status, body } = await change('2026-03-10', { classes: [facts], ta: [cast.ann.id] })
    expect(status).toBe(200)
    expect(body.ta).toEqual([
      { id: cast.ann.id, firstName: 'Ann', lastName: 'Fox', type: 'permanent', notes: '' },
    ])
    expect(await math('2026-03-10')).toMatchObject({
      teacher: { id: cast.tess.id },
      substitute: { id: cast.sam.id, firstName: 'Sam', lastName: 'Lee', type: 'permanent' },
      assistants: [{ firstName: 'Kim' }, { firstName: 'Tess' }],
      note: 'Bring &lt;rulers&gt;',
      canceled: null,
      version: 1,
      seats: 2,
    })
    expect(await math('2026-03-17')).toMatchObject({ substitute: null, assistants: [], note: '', version: 0 })
    const trail = await world.database.read`
      select action, person_id, after from audit where entity_id = ${`${cast.north.id} 2026-03-10`}`
    expect([...trail]).toMatchObject([
      { action: 'schedules.change', personId: cast.operator.id, after: { ta: [{ id: cast.ann.id }] } },
    ])
  })

  test('keep omitted fields and clear those set to null', async () => {
    await change('2026-03-24', {
      classes: [{ classId: cast.math.id, substituteId: cast.sam.id, assistants: [cast.kim.id] }],
    })
    await change('2026-03-24', { classes: [{ classId: cast.math.id, note: 'Test' }], ta: [cast.kim.id] })
    expect(await math('2026-03-24')).toMatchObject({
      substitute: { id: cast.sam.id },
      assistants: [{ id: cast.kim.id }],
      note: 'Test',
    })
    await change('2026-03-24', {
      classes: [{ classId: cast.math.id, substituteId: null, assistants: [cast.ann.id] }],
    })
    expect(await math('2026-03-24')).toMatchObject({
      substitute: null,
      assistants: [{ id: cast.ann.id }],
      note: 'Test',
      version: 3,
    })
    expect((await day('2026-03-24')).ta).toMatchObject([{ id: cast.kim.id }])
    await change('2026-03-24', { ta: [] })
    expect((await day('2026-03-24')).ta).toEqual([])
  })

  test('are sent to devices without notes or cancellation reasons', async () => {
    await change(today, {
      classes: [{ classId: cast.english.id, note: 'CANARY-NOTE', cancel: { reason: 'CANARY-REASON' } }],
    })
    const { status, text, body } = await device.call(schedules.day, at(today))
    expect([status, text.includes('CANARY')]).toEqual([200, false])
    expect(body.schedules.find(({ id }) => id === cast.english.id)).toMatchObject({
      canceled: { reason: '' },
      note: '',
    })
  })

  test('made by two people simultaneously to different classes are both kept', async () => {
    const notes = [cast.math.id, cast.english.id].map((classId, n) =>
      change('2026-04-07', { classes: [{ classId, note: `Note ${n}` }] }),
    )
    expect((await Promise.all(notes)).map(({ status }) => status)).toEqual([200, 200])
    expect((await day('2026-04-07')).schedules.map(({ note }) => note).toSorted()).toEqual([
      'Note 0',
      'Note 1',
    ])
  })

  test('are refused with 412 and the current values if the day has changed since', async () => {
    const facts = (note: string) => ({ classes: [{ classId: cast.math.id, note }] })
    const both = await Promise.all(
      ['One', 'Two'].map((note) => change('2026-04-14', facts(note), { seen: 0 })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const late = both.find(({ status }) => status === 412)
    expect(late?.body).toMatchObject({ current: { schedules: [{}, {}] } })
    expect((await change('2026-04-14', facts('Three'), { seen: 1 })).status).toBe(200)
    expect((await math('2026-04-14')).note).toBe('Three')
  })

  test('can only be made by the office', async () => {
    const status = async (who: Parameters<typeof world.as>[0]) =>
      (await change('2026-04-21', { ta: [] }, { who: await world.as(who) })).status
    expect([await status(null), await status(cast.editor), await status(cast.children[0])]).toEqual([
      401, 403, 403,
    ])
    expect([
      await status(cast.stranger),
      await status(cast.admin),
      (await change(today, { ta: [] }, { who: device })).status,
    ]).toEqual([404, 200, 403])
  })

  test.each<[string, () => Change, number, string, string]>([
    [
      'a class of another weekday',
      () => ({ classes: [{ classId: cast.wednesday.id, note: 'x' }] }),
      409,
      'not_meeting',
      '',
    ],
    ['an unknown class', () => ({ classes: [{ classId: newId(), note: 'x' }] }), 404, 'not_found', ''],
    [
      'a class listed twice',
      () => ({ classes: [{ classId: cast.math.id }, { classId: cast.math.id }] }),
      422,
      'said_twice',
      '/classes',
    ],
    [
      'a substitute who only assists',
      () => ({ classes: [{ classId: cast.math.id, substituteId: cast.kim.id }] }),
      422,
      'not_staff',
      '/classes/0/substituteId',
    ],
    [
      'a substitute of another center',
      () => ({ classes: [{ classId: cast.math.id, substituteId: cast.elsewhere.id }] }),
      422,
      'not_staff',
      '/classes/0/substituteId',
    ],
    [
      'an operator as an assistant',
      () => ({ classes: [{ classId: cast.math.id, assistants: [cast.kim.id, cast.operator.id] }] }),
      422,
      'not_staff',
      '/classes/0/assistants/1',
    ],
    ['a child as an assistant', () => ({ ta: [cast.children[0].id] }), 422, 'not_staff', '/ta/0'],
    [
      'a cancellation without a reason',
      () => ({ classes: [{ classId: cast.math.id, cancel: { reason: '  ' } }] }),
      422,
      'rule',
      '/classes/0/cancel/reason',
    ],
    [
      'a note that is too long',
      () => ({ classes: [{ classId: cast.math.id, note: 'x'.repeat(2001) }] }),
      422,
      'rule',
      '/classes/0/note',
    ],
  ])('are refused with %s', async (_, facts, status, code, path) => {
    const answer = await change('2026-04-28', facts())
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code, ...(path && { errors: [{ path }] }) },
    ])
    expect(await world.database.read`select 1 from class_days where held_on = '2026-04-28'`).toHaveLength(0)
  })

  test('are refused with 400 if their body or date is malformed', async () => {
    const raw = async (body: unknown) =>
      (await office.call(days.change, at('2026-04-28'), { raw: body })).status
    expect([
      await raw({ classes: 'all' }),
      await raw({ classes: [{ classId: 'x' }] }),
      await raw({ notes: 'x' }),
    ]).toEqual([400, 400, 400])
    expect(await raw({ classes: [{ classId: cast.math.id, canceled: true }] })).toBe(400)
    expect((await change('2026-02-29', { ta: [] })).status).toBe(400)
  })
})

describe('resetting a day', () => {
  test('removes all changes of that day only', async () => {
    const facts = {
      classes: [{ classId: cast.math.id, note: 'x', assistants: [cast.kim.id], cancel: { reason: 'Snow' } }],
      ta: [cast.ann.id],
    }
    for (const on of ['2026-06-02', '2026-06-09']) await change(on, facts)
    await office.call(schedules.open, { centerId: cast.north.id, date: '2026-06-02' })
    expect((await office.call(days.clear, at('2026-06-02'))).status).toBe(204)
    expect(await day('2026-06-02')).toMatchObject({
      ta: [],
      schedules: [{ id: cast.english.id }, { note: '', canceled: null, assistants: [], version: 2 }],
    })
    expect(await math('2026-06-09')).toMatchObject({ note: 'x', canceled: { reason: 'Snow' } })
    expect((await office.call(schedules.open, { centerId: cast.north.id, date: '2026-06-02' })).status).toBe(
      201,
    )
    const trail = await world.database.read`
      select action, before from audit where entity_id = ${`${cast.north.id} 2026-06-02`} and action = 'schedules.clear'`
    expect([...trail]).toMatchObject([{ before: { classes: [{ note: 'x' }], ta: [{ id: cast.ann.id }] } }])
    expect((await office.call(days.clear, at('2026-06-02'))).status).toBe(204)
  })

  test('is refused if attendance has been taken (409), if the day has changed since (412), and to all but the office', async () => {
    await take(office, '2026-02-24')
    expect(await office.call(days.clear, at('2026-02-24'))).toMatchObject({
      status: 409,
      body: { code: 'attendance_taken' },
    })
    expect((await office.call(days.clear, at('2026-06-09'), { headers: { 'if-match': '"7"' } })).status).toBe(
      412,
    )
    expect(await math('2026-06-09')).toMatchObject({ note: 'x' })
    const status = (who: Who) => statusAs(who, (caller) => caller.call(days.clear, at('2026-06-09')))
    expect([await status(null), await status(cast.editor), await status(cast.stranger)]).toEqual([
      401, 403, 404,
    ])
    expect((await device.call(days.clear, at('2026-06-09'))).status).toBe(403)
    expect((await office.call(days.clear, at('someday'))).status).toBe(400)
  })
})

describe('an overview of days', () => {
  const list = (who: Caller, from: string, to: string) =>
    who.call(days.list, { centerId: cast.north.id, from, to })

  test('counts classes and seats, leaving out canceled classes and closed days', async () => {
    await close('2026-07-01', '')
    await change('2026-06-30', { classes: [{ classId: cast.english.id, cancel: { reason: 'Snow' } }] })
    const { status, body } = await list(office, '2026-06-29', '2026-07-07')
    const line = (
      date: string,
      classes: number,
      seats: number,
      maxSize: number,
      closed: object | null = null,
    ) => ({
      date,
      classes,
      seats,
      maxSize,
      closed,
    })
    expect([status, body]).toEqual([
      200,
      [
        line('2026-06-29', 0, 0, 0),
        line('2026-06-30', 1, 2, 8),
        line('2026-07-01', 0, 0, 0, { name: '' }),
        ...['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05', '2026-07-06'].map((date) =>
          line(date, 0, 0, 0),
        ),
        line('2026-07-07', 2, 4, 12),
      ],
    ])
  })

  test('agrees with each day’s schedule', async () => {
    for (const on of ['2026-03-10', '2026-05-05', '2026-05-12', today]) {
      const { schedules: classes, closed } = await day(on)
      const meeting = classes.filter(({ canceled }) => !canceled)
      const sum = (name: 'seats' | 'maxSize') => meeting.reduce((total, entry) => total + entry[name], 0)
      expect((await list(office, on, on)).body).toEqual([
        { date: on, classes: meeting.length, seats: sum('seats'), maxSize: sum('maxSize'), closed },
      ])
    }
  })

  test('covers a valid range of at most 62 days at a center that the caller can access', async () => {
    expect((await list(office, '2026-03-01', '2026-05-01')).body).toHaveLength(62)
    for (const [from, to] of [
      ['2026-03-01', '2026-05-02'],
      ['2026-03-02', '2026-03-01'],
    ] as const)
      expect(await list(office, from, to)).toMatchObject({ status: 422, body: { errors: [{ path: '/to' }] } })
    expect((await list(office, '2026-02-29', '2026-03-01')).status).toBe(422)
    const status = (who: Who) => statusAs(who, (caller) => list(caller, today, today))
    expect([
      await status(null),
      await status(cast.editor),
      await status(cast.stranger),
      await status(cast.admin),
    ]).toEqual([401, 403, 404, 200])
    expect((await list(device, today, today)).status).toBe(200)
  })
})

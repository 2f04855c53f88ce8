import { describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { outbox } from '#features/accounts/outbox/api.ts'
import { archive } from '#features/centers/archive/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { putClosures } from '#features/schedule/center-settings/queries.ts'
import { sweep } from '#server/sweep.ts'
import { factories } from '#tests/factories.ts'
import { newAddress, type TrialAsk, trialFixture, wednesday } from '#tests/trial-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { trials } from './api.ts'

const world = await openWorld()
const { database } = world
const {
  cast,
  makeCast,
  issuedBefore,
  askingWith,
  sent,
  mailTo,
  tokenFor,
  asked,
  confirmed,
  prospectsHere,
  nobody,
} = await trialFixture(world)
const aMinute = 60_000

const stored = async () =>
  (
    await database.read<{ people: number; requests: number; mail: number }[]>`
    select (select count(*)::int from people) as people, (select count(*)::int from trial_requests) as requests,
      (select count(*)::int from mail) as mail`
  )[0]

describe('the trial form', () => {
  test('names the center and its free seats, including today’s if the class hasn’t started', async () => {
    await database.write(async (db) => {
      const make = factories(db)
      await make.klass(cast.centerId, { day: 2, time: '16:30', name: 'Begun' })
      await make.klass(cast.centerId, { day: 2, time: '18:00', name: 'Tonight' })
      await putClosures(db, cast.centerId, { days: ['2026-03-11'], name: 'Holiday' })
      const full = await make.klass(cast.centerId, { day: 4, time: '16:30', maxSize: 1, name: 'Full' })
      await make.place({ ...full, centerId: cast.centerId }, (await make.student(cast.centerId)).id)
    })
    const { status, body } = await nobody.call(trials.form, { name: cast.centerId })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: cast.centerId,
      phone: '+15185550142',
      phoneInWords: '518-555-0142',
      email: 'desk@test.example',
      isOpen: true,
    })
    expect(body.seats.map(({ className, on, time }) => `${className} ${on} ${time}`)).toEqual([
      'Tonight 2026-03-03 18:00',
      'Math 5 2026-03-04 16:30',
      'Begun 2026-03-10 16:30',
      'Tonight 2026-03-10 18:00',
      'Begun 2026-03-17 16:30',
      'Tonight 2026-03-17 18:00',
      'Math 5 2026-03-18 16:30',
    ])
    expect(Object.keys(body.seats[0] ?? {}).toSorted()).toEqual(
      ['classId', 'className', 'endTime', 'on', 'subject', 'time'].toSorted(),
    )
  })

  test('is not found while it is off, like that of an unknown center, and only a manager can switch it on', async () => {
    const switching = (trialForm: boolean) => ({ centerId: cast.centerId, trialForm })
    const manager = await world.as(cast.manager)
    expect((await manager.call(settings.change, switching(false))).body).toMatchObject({ trialForm: false })
    const off = await nobody.call(trials.form, { name: cast.centerId })
    const unknown = await nobody.call(trials.form, { name: 'Nowhere' })
    expect([off.status, { ...off.body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }])
    expect((await sent()).status).toBe(404)
    expect((await (await world.as(cast.operator)).call(settings.change, switching(true))).status).toBe(403)
    expect((await manager.call(settings.change, switching(true))).status).toBe(200)
    expect((await nobody.call(trials.form, { name: cast.centerId })).status).toBe(200)
  })

  test('accepts no requests if the center is archived, and links sent earlier no longer work', async () => {
    const { token } = await asked()
    const manager = await world.as(cast.manager)
    await manager.call(archive.set, { centerId: cast.centerId, archived: true })
    expect((await nobody.call(trials.form, { name: cast.centerId })).body).toMatchObject({
      isOpen: false,
      seats: [],
    })
    expect((await sent()).body).toMatchObject({ status: 409, code: 'not_taking' })
    expect((await confirmed(token)).body).toMatchObject({ status: 400, code: 'token_invalid' })
  })
})

describe('a trial request', () => {
  test('stores only a waiting row and its email, which repeats nothing that was typed', async () => {
    const before = await stored()
    const { email } = await asked({
      child: { firstName: 'WIN $$$ evil.example', lastName: '', grade: '' },
    })
    expect(await stored()).toEqual({
      people: before?.people,
      requests: (before?.requests ?? 0) + 1,
      mail: (before?.mail ?? 0) + 1,
    })
    expect(await prospectsHere()).toEqual([])
    const [mail] = await mailTo(email)
    expect(mail).toMatchObject({ personId: null, subject: `Confirm your trial class at ${cast.centerId}` })
    expect(mail?.body).toContain('Once you confirm, this seat is yours: Math 5, Wed, Mar 4, 4:30\u00a0PM.')
    expect(mail?.body).toContain('518-555-0142')
    expect(mail?.body).not.toMatch(/WIN|evil|Nadia|Haddad/)
  })

  test.each<[string, (ask: TrialAsk) => object, number, string]>([
    ['without consent', (ask) => ({ ...ask, consent: false }), 400, 'malformed'],
    ['without an address', (ask) => ({ ...ask, parent: { ...ask.parent, email: '' } }), 422, 'rule'],
    [
      'with two addresses',
      (ask) => ({ ...ask, parent: { ...ask.parent, email: 'a@b.example, c@d.example' } }),
      422,
      'rule',
    ],
    [
      'with an impossible phone number',
      (ask) => ({ ...ask, parent: { ...ask.parent, phone: '12' } }),
      422,
      'not_a_phone',
    ],
    [
      'with an invisible name',
      (ask) => ({ ...ask, child: { firstName: '\u200b', lastName: '', grade: '' } }),
      422,
      'rule',
    ],
    ['with an unknown field', (ask) => ({ ...ask, status: 'active' }), 400, 'malformed'],
    ['for an unknown subject', (ask) => ({ ...ask, subject: 'Chess' }), 400, 'malformed'],
    [
      'for a day without the class',
      (ask) => ({ ...ask, seat: { ...ask.seat, on: '2026-03-05' } }),
      409,
      'seat_gone',
    ],
    ['for a past day', (ask) => ({ ...ask, seat: { ...ask.seat, on: '2026-02-25' } }), 409, 'seat_gone'],
    [
      'for a day a year ahead',
      (ask) => ({ ...ask, seat: { ...ask.seat, on: '2027-03-03' } }),
      409,
      'seat_gone',
    ],
    [
      'for an unknown class',
      (ask) => ({ ...ask, seat: { on: wednesday, classId: newId() } }),
      409,
      'seat_gone',
    ],
    [
      'with a forged time',
      (ask) => ({ ...ask, issued: `${Date.now() - aMinute}.abcdef` }),
      422,
      'form_expired',
    ],
    ['with a made-up time', (ask) => ({ ...ask, issued: 'soon' }), 422, 'form_expired'],
  ])('%s is refused', async (_, change, status, code) => {
    const before = await stored()
    const raw = change(await askingWith()) as { name?: string }
    delete raw.name
    const answer = await nobody.call(trials.ask, await askingWith(), { raw })
    expect([answer.status, answer.body]).toMatchObject([status, { code }])
    expect(await stored()).toEqual(before)
  })

  test.each<[string, number, number, string | undefined]>([
    ['two seconds', 2000, 422, 'too_fast'],
    ['four seconds', 4000, 204, undefined],
    ['23 hours', 23 * 60 * aMinute, 204, undefined],
    ['25 hours', 25 * 60 * aMinute, 422, 'form_expired'],
  ])(
    'sent %s after the form was opened gets $2 (three seconds to a day are allowed)',
    async (_, ms, status, code) => {
      const { status: got, body } = await sent({ issued: await issuedBefore(ms) })
      expect([got, (body as { code?: string } | null)?.code]).toEqual([status, code])
    },
  )

  test('in Spanish gets its reply and all later messages in Spanish', async () => {
    const email = `${newId()}@test.example`
    const input = await askingWith({ email })
    const { status } = await nobody.call(trials.ask, {
      ...input,
      parent: { ...input.parent, language: 'es' },
    })
    expect(status).toBe(204)
    expect((await confirmed(await tokenFor(email))).status).toBe(201)
    const [first, second] = await mailTo(email)
    expect(first?.subject).toBe(`Confirme su clase de prueba en ${cast.centerId}`)
    expect(first?.body).toContain('/confirm-trial?language=es#token=')
    expect(second?.subject).toBe(`Clase de prueba en ${cast.centerId}`)
    const [parent] = await database.read`select language from people where email = ${email}`
    expect(parent).toEqual({ language: 'es' })
  })

  test('is refused if its signed time is from another center’s form', async () => {
    const other = await makeCast()
    const { body } = await sent({ issued: await issuedBefore(aMinute, other.centerId) })
    expect(body).toMatchObject({ code: 'form_expired' })
  })

  test('gets the usual response and does nothing if the hidden field is filled in', async () => {
    const before = await stored()
    const { status, text } = await sent({ website: 'https://evil.example' })
    expect([status, text]).toEqual([204, ''])
    expect(await stored()).toEqual(before)
  })

  test('is limited per email address, per sender and per center', async () => {
    const email = newAddress()
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1)
      statuses.push((await sent({ email: at % 2 ? email.toUpperCase() : email })).status)
    expect(statuses).toEqual([204, 204, 204, 429])
    for (let at = 3; at < 20; at += 1) expect((await sent()).status).toBe(204)
    const { status, headers, body } = await sent()
    expect([status, Number(headers['retry-after']) > 3000]).toEqual([429, true])
    expect(body).toMatchObject({ code: 'too_many' })
    await database.single`delete from failed_tries where subject like 'trial from %' or subject like 'trial to %'`
    await database.single`update failed_tries set fails = 60 where subject = ${`trial at ${cast.centerId}`}`
    expect((await sent()).status).toBe(429)
    Object.assign(cast, await makeCast())
    expect((await sent()).status).toBe(204)
  })

  test('gets the same response and email whether or not its address belongs to a parent', async () => {
    const known = await database.write(async (db) => {
      const make = factories(db)
      return await make.parent([await make.student(cast.centerId)])
    })
    const answers = await Promise.all([sent({ email: known.email }), sent({ email: 'new@test.example' })])
    const responses = answers.map(({ status, text, headers }) => [
      status,
      text,
      Object.keys(headers).toSorted(),
    ])
    expect(responses[0]).toEqual(responses[1])
    const mails = await Promise.all([mailTo(known.email), mailTo('new@test.example')])
    const words = mails.map((all) => all.map(({ body }) => body.replace(/#token=\S+/, '#token')))
    expect(words[0]).toEqual(words[1])
  })

  test('is deleted with its email after three days, and its link no longer works', async () => {
    const late = await asked()
    const early = await asked()
    await database.single`
      update trial_requests set asked_at = now() - interval '73 hours'
      where id = (select trial_id from mail where to_address = ${late.email})`
    expect((await confirmed(late.token)).body).toMatchObject({ code: 'token_invalid' })
    await sweep(null, { database })
    expect([await mailTo(late.email), await tokenFor(early.email)]).toEqual([[], early.token])
    expect((await confirmed(early.token)).status).toBe(201)
  })

  test('can be read in the outbox only by its center’s manager and by admins, and its link only by admins', async () => {
    const { email, token } = await asked()
    const other = await makeCast()
    const admin = await database.write((db) => factories(db).staff('admin', null))
    const read = async (who: Parameters<typeof world.as>[0]) =>
      (await (await world.as(who)).call(outbox.list, {})).body.mail.filter(({ to }) => to === email)
    expect(await read(admin)).toMatchObject([{ name: '', body: expect.stringContaining(token) as string }])
    const [forManager] = await read(cast.manager)
    expect(forManager?.body).toContain('(The link is shown to admins only.)')
    // With the link, a manager could consent in place of a parent of another center.
    expect(forManager?.body).not.toContain(token)
    expect(await read(other.manager)).toEqual([])
  })
})

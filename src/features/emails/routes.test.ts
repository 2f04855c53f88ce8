import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CallInput } from '#shared/contract.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { emails } from './api.ts'

const world = await openWorld()
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ id: 'Maple Street' })
  const sam = await make.student(centerId, { firstName: 'Sam', lastName: 'Rivera' })
  const sofia = await make.student(centerId, { firstName: 'Sofia', lastName: 'Rivera' })
  const ben = await make.student(centerId, { firstName: 'Ben', lastName: 'Kay' })
  const pia = await make.student(centerId, { firstName: 'Pia', lastName: 'Moss', status: 'prospect' })
  await make.student(centerId, { firstName: 'Old', lastName: 'Zorn', status: 'inactive' })
  const klass = await make.klass(centerId, { name: 'Math 5' })
  const place = await make.place(klass, sam.id)
  await make.place(klass, ben.id, { type: 'waitlist' })
  const elsewhere = (await make.center()).id
  return {
    centerId,
    sam,
    sofia,
    ben,
    pia,
    klass,
    place,
    elsewhere,
    stranger: await make.student(elsewhere),
    pilar: await make.parent([sam, sofia], {
      firstName: 'Pilar',
      lastName: 'Rivera',
      email: 'pilar@test.example',
    }),
    paul: await make.parent([sam], { firstName: 'Paul', lastName: 'Rivera' }),
    moss: await make.parent([pia], { firstName: 'Mo', lastName: 'Moss' }),
    operator: await make.staff('operator', centerId, { firstName: 'Omar', lastName: 'Reyes' }),
    manager: await make.staff('manager', centerId),
    away: await make.staff('manager', elsewhere),
  }
})
const { centerId, sam, sofia, ben, pia, klass, pilar, paul } = cast
const office = await world.as(cast.operator)

type MessageInput = Partial<CallInput<typeof emails.send>> & Pick<CallInput<typeof emails.send>, 'audience'>
const messageTo = (more: MessageInput) => ({ centerId, subject: 'Hello', body: 'Dear {{parent}}', ...more })
const dry = async (audience: MessageInput['audience'], more: object = {}) =>
  (await office.call(emails.send, { ...messageTo({ audience }), dryRun: true, ...more })).body
const mails = async () =>
  await database.read<{ to: string; subject: string; body: string; state: string }[]>`
  select to_address as "to", subject, body, state from mail where purpose = 'family' order by id
`
beforeEach(async () => {
  await database.single`delete from mail`
})

describe('a dry run of a message', () => {
  test('returns the recipients, the first three emails, and who is left out and why, and stores nothing', async () => {
    await database.single`update parent_links set contact = false where parent_id = ${paul.id}`
    const { status, body } = await office.call(emails.send, {
      ...messageTo({
        audience: { studentIds: [sam.id, sofia.id, ben.id] },
        subject: 'News of {{children}}',
        body: 'Dear {{parent}},\n{{center}}',
      }),
      dryRun: true,
    })
    await database.single`update parent_links set contact = true`
    expect([status, body]).toEqual([
      200,
      {
        mailing: null,
        about: '3 students',
        recipients: [
          {
            parentId: pilar.id,
            name: 'Pilar Rivera',
            email: 'pilar@test.example',
            children: 'Sam and Sofia',
          },
        ],
        preview: [
          {
            name: 'Pilar Rivera',
            email: 'pilar@test.example',
            subject: 'News of Sam and Sofia',
            body: 'Dear Pilar Rivera,\nMaple Street',
          },
        ],
        excluded: [
          { studentId: ben.id, student: 'Ben Kay', parent: null, why: 'no parent' },
          { studentId: sam.id, student: 'Sam Rivera', parent: 'Paul Rivera', why: 'no contact right' },
        ],
      },
    ])
    expect(await mails()).toEqual([])
    expect(await database.read`select 1 from mailings`).toEqual([])
  })

  test('leaves out parents without an email address', async () => {
    await database.single`update people set email = null where id = ${paul.id}`
    const { excluded } = await dry({ studentIds: [sam.id] })
    await database.single`update people set email = ${paul.email} where id = ${paul.id}`
    expect(excluded).toEqual([
      { studentId: sam.id, student: 'Sam Rivera', parent: 'Paul Rivera', why: 'no email' },
    ])
  })

  test('to a class on a day includes students expected then, but nobody on the waitlist or on a break', async () => {
    const audience = { classId: klass.id, date: '2026-03-10' }
    const { about, recipients, preview } = await dry(audience, {
      template: 'Class canceled',
      subject: undefined,
      body: undefined,
    })
    expect([about, recipients.map(({ name }) => name)]).toEqual([
      'Math 5, Mar 10, 2026',
      ['Paul Rivera', 'Pilar Rivera'],
    ])
    expect(preview[1]).toMatchObject({
      subject: 'No class on Mar 10, 2026',
      body: 'Dear Pilar Rivera,\n\nMath 5 will not meet on Mar 10, 2026. We will find another time for Sam.\n\nMaple Street',
    })
    await database.write((db) => factories(db).pause(cast.place, '2026-03-10', '2026-03-10'))
    expect((await dry(audience)).recipients).toEqual([])
  })

  test('about whole days includes everyone expected in any class, even on closed days, and has no placeholder for a class', async () => {
    const closed = async (audience: MessageInput['audience'], template = 'Center closed' as const) =>
      await dry(audience, { template, subject: undefined, body: undefined })
    const { about, recipients, preview } = await closed({ date: '2026-03-16', until: '2026-03-17' })
    expect([about, recipients.map(({ name }) => name)]).toEqual([
      'All classes, Mar 16, 2026 to Mar 17, 2026',
      ['Paul Rivera', 'Pilar Rivera'],
    ])
    expect(preview[0]?.body).toContain(
      'Maple Street is closed on Mar 16, 2026 to Mar 17, 2026, so there are no classes.',
    )
    expect((await closed({ date: '2026-03-16' })).recipients).toEqual([])
    const dryRun = (more: MessageInput) => office.call(emails.send, { ...messageTo(more), dryRun: true })
    expect(await dryRun({ audience: { date: '2026-03-17' }, body: '{{class}}' })).toMatchObject({
      status: 422,
      body: { code: 'placeholder' },
    })
    expect(await dryRun({ audience: { date: '2026-03-17', until: '2026-03-16' } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/audience/until' }] },
    })
  })

  test('with a filter finds active students, prospects or both, optionally by subject, but nobody inactive', async () => {
    const found = async (audience: MessageInput['audience']) => {
      const { about, recipients, excluded } = await dry(audience)
      return [
        about,
        [...recipients.map(({ children }) => children), ...excluded.map(({ student }) => student)].sort(),
      ]
    }
    const family = ['Ben Kay', 'Sam', 'Sam and Sofia']
    expect(await found({ filter: 0 })).toEqual(['Active Students', family])
    expect(await found({ filter: 1 })).toEqual(['Prospects', ['Pia']])
    expect(await found({ filter: 2 })).toEqual([
      'All Students and Prospects',
      ['Ben Kay', 'Pia', 'Sam', 'Sam and Sofia'],
    ])
    expect(await found({ filter: 2, subject: 'English' })).toEqual([
      'All Students and Prospects, English',
      [],
    ])
    await database.single`insert into programs (center_id, student_id, name) values (${centerId}, ${pia.id}, 'English')`
    expect(await found({ filter: 2, subject: 'English' })).toEqual([
      'All Students and Prospects, English',
      ['Pia'],
    ])
    await database.single`
      insert into prospects (center_id, student_id, stage, stage_at, lost_reason) values (${centerId}, ${pia.id}, 'lost', now(), 'No answer')`
    expect(await found({ filter: 1 })).toEqual(['Prospects', []])
    await database.single`delete from prospects`
  })
})

describe('sending a message', () => {
  test('gives each parent one email about their children, and is listed and recorded in the audit log', async () => {
    const { status, body } = await office.call(
      emails.send,
      messageTo({ audience: { studentIds: [sam.id, sofia.id] }, body: 'For {{children}}' }),
    )
    expect([status, body.mailing]).toMatchObject([
      201,
      {
        subject: 'Hello',
        body: 'For {{children}}',
        about: '2 students',
        by: 'Omar Reyes',
        counts: { queued: 0, sent: 0, failed: 0, kept: 2 },
      },
    ])
    expect(await mails()).toEqual([
      { to: paul.email, subject: 'Hello', body: 'For Sam', state: 'kept' },
      { to: 'pilar@test.example', subject: 'Hello', body: 'For Sam and Sofia', state: 'kept' },
    ])
    expect((await office.call(emails.list, { centerId })).body).toEqual({
      mailings: [body.mailing],
      after: null,
    })
    const trail =
      await database.read`select after ->> 'recipients' as recipients from audit where entity_id = ${body.mailing?._id ?? ''}`
    expect([...trail]).toEqual([{ recipients: '2' }])
  })

  test('again with the same idempotency key sends nothing more', async () => {
    const input = messageTo({ audience: { studentIds: [sam.id] } })
    const headers = { 'idempotency-key': 'once-and-only-once' }
    const [one, other] = await Promise.all([
      office.call(emails.send, input, { headers }),
      office.call(emails.send, input, { headers }),
    ])
    expect([one.status, other.status, one.body.mailing?._id === other.body.mailing?._id]).toEqual([
      201,
      201,
      true,
    ])
    expect(await mails()).toHaveLength(2)
  })

  test('is refused with an unusable placeholder, no text, no recipients, a two-line subject or an invalid audience', async () => {
    const status = async (more: object) =>
      (await office.call(emails.send, { ...messageTo({ audience: { studentIds: [sam.id] } }), ...more }))
        .status
    expect(await status({ body: 'Dear {{parents}}' })).toBe(422)
    expect(await status({ subject: 'On {{date}}' })).toBe(422)
    expect(await status({ subject: undefined })).toBe(422)
    expect(await status({ template: 'News', body: undefined })).toBe(201)
    expect(await status({ template: 'Unheard of' })).toBe(400)
    expect(await status({ subject: 'One\nBcc: x@y.z' })).toBe(422)
    expect(await status({ subject: 'One\r\nBcc: x@y.z' })).toBe(400)
    expect(await status({ subject: 'x'.repeat(151) })).toBe(422)
    expect(await status({ audience: { studentIds: [ben.id] } })).toBe(422)
    expect(await status({ audience: { studentIds: [] } })).toBe(422)
    expect(await status({ audience: { emails: ['x@y.z'] } })).toBe(400)
    expect(await status({ audience: { classId: klass.id } })).toBe(400)
  })

  test('is refused for students and classes of another center, and for callers without access to the center', async () => {
    const status = async (audience: MessageInput['audience']) =>
      (await office.call(emails.send, messageTo({ audience }))).status
    expect(await status({ studentIds: [sam.id, cast.stranger.id] })).toBe(404)
    expect(await status({ classId: cast.stranger.id, date: '2026-03-10' })).toBe(404)
    for (const [who, wanted] of [
      [cast.away, 404],
      [pilar, 403],
      [null, 401],
    ] as const) {
      const caller = await world.as(who)
      expect((await caller.call(emails.send, messageTo({ audience: { studentIds: [sam.id] } }))).status).toBe(
        wanted,
      )
      expect((await caller.call(emails.list, { centerId })).status).toBe(wanted)
      expect((await caller.call(emails.resend, { centerId, id: sam.id })).status).toBe(wanted)
    }
    expect(await mails()).toEqual([])
  })

  test('to more than 100 parents is only for managers, with at most 200 in one message and 200 per hour', async () => {
    const many = async (center: string, count: number) =>
      await database.write(async (db) => {
        const make = factories(db)
        for (let each = 0; each < count; each += 1) await make.parent([await make.student(center)])
      })
    const { id: big } = await database.write((db) => factories(db).center())
    await database.single`insert into staff (center_id, person_id, duty) values (${big}, ${cast.operator.id}, 'office'), (${big}, ${cast.manager.id}, 'office')`
    await many(big, 101)
    const input = {
      centerId: big,
      audience: { filter: 0 },
      subject: 'Hello',
      body: 'Dear {{parent}}',
    } as const
    const [operator, manager] = [await world.as(cast.operator), await world.as(cast.manager)]
    expect((await operator.call(emails.send, { ...input, dryRun: true })).body.recipients).toHaveLength(101)
    expect(await operator.call(emails.send, input)).toMatchObject({
      status: 403,
      body: { code: 'managers_only' },
    })
    expect((await manager.call(emails.send, input)).status).toBe(201)
    const late = await manager.call(emails.send, input)
    expect([late.status, Number(late.headers['retry-after']) > 3000]).toEqual([429, true])
    await many(big, 100)
    expect(await manager.call(emails.send, input)).toMatchObject({
      status: 422,
      body: { code: 'too_many_recipients' },
    })
  })
})

describe('a failed email', () => {
  const fail = async (id: string, email: string) =>
    await database.single`update mail set state = 'failed', error = 'No such mailbox' where mailing_id = ${id} and to_address = ${email}`

  test('is resent, but no other email is', async () => {
    const { body } = await office.call(emails.send, messageTo({ audience: { studentIds: [sam.id] } }))
    const id = body.mailing?._id ?? ''
    expect(await office.call(emails.resend, { centerId, id })).toMatchObject({
      status: 409,
      body: { code: 'nothing_failed' },
    })
    await fail(id, paul.email)
    expect((await office.call(emails.list, { centerId })).body.mailings[0]?.counts).toEqual({
      queued: 0,
      sent: 0,
      failed: 1,
      kept: 1,
    })
    const again = await office.call(emails.resend, { centerId, id })
    expect([again.status, again.body.counts]).toEqual([200, { queued: 0, sent: 0, failed: 0, kept: 2 }])
    expect((await office.call(emails.resend, { centerId, id: sam.id })).status).toBe(404)
  })

  test('is resent by the mail job, but only once', async () => {
    const taken: string[] = []
    let refuses = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_, __, done) =>
        done(refuses ? Object.assign(new Error('Mailbox full'), { responseCode: 452 }) : null),
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => {
          taken.push(...envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
    const { port } = server.server.address() as AddressInfo
    const sending = await openWorld({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      publicUrl: 'http://learn.test.example',
    })
    const there = await sending.database.write(async (db) => {
      const make = factories(db)
      const center = await make.center()
      const child = await make.student(center.id)
      await make.parent([child], { email: 'mia@test.example' })
      return { centerId: center.id, child, operator: await make.staff('operator', center.id) }
    })
    const caller = await sending.as(there.operator)
    const at = { centerId: there.centerId }
    await caller.call(emails.send, {
      ...at,
      audience: { studentIds: [there.child.id] },
      subject: 'Hello',
      body: 'Dear {{parent}}',
    })
    const counts = async () => (await caller.call(emails.list, at)).body.mailings[0]
    while ((await counts())?.counts.failed !== 1) await pause(50)
    refuses = false
    await caller.call(emails.resend, { ...at, id: (await counts())?._id ?? '' })
    while ((await counts())?.counts.sent !== 1) await pause(50)
    expect(taken).toEqual(['mia@test.example'])
    expect(
      await sending.database.read`select 1 from graphile_worker.jobs where key like 'mail %'`,
    ).toHaveLength(0)
  })
})

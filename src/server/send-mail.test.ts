import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { type Message, queueMail, requeueMailing } from './mail.ts'
import { sendMail } from './send-mail.ts'
import { readSettings } from './settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'

let accepted = 0
/** Called while the mail server receives a message. */
let meanwhile: () => Promise<unknown> = async () => {}
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _, done) => {
    stream.resume().on('end', () => {
      accepted += 1
      void meanwhile().then(() => done())
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const { port } = server.server.address() as AddressInfo

const { database } = await openWorld()
const settings = {
  ...readSettings({}),
  smtpUrl: `smtp://127.0.0.1:${port}`,
  publicUrl: 'https://learn.example',
}

const { center, parent, mailing } = await database.write(async (db) => {
  const make = factories(db)
  const { id } = await make.center()
  const by = await make.staff('operator', id)
  const [sent] = await db<{ id: string }[]>`
    insert into mailings (center_id, id, by, subject, body, audience)
    values (${id}, gen_random_uuid(), ${by.id}, 'News', 'News', '{"about": "Everyone"}') returning id`
  return { center: id, parent: await make.parent([await make.student(id)]), mailing: sent?.id ?? '' }
})
const message = { personId: parent.id, to: parent.email, subject: 'News', body: 'We are open.', center }

/** Queues a message without its job, and returns the message's id. */
async function posted(more: Partial<Omit<Message, 'personId'>> = {}) {
  await database.write((db) =>
    queueMail(db, settings, { ...message, purpose: 'automatic', kind: 'class', ...more }),
  )
  await database.single`delete from graphile_worker._private_jobs`
  const [mail] = await database.read<{ id: string }[]>`select id from mail order by id desc limit 1`
  return mail?.id ?? ''
}
const send = (id: string) => sendMail({ id }, { database, settings })
const stateOf = async (id: string) =>
  (
    await database.read<
      { state: string; error: string | null }[]
    >`select state, error from mail where id = ${id}`
  )[0]
const jobs = () =>
  database.read<{ key: string; at: string }[]>`select key, run_at as at from graphile_worker.jobs`

beforeEach(() => {
  accepted = 0
  meanwhile = async () => {}
  setClock('2026-03-03 12:00')
})

test.each<[string, (() => PromiseLike<unknown>)[], Parameters<typeof posted>[0], string]>([
  [
    'somebody who has unsubscribed since',
    [
      () =>
        database.single`insert into unsubscriptions (center_id, person_id, kind) values (${center}, ${parent.id}, 'class')`,
      () => database.single`delete from unsubscriptions`,
    ],
    {},
    'This person unsubscribed.',
  ],
  [
    'a parent whose child has left since',
    [
      () => database.single`update parent_links set ended_at = now()`,
      () => database.single`update parent_links set ended_at = null`,
    ],
    { purpose: 'family' },
    'This person no longer gets this center’s mail.',
  ],
  [
    'families of a center that was archived since',
    [
      () => database.single`update centers set archived_at = now() where id = ${center}`,
      () => database.single`update centers set archived_at = null where id = ${center}`,
    ],
    { purpose: 'invoice' },
    'The center is archived.',
  ],
  ['families after its deadline', [], { until: '2026-03-01T12:00:00Z' }, 'It was too late to send this.'],
])('a waiting message isn’t sent to %s', async (_, [change, undo], more, reason) => {
  const id = await posted(more)
  await change?.()
  await send(id)
  await undo?.()
  expect(await stateOf(id)).toEqual({ state: 'stopped', error: reason })
  expect(accepted).toBe(0)
})

test('a password reset email is sent even if the person has unsubscribed', async () => {
  await database.single`insert into unsubscriptions (center_id, person_id, kind) values (${center}, ${parent.id}, 'all')`
  await send(await posted({ purpose: 'recovery' }))
  await database.single`delete from unsubscriptions`
  expect(accepted).toBe(1)
})

test('an automatic message that is due in the evening waits until the next morning', async () => {
  setClock('2026-03-03 21:30')
  const id = await posted()
  await send(id)
  expect(accepted).toBe(0)
  expect(await stateOf(id)).toEqual({ state: 'queued', error: null })
  const [job] = await jobs()
  expect(job?.key).toBe(`mail ${id}`)
  expect(Date.parse(job?.at ?? '')).toBeGreaterThan(Date.now())
  setClock('2026-03-04 08:00')
  await send(id)
  expect(accepted).toBe(1)
})

test('resending a mailing’s failed messages doesn’t duplicate one that is being sent', async () => {
  const id = await posted({ purpose: 'family', mailing: { center: center as never, id: mailing } })
  await database.single`update mail set state = 'failed', error = 'Busy' where id = ${id}`
  meanwhile = () =>
    database.write((db) => requeueMailing(db, settings, { center: center as never, id: mailing }))
  await send(id)
  expect(await jobs()).toEqual([])
  expect(await stateOf(id)).toEqual({ state: 'sent', error: null })
  expect(accepted).toBe(1)
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { schedules } from '#features/schedule/api.ts'
import { trialFixture, wednesday } from '#tests/trial-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { trials } from './api.ts'
import { eventually } from '#tests/eventually.ts'

const taken: { to: string[]; raw: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      taken.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString(),
      })
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((done) => server.close(() => done())))

const world = await openWorld({
  smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  publicUrl: 'http://learn.test.example',
})
const { cast, sent, nobody } = await trialFixture(world)
const email = 'nadia@family.example'

test('an emailed link books the seat and isn’t kept in the database, and a second email confirms the booking', async () => {
  expect((await sent({ email })).status).toBe(204)
  await eventually(() => expect(taken).toHaveLength(1))
  const words = (at: number) =>
    taken[at]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('=C2=A0', '\u00a0') ?? ''
  expect(taken[0]?.to).toEqual([email])
  const token = /http:\/\/learn\.test\.example\/confirm-trial#token=([\w-]{43})/.exec(words(0))?.[1] ?? ''
  const kept = async () =>
    (await world.database.read`select body from mail where to_address = ${email}`)[0]?.['body'] as string
  await expect.poll(kept).not.toContain(token)
  const seat = { classId: cast.klass.id, on: wednesday }
  expect((await nobody.call(trials.confirm, { token, seat })).status).toBe(201)
  await eventually(() => expect(taken).toHaveLength(2))
  expect(words(1)).toContain('Yara has a trial class: Math 5, Wed, Mar 4, 4:30\u00a0PM.')
  const operator = await world.as(cast.operator)
  const { body } = await operator.call(schedules.day, { centerId: cast.centerId, scheduleId: wednesday })
  expect(JSON.stringify(body)).toMatch(/"badge":"PR"/)
})

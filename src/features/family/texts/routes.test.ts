import { freePort } from '#server/free-port.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/clock.ts'
import { readSettings } from '#server/settings.ts'
import { holdJobs, postAbsence } from '#tests/automatic-message.ts'
import { factories } from '#tests/factories.ts'
import { openSmsProvider, smsAccount } from '#tests/sms-provider.ts'
import { openWorld, today } from '#tests/world.ts'
import { texts } from './api.ts'
import { sendCode, sendText } from './jobs.ts'
import { textAll } from './queries.ts'

const provider = await openSmsProvider()
afterAll(() => void provider.close())
const twilio = { ...smsAccount, url: provider.url }
const world = await openWorld({ twilio })
const { database } = world
const settings = { ...readSettings({}), twilio, publicUrl: 'https://learn.test.example' }
const tools = { database, settings }
const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ id: 'Maple Street', timeZone: 'America/New_York' })
  return {
    centerId,
    parent: await make.parent([await make.student(centerId)]),
    other: await make.parent([await make.student(centerId)]),
    operator: await make.staff('operator', centerId),
  }
})
// Keeps the jobs from running on their own, so that the tests can run them.
await holdJobs(database)
const [mine, theirs] = [await world.as(cast.parent), await world.as(cast.other)]
const phone = '+15551234567'

type Payload = { mailId: string; personId: string; phone: string; code: string }
const jobs = (task: 'text' | 'text-code') => database.read<{ payload: Payload }[]>`
  select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${task} order by j.id`
const lastCode = async () => (await jobs('text-code')).at(-1)?.payload.code ?? ''
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** Turns text messages on and confirms the number. */
async function turnOn(caller = mine, number = phone) {
  await caller.call(texts.begin, { phone: number })
  return (await caller.call(texts.confirm, { code: await lastCode() })).body
}

/** Sends an automatic message to the parent, and queues its text. */
const notify = (more: { until?: string } = {}) =>
  database.write(async (db) => {
    const text = 'Sam wasn’t in Math 5 today.'
    const id = await postAbsence(db, settings, { ...cast, text, ...more })
    await textAll(db, [id])
    return id
  })

beforeEach(async () => {
  provider.got.length = 0
  provider.state.refuse = null
  provider.state.cut = false
  setClock(`${today} 16:45`)
  const tables = [
    'text_numbers',
    'failed_tries',
    'sent_texts',
    'unsubscriptions',
    'graphile_worker._private_jobs',
  ]
  for (const table of tables) await database.single.unsafe(`delete from ${table}`)
})

describe('a mobile number', () => {
  test('gets a code, and is used only after its owner has entered the code', async () => {
    const begun = await mine.call(texts.begin, { phone: '(555) 123-4567' })
    expect(begun.body).toEqual({ isAvailable: true, phone, isConfirmed: false })
    const [job] = await jobs('text-code')
    await sendCode(job!.payload, tools)
    const code = await lastCode()
    expect(provider.got).toEqual([
      {
        to: phone,
        from: smsAccount.from,
        text: expect.stringMatching(new RegExp(`^${code} is your code.*STOP`)),
      },
    ])
    expect((await mine.call(texts.confirm, { code: wrong(code) })).body).toMatchObject({ isRight: false })
    expect((await mine.call(texts.confirm, { code })).body).toEqual({
      isAvailable: true,
      phone,
      isConfirmed: true,
      isRight: true,
    })
  })

  test('is sent no code that has expired or been replaced', async () => {
    await mine.call(texts.begin, { phone })
    const [old] = await jobs('text-code')
    await mine.call(texts.begin, { phone })
    await sendCode(old!.payload, tools)
    const [, current] = await jobs('text-code')
    await database.single`update text_numbers set code_until = now() - interval '1 second'`
    await sendCode(current!.payload, tools)
    expect(provider.got).toEqual([])
  })

  test('isn’t confirmed by the right code after five wrong ones', async () => {
    await mine.call(texts.begin, { phone })
    const code = await lastCode()
    for (let n = 0; n < 5; n += 1) await mine.call(texts.confirm, { code: wrong(code) })
    expect((await mine.call(texts.confirm, { code })).body).toMatchObject({
      isRight: false,
      isConfirmed: false,
    })
  })

  test('isn’t confirmed by an old code, somebody else’s code, or one for another number', async () => {
    await mine.call(texts.begin, { phone })
    const code = await lastCode()
    await theirs.call(texts.begin, { phone })
    expect((await theirs.call(texts.confirm, { code })).body).toMatchObject({ isRight: false })
    await database.single`update text_numbers set code_until = now() - interval '1 second'`
    expect((await mine.call(texts.confirm, { code })).body).toMatchObject({ isRight: false })
    await mine.call(texts.begin, { phone: '+15559876543' })
    expect((await mine.call(texts.confirm, { code })).body).toMatchObject({ isRight: false })
  })

  test('can get at most five codes a day, even after turning texts off', async () => {
    for (let n = 0; n < 5; n += 1) expect((await mine.call(texts.begin, { phone })).status).toBe(200)
    await mine.call(texts.end, {})
    expect(await mine.call(texts.begin, { phone })).toMatchObject({ status: 429 })
    await database.single`update failed_tries set last_at = last_at - interval '1 day' where subject like 'text codes %'`
    expect((await mine.call(texts.begin, { phone })).status).toBe(200)
  })

  test.each(['', '12', 'call me'])('entered as %j is refused', async (typed) => {
    expect((await mine.call(texts.begin, { phone: typed })).status).toBe(422)
    expect(await jobs('text-code')).toEqual([])
  })

  test('is deleted when text messages are turned off', async () => {
    await turnOn()
    expect((await mine.call(texts.end, {})).body).toEqual({
      isAvailable: true,
      phone: null,
      isConfirmed: false,
    })
    await notify()
    expect(await jobs('text')).toEqual([])
  })

  test('can be managed only by parents', async () => {
    expect((await (await world.as(cast.operator)).call(texts.read, {})).status).toBe(403)
    expect((await (await world.as(null)).call(texts.read, {})).status).toBe(401)
  })
})

describe('a text message', () => {
  test('is sent only once, with the sender and the link, even if its job runs again', async () => {
    await turnOn()
    const mailId = await notify()
    expect((await jobs('text')).map(({ payload }) => payload)).toEqual([{ mailId }])
    await Promise.all([sendText({ mailId }, tools), sendText({ mailId }, tools)])
    await sendText({ mailId }, tools)
    expect(provider.got).toEqual([
      {
        to: phone,
        from: smsAccount.from,
        text: "Maple Street: Sam wasn't in Math 5 today. https://learn.test.example/parent/students/1",
      },
    ])
  })

  /** Claims a message like a process that died before the provider answered. */
  const claim = async (mailId: string, state: string, ago: string) => {
    await database.single`
      insert into sent_texts (mail_id, state, at) values (${mailId}, ${state}, now() - ${ago}::interval)
      on conflict (mail_id) do update set state = excluded.state, at = excluded.at`
  }

  test('whose process died before the provider responded is resent once, after a minute', async () => {
    await turnOn()
    const mailId = await notify()
    await claim(mailId, 'sending', '50 seconds')
    await database.single`delete from graphile_worker._private_jobs`
    await sendText({ mailId }, tools)
    expect(provider.got).toEqual([])
    expect((await jobs('text')).map(({ payload }) => payload)).toEqual([{ mailId }])
    await claim(mailId, 'sending', '1 minute')
    await Promise.all([sendText({ mailId }, tools), sendText({ mailId }, tools)])
    await claim(mailId, 'resending', '1 hour')
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(1)
  })

  test('isn’t resent once the provider has accepted it, or if an older version of the product sent it', async () => {
    await turnOn()
    const [mailId, earlier] = [await notify(), await notify()]
    await sendText({ mailId }, tools)
    await database.single`update sent_texts set at = now() - interval '1 hour'`
    await database.single`insert into sent_texts (mail_id, at) values (${earlier}, now() - interval '1 hour')`
    for (const each of [mailId, earlier]) await sendText({ mailId: each }, tools)
    expect(provider.got).toHaveLength(1)
  })

  test('isn’t sent to a number that isn’t confirmed', async () => {
    await mine.call(texts.begin, { phone })
    await notify()
    expect(await jobs('text')).toEqual([])
  })

  test('is retried if the provider fails', async () => {
    await turnOn()
    const mailId = await notify()
    provider.state.refuse = { status: 500, code: 20500 }
    await expect(sendText({ mailId }, tools)).rejects.toThrow('The SMS provider answered 500 (20500).')
    provider.state.refuse = null
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(1)
  })

  test('is sent once more after a minute if the provider’s response is lost', async () => {
    await turnOn()
    const mailId = await notify()
    provider.state.cut = true
    await expect(sendText({ mailId }, tools)).rejects.toThrow('fetch failed')
    provider.state.cut = false
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(1)
    await claim(mailId, 'sending', '1 minute')
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(2)
  })

  test('can be retried immediately if the provider can’t be reached', async () => {
    await turnOn()
    const mailId = await notify()
    const away = {
      ...tools,
      settings: {
        ...tools.settings,
        twilio: { ...twilio, url: `http://127.0.0.1:${await freePort()}` },
      },
    }
    await expect(sendText({ mailId }, away)).rejects.toThrow('couldn’t be reached')
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(1)
  })

  test.each([21610, 21211, 21614])(
    'that is refused with error %i turns off text messages to the number',
    async (code) => {
      await turnOn()
      const mailId = await notify()
      provider.state.refuse = { status: 400, code }
      await sendText({ mailId }, tools)
      expect((await mine.call(texts.read, {})).body).toMatchObject({ phone: null })
    },
  )

  test('is retried, and the number is kept, if the number’s region isn’t enabled at the provider', async () => {
    await turnOn()
    const mailId = await notify()
    provider.state.refuse = { status: 400, code: 21408 }
    await expect(sendText({ mailId }, tools)).rejects.toThrow('400 (21408)')
    expect((await mine.call(texts.read, {})).body).toMatchObject({ phone })
    provider.state.refuse = null
    await sendText({ mailId }, tools)
    expect(provider.got).toHaveLength(1)
  })

  test('isn’t sent if its recipient has unsubscribed or if it is too late', async () => {
    await turnOn()
    const late = await notify({ until: '2020-01-01T00:00:00Z' })
    const unwanted = await notify()
    await database.single`
      insert into unsubscriptions (center_id, person_id, kind) values (${cast.centerId}, ${cast.parent.id}, 'absent')`
    for (const mailId of [late, unwanted]) await sendText({ mailId }, tools)
    expect(provider.got).toEqual([])
  })

  test('waits until the quiet hours end', async () => {
    await turnOn()
    const mailId = await notify()
    await database.single`delete from graphile_worker._private_jobs`
    setClock(`${today} 21:00`)
    await sendText({ mailId }, tools)
    expect(provider.got).toEqual([])
    expect((await jobs('text')).map(({ payload }) => payload)).toEqual([{ mailId }])
  })
})

test('an installation without a provider offers no text messages', async () => {
  const without = await openWorld()
  const person = await without.database.write(async (db) => {
    const make = factories(db)
    return await make.parent([await make.student((await make.center()).id)])
  })
  const caller = await without.as(person)
  expect((await caller.call(texts.read, {})).body).toEqual({
    isAvailable: false,
    phone: null,
    isConfirmed: false,
  })
  expect((await caller.call(texts.begin, { phone })).status).toBe(404)
})

test.each([
  'texts/status',
  'texts/callback',
  'sms/status',
  'sms/callback',
  'twilio/events',
  'twilio/callback',
])('nobody can report the state of a text at /api/%s, because there is no callback', async (path) => {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'forged' },
    payload: `AccountSid=${smsAccount.accountSid}&MessageSid=SM1&MessageStatus=undelivered&To=%2B15551234567`,
  })
  expect(statusCode).toBe(404)
})

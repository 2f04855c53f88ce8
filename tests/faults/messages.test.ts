import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, type ExpectStatic, test } from 'vitest'
import { type Database, openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { mailIdIn } from '#server/mail.ts'
import { fsck } from '../../db/fsck.ts'
import { eventually } from '../eventually.ts'
import { factories } from '../factories.ts'
import { openMailbox } from '../mailbox.ts'
import { browserKeys, openPushService } from '../push-target.ts'
import { openSmsProvider, smsAccount } from '../sms-provider.ts'
import { openProduct, type Product } from './product.ts'

/**
 * Kills products while they hand over automatic messages as email, text messages and notifications. Each
 * message must be posted and delivered once. A message that was being handed over when its product was killed
 * may be delivered again, but must not be lost. With `npm run faults`, there are more messages and kills, and
 * interrupted texts wait for their full minute.
 */

const long = process.env['FAULTS'] !== undefined
const [families, rounds] = long ? [1000, 3] : [200, 1]
const timeout = long ? 900_000 : 300_000
const seats = 10
const [day, afternoon] = ['2026-03-04', '2026-03-04 16:45']
const browser = browserKeys()
const figures: Record<string, string> = {}
afterAll(() => {
  if (long) console.log(figures)
})

/** Opens a mail server, an SMS provider and a push service, which record what one product hands over. */
async function openReceivers() {
  const [mailbox, sms, push] = [await openMailbox(), await openSmsProvider(), await openPushService()]
  const close = async () => {
    sms.close()
    push.close()
    await mailbox.close()
  }
  return { mailbox, sms, push, close }
}
type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Settings of a product that hands mail and texts to these receivers, and notifications to `pushHost`. */
const settingsFor = ({ mailbox, sms }: Receivers, pushHost: string) => ({
  PUBLIC_URL: 'http://learn.test.example',
  BACKUP_KEY: 'a passphrase of a test',
  TODAY: afternoon,
  LOG_LEVEL: 'warn',
  SMTP_URL: mailbox.url,
  TWILIO_ACCOUNT_SID: smsAccount.accountSid,
  TWILIO_AUTH_TOKEN: smsAccount.authToken,
  TWILIO_FROM: smsAccount.from,
  TWILIO_URL: sms.url,
  PUSH_HOSTS: pushHost,
})

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const phoneOf = (index: number) => `+1212555${String(index).padStart(4, '0')}`

/**
 * Creates families whose child is marked absent today. Each has a phone number for texts and a browser for
 * notifications. Queues several jobs that post the messages, so that all products take part.
 */
const announceAbsences = (url: string, pushUrl: string) =>
  withDatabase(url, (database) =>
    database.write(async (db) => {
      const make = factories(db)
      const { id: centerId } = await make.center()
      let klass = await make.klass(centerId, { day: 3, maxSize: seats })
      for (let index = 0; index < families; index += 1) {
        if (index % seats === 0) klass = await make.klass(centerId, { day: 3, maxSize: seats })
        const child = await make.student(centerId)
        await make.place(klass, child.id)
        const { id: parentId } = await make.parent([child])
        await db`insert into text_numbers (person_id, phone, confirmed_at) values (${parentId}, ${phoneOf(index)}, now())`
        await db`
          insert into push_devices (id, person_id, endpoint, public_key, auth_secret, user_agent)
          values (${newId()}, ${parentId}, ${`${pushUrl}/${index}`}, ${browser.keys.p256dh}, ${browser.keys.auth}, '')`
        await db`
          insert into attendances (center_id, id, class_id, student_id, held_on, mark, taken_at)
          values (${centerId}, ${newId()}, ${klass.id}, ${child.id}, ${day}, 'absent', now() - interval '5 minutes')`
      }
      await db`insert into reminders (center_id, kind, on_since) values (${centerId}, 'absent', '2026-01-01')`
      await db`select queue_job('reminders', '{}', null, null) from generate_series(1, 4)`
    }),
  )

type Interrupted = { task: string; key: string }

/**
 * Returns the messages that processes were handing over when they ended: the id of each email or
 * notification, and the phone number of each text. Waits until PostgreSQL has noticed the end of a process.
 */
const interruptedMessages = (database: Database, task: string) =>
  eventually(async () => {
    const rows = await database.read<Interrupted[]>`
      select t.identifier as task, case t.identifier when 'text' then n.phone else m.id::text end as key
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      join mail m on m.id::text in (j.payload ->> 'id', j.payload ->> 'mailId')
      join text_numbers n on n.person_id = m.person_id
      where pg_try_advisory_xact_lock(hashtextextended(j.locked_by, 0))`
    if (!rows.some((row) => row.task === task)) throw new Error(`No ${task} was interrupted.`)
    return [...rows]
  })

/**
 * Returns the messages that were being handed over when the product was killed. In the short run, also
 * backdates the claims on texts by a minute, so that the test doesn't have to wait for them to expire.
 */
const afterKill = (url: string, task: string) =>
  withDatabase(url, async (database) => {
    const found = await interruptedMessages(database, task)
    if (!long)
      await database.single`update sent_texts set at = at - interval '1 minute' where state = 'sending'`
    return found
  })

/** Returns what the receivers got: the ids of emails and notifications, and the phone numbers of texts. */
const deliveriesTo = (receivers: Receivers[]) => ({
  mail: receivers.flatMap(({ mailbox }) => mailbox.delivered.map(({ raw }) => mailIdIn(raw) ?? raw)),
  text: receivers.flatMap(({ sms }) => sms.got.map(({ to }) => to)),
  push: receivers.flatMap(({ push }) =>
    push.got.map(({ body }) => (browser.read(body) as { tag: string }).tag),
  ),
})
const countOf = (receivers: Receivers[]) =>
  receivers.reduce(
    (sum, { mailbox, sms, push }) => sum + mailbox.delivered.length + sms.got.length + push.got.length,
    0,
  )

/** Waits until twenty more messages have been delivered. */
const moreDeliveries = (receivers: Receivers[]) => {
  const before = countOf(receivers)
  return eventually(() => {
    if (countOf(receivers) < before + 20) throw new Error(`Only ${countOf(receivers)} deliveries.`)
  })
}

/**
 * Waits until nothing is left to hand over. A killed process's jobs return to the queue within 40 seconds.
 */
const allHandedOver = (database: Database) =>
  eventually(async () => {
    const left = await database.read`
      select 1 from graphile_worker.jobs where task_identifier in ('reminders', 'mail', 'text', 'push')`
    if (left.length > 0) throw new Error(`${left.length} jobs are left.`)
  }, 150_000)

const repeatsIn = (keys: string[]) => keys.filter((key, index) => keys.indexOf(key) < index)

/** Returns the warnings that products logged, such as failed jobs. */
const logOf = (products: Product[]) =>
  products
    .flatMap(({ output }) => output.beginning().split('\n'))
    .filter((line) => line.startsWith('{'))
    .join('\n')

type Round = {
  name: string
  products: Product[]
  receivers: Receivers[]
  interrupted: Interrupted[]
  expect: ExpectStatic
}

/**
 * Checks that each message was posted once and delivered once, or delivered again only if a kill interrupted
 * its delivery.
 */
async function checkMessages(url: string, { name, products, receivers, interrupted, expect }: Round) {
  await withDatabase(url, async (database) => {
    await allHandedOver(database)
    const mails = await database.read<{ id: string }[]>`
      select id from mail where purpose = 'automatic' and state = 'sent' order by id`
    const ids = mails.map(({ id }) => id)
    const delivered = deliveriesTo(receivers)
    const phones = Array.from({ length: families }, (_, index) => phoneOf(index))
    expect(ids).toHaveLength(families)
    expect(await database.read`select 1 from mail`).toHaveLength(families)
    expect(await database.read`select 1 from sent_reminders`).toHaveLength(families)
    expect(await database.read`select 1 from sent_texts where state = 'sent'`).toHaveLength(families)
    for (const [task, all] of [
      ['mail', ids],
      ['text', phones],
      ['push', ids],
    ] as const) {
      expect([...new Set(delivered[task])].sort(), `delivered as ${task}`).toEqual(all)
      const allowed = new Set(interrupted.filter((each) => each.task === task).map(({ key }) => key))
      const repeats = repeatsIn(delivered[task])
      const unexpected = repeats.filter((key) => !allowed.has(key))
      expect(unexpected, `repeated as ${task}; ${logOf(products)}`).toEqual([])
      figures[`${name}: ${task}`] =
        `${ids.length} messages, ${allowed.size} interrupted, ${repeats.length} delivered again, 0 lost`
    }
    expect(await fsck(database.read)).toEqual([])
  })
}

test.concurrent(
  'two products on one PostgreSQL send automatic messages once even if both are killed while sending',
  { timeout },
  async ({ expect, onTestFinished }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-faults-'))
    const { url, stop } = await startPostgres({ dataDir, quiet: true })
    const receivers = [await openReceivers(), await openReceivers()] as [Receivers, Receivers]
    const [first, second] = receivers
    const open = (each: Receivers) =>
      openProduct({ DATABASE_URL: url, ...settingsFor(each, first.push.host) })
    const products = [await open(first), await open(second)] as [Product, Product]
    onTestFinished(async () => {
      await Promise.all([...products, ...receivers].map((each) => each.close()))
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    for (const product of products) await product.start()
    await announceAbsences(url, first.push.url)
    const interrupted: Interrupted[] = []
    for (let round = 0; round < rounds; round += 1) {
      await moreDeliveries(receivers)
      await first.mailbox.stall()
      // The provider doesn't accept this text, so it is lost if nobody tries again.
      const duringText = second.sms.stall('before')
      await products[0].killServer()
      interrupted.push(...(await afterKill(url, 'mail')))
      const restarted = products[0].start()
      await duringText
      await products[1].killServer()
      interrupted.push(...(await afterKill(url, 'text')))
      await Promise.all([restarted, products[1].start()])
    }
    await checkMessages(url, { name: 'two products', products, receivers, interrupted, expect })
  },
)

test.concurrent(
  'automatic messages are sent once even if kill -9 ends the product and its PostgreSQL while a text is being sent',
  { timeout },
  async ({ expect, onTestFinished }) => {
    const receivers = await openReceivers()
    const product = await openProduct(settingsFor(receivers, receivers.push.host))
    onTestFinished(async () => {
      await product.close()
      await receivers.close()
    })
    await product.start()
    await announceAbsences(product.databaseUrl(), receivers.push.url)
    const interrupted: Interrupted[] = []
    const stalls = {
      mail: () => receivers.mailbox.stall(),
      push: () => receivers.push.stall(),
      text: () => receivers.sms.stall('after'),
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [task, stall] of Object.entries(stalls).slice(long ? 0 : -1)) {
        await moreDeliveries([receivers])
        await stall()
        await product.killServer()
        interrupted.push(...(await afterKill(product.databaseUrl(), task)))
        product.killDatabase()
        await product.start()
      }
    }
    const round = { products: [product], receivers: [receivers], interrupted, expect }
    await checkMessages(product.databaseUrl(), { name: 'everything', ...round })
  },
)

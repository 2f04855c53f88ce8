import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/clock.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { sendReminders } from './jobs.ts'

const { database } = await openWorld()
const settings = { ...readSettings({}), publicUrl: 'https://learn.example' }

const { centerId, sam, pilar } = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center({ id: 'Maple Street', phone: '+15185550142' })
  const child = await make.student(center.id, { firstName: 'Sam' })
  await make.parent([child], { firstName: 'Paul' })
  return { centerId: center.id, sam: child, pilar: await make.parent([child], { firstName: 'Pilar' }) }
})
await database.single`
  insert into reminders (center_id, kind, on_since, days) values (${centerId}, 'invoice', '2026-01-01', 3)`

const run = () => sendReminders({}, { database, settings })
const sent = () => database.read<{ to: string; subject: string; body: string }[]>`
  select p.first_name as "to", m.subject, m.body from mail m join people p on p.id = m.person_id where m.purpose = 'automatic' order by m.id`

beforeEach(async () => {
  for (const table of ['mail', 'sent_reminders']) await database.single`delete from ${database.single(table)}`
  // Sent invoices can't be deleted one by one, so the table is truncated.
  await database.single`truncate invoices cascade`
  setClock('2026-03-03 16:45')
})

describe('an invoice', () => {
  /** Sends Pilar an invoice for 120 dollars, of which `owes` cents are still open. */
  const bill = async ({ owes = 12_000, due = '2026-03-06', sentOn = '2026-02-20', number = 7 } = {}) => {
    await database.single`
      insert into family_accounts (center_id, payer_id, balance) values (${centerId}, ${pilar.id}, ${owes})
      on conflict (center_id, payer_id) do update set balance = excluded.balance`
    await database.write(async (db) => {
      const id = newId()
      await db`
        insert into invoices (center_id, id, payer_id, month, currency, total)
        values (${centerId}, ${id}, ${pilar.id}, '2026-02-01', 'USD', 12000)`
      await db`
        insert into invoice_lines (center_id, invoice_id, num, student_id, text, amount)
        values (${centerId}, ${id}, 1, ${sam.id}, 'Math', 12000)`
      await db`
        update invoices set state = 'sent', number = ${number}, due_on = ${due}, sent_on = ${sentOn}, sent_at = ${`${sentOn}T15:00Z`}
        where center_id = ${centerId} and id = ${id}`
    })
  }

  test('triggers one message, only to the parent who pays, if it is due within the chosen number of days', async () => {
    await bill()
    await run()
    await run()
    expect(await sent()).toMatchObject([
      {
        to: 'Pilar',
        subject: 'Invoice 7 is due on Fri, Mar 6',
        body: expect.stringMatching(
          /^Hello Pilar,\n\n\$120\.00 on invoice 7 for February 2026 is due on Fri, Mar 6\. .*https:\/\/learn\.example\/parent\/invoices\n$/s,
        ),
      },
    ])
  })

  test.each([
    ['after the chosen number of days', { due: '2026-03-07' }],
    ['in the past', { due: '2026-03-02' }],
    ['and paid', { owes: 0 }],
    ['and was emailed a day ago', { sentOn: '2026-03-02' }],
  ])('that is due %s isn’t announced', async (_, what) => {
    await bill(what)
    await run()
    expect(await sent()).toEqual([])
  })

  test('is announced with the open amount if it is partly paid', async () => {
    await bill({ owes: 2050 })
    await run()
    expect((await sent())[0]?.body).toContain('$20.50 on invoice 7')
  })
})

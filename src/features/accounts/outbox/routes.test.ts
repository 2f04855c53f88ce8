import { expect, test } from 'vitest'
import type { CenterId } from '#server/gate.ts'
import { queueMail } from '#server/mail.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { putDuty } from '#features/centers/queries.ts'
import { outbox } from './api.ts'

const world = await openWorld()
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const [north, south] = [await make.center(), await make.center()]
  const [child, elsewhere] = [await make.student(north.id), await make.student(south.id)]
  const both = await make.staff('operator', north.id)
  await putDuty(db, { centerId: south.id, personId: both.id, duty: 'office', type: 'permanent' })
  const moved = await make.staff('operator', north.id)
  await putDuty(db, { centerId: south.id, personId: moved.id, duty: 'office', type: 'permanent' })
  await db`update staff set active = false where person_id = ${moved.id} and center_id = ${south.id}`
  const people = {
    admin: await make.staff('admin', null),
    manager: await make.staff('manager', north.id),
    operator: await make.staff('operator', north.id),
    stranger: await make.staff('operator', south.id),
    child,
    parent: await make.parent([child]),
    both,
    moved,
    parentOfBoth: await make.parent([child, elsewhere]),
  }
  for (const [name, { id, email }] of Object.entries(people))
    await queueMail(db, readSettings({}), {
      personId: id,
      to: email,
      purpose: 'recovery',
      subject: name,
      body: 'Hello',
    })
  return people
})
const mailsFor = async (who: typeof cast.admin) =>
  (await (await world.as(who)).call(outbox.list, {})).body.mail.map(({ subject }) => subject).sort()

test('an admin can read all email', async () => {
  expect(await mailsFor(cast.admin)).toEqual(Object.keys(cast).sort())
})

test('a manager can read email to people below them, but not to anyone who also belongs to another center', async () => {
  expect(await mailsFor(cast.manager)).toEqual(['child', 'moved', 'operator', 'parent'])
})

test('a manager sees the link in a setup email only if it is for a student’s unused account', async () => {
  const linkFor = async (owner: { id: string; email: string }, who: typeof cast.admin) => {
    const mail = {
      purpose: 'setup',
      subject: 'operator',
      body: 'Here:\n\nhttp://localhost:3000/setup#token=abc\n',
    } as const
    await database.write((db) =>
      queueMail(db, readSettings({}), { personId: owner.id, to: owner.email, ...mail }),
    )
    const { body } = await (await world.as(who)).call(outbox.list, {})
    await database.single`delete from mail where body like '%#token=abc%'`
    return body.mail[0]?.body
  }
  const hidden = 'Here:\n\n(The link is shown to admins only.)\n'
  const owners = [cast.operator, cast.parent, cast.child]
  const mailRows = async (who: typeof cast.admin) => {
    const all: (string | undefined)[] = []
    for (const owner of owners) all.push(await linkFor(owner, who))
    return all
  }
  const open = expect.stringContaining('#token=abc')
  expect(await mailRows(cast.admin)).toEqual([open, open, open])
  expect(await mailRows(cast.manager)).toEqual([hidden, hidden, hidden])
  const ids = owners.map(({ id }) => id)
  const hashes = await database.read<
    { id: string; passwordHash: string }[]
  >`select id, password_hash from people where id = any(${ids}::uuid[])`
  await database.single`update people set password_hash = null where id = any(${ids}::uuid[])`
  expect(await mailRows(cast.manager)).toEqual([hidden, hidden, open])
  for (const { id, passwordHash } of hashes)
    await database.single`update people set password_hash = ${passwordHash} where id = ${id}`
})

test('only admins and managers can read email, and a page after the last one is empty', async () => {
  expect((await (await world.as(null)).call(outbox.list, {})).status).toBe(401)
  for (const who of [cast.operator, cast.child, cast.parent])
    expect((await (await world.as(who)).call(outbox.list, {})).status).toBe(403)
  const admin = await world.as(cast.admin)
  expect((await admin.call(outbox.list, { after: 'x' })).status).toBe(400)
  expect(
    (await admin.call(outbox.list, { after: '00000000-0000-7000-8000-000000000000' })).body.mail,
  ).toEqual([])
})

test('50 emails fill one page and 51 need two, not counting those that a manager may not read', async () => {
  const { operator, both } = cast
  const write = (to: { id: string; email: string }, count: number) =>
    database.write(async (db) => {
      for (let each = 0; each < count; each += 1)
        await queueMail(db, readSettings({}), {
          personId: to.id,
          to: to.email,
          purpose: 'recovery',
          subject: 'Page',
          body: 'Hello',
        })
    })
  await database.single`delete from mail`
  await write(operator, 50)
  await write(both, 60)
  const manager = await world.as(cast.manager)
  const full = await manager.call(outbox.list, {})
  expect([full.body.mail.length, full.body.after]).toEqual([50, null])
  await write(operator, 1)
  const first = await manager.call(outbox.list, {})
  const { body } = await manager.call(outbox.list, { after: first.body.after as string })
  expect([first.body.mail.length, body.mail.length, body.after]).toEqual([50, 1, null])
})

test('email that another center sent to a family can be read only there, even after the family moves', async () => {
  const { parent, manager } = await database.write(async (db) => {
    const make = factories(db)
    const [before, now] = [await make.center(), await make.center()]
    const [old, kid] = [await make.student(before.id), await make.student(now.id)]
    const moving = await make.parent([old, kid])
    await db`insert into mailings (center_id, id, subject, body, audience, by) select ${before.id}, ${moving.id}, 'Private', 'About Ana', '{}', ${moving.id}`
    await queueMail(db, readSettings({}), {
      personId: moving.id,
      to: moving.email,
      purpose: 'family',
      subject: 'Private',
      body: 'About Ana',
      mailing: { center: before.id as CenterId, id: moving.id },
    })
    await db`update parent_links set ended_at = now() where parent_id = ${moving.id} and center_id = ${before.id}`
    return { parent: moving, manager: await make.staff('manager', now.id) }
  })
  const subjects = (await (await world.as(manager)).call(outbox.list, {})).body.mail
    .filter(({ to }) => to === parent.email)
    .map(({ subject }) => subject)
  expect(subjects).toEqual([])
})

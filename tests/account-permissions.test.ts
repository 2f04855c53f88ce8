import { describe, expect, test } from 'vitest'
import { outbox } from '#features/accounts/outbox/api.ts'
import { accountCondition, type AccountAction, accountPermissions } from '#shared/account-permissions.ts'
import { type Kind, kinds, reach } from '#shared/permissions.ts'
import {
  type AccountTarget,
  isAllowed,
  isHere,
  makeTarget,
  standing,
  type Variant,
  variants,
} from './account-targets.ts'
import { examples, nameOf } from './examples.ts'
import { factories } from './factories.ts'
import { permissionFixture } from './permission-fixture.ts'
import { openWorld, type SomeoneKnown } from './world.ts'

/**
 * Tests the table of rights to manage accounts (shared/account-permissions.ts) against the real server: every
 * call that touches an account × every kind of caller × every kind of account × every center or centers to
 * which the account may belong. A call that the table doesn't allow must change nothing about the account and
 * reveal nothing about it.
 */

const world = await openWorld()
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const [here, there] = [(await make.center()).id, (await make.center()).id]
  const operator = await make.staff('operator', here)
  const student = await make.student(here)
  return {
    around: { here, there, childId: student.id },
    callers: {
      admin: await make.staff('admin', null),
      manager: await make.staff('manager', here),
      operator,
      editor: await make.staff('editor', null),
      'editor with a center': await make.staff('editor', here),
      students: student,
      parents: await make.parent([student]),
      devices: { ...(await make.device(here, operator.id)), kind: 'devices' as const },
    } satisfies Record<string, SomeoneKnown>,
  }
})

/** Every call that touches another person's account, with its effect on the account. */
const calls = examples.flatMap(({ endpoint, manages = [] }) =>
  manages.map((effect) => [nameOf(endpoint), { endpoint, ...effect }] as const),
)

test('the tested calls cover every account permission except those to read an account’s emails and the links in them', () => {
  const tried = new Set<string>(calls.map(([, { what }]) => what))
  expect(Object.keys(accountPermissions).filter((what) => !tried.has(what))).toEqual([
    'readMail',
    'readLinks',
  ])
})

test('every call that changes somebody’s account says so in its example', async () => {
  const changing: string[] = []
  let fixture = await permissionFixture(world)
  for (const { endpoint, scopes, input, alters, manages, managesNobody } of examples) {
    if (manages || managesNobody) continue
    const name = nameOf(endpoint)
    if (endpoint.method === 'GET') {
      if (endpoint.path.startsWith('/users/:')) changing.push(name)
      continue
    }
    const kind = kinds.find((each) => reach(each, endpoint.who) !== null)
    if (!kind) continue
    await database.single`delete from failed_tries`
    const target = fixture.target(kind, scopes.includes('own') ? 'own' : 'unknown')
    const caller = await fixture.as(kind)
    const [me] = await database.read<{ id: string }[]>`select id from people where id = ${target.personId}`
    const before = await standing(database.read, { but: me?.id ?? null })
    await caller.call(endpoint, input(target) as never)
    if ((await standing(database.read, { but: me?.id ?? null })) !== before) changing.push(name)
    if (alters) fixture = await permissionFixture(world)
  }
  expect(
    changing,
    'Add `manages` to their examples, or the reason why they manage no account as `managesNobody`.',
  ).toEqual([])
})

const makeAll = (nameless = false) =>
  database.write(async (db) => {
    const made: AccountTarget[] = []
    for (const variant of variants) made.push(await makeTarget(db, variant, cast.around))
    if (nameless)
      for (const { id: person, userName, kind } of made)
        if (kind === 'students')
          await db`update people set email = null, user_name = ${userName} where id = ${person}`
    return made
  })

const kindOf = (caller: string) =>
  (caller === 'editor with a center' ? 'editor' : caller) as Exclude<Kind, 'anonymous'>
const say = ({ kind, where, used }: Variant) => `${kind} ${where}, ${used ? 'in use' : 'unused'}`

describe.each(Object.entries(cast.callers))('%s', (name, someone) => {
  const kind = kindOf(name)
  test.each(calls)(
    'manages only the accounts that this caller may manage: %s',
    async (_, { endpoint, what, input, finds = () => true, nameless, doneWithout }) => {
      await database.single`delete from failed_tries`
      const caller = await world.as(someone)
      const how = reach(kind, endpoint.who)
      const targets = await makeAll(nameless)
      // Three accounts are enough if this kind of caller is refused before any account is read.
      for (const target of how ? targets : targets.slice(0, 3)) {
        const before = await standing(database.read, { of: target.id })
        const { status, body, text } = await caller.call(endpoint, input(target) as never)
        const said = `${say(target)}: ${status} ${text.slice(0, 200)}`
        const done = status < 300 && !(body as { waiting?: boolean } | null)?.waiting
        const want = how !== null && how !== 'self' && finds(target) && isAllowed(what, kind, target)
        if (want) expect(done, said).toBe(true)
        else {
          expect(await standing(database.read, { of: target.id }), said).toBe(before)
          if (!doneWithout) expect(done, said).toBe(false)
          if (!isHere(target)) expect(text, said).not.toContain(target.firstName)
        }
      }
    },
  )

  test('reads an account’s emails, and the links in them, only if this caller may read them', async () => {
    await database.single`delete from mail`
    const targets = await makeAll()
    const caller = await world.as(someone)
    const { status, text } = await caller.call(outbox.list, {})
    if (reach(kind, 'mail.read') === null) expect(status).toBe(403)
    const read = targets.filter(({ firstName }) => text.includes(`Mail for ${firstName}.`)).map(say)
    expect(read).toEqual(
      targets.filter((target) => reach(kind, 'mail.read') && isAllowed('readMail', kind, target)).map(say),
    )
    const opened = targets.filter(({ firstName }) => text.includes(`#token=${firstName}`)).map(say)
    expect(opened).toEqual(
      targets.filter((target) => reach(kind, 'mail.read') && isAllowed('readLinks', kind, target)).map(say),
    )
  })
})

test('only admins have rights to admins’ accounts and to accounts that belong only to other centers', () => {
  for (const what of Object.keys(accountPermissions) as AccountAction[])
    for (const kind of kinds.filter((each) => each !== 'admin')) {
      expect(
        what === 'endTeaching' ? null : accountCondition(what, kind, 'admin'),
        `${what} as ${kind}`,
      ).toBeNull()
      for (const variant of variants.filter(({ where }) => where === 'there'))
        expect(isAllowed(what, kind, variant)).toBe(false)
    }
})

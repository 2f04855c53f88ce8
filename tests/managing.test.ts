import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract.ts'
import { condition, type Managing, managing } from '#shared/managing.ts'
import { type Kind, kinds, reach } from '#shared/permissions.ts'
import { type AccountTarget, isAllowed, makeTarget, standing, type Variant, variants } from './account-targets.ts'
import { factories, password } from './factories.ts'
import { examples } from './permission-examples.ts'
import { permissionFixture } from './permission-fixture.ts'
import { openWorld, type SomeoneKnown } from './world.ts'

/**
 * Tests the table of who may manage whose account (shared/managing.ts) against the real server: every call that touches an account × every kind of
 * caller × every kind of account in every place. A call that the table doesn't allow changes nothing of the account and reveals nothing about it.
 */
const world = await openWorld()
const { database } = world
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpointOf = (name: string) => {
  const found = world.app.endpoints.find((each) => nameOf(each) === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

const cast = await database.write(async (db) => {
  const make = factories(db)
  const [here, there] = [(await make.center()).id, (await make.center()).id]
  const operator = await make.staff('operator', here)
  const student = await make.student(here)
  return {
    centers: { here, there },
    student,
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

type Call = {
  what: Managing
  input: (target: AccountTarget) => object
  /** Returns true if the call can find the account at all, regardless of the caller's rights. */
  finds?: (variant: Variant) => boolean
  /** Students have no email address. */
  nameless?: true
}

const renamed = { firstName: 'Renamed', lastName: 'Byus' }
const isHere = ({ where }: Variant) => where === 'here' || where === 'both'
const hereAs =
  (...wanted: Variant['kind'][]) =>
  (variant: Variant) =>
    wanted.includes(variant.kind) && isHere(variant)
const id = ({ id: person }: AccountTarget) => ({ id: person })
const parent = ({ here, id: parentId }: AccountTarget) => ({ centerId: here, parentId })
const student = ({ here, id: studentId }: AccountTarget) => ({ centerId: here, studentId })
const elsewhere = ({ id: person }: AccountTarget) => `to-${person}@test.example`
const namesAndFace = { ...renamed, avatar: 'ant' }

/** Every call that touches another person's account, with its effect on the account. */
const calls: [string, Call][] = [
  ['GET /users/:id', { what: 'read', input: id }],
  ['PUT /users/:id', { what: 'rename', input: (target) => ({ ...id(target), ...namesAndFace }) }],
  [
    'PUT /users/:id',
    { what: 'readdress', input: (target) => ({ ...id(target), ...namesAndFace, email: elsewhere(target), currentPassword: password }) },
  ],
  [
    'PATCH /centers/:centerId/parents/:parentId',
    { what: 'rename', finds: hereAs('parents'), input: (target) => ({ ...parent(target), ...renamed }) },
  ],
  [
    'PATCH /centers/:centerId/parents/:parentId',
    {
      what: 'readdress',
      finds: (variant) => hereAs('parents')(variant) && !variant.used,
      input: (target) => ({ ...parent(target), email: elsewhere(target) }),
    },
  ],
  [
    'PATCH /centers/:centerId/students/:studentId',
    { what: 'rename', finds: hereAs('students'), input: (target) => ({ ...student(target), ...renamed }) },
  ],
  [
    'PATCH /students/:id',
    { what: 'rename', finds: (variant) => variant.kind === 'students', input: (target) => ({ ...id(target), ...renamed }) },
  ],
  ...(['operator', 'teacher', 'assistant'] as const).map((duty): [string, Call] => [
    'POST /centers/:centerId/staff',
    {
      what: 'employ',
      // Other tests cover people who already have this duty here, and admins.
      finds: (variant) =>
        !(duty === 'operator' ? hereAs('manager', 'operator', 'editor')(variant) : duty === 'teacher' && hereAs('staff', 'admin')(variant)),
      input: ({ here: centerId, email }) => ({ centerId, ...renamed, duty, email }),
    },
  ]),
  [
    'DELETE /centers/:centerId/staff/:personId/:duty',
    {
      what: 'endOffice',
      finds: hereAs('manager', 'operator', 'editor'),
      input: ({ here: centerId, id: personId }) => ({ centerId, personId, duty: 'office' }),
    },
  ],
  [
    'DELETE /centers/:centerId/staff/:personId/:duty',
    {
      what: 'endTeaching',
      finds: hereAs('admin', 'staff'),
      input: ({ here: centerId, id: personId }) => ({ centerId, personId, duty: 'teacher' }),
    },
  ],
  [
    'POST /centers/:centerId/students/:studentId/parents',
    { what: 'link', input: ({ here: centerId, email }) => ({ centerId, studentId: cast.student.id, ...renamed, email }) },
  ],
  [
    'POST /centers/:centerId/students',
    { what: 'link', input: ({ here: centerId, email }) => ({ centerId, ...renamed, parent: { ...renamed, email } }) },
  ],
  [
    'POST /centers/:centerId/students/imports',
    {
      what: 'link',
      // An import acts for its center, whoever starts it.
      finds: (variant) => isAllowed('link', 'operator', variant),
      input: ({ here: centerId, email, id: person }) => ({
        centerId,
        dryRun: false,
        csv: `First name,Last name,Parent first name,Parent email\nChild${person},Import,Renamed,${email}`,
      }),
    },
  ],
  ['POST /users/:id/invitation', { what: 'invite', input: id }],
  ['POST /centers/:centerId/students/:studentId/invitation', { what: 'invite', finds: hereAs('students'), input: student }],
  [
    'POST /centers/:centerId/students/:studentId/invitation',
    { what: 'handOver', finds: hereAs('students'), nameless: true, input: student },
  ],
  ['POST /centers/:centerId/parents/:parentId/invitation', { what: 'invite', finds: hereAs('parents'), input: parent }],
  ['POST /users/:id/email/link', { what: 'readdress', finds: ({ used }) => used, input: id }],
  ['DELETE /users/:id/email', { what: 'readdress', finds: ({ used }) => used, input: id }],
  ['POST /users/:id/close', { what: 'close', input: (target) => ({ ...id(target), disabled: true }) }],
  ['GET /users/:id/sessions', { what: 'sessions', input: id }],
  ['POST /users/:id/sessions/end', { what: 'sessions', input: id }],
  ['GET /users/:id/factor', { what: 'factor', input: id }],
  ['POST /users/:id/factor/reset', { what: 'factor', input: id }],
]

/** Calls that change an account without managing another person's, with the reason. */
const aside: Record<string, string> = {
  'POST /login': 'their own: a session',
  'POST /logout': 'their own',
  'POST /auth/devices': 'of devices',
  'POST /password/recovery': 'anyone who knows the address can have mail sent to the owner',
  'POST /email/confirmation': 'anyone with the link that was sent to the new address can call it',
  'POST /users': 'a new account',
  'POST /users/me/requests/:id': 'their own consent',
  'DELETE /centers/:centerId/students/:studentId/parents/:parentId': 'ends a link with the center’s own student',
  'POST /centers/:centerId/students/imports/:id/undo': 'undoes the center’s own import',
  'DELETE /students/:id': 'an admin erases a child and confirms with the password and the name',
  'PATCH /parent/students/:id': 'a parent changes their own child',
}

test('every way to manage an account has a call here or lists mail', () => {
  const tried = new Set<string>(calls.map(([, { what }]) => what))
  expect(Object.keys(managing).filter((what) => !tried.has(what))).toEqual(['readMail', 'readLinks'])
})

test('a call that changes somebody’s account is listed here', async () => {
  const listed = new Set([...calls.map(([name]) => name), ...Object.keys(aside)])
  const changing: string[] = []
  let fixture = await permissionFixture(world)
  for (const endpoint of world.app.endpoints) {
    const name = nameOf(endpoint)
    if (endpoint.method === 'GET') {
      if (endpoint.path.startsWith('/users/:') && !listed.has(name)) changing.push(name)
      continue
    }
    const ask = examples[name]
    const kind = kinds.find((each) => reach(each, endpoint.who) !== null)
    if (!ask || !kind || listed.has(name)) continue
    await database.single`delete from failed_tries`
    const target = fixture.target(kind, ask.scopes.includes('own') ? 'own' : 'unknown')
    const caller = await fixture.as(kind)
    const [me] = await database.read<{ id: string }[]>`select id from people where id = ${target.personId}`
    const before = await standing(database.read, { but: me?.id ?? null })
    await caller.call(endpoint, ask.input(target) as never)
    if ((await standing(database.read, { but: me?.id ?? null })) !== before) changing.push(name)
    if (ask.alters) fixture = await permissionFixture(world)
  }
  expect(changing, 'Add their effect on the account to `calls`, or the reason why they manage no account to `aside`.').toEqual([])
}, 120_000)

const makeAll = (nameless = false) =>
  database.write(async (db) => {
    const made: AccountTarget[] = []
    for (const variant of variants) made.push(await makeTarget(db, variant, cast.centers))
    if (nameless)
      for (const { id: person, userName, kind } of made)
        if (kind === 'students') await db`update people set email = null, user_name = ${userName} where id = ${person}`
    return made
  })

const kindOf = (caller: string) => (caller === 'editor with a center' ? 'editor' : caller) as Exclude<Kind, 'anonymous'>
const say = ({ kind, where, used }: Variant) => `${kind} ${where}, ${used ? 'in use' : 'unused'}`

describe.each(Object.entries(cast.callers))('%s', (name, someone) => {
  const kind = kindOf(name)
  test.each(calls)('%s', async (path, { what, input, finds = () => true, nameless }) => {
    const endpoint = endpointOf(path)
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
      // The call succeeds without the parent: the student is added anyway.
      const asked = what === 'link' && path !== 'POST /centers/:centerId/students/:studentId/parents'
      if (want) expect(done, said).toBe(true)
      else {
        expect(await standing(database.read, { of: target.id }), said).toBe(before)
        if (!asked) expect(done, said).toBe(false)
        if (!isHere(target)) expect(text, said).not.toContain(target.firstName)
      }
    }
  })

  test('can only read the mail of accounts that they may open', async () => {
    await database.single`delete from mail`
    const targets = await makeAll()
    const caller = await world.as(someone)
    const { status, text } = await caller.call(endpointOf('GET /mail'), {})
    if (reach(kind, 'mail.read') === null) expect(status).toBe(403)
    const read = targets.filter(({ firstName }) => text.includes(`Mail for ${firstName}.`)).map(say)
    expect(read).toEqual(targets.filter((target) => reach(kind, 'mail.read') && isAllowed('readMail', kind, target)).map(say))
    const opened = targets.filter(({ firstName }) => text.includes(`#token=${firstName}`)).map(say)
    expect(opened).toEqual(targets.filter((target) => reach(kind, 'mail.read') && isAllowed('readLinks', kind, target)).map(say))
  })
})

test('the table gives only admins rights over accounts of admins, and over accounts that belong only to other centers', () => {
  for (const what of Object.keys(managing) as Managing[])
    for (const kind of kinds.filter((each) => each !== 'admin')) {
      expect(what === 'endTeaching' ? null : condition(what, kind, 'admin'), `${what} as ${kind}`).toBeNull()
      for (const variant of variants.filter(({ where }) => where === 'there')) expect(isAllowed(what, kind, variant)).toBe(false)
    }
})

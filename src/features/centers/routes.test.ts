import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { centers } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let admin: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [
      await make.center({ id: 'North' }),
      await make.center({ id: 'South', timeZone: 'Pacific/Auckland' }),
    ]
    const operator = await make.staff('operator', north.id)
    return {
      north,
      south,
      operator,
      admin: await make.staff('admin', null),
      manager: await make.staff('manager', south.id),
      editor: await make.staff('editor', null),
      student: await make.student(north.id),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  admin = await world.as(cast.admin)
})

type Who = Parameters<typeof world.as>[0]
const device = () => ({ ...cast.device, centerId: cast.north.id })
const zone = { timeZone: 'America/New_York' }

describe('the list of centers', () => {
  test('contains the centers that the caller can access, sorted by name', async () => {
    const names = async (who: Who) =>
      (await (await world.as(who)).call(centers.list, {})).body.map(({ _id }) => _id)
    expect(await names(cast.admin)).toEqual(['North', 'South'])
    expect(await names(cast.operator)).toEqual(['North'])
    expect(await names(cast.manager)).toEqual(['South'])
    expect(await names(device())).toEqual(['North'])
    expect(await names(cast.editor)).toEqual([])
  })

  test('is refused to students and to callers without a session', async () => {
    expect((await (await world.as(cast.student)).call(centers.list, {})).status).toBe(403)
    expect((await (await world.as(null)).call(centers.list, {})).status).toBe(401)
  })
})

describe('one center', () => {
  test('has its address, its time zone and the current date there', async () => {
    const { status, body } = await (await world.as(cast.operator)).call(centers.one, { centerId: 'North' })
    expect([status, body]).toMatchObject([
      200,
      { _id: 'North', city: 'Springfield', timeZone: 'America/New_York', today, version: 1 },
    ])
  })

  test('that the caller can’t access looks like one that doesn’t exist', async () => {
    const operator = await world.as(cast.operator)
    const others = await operator.call(centers.one, { centerId: 'South' })
    const missing = await operator.call(centers.one, { centerId: 'Nowhere' })
    const said = ({ body }: typeof others) => ({ ...body, requestId: '' })
    expect([others.status, said(others)]).toEqual([404, said(missing)])
    expect((await admin.call(centers.one, { centerId: 'Nowhere' })).status).toBe(404)
    expect((await admin.call(centers.one, { centerId: 'South' })).status).toBe(200)
    for (const who of [cast.editor, cast.student])
      expect((await (await world.as(who)).call(centers.one, { centerId: 'North' })).status).toBe(403)
    expect((await (await world.as(null)).call(centers.one, { centerId: 'North' })).status).toBe(401)
  })
})

describe('a new center', () => {
  test('can be created by an admin, who immediately has access', async () => {
    const input = { name: "Queen's Park", city: '<Riverside>', ...zone }
    const made = await admin.call(centers.create, input)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        _id: "Queen's Park",
        address: '',
        city: '&lt;Riverside&gt;',
        timeZone: 'America/New_York',
        today,
        version: 1,
      },
    ])
    expect((await admin.call(centers.one, { centerId: "Queen's Park" })).body).toEqual(made.body)
    const trail = await world.database
      .read`select action, person_id, center_id from audit where entity_id = ${"Queen's Park"}`
    expect([...trail]).toEqual([
      { action: 'centers.create', personId: cast.admin.id, centerId: "Queen's Park" },
    ])
  })

  test('needs a unique name', async () => {
    const answer = await admin.call(centers.create, { name: 'North', ...zone })
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'name_taken' }])
    const both = await Promise.all([1, 2].map(() => admin.call(centers.create, { name: 'Twins', ...zone })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(
      await world.database.read`select 1 from audit where entity_id = 'North' or entity_id = 'Twins'`,
    ).toHaveLength(1)
  })

  test('can’t be created by anyone but an admin', async () => {
    for (const [who, want] of [
      [null, 401],
      [cast.operator, 403],
      [cast.manager, 403],
      [cast.editor, 403],
      [cast.student, 403],
      [device(), 403],
    ] as const)
      expect((await (await world.as(who)).call(centers.create, { name: 'Ours', ...zone })).status).toBe(want)
    expect(await world.database.read`select 1 from centers where id = 'Ours'`).toHaveLength(0)
  })

  test.each<[string, object, number, string]>([
    ['without a name', zone, 400, '/name'],
    ['with an empty name', { name: '', ...zone }, 422, '/name'],
    ['with a name that can’t be in a path', { name: 'a/b', ...zone }, 422, '/name'],
    ['with a name of dots', { name: '..', ...zone }, 422, '/name'],
    ['with a name of spaces', { name: '  ', ...zone }, 422, '/name'],
    ['with a name that ends with a space', { name: 'Odd ', ...zone }, 422, '/name'],
    ['with a name of 61 letters', { name: 'x'.repeat(61), ...zone }, 422, '/name'],
    ['with an invalid time zone', { name: 'Odd', timeZone: 'Springfield' }, 422, '/timeZone'],
    ['with a time zone that is an offset', { name: 'Odd', timeZone: '+05:00' }, 422, '/timeZone'],
    ['with an abbreviated time zone', { name: 'Odd', timeZone: 'CET' }, 422, '/timeZone'],
    [
      'with a time zone that the database lacks',
      { name: 'Odd', timeZone: 'SystemV/PST8PDT' },
      422,
      '/timeZone',
    ],
    ['with an address that is too long', { name: 'Odd', address: 'x'.repeat(201), ...zone }, 422, '/address'],
    ['with an unknown field', { name: 'Odd', ...zone, version: 7 }, 400, '/version'],
  ])('isn’t created %s', async (_, raw, status, path) => {
    const answer = await admin.call(centers.create, { name: 'Odd', ...zone }, { raw })
    expect([answer.status, answer.body]).toMatchObject([status, { errors: [{ path }] }])
    expect(await world.database.read`select 1 from centers where id = 'Odd'`).toHaveLength(0)
  })
})

test('the database knows every time zone that can be chosen', async () => {
  const offered = [...Intl.supportedValuesOf('timeZone'), 'UTC']
  const known = await world.database.read<{ name: string }[]>`select name from pg_timezone_names`
  const names = new Set(known.map(({ name }) => name))
  expect(offered.filter((name) => !names.has(name))).toEqual([])
})

describe('the name of a new center', () => {
  const add = (name: string) => admin.call(centers.create, { name, ...zone })

  test.each([
    ['in a different case', 'riverside'],
    ['in full-width letters', 'Ｒiverside'],
    ['with an accent', 'Ríverside'],
    ['with spaces and hyphens', 'River-Side'],
  ])('is refused if it is another center’s name %s', async (_, name) => {
    await add('Riverside')
    const { status, body } = await add(name)
    expect([status, body]).toMatchObject([
      409,
      { code: 'name_alike', message: expect.stringContaining('similar to Riverside') },
    ])
  })

  test('is refused if it mixes letters of several alphabets, or imitates another name using a different alphabet', async () => {
    expect((await add('Rivеrside')).body).toMatchObject({
      status: 422,
      code: 'mixed_alphabets',
      errors: [{ path: '/name' }],
    })
    expect((await add('Coco')).status).toBe(201)
    expect((await add('Сосо')).body).toMatchObject({ status: 409, code: 'name_alike' })
  })

  test('can use any single alphabet, or two that can’t be confused', async () => {
    for (const name of ['Школа на Лесной', 'Ελληνικό', '東京 Kumon', 'Lycée St. Jean 2'])
      expect((await add(name)).status, name).toBe(201)
    expect((await add('Lycée St. Jean 2')).body).toMatchObject({ status: 409, code: 'name_taken' })
  })
})

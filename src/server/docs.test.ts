import { describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'

type Operation = { tags?: string[]; parameters?: { name: string; in: string }[]; requestBody?: unknown; responses: Record<string, unknown> }
type Document = { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> }

const world = await openWorld()
const cast = await world.database.write(async (db) => {
  const make = factories(db)
  const center = (await make.center()).id
  const student = await make.student(center)
  const manager = await make.staff('manager', center)
  return {
    admin: await make.staff('admin', null),
    manager,
    operator: await make.staff('operator', center),
    editor: await make.staff('editor', center),
    students: student,
    parents: await make.parent([student]),
    devices: { ...(await make.device(center, manager.id)), kind: 'devices' as const },
  }
})

async function open(who: SomeoneKnown | null, url: string) {
  const { cookie } = await world.as(who)
  return await world.app.inject({ url, headers: cookie ? { cookie } : {} })
}

const pathOf = (path: string) => `/api${path.replace(/:(\w+)/g, '{$1}')}`
const { paths, ...head } = (await open(cast.operator, '/api/docs/json')).json<Document>()

test('the document is OpenAPI 3.1 of this version', () => {
  expect(head).toMatchObject({ openapi: '3.1.0', info: { title: 'Blended Learning', version: '2.0.9' } })
})

test('it lists exactly the served endpoints', () => {
  const listed = Object.entries(paths).flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`))
  const served = world.app.endpoints.map(({ method, path }) => `${method.toLowerCase()} ${pathOf(path)}`)
  expect(listed.sort()).toEqual(served.sort())
})

test.each(world.app.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s documents its input',
  (_, { method, path, input }) => {
    const operation = paths[pathOf(path)]?.[method.toLowerCase()]
    expect(operation?.tags).toHaveLength(1)
    const parameters = operation?.parameters ?? []
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
    expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath)
    const others = Object.keys(input.shape).filter((name) => !inPath.includes(name))
    const reads = method === 'GET' || method === 'DELETE'
    expect(parameters.filter((each) => each.in === 'query').map(({ name }) => name)).toEqual(reads ? others : [])
    expect(operation?.requestBody !== undefined).toBe(!reads && others.length > 0)
  },
)

describe.each(['/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-initializer.js'])('%s', (url) => {
  test('opens for staff only', async () => {
    for (const kind of ['admin', 'manager', 'operator', 'editor'] as const) expect((await open(cast[kind], url)).statusCode).toBe(200)
    for (const kind of ['students', 'parents', 'devices'] as const) {
      const answer = await open(cast[kind], url)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden'])
    }
    const nobody = await open(null, url)
    expect([nobody.statusCode, nobody.json<{ code: string }>().code]).toEqual([401, 'signed_out'])
  })
})

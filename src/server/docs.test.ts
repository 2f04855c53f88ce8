import { describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'

type Operation = {
  operationId: string
  tags?: string[]
  security: unknown[]
  parameters?: { name: string; in: string; schema?: { pattern?: string } }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}
type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

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

test('the document is OpenAPI 3.1 with the product’s version', () => {
  expect(head).toMatchObject({ openapi: '3.1.0', info: { title: 'Blended Learning', version: '2.0.9' } })
})

test('the document lists exactly the served endpoints', () => {
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  const served = world.app.endpoints.map(({ method, path }) => `${method.toLowerCase()} ${pathOf(path)}`)
  expect(listed.sort()).toEqual(served.sort())
})

test.each(world.app.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s documents its input',
  (_, { method, path, input, bytes }) => {
    const operation = paths[pathOf(path)]?.[method.toLowerCase()]
    expect(operation?.tags).toHaveLength(1)
    const parameters = operation?.parameters ?? []
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
    expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath)
    const others = Object.keys(input.shape).filter((name) => !inPath.includes(name))
    const reads = method === 'GET' || method === 'DELETE'
    expect(parameters.filter((each) => each.in === 'query').map(({ name }) => name)).toEqual(
      reads ? others : [],
    )
    expect(operation?.requestBody !== undefined).toBe(bytes !== undefined || (!reads && others.length > 0))
  },
)

const operations = Object.values(paths).flatMap((path) => Object.values(path))

test('every operation has a unique id', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('getCenterStudents')
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
})

test('each operation documents the session that it requires, its errors and, for a write, its headers', () => {
  const write = paths['/api/centers/{centerId}/attendances/{id}']?.['patch'] as Operation
  expect(write.security).toEqual([{ session: [] }, { token: [] }])
  expect(Object.keys(write.responses)).toEqual(
    expect.arrayContaining(['400', '401', '403', '404', '409', '412', '422', '429', '503']),
  )
  const names = write.parameters?.filter((each) => each.in === 'header').map(({ name }) => name)
  expect(names).toEqual(['X-XSRF-TOKEN', 'Idempotency-Key', 'If-Match'])
  const key = write.parameters?.find(({ name }) => name === 'Idempotency-Key')
  expect(key?.schema?.pattern).toBe(String.raw`^[\w-]{8,64}$`)
  expect(paths['/api/login']?.['post']).toMatchObject({ security: [] })
  expect(Object.keys(head.components.securitySchemes)).toEqual(['session', 'token'])
})

test('shared records have named schemas, and a nullable enum allows null', () => {
  expect(Object.keys(head.components.schemas)).toEqual(
    expect.arrayContaining(['Problem', 'Schedule', 'StudentImport']),
  )
  const wrong: unknown[] = []
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const { enum: options, type } = value as { enum?: unknown[]; type?: unknown }
    if (Array.isArray(options) && Array.isArray(type) && type.includes('null') && !options.includes(null))
      wrong.push(value)
    if ('nullable' in value) wrong.push(value)
    Object.values(value).forEach(look)
  }
  look([paths, head.components])
  expect(wrong).toEqual([])
})

describe.each(['/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-initializer.js'])(
  '%s',
  (url) => {
    test('is open to staff only', async () => {
      for (const kind of ['admin', 'manager', 'operator', 'editor'] as const)
        expect((await open(cast[kind], url)).statusCode).toBe(200)
      for (const kind of ['students', 'parents', 'devices'] as const) {
        const answer = await open(cast[kind], url)
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden'])
      }
      const nobody = await open(null, url)
      expect([nobody.statusCode, nobody.json<{ code: string }>().code]).toEqual([401, 'signed_out'])
    })
  },
)

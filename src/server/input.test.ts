import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'

/** Tests of bodies that every endpoint refuses (reliability B18). */

const world = await openWorld()
const cast = await world.database.write(async (db) => {
  const make = factories(db)
  const center = await make.center()
  return { center, operator: await make.staff('operator', center.id), student: await make.student(center.id) }
})
const [operator, student] = [await world.as(cast.operator), await world.as(cast.student)]

async function post(
  url: string,
  { cookie }: { cookie: string },
  payload: string,
  more: Record<string, string> = {},
) {
  const headers = {
    cookie,
    'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '',
    'content-type': 'application/json',
    ...more,
  }
  const answer = await world.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<{ message: string; errors: { path: string }[] }>() }
}

test.each<[string, string]>([
  ['lists', `{"sections":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
])(
  '%s nested thousands of levels deep are refused early, with or without an Idempotency-Key',
  async (_, payload) => {
    const calls = [
      [`/students/${cast.student.id}/homework`, operator],
      // An endpoint that looks for an earlier identical call.
      [`/centers/${encodeURIComponent(cast.center.id)}/students`, operator],
      [`/users/${cast.student.id}/sessions/end`, student],
    ] as const
    const more: Record<string, string>[] = [{}, { 'idempotency-key': newId() }]
    for (const [url, who] of calls)
      for (const headers of more) {
        const { status, body } = await post(url, who, payload, headers)
        expect([status, body.message]).toEqual([400, expect.stringMatching(/: is nested too deeply$/)])
      }
  },
)

test.each<[string, string, string]>([
  ['a duplicate field', '{"sections":[],"sections":[]}', '/sections'],
  ['a duplicate nested field, spelled differently', '{"sections":[{"a":1,"\\u0061":2}]}', '/sections/0/a'],
  ['a list that is never closed', `{"sections":[${'1,'.repeat(20_000)}1]}`, '/sections'],
])('%s is refused with its path', async (_, payload, path) => {
  const { status, body } = await post(`/students/${cast.student.id}/homework`, operator, payload)
  expect([status, body.errors.map((each) => each.path)]).toEqual([400, [path]])
})

import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { dayRows } from '#features/schedule/queries.ts'
import { openDatabase } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { sessionsOf } from '#server/session.ts'

/**
 * Arguments of the server that sets the lower bound for load tests: bare Fastify with the product's session
 * lookup and one prepared statement for the same rows, on the same PostgreSQL. Its response times show how
 * much of the product's times is due to the machine.
 */
const [url = '', port = '0'] = process.argv.slice(2)
const { single: db } = openDatabase(url)
const app = fastify()
await app.register(cookie)
await db`create table if not exists floor_answers (id uuid primary key, homework_id uuid not null, num int not null, seq int not null,
  given jsonb not null, verdict jsonb not null, arrived_at timestamptz not null default now())`

const session = async (token = '') => (await sessionsOf(db, [token], { demo: false })).get(token)

app.get<{ Querystring: { center: CenterId; on: string } }>('/roster', async (request, reply) => {
  if (!(await session(request.cookies['sid']))) return reply.code(401).send()
  const { center, on } = request.query
  return await dayRows(db, center, { on, classId: null, studentIds: null })
})

app.post<{ Body: { answerId: string; seq: number; given: { [part: string]: string } } }>(
  '/answer',
  async (request, reply) => {
    if (!(await session(request.cookies['sid']))) return reply.code(401).send()
    const { answerId, seq, given } = request.body
    await db`insert into floor_answers (id, homework_id, num, seq, given, verdict)
    values (${answerId}, ${answerId}, 1, ${seq}, ${db.json(given)}, ${db.json({ status: 'correct' })})`
    return { seq }
  },
)

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))

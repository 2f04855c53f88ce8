import fastify from 'fastify'
import { Pool } from 'pg'

/**
 * Arguments of the baseline server, which does the bare minimum for each call: plain Fastify looks up the
 * session and runs one prepared statement. Reads use flat tables that contain the rows of the product's
 * responses. `baseline.ts` fills the tables and compares this server with the product.
 */
const [url = '', port = '0'] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 6 })
const app = fastify({ bodyLimit: 1_000_000 })

app.addHook('preHandler', async (request, reply) => {
  const [, token = ''] = /(?:^|; )sid=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
  const text = 'select person_id from flat_sessions where token = $1 and ends_at > now()'
  const { rows } = await pool.query({ name: 'session', text, values: [token] })
  if (rows.length === 0) return await reply.code(401).send()
})

app.get<{ Params: { table: string }; Querystring: { key: string } }>(
  '/rows/:table',
  async (request, reply) => {
    const { table } = request.params
    if (!/^flat_\w+$/.test(table)) return await reply.code(404).send()
    const text = `select * from ${table} where key = $1 order by seq`
    return (await pool.query({ name: table, text, values: [request.query.key] })).rows
  },
)

const write = `
  with written as (
    insert into flat_written (key, value) select key, value from jsonb_to_recordset($1) as sent(key text, value text)
    on conflict (key) do update set value = excluded.value, version = flat_written.version + 1
    returning *),
  audited as (insert into flat_audit (after) select jsonb_agg(to_jsonb(written)) from written),
  told as (insert into flat_events (channel) values ($2))
  select * from written`

app.post<{ Body: { rows: { key: string; value: string }[] } }>('/rows', async ({ body }) => {
  const values = [JSON.stringify(body.rows), 'center']
  return (await pool.query({ name: 'write', text: write, values })).rows
})

app.get('/', () => 'ready')
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))

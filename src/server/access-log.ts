import type { FastifyInstance } from 'fastify'
import type { Database, Db } from './db.ts'
import { type Actor, personOf, tokenIdOf } from './gate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the path parameter with the child's id, on calls that show a child's whole record. */
    logsAccessTo?: string | undefined
  }
}

/**
 * Ways in which a child's record can be accessed: on a page (`read`), in a downloaded list or record (`list`,
 * `record`), in an email to many families (`mail`), or on paper (`print`).
 */
type AccessWay = 'read' | 'list' | 'record' | 'mail' | 'print'

/**
 * Logs who accessed the records of these students, at most once per person, child, way and day (reliability
 * R-priv). Ignores ids that don't belong to a student. Access with an access token is logged under the person
 * who created the token, with `token` as the way instead of `how`. Access by a device with no identified user
 * isn't logged, because the device acts for its center.
 */
export async function logAccess(
  db: Db,
  { students, by, how }: { students: readonly string[]; by: Actor; how: AccessWay },
) {
  const [person, token] = [personOf(by), tokenIdOf(by)]
  if ((person === null && token === null) || students.length === 0) return
  const reader =
    token === null ? db`${person}::uuid` : db`(select created_by from access_tokens where id = ${token})`
  await db`
    insert into access_log (student_id, person_id, how) select child, ${reader}, ${token === null ? how : 'token'} from unnest(${[...new Set(students)]}::uuid[]) child
    where exists (select from students s where s.id = child) order by child on conflict do nothing
  `
}

const noted = new Set<string>()
const maxNoted = 10_000

/**
 * Logs every successful call that shows a child's whole record, after the response so as not to delay it. A
 * read that this process has already logged today isn't written again.
 */
export function noteReads(app: FastifyInstance, { database }: { database: Database }) {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    const { logsAccessTo } = request.routeOptions.config
    if (!logsAccessTo || !actor || reply.statusCode >= 400) return
    const student = (request.params as Record<string, string>)[logsAccessTo] as string
    const name = `${new Date().toISOString().slice(0, 10)} ${personOf(actor) ?? actor.id} ${student}`
    if (noted.has(name)) return
    if (noted.size >= maxNoted) noted.clear()
    noted.add(name)
    await logAccess(database.single, { students: [student], by: actor, how: 'read' }).catch(
      (error: unknown) => {
        noted.delete(name)
        const message = 'reading not noted'
        app.limitedLog.write(
          { level: 'warn', kind: message, subject: '', facts: {}, message },
          { error },
          request.log,
        )
      },
    )
  })
}

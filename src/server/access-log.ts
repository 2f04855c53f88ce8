import type { FastifyInstance } from 'fastify'
import type { Database, Db } from './db.ts'
import { type Actor, personOf } from './gate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path's name for the child whose whole record this call shows. */
    logsAccessTo?: string | undefined
  }
}

/** How somebody came by a child's record: `read` on a page, in a `list` or a `record` as a file, in a `mail` to many, or on paper. */
type How = 'read' | 'list' | 'record' | 'mail' | 'print'

/** Notes who has seen the records of those of these who are children, at most once a person, child, way and day (reliability R-priv). A device's doing is the center's. */
export async function logAccess(db: Db, { students, by, how }: { students: readonly string[]; by: Actor; how: How }) {
  const person = personOf(by)
  if (person === null || students.length === 0) return
  await db`
    insert into access_log (student_id, person_id, how) select child, ${person}, ${how} from unnest(${[...new Set(students)]}::uuid[]) child
    where exists (select from students s where s.id = child) order by child on conflict do nothing
  `
}

const noted = new Set<string>()
const mostNoted = 10_000

/**
 * After the answer to a staff member who has read a child's whole record: that is noted, beside the answer and not at its cost. What this process has
 * noted today it doesn't write again.
 */
export function noteReads(app: FastifyInstance, { database }: { database: Database }) {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    const { logsAccessTo } = request.routeOptions.config
    if (!logsAccessTo || !actor || reply.statusCode >= 400) return
    const student = (request.params as Record<string, string>)[logsAccessTo] as string
    const name = `${new Date().toISOString().slice(0, 10)} ${actor.id} ${student}`
    if (noted.has(name)) return
    if (noted.size >= mostNoted) noted.clear()
    noted.add(name)
    await logAccess(database.single, { students: [student], by: actor, how: 'read' }).catch((error: unknown) => {
      noted.delete(name)
      const message = 'reading not noted'
      app.limitedLog.tell({ level: 'warn', kind: message, subject: '', facts: {}, message }, { error }, request.log)
    })
  })
}

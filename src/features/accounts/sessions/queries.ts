import type { Db } from '#server/db.ts'

export type SessionRow = { id: string; userAgent: string; address: string; startedAt: string; seenAt: string }

/** Selects the current sessions of a person, last used first. */
export const sessionsOf = (db: Db, personId: string) => db<SessionRow[]>`
  select encode(id_hash, 'hex') as id, user_agent, address, created_at as started_at, seen_at from sessions
  where person_id = ${personId} and now() < ends_at and now() < seen_at + idle order by seen_at desc, id_hash
`

/** Ends one session of a person. Returns no row if there was none. */
export const endSession = (db: Db, { personId, session }: { personId: string; session: string }) => db<
  { session: string }[]
>`
  delete from sessions where person_id = ${personId} and id_hash = decode(${session}, 'hex') returning encode(id_hash, 'hex') as session
`

import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

type SnippetRow = { id: string; text: string }

/** Selects a person's saved comments at a center, oldest first. */
export const snippetsOf = (db: Db, center: CenterId, personId: string) => db<SnippetRow[]>`
  select id, text from comment_snippets where center_id = ${center} and person_id = ${personId} order by created_at, id
`

/** Saves a comment; returns no row if it is already saved. */
export const putSnippet = (
  db: Db,
  center: CenterId,
  { id, personId, text }: SnippetRow & { personId: string },
) => db<SnippetRow[]>`
  insert into comment_snippets (center_id, id, person_id, text) values (${center}, ${id}, ${personId}, ${text})
  on conflict on constraint snippet_kept_already do nothing returning id, text
`

export const dropSnippet = (
  db: Db,
  center: CenterId,
  { id, personId }: { id: string; personId: string },
) => db<SnippetRow[]>`
  delete from comment_snippets where center_id = ${center} and person_id = ${personId} and id = ${id} returning id, text
`

import type { Db } from '#server/db.ts'
import type { HintLine, HintUser } from './api.ts'

type Step = { source: string; content: unknown }
export type NewHint = { id: string; name?: string; steps: readonly Step[] }

/** Stores the steps of hints in order. */
async function putSteps(db: Db, hints: readonly NewHint[]) {
  const steps = hints.flatMap(({ id, steps: each }) =>
    each.map(({ source, content }, index) => ({ hintId: id, num: index + 1, source, content })),
  )
  await db`
    insert into hint_steps (hint_id, num, source, content)
    select "hintId", num, source, content from jsonb_to_recordset(${db.json(steps as never)}) as step("hintId" uuid, num int, source text, content jsonb)
  `
}

/** Stores hints with their steps. A hint without a name belongs to a single question. */
export async function putHints(db: Db, hints: readonly NewHint[]) {
  if (hints.length === 0) return
  await db`
    insert into hints (id, name)
    select * from unnest(${hints.map(({ id }) => id)}::uuid[], ${hints.map(({ name = '' }) => name)}::text[])
  `
  await putSteps(db, hints)
}

/** Replaces a hint's name and steps. */
export async function changeHint(db: Db, hint: NewHint & { name: string }) {
  await db`update hints set name = ${hint.name}, version = version + 1 where id = ${hint.id}`
  await db`delete from hint_steps where hint_id = ${hint.id}`
  await putSteps(db, [hint])
}

export type HintRow = Omit<HintLine, '_id'> & { id: string }
type HintQuery = { of: 'shared' | 'own'; search: string; after: string | null; most: number }

/** SQL condition for shared hints, or hints of one question each, whose name or steps contain `search`. */
const found = (db: Db, { of, search }: Pick<HintQuery, 'of' | 'search'>) => db`
  (h.name = '') = ${of === 'own'} and (${search} = '' or strpos(lower(h.name), lower(${search})) > 0 or exists (
    select 1 from hint_steps s where s.hint_id = h.id and strpos(lower(s.source), lower(${search})) > 0))
`

/** Selects hints by name, starting after the hint `after`. */
export const hintLines = (db: Db, { after, most, ...query }: HintQuery) => db<HintRow[]>`
  select h.id, h.name, h.version, coalesce((select jsonb_build_object('source', source, 'content', content) from hint_steps where hint_id = h.id and num = 1),
      '{"source": "", "content": []}') as first,
    (select count(*)::int from hint_steps where hint_id = h.id) as steps,
    (select count(*)::int from question_revisions r join questions q on q.id = r.question_id and q.revision = r.revision
      where r.hint_id = h.id) as questions
  from hints h
  where ${found(db, query)}
    and (${after}::uuid is null or (lower(h.name), h.id) > (select lower(name), id from hints where id = ${after}))
  order by lower(h.name), h.id limit ${most}
`

/** Counts the hints that match. */
export const hintCount = (db: Db, query: Pick<HintQuery, 'of' | 'search'>) => db<{ count: number }[]>`
  select count(*)::int as count from hints h where ${found(db, query)}
`

export type OneHint = {
  id: string
  name: string
  version: number
  steps: { source: string; content: unknown }[]
}

export const hintById = (db: Db, id: string, { lock = false } = {}) => db<OneHint[]>`
  select id, name, version, coalesce((
    select jsonb_agg(jsonb_build_object('source', source, 'content', content) order by num) from hint_steps where hint_id = hints.id), '[]') as steps
  from hints where id = ${id}
  ${lock ? db`for no key update` : db``}
`

/**
 * Selects the first questions that use a hint now, in material order, with the total number of such
 * questions.
 */
export const usersOf = (db: Db, { hintId, most }: { hintId: string; most: number }) => db<
  (Omit<HintUser, '_id'> & { id: string; all: number })[]
>`
  select q.id, q.num, s.level_id, c.name || ' · ' || l.name as level, s.chapter_num, s.kind = 'test' as test,
    jsonb_build_object('num', s.num, 'name', s.name) as section, (count(*) over ())::int as "all"
  from question_revisions r join questions q on q.id = r.question_id and q.revision = r.revision
  join sections s on s.id = q.section_id join levels l on l.id = s.level_id join courses c on c.id = l.course_id
  where r.hint_id = ${hintId}
  order by lower(c.name), l.position, s.chapter_num, s.kind, s.num, q.num, q.id limit ${most}
`

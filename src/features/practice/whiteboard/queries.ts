import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { StudentScope } from '../queries.ts'
import type { WorkKind, WorkState } from '../rules.ts'
import { type Ink, maxStrokes, type Stroke } from './strokes.ts'

export type WhiteboardKey = { workId: string; n: number }
type Board = WhiteboardKey & { centerId: CenterId }

const board = (db: Db, { centerId, workId, n }: Board) =>
  db`center_id = ${centerId} and work_id = ${workId} and num = ${n}`

/**
 * Selects the work that contains a question, if the student has started it. `lock` locks the question, so
 * that strokes are numbered in the order in which they are committed.
 */
export const workAt = (
  db: Db,
  { studentId, centers }: StudentScope,
  { workId, n }: WhiteboardKey,
  { lock = false } = {},
) => db<{ centerId: CenterId; kind: WorkKind; state: WorkState }[]>`
  select w.center_id, w.kind, w.state from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.num = ${n}
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${workId} and w.state not in ('void', 'assigned')
  ${lock ? db`for no key update of q` : db``}
`

/**
 * Selects all strokes of a whiteboard in the order of drawing. `points` is null for strokes up to number
 * `after`.
 */
export const strokesOn = (db: Db, { after, ...at }: Board & { after: number }) => db<
  { id: string; seq: number; ink: Ink; points: number[] | null }[]
>`
  select id, seq::float8 as seq, ink, case when seq > ${after} then points end as points from whiteboard_strokes
  where ${board(db, at)} order by whiteboard_strokes.seq
`

/**
 * Selects a row if a whiteboard has strokes by this person, or by a device without a chosen person if `by` is
 * null.
 */
export const hasDrawn = (db: Db, at: Board, by: string | null) => db`
  select 1 from whiteboard_strokes where ${board(db, at)} and drawn_by is not distinct from ${by}::uuid limit 1
`

/**
 * Adds strokes in the free slots of a whiteboard. Skips strokes that it already has. Fails on the constraint
 * `whiteboard_full` if there are too many.
 */
export const addStrokes = (
  db: Db,
  { centerId, workId, n }: Board,
  strokes: readonly Stroke[],
  by: string | null,
) => db`
  with added as (
    select s.*, row_number() over (order by s.place) as turn
    from rows from (jsonb_to_recordset(${db.json([...strokes])}) as ("_id" uuid, ink text, points smallint[])) with ordinality
      as s (id, ink, points, place)
    where not exists (select from whiteboard_strokes known where known.center_id = ${centerId} and known.id = s.id)
  ), free as (
    select slot, row_number() over (order by slot) as turn from generate_series(1, ${maxStrokes + strokes.length}::int) slot
    where slot not in (select slot from whiteboard_strokes taken
      where taken.center_id = ${centerId} and taken.work_id = ${workId} and taken.num = ${n})
  )
  insert into whiteboard_strokes (center_id, work_id, num, slot, id, ink, points, drawn_by)
  select ${centerId}, ${workId}, ${n}, free.slot, added.id, added.ink, added.points, ${by}::uuid
  from added join free on free.turn = added.turn order by added.turn on conflict (center_id, id) do nothing
`

/** Erases strokes from a whiteboard; if an ink is given, only strokes in that ink. Returns who drew them. */
export const eraseStrokes = (db: Db, at: Board, ids: readonly string[], ink: Ink | null) => db<
  { drawnBy: string | null }[]
>`
  delete from whiteboard_strokes where ${board(db, at)} and id = any(${[...ids]}::uuid[]) and (${ink}::text is null or ink = ${ink})
  returning drawn_by
`

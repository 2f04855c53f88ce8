import type { PinnedQuestionRow } from '#features/grading/queries.ts'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { Given } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { PageMark, PrintedPlace } from './api.ts'

type WorkRow = {
  workId: string
  studentId: string
  firstName: string
  lastName: string
  kind: WorkKind
  name: string
  state: WorkState
}

const workColumns = (db: Db) =>
  db`w.id as work_id, w.student_id, p.first_name, p.last_name, w.kind, w.name, w.state`

/** Selects a student's work; `lock` locks it for a change. */
export const workToPrint = (db: Db, center: CenterId, workId: string, { lock = false } = {}) => db<
  (WorkRow & { minutes: number | null; adaptive: boolean })[]
>`
  select ${workColumns(db)}, w.minutes, w.most_questions is not null as adaptive
  from work w join people p on p.id = w.student_id
  where w.center_id = ${center} and w.id = ${workId} and w.state <> 'void' ${lock ? db`for no key update of w` : db``}
`

type QuestionRow = PinnedQuestionRow & {
  num: number
  revision: number
  answers: number
  tries: number
  solved: boolean
  /** The last answer and the page that it was written on, if any. */
  given: Given | null
  pageId: string | null
}

/**
 * Selects the questions of started work. `printed` lists the ones to select, in the revisions that were
 * printed; null selects all of them in their current revisions.
 */
export const questionsToPrint = (
  db: Db,
  {
    center,
    workId,
    printed = null,
  }: { center: CenterId; workId: string; printed?: readonly PrintedPlace[] | null },
) => db<QuestionRow[]>`
  select q.num, r.revision, q.answers, q.tries, q.solved, q.given, a.page_id,
    coalesce(v.instructions, r.instructions) as instructions, coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key,
    coalesce(v.texts, r.texts) as texts,
    (select jsonb_build_object('image', p.id, 'width', p.width, 'height', p.height, 'alt', r.visual_alt) from visuals p where p.id = r.visual) as visual
  from work_questions q
  left join jsonb_to_recordset(${db.json(printed ?? [])}) as s(num int, revision int) on s.num = q.num
  join question_revisions r on r.question_id = q.question_id and r.revision = coalesce(s.revision, q.revision)
  left join question_variants v on v.question_id = r.question_id and v.revision = r.revision and v.num = q.variant
  left join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers
  where q.center_id = ${center} and q.work_id = ${workId} and (${printed === null} or s.num is not null)
  order by q.num
`

type NewPage = { id: string; num: number; questions: readonly PrintedPlace[] }

/** Stores the pages that are printed together. */
export const putPages = (
  db: Db,
  {
    center,
    workId,
    sheetId,
    by,
    pages,
  }: { center: CenterId; workId: string; sheetId: string; by: string; pages: readonly NewPage[] },
) => db`
  insert into printed_pages (center_id, id, work_id, sheet_id, num, questions, printed_by)
  select ${center}, n.id, ${workId}::uuid, ${sheetId}::uuid, n.num, n.questions, ${by}::uuid
  from jsonb_to_recordset(${db.json(pages)}) as n(id uuid, num int, questions jsonb)
`

type PageRow = WorkRow & {
  id: string
  num: number
  of: number
  missing: number[]
  sheetId: string
  questions: PrintedPlace[]
  marks: PageMark[] | null
  scannedAt: string | null
}

/** Selects a printed page with its work. */
export const printedPage = (db: Db, center: CenterId, id: string) => db<PageRow[]>`
  select page.id, page.num, page.sheet_id, page.questions, page.marks, page.scanned_at, ${workColumns(db)},
    together.of, together.missing
  from printed_pages page
  cross join lateral (
    select count(*)::int as of, coalesce(array_agg(each.num order by each.num) filter (where each.scanned_at is null), '{}') as missing
    from printed_pages each where each.center_id = page.center_id and each.sheet_id = page.sheet_id) together
  join work w on w.center_id = page.center_id and w.id = page.work_id and w.state <> 'void'
  join people p on p.id = w.student_id
  where page.center_id = ${center} and page.id = ${id}
`

export const pagePicture = (db: Db, center: CenterId, id: string) =>
  db<{ picture: Buffer | null }[]>`
    select p.picture from printed_pages p join work w on w.center_id = p.center_id and w.id = p.work_id and w.state <> 'void'
    where p.center_id = ${center} and p.id = ${id}`

type ScannedPage = { center: CenterId; id: string; picture: Buffer; marks: readonly PageMark[]; by: string }

/** Stores the picture of a filled-in page and what was read on it, replacing earlier ones. */
export const putScan = (db: Db, { center, id, picture, marks, by }: ScannedPage) => db`
  update printed_pages set picture = ${picture}, marks = ${db.json(marks)}, scanned_by = ${by}, scanned_at = now()
  where center_id = ${center} and id = ${id}
`

/** Selects the numbers of the pages that were printed together but haven't been photographed. */
export const missingPages = (db: Db, center: CenterId, sheetId: string) => db<{ num: number }[]>`
  select num from printed_pages where center_id = ${center} and sheet_id = ${sheetId} and scanned_at is null order by num
`

/**
 * Selects the last answer to each question whose handwriting was marked on a worksheet's pages, with the
 * mark. Skips answers that are already graded, except those on the page `id`, which was just marked, so that
 * no other grade is lost.
 */
export const handwritten = (db: Db, center: CenterId, { sheetId, id }: { sheetId: string; id: string }) => db<
  { id: string; right: boolean }[]
>`
  select a.id, m."right"
  from printed_pages page
  cross join lateral jsonb_to_recordset(page.marks) as m(num int, "right" boolean)
  join work_questions q on q.center_id = page.center_id and q.work_id = page.work_id and q.num = m.num
  join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers and a.page_id = page.id
  where page.center_id = ${center} and page.sheet_id = ${sheetId} and page.marks is not null and m."right" is not null
    and (a.grade is null or page.id = ${id})
  order by a.num
`

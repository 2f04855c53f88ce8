import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { Day } from '#shared/days.ts'
import type { StudentLine } from './api.ts'
import { figures, figuresValue, narrowed, narrowing, sortKey } from './figure-queries.ts'
import type { ListSort, StudentConditions } from './figures.ts'
import { accountState, programsOf } from './queries.ts'
import { phonePart, wordsOf } from './rules.ts'

/** Conditions of a student list. `narrow` holds further conditions and the day of the figures. */
type ListConditions = { filter: number; search: string; narrow?: StudentConditions & { on: Day } }

type StudentQuery = ListConditions & {
  narrow: StudentConditions & { on: Day }
  after: string | null
  sort?: ListSort
  down?: boolean
}

/**
 * Minimum length of a word that can use the index of word parts. A shorter word is searched for in every row
 * of the center.
 */
const indexed = 3

/** Returns the SQL condition that a row `k` of `student_keys` contains this word. */
const has = (db: Db, word: string) =>
  [...word].length < indexed
    ? db`strpos(k.words, ${word}) > 0`
    : db`k.words like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`

/**
 * Returns the SQL condition that the student of a row `k` of `student_keys` is at the center and matches the
 * filter, the search and the conditions in `narrow`.
 */
export function keysFound(db: Db, center: CenterId, { filter, search, narrow }: ListConditions) {
  const words = wordsOf(search).map((word) => {
    const digits = phonePart(word) ?? word
    return digits === word ? db` and ${has(db, word)}` : db` and (${has(db, word)} or ${has(db, digits)})`
  })
  return db`k.center_id = ${center} and (${filter} = 2 or k.status = ${filter === 1 ? 'prospect' : 'active'})${db.join(words)}${narrow ? narrowing(db, narrow) : db``}`
}

/**
 * Returns the SQL condition that student `s` is at the center and matches the filter, the search and the
 * conditions in `narrow`. A search ignores case and accents and takes everything else literally.
 */
export const found = (db: Db, center: CenterId, { filter, search, narrow }: ListConditions) => db`
  s.center_id = ${center} and s.id in (
    select k.student_id from ${narrow ? narrowed(db, narrow) : db`student_keys k`} where ${keysFound(db, center, { filter, search, narrow })})`

const page = 50

type PageRow = { count: number } & (({ id: string } & Omit<StudentLine, '_id'>) | { id: null })

/** Returns the columns by which a list is sorted. Sorting by name alone can use an index in this order. */
const order = (db: Db, sort: ListSort) =>
  sort === 'name' ? db`last_name, first_name, id` : db`key, last_name, first_name, id`

/**
 * Returns a page of a center's students, sorted by name or by a figure; the id to continue after; and the
 * number of students on all pages. Runs a search only once. Without a search, a list by name is read only up
 * to the end of the page, and the same index is used to count all students. Sorting by a figure reads that
 * figure for every student who meets the conditions.
 */
export async function studentsPage(db: Db, center: CenterId, query: StudentQuery) {
  const { narrow, sort = 'name', down = false } = query
  const { on } = narrow
  const source = narrowed(db, { ...narrow, sort })
  const rank = db`student_id as id, last_name, first_name, ${sortKey(db, { sort, down })} as key`
  const after = db`where (${order(db, sort)}) > (select ${order(db, sort)} from (
    select ${rank} from ${source} where k.center_id = ${center} and k.student_id = ${query.after}) last)`
  const isWhole = query.search === '' && sort === 'name'
  const counted = await db<PageRow[]>`
    with found as ${isWhole ? db`not materialized` : db`materialized`} (
      select ${rank} from ${source} where ${keysFound(db, center, query)}),
    page as materialized (
      select id, key from found ${query.after === null ? db`` : after} order by ${order(db, sort)} limit ${page + 1})
    select (select count(*)::int from found) as count, line.* from (values (1)) always left join (
      select s.id, s.student_num, p.first_name, p.last_name, s.grade, s.status, ${programsOf(db)} as programs, ${accountState(db)} as account,
        first.name as parent_name, first.email as parent_email, first.phone as parent_phone, page.key, ${figuresValue(db)} as figures
      from page join students s on s.center_id = ${center} and s.id = page.id join people p on p.id = s.id
      join student_keys k on k.center_id = s.center_id and k.student_id = s.id ${figures(db, on)}
      left join lateral (
        select parent.first_name || ' ' || parent.last_name as name, parent.email, nullif(l.phone, '') as phone
        from parent_links l join people parent on parent.id = l.parent_id
        where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null
        order by l.contact desc, l.updated_at, parent.id limit 1) first on true) line on true
    order by line.key, line.last_name, line.first_name, line.id
  `
  // Even an empty page has one row, with the count.
  const lines = counted.flatMap(({ count: _, ...line }) => (line.id === null ? [] : [line]))
  const { rows, last } = pageOf(lines, page)
  return { rows, count: counted[0]?.count ?? 0, after: last?.id ?? null }
}

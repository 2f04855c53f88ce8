import type { Db } from '#server/db.ts'
import type { Statement } from '#server/sql.ts'
import { columnsOf, type Inventory } from '#shared/inventory.ts'
import { byCenter, type NamedPerson, patternOf, wordsOf } from './names.ts'

/**
 * Tables handled separately. In `parent_links`, for example, another family may have the same phone number.
 */
const apart = ['people', 'parent_links', 'student_keys', 'answered_calls', 'audit']

type TextTable = { name: string; columns: string[]; hasCenter: boolean }

/**
 * Returns the tables that may contain text about people, with their text columns that the inventory lists as
 * personal.
 */
async function textTables(db: Db, inventory: Inventory): Promise<TextTable[]> {
  const tables = await db<TextTable[]>`
    select table_name as name, array_agg(column_name::text) filter (where data_type in ('text', 'jsonb') and is_generated = 'NEVER') as columns,
      bool_or(column_name = 'center_id') as has_center
    from information_schema.columns where table_schema = 'public' and table_name <> all(${apart}) group by 1
    having bool_or(data_type in ('text', 'jsonb') and is_generated = 'NEVER') order by 1
  `
  return tables.flatMap((table) => {
    const listed = columnsOf(inventory, table.name, ['personal', 'minor'])
    // Another student's number is kept, even if it contains the family's phone number.
    const columns = table.columns.filter((column) => listed.includes(column) && column !== 'student_num')
    return columns.length > 0 ? [{ ...table, columns }] : []
  })
}

/**
 * Returns the condition that an email is about a center: sent by it, or sent to its staff or families. `null`
 * stands for email to people without a center, such as admins.
 */
const mailOf = (db: Db, center: string | null) =>
  center === null
    ? db`person_id in (select person_id from staff where center_id is null)`
    : db`id in (
        select id from mail where from_center = ${center} or mailing_center = ${center} or trial_center = ${center}
        union all select id from mail where person_id in (
          select person_id from staff where center_id = ${center} union select id from students where center_id = ${center}
          union select parent_id from parent_links where center_id = ${center}))`

/** Returns the condition that a row belongs to a center or, with `null`, to none. */
export const ofCenter = (db: Db, center: string | null) =>
  center === null ? db`center_id is null` : db`center_id = ${center}`

/**
 * Returns the condition that a table's rows belong to a center or, with `null`, to none. Emails belong to the
 * centers that they are about; rows of other tables without `center_id` belong to no center.
 */
function belongsTo(db: Db, { name, hasCenter }: TextTable, center: string | null) {
  if (name === 'mail') return mailOf(db, center)
  if (!hasCenter) return center === null ? db`true` : db`false`
  return ofCenter(db, center)
}

/** Rows of a table, and which of their columns to search as text. */
type TextRows = { table: string; columns: readonly string[]; where: Statement<unknown> }

const textOf = (db: Db, columns: readonly string[]) =>
  db`concat_ws(' ', ${db.join(
    columns.map((column) => db`${db(column)}`),
    ', ',
  )})`

/**
 * Returns true if a pattern may occur in the text of these rows. Searches the rows in groups of a hundred,
 * each joined into one text. This takes a tenth of the time, because PostgreSQL compiles a long pattern anew
 * for each text.
 */
export async function mayMention(db: Db, pattern: string, { table, columns, where }: TextRows) {
  const found = await db`
    select from (
      select string_agg(text, ' ') as text
      from (select ${textOf(db, columns)} as text, row_number() over () / 100 as part from ${db(table)} where ${where}) texts
      group by part
    ) parts where text ~* ${pattern} limit 1
  `
  return found.length > 0
}

/**
 * Removes the names, addresses and phone numbers of these people from the text of their centers, and from
 * text without a center. Text of other centers is kept, because someone else there may have the same name,
 * and because searching all text of a large chain would take more than a night.
 */
export async function forgetWords(db: Db, people: readonly NamedPerson[], inventory: Inventory) {
  const tables = await textTables(db, inventory)
  for (const [center, here] of byCenter(people)) {
    const pattern = patternOf(wordsOf(here))
    for (const table of tables) {
      const { name, columns } = table
      const where = belongsTo(db, table, center)
      if (!(await mayMention(db, pattern, { table: name, columns, where }))) continue
      const matches = db`${where} and ${textOf(db, columns)} ~* ${pattern}`
      const reworded = columns.map((column) => db`${db(column)} = reworded(${db(column)}, ${pattern})`)
      // With the name removed, two of a teacher's snippets could become identical, which isn't allowed.
      if (name === 'comment_snippets') await db`delete from comment_snippets where ${matches}`
      else await db`update ${db(name)} set ${db.join(reworded, ', ')} where ${matches}`
    }
  }
}

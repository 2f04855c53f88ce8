import type { Db } from '#server/db.ts'
import { phoneInWords } from '#shared/entries.ts'
import { columnsOf, type Inventory } from '#shared/inventory.ts'

/** A person to erase, with the words and phone numbers that identify them, and their centers. */
export type NamedPerson = { words: string[]; phones: string[]; centers: string[] }

/** Returns a regular expression that matches any of these words or phrases as a whole, ignoring case. */
export function patternOf(words: readonly string[]) {
  const escaped = words.map((word) => word.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`))
  // Without words, the pattern matches nothing.
  return words.length === 0 ? 'a^' : `(?<![[:alnum:]])(${escaped.join('|')})(?![[:alnum:]])`
}

/**
 * Returns the ways in which people write a stored phone number: as stored, without the country code, and
 * formatted.
 */
const spellings = (phone: string) => [phone, phone.replace(/^\+1?/, ''), phoneInWords(phone)]

/** Returns the words that identify these people: names, addresses and phone numbers. */
export const wordsOf = (people: readonly NamedPerson[]) =>
  people.flatMap(({ words, phones }) => [...words, ...phones.flatMap(spellings)])

/**
 * Tables handled separately. In `parent_links`, for example, another family may have the same phone number.
 */
const apart = ['people', 'parent_links', 'student_keys', 'answered_calls', 'audit']

type TextTable = { name: string; columns: string[]; hasCenter: boolean }

/** Returns the tables with text written by people: columns that the inventory lists as possibly about a person. */
async function textTables(db: Db, inventory: Inventory): Promise<TextTable[]> {
  const tables = await db<TextTable[]>`
    select table_name as name, array_agg(column_name::text) filter (where data_type in ('text', 'jsonb') and is_generated = 'NEVER') as columns,
      bool_or(column_name = 'center_id') as has_center
    from information_schema.columns where table_schema = 'public' and table_name <> all(${apart}) group by 1 order by 1
  `
  return tables.flatMap((table) => {
    const listed = columnsOf(inventory, table.name, ['personal', 'minor'])
    // Another student's number is kept, even if it contains the family's phone number.
    const columns = (table.columns ?? []).filter(
      (column) => listed.includes(column) && column !== 'student_num',
    )
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

/** Removes what a pattern matches from the text of a center or, with `null`, from all text without a center. */
async function forgetAt(db: Db, center: string | null, pattern: string, tables: readonly TextTable[]) {
  const ofCenter = center === null ? db`center_id is null` : db`center_id = ${center}`
  for (const { name, columns, hasCenter } of tables) {
    const condition =
      name === 'mail' ? mailOf(db, center) : hasCenter ? ofCenter : center === null && db`true`
    if (!condition) continue
    const matches = db`${condition} and concat_ws(' ', ${db.unsafe(columns.join(', '))}) ~* ${pattern}`
    // With the name removed, two of a teacher's snippets could become identical, which isn't allowed.
    if (name === 'comment_snippets') await db`delete from comment_snippets where ${matches}`
    else
      await db`
        update ${db.unsafe(name)} set ${db.join(
          columns.map((column) => db`${db(column)} = reworded(${db(column)}, ${pattern})`),
          ', ',
        )}
        where ${matches}
      `
  }
}

/**
 * Removes the names, addresses and phone numbers of these people from the text of the centers where they are or
 * were, and from text without a center. Text of other centers is kept, because someone else there may have the
 * same name, and because all text of a large chain can't be searched in one night.
 */
export async function forgetWords(db: Db, people: readonly NamedPerson[], inventory: Inventory) {
  const tables = await textTables(db, inventory)
  const centers = [...new Set(people.flatMap((each) => each.centers))].toSorted()
  for (const center of centers) {
    const here = people.filter((each) => each.centers.includes(center))
    await forgetAt(db, center, patternOf(wordsOf(here)), tables)
  }
  await forgetAt(db, null, patternOf(wordsOf(people)), tables)
}

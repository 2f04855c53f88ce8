import { centerFields } from '#features/centers/fields.ts'
import { columns } from '#features/privacy/columns.ts'
import { classFields } from '#features/schedule/classes/fields.ts'
import { studentFields } from '#features/students/fields.ts'
import { linkFields } from '#features/students/parents/fields.ts'
import type { ColumnClass, Inventory } from '#shared/inventory.ts'

type Field = {
  readonly check: object
  readonly column?: string
  readonly termColumn?: string
  readonly privacy?: ColumnClass
}

/**
 * Returns a table's columns grouped by data class, including the columns of `fields`. `which` selects the
 * property that names a field's column in this table.
 */
function including(
  table: string,
  fields: Readonly<Record<string, Field>>,
  which: 'column' | 'termColumn' = 'column',
) {
  const classes = { kept: '', ...columns[table] }
  for (const { [which]: column, privacy } of Object.values(fields))
    if (column && privacy) classes[privacy] = classes[privacy] ? `${classes[privacy]} ${column}` : column
  return { [table]: classes }
}

/**
 * Data class of every database column, and retention of every table. A test compares this with the database.
 */
export const inventory: Inventory = {
  ...columns,
  ...including('students', studentFields),
  ...including('parent_links', linkFields),
  ...including('classes', classFields),
  ...including('class_terms', classFields, 'termColumn'),
  ...including('centers', centerFields),
}

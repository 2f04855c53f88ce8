/**
 * A table's columns by sensitivity, separated by spaces, and the retention of its rows (reliability R-priv).
 * `public` may be read by anyone, `internal` isn't about a specific person, `personal` is about an adult,
 * `minor` is about a child, and `secret` grants access.
 */
export type TableInventory = { kept: string } & { [K in ColumnClass]?: string }

const classes = ['public', 'internal', 'personal', 'minor', 'secret'] as const
export type ColumnClass = (typeof classes)[number]

/** Columns and retention of every database table. */
export type Inventory = Readonly<Record<string, TableInventory>>

/** Returns the columns of a table that have one of these sensitivities. */
export const columnsOf = (inventory: Inventory, table: string, among: readonly ColumnClass[] = classes) =>
  among.flatMap((each) => inventory[table]?.[each]?.split(' ') ?? [])

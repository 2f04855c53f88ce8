/**
 * Columns of a table by class, separated by spaces, and how long its rows are kept (reliability R-priv).
 * `public` may be read by anyone; `internal` is about nobody in particular; `personal` is about an adult,
 * `minor` about a child; `secret` grants access.
 */
export type Held = { kept: string } & { [K in ColumnClass]?: string }

const classes = ['public', 'internal', 'personal', 'minor', 'secret'] as const
export type ColumnClass = (typeof classes)[number]

/** Contents of every table of the database. */
export type Inventory = Readonly<Record<string, Held>>

/** Columns of a table that belong to these classes. */
export const columnsOf = (inventory: Inventory, table: string, among: readonly ColumnClass[] = classes) =>
  among.flatMap((each) => inventory[table]?.[each]?.split(' ') ?? [])

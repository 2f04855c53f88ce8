/** The record of one child as a file: what it is of, and its sections with a row for each thing that is kept. */
export type RecordFile = {
  child: string
  id: string
  exportedAt: string
  sections: { title: string; rows: Record<string, string | number | boolean | null>[] }[]
}

/** A field's name as a head: `pickedUpBy` → `Picked up by`. */
export function headOf(field: string) {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Deeds whose words a family may read: the others tell of what the office keeps to itself. */
export const isForFamily = (deed: string) => /^(attendance|absences|places|practice|family|accounts|privacy)\./.test(deed)

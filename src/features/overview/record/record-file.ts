/** The record of one child as a file: what it is of, and its sections with a row for each thing that is kept. */
export type RecordFile = {
  child: string
  id: string
  exportedAt: string
  /** The child's center's: the clock by which the page tells its times. */
  timeZone: string
  sections: { title: string; rows: Record<string, string | number | boolean | null>[] }[]
}

const heads: Record<string, string> = {
  email: 'E-mail',
  on: 'Day',
  at: 'When',
  by: 'Who',
  to: 'To whom',
  how: 'What they did',
  portal: 'May log in',
  contact: 'To be called',
  pickup: 'May pick up',
  mails: 'Gets mail',
}

/** A field's name as a head: `pickedUpBy` → `Picked up by`. */
export function headOf(field: string) {
  const head = heads[field]
  if (head) return head
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const actions: Record<string, string> = {
  read: 'Read the record',
  list: 'Took a list with it as a file',
  record: 'Took everything that is kept as a file',
  mail: 'Wrote to many families, this one among them',
  print: 'Printed it',
}
/** Fields whose values begin a sentence where they stand: most are one of a few words of ours. */
const ours = ['mark', 'status', 'type', 'state', 'kind', 'relationship', 'phoneType', 'stage', 'award', 'picture', 'verdict', 'reason']

/** A value as it is read: `present` → `Present`. */
export function wordOf(field: string, value: string) {
  if (field === 'how') return actions[value] ?? value
  return ours.includes(field) ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ') : value
}

/** Actions whose words a family may read: the others tell of what the office keeps to itself. */
export const isForFamily = (action: string) => /^(attendance|absences|places|practice|family|accounts|privacy)\./.test(action)

const ofOffice = ['note', 'overReason']
const withoutOffice = (side: unknown): unknown =>
  typeof side === 'object' && side !== null && !Array.isArray(side)
    ? Object.fromEntries(Object.entries(side).filter(([field]) => !ofOffice.includes(field)))
    : side

/** An action without the fields that the office keeps to itself. */
export const forFamily = <D extends { before: unknown; after: unknown }>(action: D): D => ({
  ...action,
  before: withoutOffice(action.before),
  after: withoutOffice(action.after),
})

import { capitalized } from '#shared/text.ts'
import { t } from '#shared/language.ts'

/** Record of one child as a file: metadata, and sections with a row per stored item. */
export type RecordFile = {
  child: string
  id: string
  exportedAt: string
  /** Time zone of the child's center, in which the page shows times. */
  timeZone: string
  sections: { title: string; rows: Record<string, string | number | boolean | null>[] }[]
}

const heads: Record<string, string> = {
  email: 'Email',
  on: 'Day',
  at: 'When',
  by: 'Who',
  to: 'To',
  how: 'Action',
  told: 'Absence reported at',
  ink: 'Pen color',
  spent: 'Used for a make-up',
  began: 'Started on',
  nextOn: 'Next step date',
  overReason: 'Reason for going over the seat limit',
  portal: 'May log in',
  contact: 'May be contacted',
  pickup: 'May pick up',
  mails: 'Gets email',
}

/** Returns the heading of a field: `pickedUpBy` → `Picked up by`. */
export function headOf(field: string) {
  const head = heads[field]
  if (head) return head
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capitalized(words)
}

const actions: Record<string, string> = {
  read: 'Read the record',
  list: 'Downloaded a list that includes this child',
  token: 'Read the record through another program',
  record: 'Downloaded the whole record',
  mail: 'Emailed many families, including this one',
  print: 'Printed a page about this child',
}
/** Fields whose values are our own keywords, which are capitalized for display. */
const ours = [
  'mark',
  'status',
  'type',
  'state',
  'kind',
  'relationship',
  'phoneType',
  'stage',
  'award',
  'picture',
  'verdict',
  'reason',
]

/** Returns the display text of a value: `present` → `Present`. */
export function wordOf(field: string, value: string) {
  if (field === 'how') return t(actions[value] ?? value)
  return ours.includes(field) ? t(capitalized(value.replaceAll('_', ' '))) : value
}

/** True for actions that a family may read. Other actions may reveal the office's internal data. */
export const isForFamily = (action: string) =>
  /^(attendance|absences|places|practice|family|accounts|privacy)\./.test(action)

const ofOffice = ['note', 'overReason']
const withoutOffice = (side: unknown): unknown =>
  typeof side === 'object' && side !== null && !Array.isArray(side)
    ? Object.fromEntries(Object.entries(side).filter(([field]) => !ofOffice.includes(field)))
    : side

/** Removes the office's internal fields from an action. */
export const forFamily = <D extends { before: unknown; after: unknown }>(action: D): D => ({
  ...action,
  before: withoutOffice(action.before),
  after: withoutOffice(action.after),
})

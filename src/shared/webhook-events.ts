import type { AuditAction } from './audit-actions.ts'

/** Events that a webhook can receive, with their descriptions. */
export const webhookEvents = {
  'student.created': 'A student was added',
  'student.updated': 'A student was changed',
  'place.created': 'A student was enrolled in a class',
  'place.updated': 'An enrollment was changed or moved',
  'place.ended': 'An enrollment was ended or removed',
  'makeup.booked': 'A make-up was booked',
  'attendance.marked': 'Attendance was taken or corrected',
  'trial.requested': 'A family confirmed a request from the trial form',
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

type Side = Readonly<Record<string, unknown>>
type Change = { action: string; entity: string; before?: unknown; after?: unknown }

/** A change as sent to a webhook: the event, and the ids of the records that it is about. */
export type WebhookChange = { event: WebhookEvent; data: Record<string, string> }

const sideOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Side) : {}

/** Returns the fields with these names whose value is text. */
const idsOf = (side: Side, ...names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (typeof side[name] === 'string' ? [[name, side[name]] as const] : [])),
  )

type ChangeEvents = (change: {
  entity: string
  before: Side
  after: Side
  many: readonly Side[]
}) => WebhookChange[]

const student =
  (event: WebhookEvent): ChangeEvents =>
  ({ entity }) => [{ event, data: { studentId: entity } }]

const place =
  (event: WebhookEvent): ChangeEvents =>
  ({ entity, before, after }) => [
    { event, data: { placeId: entity, ...idsOf({ ...before, ...after }, 'studentId', 'classId') } },
  ]

/** Returns an event for each student whose mark was set or cleared. */
const marks: ChangeEvents = ({ many }) => {
  const ids = many.map((mark) => idsOf(mark, 'studentId', 'classId', 'on'))
  return [...new Map(ids.map((data) => [data['studentId'] ?? '', data])).values()].map((data) => ({
    event: 'attendance.marked',
    data,
  }))
}

/** Functions that return the webhook events for a change, by its audit action. */
const eventsByAction: Partial<Record<AuditAction, ChangeEvents>> = {
  'students.add': student('student.created'),
  'students.change': student('student.updated'),
  'students.addParent': student('student.updated'),
  'students.changeParentLink': student('student.updated'),
  'students.endParent': student('student.updated'),
  'places.enroll': (change) =>
    place(change.after['type'] === 'make-up' ? 'makeup.booked' : 'place.created')(change),
  'places.accept': place('place.created'),
  'places.move': place('place.updated'),
  'places.change': (change) =>
    place(
      typeof change.after['endDate'] === 'string' && change.after['endDate'] !== change.before['endDate']
        ? 'place.ended'
        : 'place.updated',
    )(change),
  'places.remove': place('place.ended'),
  'attendance.take': marks,
  'attendance.change': marks,
  'attendance.clear': marks,
  'trials.confirm': student('trial.requested'),
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value])

/** Returns the webhook events for a change: none for most changes, and one per student for attendance. */
export function webhookChangesOf({ action, entity, before, after }: Change): WebhookChange[] {
  const eventsOf = eventsByAction[action as AuditAction]
  const many = [...listOf(before), ...listOf(after)].map(sideOf).filter((side) => 'studentId' in side)
  return eventsOf?.({ entity, before: sideOf(before), after: sideOf(after), many }) ?? []
}

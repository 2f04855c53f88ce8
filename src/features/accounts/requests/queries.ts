import type { phoneTypes, relationships } from '../defaults/defaults.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { addJob } from '#server/jobs.ts'
import type { MyRequest, SentRequest } from './api.ts'

type Link = {
  studentId: string
  relationship: (typeof relationships)[number]
  phone: string
  phoneType: (typeof phoneTypes)[number]
}

type Post = { duty: 'office' | 'teacher' | 'assistant'; type: 'permanent' | 'substitute' }

/** Request for consent, with names and email as the center entered them. */
export type NewRequest = {
  id: string
  centerId: CenterId
  personId: string
  firstName: string
  lastName: string
  email: string
  by: string
} & (Link | Post)

export type SentRow = Omit<SentRequest, '_id'> & { id: string }

/** SQL for the time until which a declined request can't be repeated or removed. */
const restsUntil = (db: Db) => db`declined_at + interval '7 days'`

const sent = (db: Db) => db`
  r.id, r.first_name, r.last_name, r.email, r.student_id, r.duty, r.asked_at, r.declined_at,
  case when ${restsUntil(db)} > now() then ${restsUntil(db)} end as again_at
`

/**
 * Creates a request and queues its email. Does nothing if the same request is already waiting or was declined
 * in the last seven days. If it was declined earlier, the new request replaces it.
 */
export async function putRequest(db: Db, request: NewRequest) {
  const link = {
    studentId: null,
    relationship: 'parent',
    phone: '',
    phoneType: 'mobile',
    duty: null,
    type: 'permanent',
    ...request,
  }
  await db`
    delete from account_requests where center_id = ${request.centerId} and person_id = ${request.personId} and ${restsUntil(db)} <= now()
      and (student_id = ${link.studentId}::uuid or duty = ${link.duty}::text)
  `
  const [made] = await db`
    insert into account_requests (center_id, id, person_id, first_name, last_name, email, asked_by, student_id, relationship, phone, phone_type, duty, type)
    values (${request.centerId}, ${request.id}, ${request.personId}, ${request.firstName}, ${request.lastName}, ${request.email}, ${request.by},
      ${link.studentId}, ${link.relationship}, ${link.phone}, ${link.phoneType}, ${link.duty}, ${link.type})
    on conflict do nothing returning 1
  `
  if (made) await addJob(db, 'account-request', { centerId: request.centerId, id: request.id })
}

/**
 * Selects a center's waiting and declined requests. The filter can limit them to those about a student, or to
 * the one with `id`.
 */
export const sentRequests = (
  db: Db,
  center: CenterId,
  { studentId = null, id = null }: { studentId?: string | null; id?: string | null },
) => db<SentRow[]>`
  select ${sent(db)} from account_requests r
  where r.center_id = ${center} and (${studentId}::uuid is null or r.student_id = ${studentId}) and (${id}::uuid is null or r.id = ${id})
  order by r.asked_at, r.id
`

/** Counts a center's requests from the last hour that are waiting or were declined. */
export const requestsLately = async (db: Db, center: CenterId) => {
  const rows =
    await db`select 1 from account_requests where center_id = ${center} and asked_at > now() - interval '1 hour'`
  return rows.length
}

/** Deletes a request, unless it was declined in the last seven days. */
export const dropRequest = (db: Db, center: CenterId, id: string) => db`
  delete from account_requests where center_id = ${center} and id = ${id} and (declined_at is null or ${restsUntil(db)} <= now()) returning 1
`

/** Deletes the requests about students who are being deleted. */
export const dropRequestsAbout = (db: Db, center: CenterId, students: readonly string[]) => db`
  delete from account_requests where center_id = ${center} and student_id = any(${[...students]}::uuid[])
`

type OwnRequest = Omit<MyRequest, '_id'> & { id: string }

/**
 * Selects the center of a waiting request to this account, and the student if it is about one. Call it before
 * locking the request, because students come first in the lock order.
 */
export const studentAskedAbout = (db: Db, { id, personId }: { id: string; personId: string }) => db<
  { centerId: CenterId; studentId: string | null }[]
>`
  select center_id, student_id from account_requests where id = ${id} and person_id = ${personId} and declined_at is null
`

/** Selects an account's waiting requests. Run it with `withAllCenters`, because other centers sent them. */
export const requestsTo = (db: Db, personId: string) => db<OwnRequest[]>`
  select r.id, r.center_id, child.first_name as child, r.duty, r.asked_at,
    case when r.duty is null then p."group" is not distinct from 'parents' else p.role is not null end as fits
  from account_requests r join people p on p.id = r.person_id left join people child on child.id = r.student_id
  where r.person_id = ${personId} and r.declined_at is null and not is_archived(r.center_id) order by r.asked_at, r.id
`

export type AnsweredRequest = Omit<Link, 'studentId'> & {
  id: string
  /** Center that sent the request. */
  centerId: CenterId
  studentId: string | null
  duty: Post['duty'] | null
  type: Post['type']
  fits: boolean
}

/**
 * Selects a waiting request, and locks it together with its owner for a change. Run it with `withAllCenters`.
 */
export const lockMine = (db: Db, { id, personId }: { id: string; personId: string }) => db<AnsweredRequest[]>`
  select r.id, r.center_id, r.student_id, r.relationship, r.phone, r.phone_type, r.duty, r.type,
    case when r.duty is null then p."group" is not distinct from 'parents' else p.role is not null end as fits
  from account_requests r join people p on p.id = r.person_id
  where r.id = ${id} and r.person_id = ${personId} and r.declined_at is null and not is_archived(r.center_id) for no key update of p, r
`

export const declineRequest = (db: Db, center: CenterId, id: string) => db`
  update account_requests set declined_at = now() where center_id = ${center} and id = ${id}
`

type RequestOwner = {
  personId: string
  role: string | null
  group: string | null
  firstName: string
  email: string | null
  duty: string | null
}

/**
 * Finds the recipient of the email about a request. Returns no row if the request was answered or withdrawn
 * in the meantime, the account is closed, or the center is archived.
 */
export const requestOwner = (db: Db, { centerId, id }: { centerId: string; id: string }) => db<
  RequestOwner[]
>`
  select p.id as person_id, p.role, p."group", p.first_name, p.email, r.duty from account_requests r join people p on p.id = r.person_id
  where r.center_id = ${centerId} and r.id = ${id} and r.declined_at is null and p.disabled_at is null and not is_archived(r.center_id)
`

/** Selects the request that a center has sent to an account about a child or a duty. */
export const requestTo = (
  db: Db,
  center: CenterId,
  {
    personId,
    studentId = null,
    duty = null,
  }: { personId: string; studentId?: string | null; duty?: string | null },
) => db<SentRow[]>`
  select ${sent(db)} from account_requests r
  where r.center_id = ${center} and r.person_id = ${personId} and (r.student_id = ${studentId}::uuid or r.duty = ${duty}::text)
`

import type { Db } from '#server/db.ts'

/**
 * Numbers of restored rows that give less access than in the backup, because access has been revoked since
 * then.
 */
export type Revocations = { duties: number; links: number; pickups: number; requests: number }

/**
 * Changes the copied rows before they are put in place: access that has since been revoked isn't restored,
 * and requests that were declined stay declined. A deleted center has no current rows, so all of its access
 * is restored.
 */
export async function keepRevoked(db: Db): Promise<Revocations> {
  await db`
    update brought_centers b set classroom_pin = c.classroom_pin, classroom_pin_waived = c.classroom_pin_waived,
      trial_form = b.trial_form and c.trial_form,
      archived_at = c.archived_at, exported_at = c.exported_at, deleting_at = c.deleting_at
    from centers c where c.id = b.id`
  const duties = await db`
    update brought_staff b set active = false from staff s
    where (s.center_id, s.person_id, s.duty) = (b.center_id, b.person_id, b.duty) and b.active and not s.active returning 1`
  await db`
    update brought_parent_links b set mails = false from parent_links l
    where (l.center_id, l.student_id, l.parent_id) = (b.center_id, b.student_id, b.parent_id) and not l.mails`
  await db`
    update brought_account_requests b set declined_at = r.declined_at from account_requests r
    where (r.center_id, r.id) = (b.center_id, b.id) and b.declined_at is null and r.declined_at is not null`
  const links = await db`
    update brought_parent_links b set ended_at = coalesce(b.ended_at, l.ended_at), portal = b.portal and l.portal,
      contact = b.contact and l.contact, pickup = b.pickup and l.pickup
    from parent_links l where (l.center_id, l.student_id, l.parent_id) = (b.center_id, b.student_id, b.parent_id)
      and (b.ended_at is null and l.ended_at is not null or b.portal > l.portal or b.contact > l.contact or b.pickup > l.pickup)
    returning 1`
  // If a student was deleted since the backup, so were the student's pickup people. Keep those.
  const pickups = await db`
    delete from brought_pickup_people b
    where exists (select from students s where (s.center_id, s.id) = (b.center_id, b.student_id))
      and not exists (select from pickup_people p where (p.center_id, p.id) = (b.center_id, b.id)) returning 1`
  // A missing request was withdrawn or answered. If it were restored, agreeing to it would give access.
  const requests = await db`
    delete from brought_account_requests b
    where exists (select from centers c where c.id = b.center_id)
      and (b.student_id is null or exists (select from students s where (s.center_id, s.id) = (b.center_id, b.student_id)))
      and not exists (select from account_requests r where (r.center_id, r.id) = (b.center_id, b.id)) returning 1`
  return { duties: duties.length, links: links.length, pickups: pickups.length, requests: requests.length }
}

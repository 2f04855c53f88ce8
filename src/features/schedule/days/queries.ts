import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

export type Member = { id: string; firstName: string; lastName: string; type: 'permanent' | 'substitute' }

/** What is stored of one class on one day; `cancelled` is null while it meets. */
export type ClassDay = { classId: string; substitute: Member | null; note: string; cancelled: { reason: string } | null; version: number }

type DayFacts = {
  timeZone: string
  closed: { name: string } | null
  days: ClassDay[]
  /** Without a class they assist wherever they are needed. */
  assistants: (Member & { classId: string | null })[]
}

/** What is stored of a centre's day beside what recurs, and the centre's zone: one row, whatever there is of the day. */
export const dayFacts = (db: Db, center: CenterId, on: Day) => db<DayFacts[]>`
  select c.time_zone,
    (select jsonb_build_object('name', cl.name) from closures cl where cl.center_id = c.id and cl.held_on = ${on}) as closed,
    coalesce((select jsonb_agg(jsonb_build_object('classId', d.class_id, 'note', d.note, 'version', d.version,
        'cancelled', case when d.cancelled_at is not null then jsonb_build_object('reason', d.cancel_reason) end,
        'substitute', case when p.id is not null then jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
          'type', coalesce(duty.type, 'substitute')) end))
      from class_days d
      left join people p on p.id = d.substitute_id
      left join staff duty on duty.center_id = d.center_id and duty.person_id = p.id and duty.duty = 'teacher'
      where d.center_id = c.id and d.held_on = ${on}), '[]') as days,
    coalesce((select jsonb_agg(jsonb_build_object('classId', a.class_id, 'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
        'type', coalesce((select type from staff duty where duty.center_id = a.center_id and duty.person_id = p.id
          and duty.duty in ('assistant', 'teacher') order by duty.duty limit 1), 'permanent')) order by p.last_name, p.first_name, p.id)
      from day_assistants a join people p on p.id = a.person_id
      where a.center_id = c.id and a.held_on = ${on}), '[]') as assistants
  from centers c where c.id = ${center}
`

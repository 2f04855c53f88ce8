import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

export type GoalRow = {
  centerId: CenterId
  usual: number
  questions: number | null
  own: number | null
  celebrated: boolean
  done: number
}

type StudentInCenters = { studentId: string; centers: readonly CenterId[] }

/** SQL for the Monday of the current week at center `c`. */
const monday = (db: Db) => db`date_trunc('week', now() at time zone c.time_zone)`

/**
 * Selects a student's goal at the center where work is assigned to them, with the number of questions that
 * were answered for the first time this week. Only open work and work handed in since Monday can have such
 * answers.
 */
export const goalRows = (db: Db, { studentId, centers }: StudentInCenters) => db<GoalRow[]>`
  select s.center_id, c.weekly_goal as usual, g.questions, g.own, coalesce(g.celebrated_on = ${monday(db)}::date, false) as celebrated, (
      select count(*)::int from work w
      join answers a on a.center_id = w.center_id and a.work_id = w.id and a.seq = 1
      join work_questions q on q.center_id = a.center_id and q.work_id = a.work_id and q.num = a.num and q.filled
      where w.center_id = s.center_id and w.student_id = s.id and a.arrived_at >= ${monday(db)} at time zone c.time_zone
        and (w.state = 'started' or w.submitted_at >= ${monday(db)} at time zone c.time_zone) and w.state <> 'void') as done
  from students s
  join centers c on c.id = s.center_id
  left join weekly_goals g on g.center_id = s.center_id and g.student_id = s.id
  where s.id = ${studentId} and s.center_id = any(${[...centers]})
  order by s.status = 'active' desc, s.center_id limit 1
`

type StudentKey = { centerId: CenterId; studentId: string }

/** Stores the goal that staff set for a student, or null for the center's goal. */
export const putGoal = (db: Db, { centerId, studentId }: StudentKey, questions: number | null) => db`
  insert into weekly_goals (center_id, student_id, questions) values (${centerId}, ${studentId}, ${questions})
  on conflict (center_id, student_id) do update set questions = excluded.questions
`

/** Stores the goal that a student chose, or null for no choice. */
export const putOwnGoal = (db: Db, { centerId, studentId }: StudentKey, own: number | null) => db`
  insert into weekly_goals (center_id, student_id, own) values (${centerId}, ${studentId}, ${own})
  on conflict (center_id, student_id) do update set own = excluded.own
`

/** Records that a student has seen this week's celebration. */
export const putCelebration = (db: Db, { centerId, studentId }: StudentKey) => db`
  insert into weekly_goals (center_id, student_id, celebrated_on)
  select c.id, ${studentId}, ${monday(db)}::date from centers c where c.id = ${centerId}
  on conflict (center_id, student_id) do update set celebrated_on = excluded.celebrated_on
`

import type { Db } from '#server/db.ts'
import { settleCorrections } from '../corrections/corrections.ts'
import { questionsIn } from '../work-list.ts'
import { workMap } from '../queries.ts'
import { figures, whenComplete } from '../rules.ts'
import { type Of, countLastRead } from './queries.ts'

type Completed = Of & { state: 'submitted' | 'returned' } & ReturnType<typeof figures>

/** Completes work with its figures. */
const submitWork = (db: Db, { centerId, id, state, correct, total, hint, score }: Completed) => db`
  update work set state = ${state}, submitted_at = now(), returned_at = case when ${state} = 'returned' then now() end,
    correct = ${correct}, total = ${total}, hint = ${hint}, score = ${score}, version = version + 1
  where center_id = ${centerId} and id = ${id} and state = 'started'
`

/** Completes begun work as it stands: it waits for a person, or is returned at once. Corrections give their test its second score. */
export async function complete(db: Db, of: Of) {
  await countLastRead(db, of.centerId, [of.id])
  const questions = questionsIn(await workMap(db, of))
  await submitWork(db, { ...of, state: whenComplete(questions), ...figures(questions) })
  await settleCorrections(db, of.centerId, [of.id])
}

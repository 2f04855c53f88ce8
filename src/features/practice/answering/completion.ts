import type { Db } from '#server/db.ts'
import { settleCorrections } from '../corrections/corrections.ts'
import { questionsIn } from '../work-list.ts'
import { workMap } from '../queries.ts'
import { figures, whenComplete } from '../rules.ts'
import { type WorkKey, countLastRead, submitWork } from './queries.ts'

/**
 * Completes started work with the answers it has. The work becomes `submitted` if an answer needs a person's
 * grade, otherwise `returned`. Corrections that are returned also give their test its second score.
 */
export async function complete(db: Db, of: WorkKey) {
  await countLastRead(db, of.centerId, [of.id])
  const questions = questionsIn(await workMap(db, of))
  await submitWork(db, { ...of, state: whenComplete(questions), ...figures(questions) })
  await settleCorrections(db, of.centerId, [of.id])
}

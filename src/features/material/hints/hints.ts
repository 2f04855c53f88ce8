import { t } from '#shared/language.ts'
import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import type { ContentNode } from '#shared/content.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { typeset } from '#server/markup.ts'
import { throwAway } from '../trash/queries.ts'
import type { Hint, hints } from './api.ts'
import { changeHint, hintById, hintCount, hintLines, putHints, usersOf } from './queries.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { pageOf } from '#server/page.ts'

const page = 50

const maxUsers = 100

export async function hintOf(db: Db, id: string, { lock = false } = {}): Promise<Hint> {
  const { id: _id, steps, ...hint } = one(await hintById(db, id, { lock }), notFound)
  const users = await usersOf(db, { hintId: id, most: maxUsers })
  return {
    _id,
    ...hint,
    steps: steps.map(({ source, content }) => ({ source, content: content as ContentNode[] })),
    questions: users[0]?.all ?? 0,
    users: users.map(({ id: userId, all: _, ...user }) => ({ _id: userId, ...user })),
  }
}

/** Maximum amount of math in all steps of a hint, in characters of TeX. */
const maxMath = 8000

/** Renders steps for storing. Throws 422 for the first step that is empty or can't be displayed. */
function readSteps(sources: readonly string[]) {
  const room = { left: maxMath }
  return sources.map((source, at) => {
    if (source === '') throw refused('empty_step', t('Step {num} is empty.', { num: at + 1 }), `/steps/${at}`)
    const { content, faults } = typeset(source, room)
    if (faults[0])
      throw refused(
        'broken_step',
        t('Step {num}: {fault}', { num: at + 1, fault: faults[0] }),
        `/steps/${at}`,
      )
    return { source, content }
  })
}

const auditFacts = ({ name, steps }: Hint) => ({ name, steps: steps.map(({ source }) => source) })

/** Returns a page of hints by name, with the number of questions that use them. */
export async function hintsPage({ db }: ActionCall, input: HandlerInput<(typeof hints)['list']>) {
  const query = { of: input.of, search: input.search?.trim() ?? '' }
  const [found, all] = await Promise.all([
    hintLines(db, { ...query, after: input.after ?? null, most: page + 1 }),
    hintCount(db, query),
  ])
  const { rows, last } = pageOf(found, page)
  return {
    hints: rows.map(withId),
    next: last?.id ?? null,
    count: one(all, notFound).count,
  }
}

export async function addHint({ actor, db }: ActionCall, input: HandlerInput<(typeof hints)['add']>) {
  const id = newId()
  await putHints(db, [{ id, name: input.name, steps: readSteps(input.steps) }])
  const after = await hintOf(db, id)
  record(db, actor, { action: 'hints.add', entity: id, after: auditFacts(after) })
  return after
}

export async function editHint(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof hints)['change']>,
) {
  const before = await hintOf(db, input.id, { lock: true })
  if (isStale(ifMatch, before.version)) throw stale(before)
  const { id, ...draft } = input
  if (JSON.stringify(auditFacts(before)) === JSON.stringify(draft)) return before
  await changeHint(db, { id, name: draft.name, steps: readSteps(draft.steps) })
  const after = await hintOf(db, id)
  record(db, actor, {
    action: 'hints.change',
    entity: id,
    before: auditFacts(before),
    after: auditFacts(after),
  })
  return after
}

/** Moves a hint to the trash. Throws 409 if it is in use. */
export async function dropHint({ actor, db }: ActionCall, input: HandlerInput<(typeof hints)['drop']>) {
  const before = await hintOf(db, input.id, { lock: true })
  const { name, questions } = before
  if (questions > 0)
    throw conflict(
      'in_use',
      questions === 1
        ? t('{questions} has this hint.', { questions: counted(1, 'question') })
        : t('{questions} have this hint.', { questions: counted(questions, 'question') }),
      { questions },
    )
  const older = conflict(
    'in_use',
    t(
      'Earlier versions of questions still have this hint, so it can’t be deleted. If you no longer need it, rename it.',
    ),
  )
  const dropped = await throwAway(db, {
    kind: 'hint',
    name: name || 'Hint',
    by: actor.id,
    scope: { hintId: input.id },
  }).catch(refuseOnConstraint('question_revisions_hint_id_fkey', older))
  record(db, actor, { action: 'hints.drop', entity: input.id, before: { ...auditFacts(before), name } })
  return dropped
}

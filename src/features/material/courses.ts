import { t } from '#shared/language.ts'
import { withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { material } from './api.ts'
import { changeCourse, courses, levels, putCourse } from './queries.ts'
import { throwAway } from './trash/queries.ts'
import { refuseStale, isNews } from './levels.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

const courseNameTaken = (name: string) =>
  refuseOnConstraint(
    'course_name_taken',
    conflict('name_taken', t('A course named {name} already exists.', { name })),
  )

export async function courseById(db: Db, id: string, { lock = false } = {}) {
  return withId(one(await courses(db, { id, lock }), notFound))
}

export async function addCourse(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['addCourse']>,
) {
  const id = newId()
  await putCourse(db, { id, ...input }).catch(courseNameTaken(input.name))
  const after = await courseById(db, id)
  record(db, actor, { action: 'material.add-course', entity: id, after })
  return after
}

export async function editCourse(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof material)['changeCourse']>,
) {
  const before = await courseById(db, input.id, { lock: true })
  refuseStale({ ifMatch, current: before })
  if (!isNews(before, input)) return before
  await changeCourse(db, input).catch(courseNameTaken(input.name))
  const after = await courseById(db, input.id)
  record(db, actor, { action: 'material.change-course', entity: input.id, before, after })
  return after
}

/** Moves a course to the trash. Throws 409 if it has levels. */
export async function dropCourse(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['dropCourse']>,
) {
  const before = await courseById(db, input.id, { lock: true })
  if ((await levels(db, { courseId: input.id })).length > 0)
    throw conflict('in_use', t('{name} has levels. Delete them first.', before))
  const dropped = await throwAway(db, {
    kind: 'course',
    name: before.name,
    by: actor.id,
    scope: { courseId: input.id },
  })
  record(db, actor, { action: 'material.drop-course', entity: input.id, before })
  return dropped
}

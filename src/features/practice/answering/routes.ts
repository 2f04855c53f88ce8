import type { Handlers } from '#server/call.ts'
import { own, workWithMap } from '../work-list.ts'
import type { WorkKind } from '../rules.ts'
import { answerOnce } from './answers.ts'
import type { childsMore, ChildsWork, ownSections, OwnWork } from './api.ts'
import { questionFor, change, childScope, openHintStep } from './own-work.ts'

/** Returns the handlers for a student's own work of one kind (spec §7, Student self). */
export const ownRoutes = (kind: WorkKind): Handlers<OwnWork> => ({
  async item({ input, actor, db }) {
    return await workWithMap(db, own(actor), { id: input.id, kind, viewer: 'student' })
  },
  async change({ input, actor, db }) {
    return await change(db, actor, own(actor), { ...input, kind }, 'student')
  },
  async question({ input, actor, db }) {
    return await questionFor(db, own(actor), { ...input, kind, s: null }, 'student')
  },
  async answer({ input, actor, db }) {
    return await answerOnce(db, own(actor), { ...input, kind, s: null })
  },
})

export const ownSectionRoutes: Handlers<typeof ownSections> = {
  async question({ input, actor, db }) {
    return await questionFor(db, own(actor), { ...input, kind: 'homework' }, 'student')
  },
  async answer({ input, actor, db }) {
    return await answerOnce(db, own(actor), { ...input, kind: 'homework' })
  },
  hint: (call) => openHintStep(call, call.input),
}

/** Returns the handlers for a child's work of one kind (spec §7, Parent). */
export const childsRoutes = (kind: WorkKind): Handlers<ChildsWork> => ({
  async item({ input, actor, db }) {
    return await workWithMap(db, await childScope(db, actor, input.studentId), {
      id: input.id,
      kind,
      viewer: 'parent',
    })
  },
  async question({ input, actor, db }) {
    return await questionFor(
      db,
      await childScope(db, actor, input.studentId),
      { ...input, kind, s: null },
      'parent',
    )
  },
})

export const childsMoreRoutes: Handlers<typeof childsMore> = {
  async sectionQuestion({ input, actor, db }) {
    return await questionFor(
      db,
      await childScope(db, actor, input.studentId),
      { ...input, kind: 'homework' },
      'parent',
    )
  },
  async answerAssessment({ input, actor, db }) {
    return await answerOnce(db, await childScope(db.read, actor, input.studentId), {
      ...input,
      kind: 'assessment',
      s: null,
    })
  },
  async changeAssessment({ input, actor, db }) {
    const studentScope = await childScope(db, actor, input.studentId)
    return await change(db, actor, studentScope, { ...input, kind: 'assessment' }, 'parent')
  },
}

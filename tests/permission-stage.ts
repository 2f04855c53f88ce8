import { v7 as newId } from 'uuid'
import type { Kind } from '#shared/permissions.ts'
import { putHomework, startHomework } from '#features/practice/queries.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from './factories.ts'
import type { Scope, Target } from './permission-asks.ts'
import { today, type Caller, type SomeoneKnown, type World } from './world.ts'

export type Stage = { as: (kind: Kind) => Promise<Caller>; target: (kind: Kind, scope: Scope) => Target }

/** Two centres, each with a class that meets today, two families in it, homework, a device and staff; and one caller of every kind. */
export async function makeStage(world: World): Promise<Stage> {
  const made = await world.database.write(async (db) => {
    const make = factories(db)
    const section = await make.section()
    await make.questions(section.id, [{ text: 'What is $2 + 2$?', value: '4', steps: ['Count on from two.'] }])
    const cast = []
    for (let each = 0; each < 2; each += 1) {
      const center = await make.center()
      const centerId = center.id as CenterId
      const operator = await make.staff('operator', centerId)
      const manager = await make.staff('manager', centerId)
      const klass = await make.klass(centerId, { day: 2, time: '16:30', maxSize: 20 })
      const families = []
      for (let family = 0; family < 2; family += 1) {
        const student = await make.student(centerId)
        const parent = await make.parent([student])
        await make.place(klass, student.id)
        const homeworkId = newId()
        const work = {
          centerId,
          id: homeworkId,
          studentId: student.id,
          name: 'Stage',
          item: section.id,
          dueOn: null,
          assignedBy: operator.id,
          sections: [section.id],
        }
        await putHomework(db, work)
        await startHomework(db, work)
        families.push({ student, parent, homeworkId })
      }
      const device = await make.device(centerId, operator.id)
      cast.push({ centerId, operator, manager, klass, families, device })
    }
    const people = { admin: await make.staff('admin', null), editor: await make.staff('editor', cast[0]!.centerId) }
    return { cast, people, section }
  })
  const [here, there] = made.cast as [(typeof made.cast)[0], (typeof made.cast)[0]]
  const [mine, neighbours] = here.families as [(typeof here.families)[0], (typeof here.families)[0]]
  const callers: Record<Exclude<Kind, 'anonymous'>, SomeoneKnown> = {
    admin: made.people.admin,
    editor: made.people.editor,
    manager: here.manager,
    operator: here.operator,
    devices: { ...here.device, kind: 'devices' },
    students: mine.student,
    parents: mine.parent,
  }
  const sessions = new Map<Kind, Promise<Caller>>()
  const nobody = newId()

  return {
    as: (kind) => {
      const known = sessions.get(kind) ?? world.as(kind === 'anonymous' ? null : callers[kind])
      sessions.set(kind, known)
      return known
    },
    target: (kind, scope) => {
      const family = scope === 'other family' ? neighbours : mine
      const at = scope === 'other centre' ? there : here
      const whose = scope === 'other centre' ? there.families[0]! : family
      const unknown = scope === 'unknown'
      return {
        kind,
        today,
        centerId: unknown ? 'Nowhere' : at.centerId,
        studentId: unknown ? nobody : whose.student.id,
        parentId: unknown ? nobody : whose.parent.id,
        /** The caller's own account, or somebody's of the scope. */
        personId: unknown ? nobody : scope === 'own' && kind !== 'anonymous' && kind !== 'devices' ? callers[kind].id : whose.student.id,
        staffId: unknown ? nobody : at.operator.id,
        classId: unknown ? nobody : at.klass.id,
        homeworkId: unknown ? nobody : whose.homeworkId,
        deviceId: unknown ? nobody : at.device.id,
        levelId: unknown ? nobody : made.section.levelId,
        courseId: unknown ? nobody : made.section.courseId,
        sectionId: unknown ? nobody : made.section.id,
        fresh: newId(),
      }
    },
  }
}

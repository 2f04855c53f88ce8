import { v7 as newId } from 'uuid'
import { lockMarks } from '#features/attendance/queries.ts'
import { settleCredits } from '#features/schedule/credits/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { created, type Handlers } from '#server/call.ts'
import type { absences } from './api.ts'
import { putNotice } from './queries.ts'
import { comingDays, notExpected, taken, tooFar } from './rules.ts'
import { nowAt, offOf, consequenceOf, lockComing, tellAll, entityOf, withdrawAbsence } from './absences.ts'

export const absencesRoutes: Handlers<typeof absences> = {
  async tell({ input, actor, db }) {
    const { reason, note = null } = input
    const locked = await lockComing(db, actor, input)
    const { center, row, mark, of } = locked
    const off = offOf(row)
    if (input.on > addDays(today(row.timeZone), comingDays)) throw tooFar()
    if (off) throw notExpected({ ...row, off })
    if (mark && mark.noticedAt === null) throw taken(row)
    const at = nowAt(row.timeZone)
    const outcome = consequenceOf(row, mark?.noticedAt ?? at)
    const said = mark && mark.reason === reason && (note === null || mark.note === note)
    if (mark && (said || mark.toldBy === null || mark.mark !== 'absent')) return outcome
    await putNotice(db, center, { ...of, id: newId(), reason, note, by: actor.id, at })
    const after = await lockMarks(db, center, { ...of, studentIds: [of.studentId] })
    await settleCredits(db, center, { ...of, studentIds: [of.studentId] })
    await record(db, actor, { deed: 'absences.tell', entity: entityOf(row), center, before: mark ? [mark] : [], after })
    await tellAll(db, locked)
    return mark ? outcome : created(outcome)
  },

  withdraw: (call) => withdrawAbsence(call, call.input),
}

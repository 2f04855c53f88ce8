import { date, student, klass, why, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'

/** Merges the rows of one student into a single change. */
const single = (told: Told): Told => {
  const row = told.many.after[0] ?? told.many.before[0] ?? {}
  return { ...told, row }
}

function absence(told: Told) {
  const one = single(told)
  return `reported that ${student(one)} won’t come to ${klass(one, one.row)} on ${date(one.row['on'])}${why(one.row['reason'])}`
}

/** Words for this feature's changes in the audit log. */
export const familyWording: Wording = {
  actions: {
    'family.change': (told) => changes(told),
    'family.changeChild': (told) => changes(told),
    'absences.tell': absence,
    'absences.withdraw': (told) =>
      `reported that ${student(single(told))} can come after all on ${date(single(told).row['on'])}`,
  },
}

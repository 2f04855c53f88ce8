import { date, student, klass, why, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { automaticKinds, kindWords } from './subscriptions/kinds.ts'

/** Merges the rows of one student into a single change. */
const single = (told: Told): Told => {
  const row = told.many.after[0] ?? told.many.before[0] ?? {}
  return { ...told, row }
}

function absence(told: Told) {
  const one = single(told)
  return `reported that ${student(one)} won’t come to ${klass(one, one.row)} on ${date(one.row['on'])}${why(one.row['reason'])}`
}

const mailWords = (kind: unknown) => {
  const [known] = automaticKinds.filter((each) => each === kind)
  return known ? `the center’s email: ${kindWords[known]}` : 'the center’s email'
}

/** Words for this feature's changes in the audit log. */
export const familyWording: Wording = {
  actions: {
    'family.change': (told) => changes(told),
    'family.changeChild': (told) => changes(told),
    'mail.unsubscribe': ({ after }) => `unsubscribed from ${mailWords(after['kind'])}`,
    'mail.subscribe': ({ after }) => `subscribed to ${mailWords(after['kind'])}`,
    'notifications.add': () => 'turned on notifications in a browser',
    'texts.begin': () => 'began to get text messages',
    'texts.end': () => 'ended text messages',
    'notifications.remove': () => 'turned off notifications in a browser',
    'absences.tell': absence,
    'absences.withdraw': (told) =>
      `reported that ${student(single(told))} can come after all on ${date(single(told).row['on'])}`,
  },
}

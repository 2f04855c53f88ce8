import { date, student, klass, why, changes } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { automaticKinds, kindWords } from './subscriptions/kinds.ts'
import { t } from '#shared/language.ts'

/** Merges the rows of one student into a single change. */
const single = (told: Told): Told => {
  const row = told.many.after[0] ?? told.many.before[0] ?? {}
  return { ...told, row }
}

function absence(told: Told) {
  const one = single(told)
  return t('reported that {student} can’t come to {className} on {day}{reason}', {
    student: student(one),
    className: klass(one, one.row),
    day: date(one.row['on']),
    reason: why(one.row['reason']),
  })
}

const mailWords = (kind: unknown) => {
  const [known] = automaticKinds.filter((each) => each === kind)
  return known ? t('the center’s email: {kind}', { kind: t(kindWords[known]) }) : t('the center’s email')
}

/** Words for this feature's changes in the audit log. */
export const familyWording: Wording = {
  actions: {
    'family.change': (told) => changes(told),
    'family.changeChild': (told) => changes(told),
    'mail.unsubscribe': ({ after }) => t('unsubscribed from {mail}', { mail: mailWords(after['kind']) }),
    'mail.subscribe': ({ after }) => t('subscribed to {mail}', { mail: mailWords(after['kind']) }),
    'notifications.add': () => t('turned on notifications in a browser'),
    'texts.begin': () => t('turned on text messages'),
    'texts.end': () => t('turned off text messages'),
    'notifications.remove': () => t('turned off notifications in a browser'),
    'absences.tell': absence,
    'absences.withdraw': (told) =>
      t('reported that {student} can come after all on {day}', {
        student: student(single(told)),
        day: date(single(told).row['on']),
      }),
  },
}

import { date, student, klass, why, changes } from '#features/history/change-words.ts'
import type { LoggedChange, Wording } from '#shared/wording.ts'
import { automaticKinds, kindWords } from './subscriptions/kinds.ts'
import { t } from '#shared/language.ts'

/** Returns a logged change to one attendance mark, with that mark as its `row`. */
const single = (change: LoggedChange): LoggedChange => {
  const row = change.many.after[0] ?? change.many.before[0] ?? {}
  return { ...change, row }
}

function absence(change: LoggedChange) {
  const one = single(change)
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

/** Wording of this feature's changes in the audit log. */
export const familyWording: Wording = {
  actions: {
    'family.change': (change) => changes(change),
    'family.changeChild': (change) => changes(change),
    'mail.unsubscribe': ({ after }) => t('unsubscribed from {mail}', { mail: mailWords(after['kind']) }),
    'mail.subscribe': ({ after }) => t('subscribed to {mail}', { mail: mailWords(after['kind']) }),
    'notifications.add': () => t('turned on notifications in a browser'),
    'texts.begin': () => t('turned on text messages'),
    'texts.end': () => t('turned off text messages'),
    'notifications.remove': () => t('turned off notifications in a browser'),
    'absences.tell': absence,
    'absences.withdraw': (change) =>
      t('reported that {student} can come on {day} after all', {
        student: student(single(change)),
        day: date(single(change).row['on']),
      }),
  },
}

import { text, quoted, date, changesInWords } from '#features/history/change-words.ts'
import type { LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

export const work = ({ names, entity }: LoggedChange) =>
  names.has(entity) ? t('the {names}', { names: names.get(entity) }) : t('some work')

function workChanged(change: LoggedChange) {
  const [was, is] = [text(change.before['state']), text(change.after['state'])]
  if (is !== was && is === 'void') return t('voided {work}', { work: work(change) })
  if (is !== was && is === 'returned') return t('returned {work}', { work: work(change) })
  return t('changed {work}: {changes}', {
    work: work(change),
    changes: changesInWords(change, ['dueOn', 'minutes']) || t('some details'),
  })
}

/** Wording of this feature's entries in the audit log. */
export const practiceWording: Wording = {
  actions: {
    'practice.assign': ({ after }) =>
      date(after['dueOn'])
        ? t('assigned the {kind} {name}, due {day}', {
            kind: t(text(after['kind']) || 'homework'),
            name: quoted(after['name']),
            day: date(after['dueOn']),
          })
        : t('assigned the {kind} {name}', {
            kind: t(text(after['kind']) || 'homework'),
            name: quoted(after['name']),
          }),
    'practice.withdraw': (told) => t('withdrew {work}', { work: work(told) }),
    'practice.start': (told) => t('started {work}', { work: work(told) }),
    'practice.change': workChanged,
    'practice.timeout': (told) => t('handed in {work} automatically when time ran out', { work: work(told) }),
    'practice.draw': (told) => t('started drawing on a question in {work}', { work: work(told) }),
    'practice.erase': (told) =>
      t('erased what someone else drew on a question in {work}', { work: work(told) }),
    'practice.submit': (told) => t('handed in {work}', { work: work(told) }),
  },
}

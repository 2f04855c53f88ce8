import { text, quoted, date, changesInWords, more } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

export const work = ({ names, entity }: Told) =>
  names.has(entity) ? t('the {names}', { names: names.get(entity) }) : t('some work')

function workChanged(told: Told) {
  const [was, is] = [text(told.before['state']), text(told.after['state'])]
  if (is !== was && is === 'void') return t('made {told} void', { told: work(told) })
  if (is !== was && is === 'returned') return t('returned {told}', { told: work(told) })
  return `changed ${work(told)}: ${changesInWords(told, ['dueOn', 'minutes']) || 'some of it'}`
}

/** Words for this feature's changes in the audit log. */
export const practiceWording: Wording = {
  actions: {
    'practice.assign': ({ after }) =>
      `assigned the ${text(after['kind']) || 'homework'} ${quoted(after['name'])}${more(date(after['dueOn']), ', due ')}`,
    'practice.withdraw': (told) => t('withdrew {told}', { told: work(told) }),
    'practice.start': (told) => t('began {told}', { told: work(told) }),
    'practice.change': workChanged,
    'practice.timeout': (told) => t('handed in {told} automatically when time ran out', { told: work(told) }),
    'practice.submit': (told) => t('handed in {told}', { told: work(told) }),
  },
}

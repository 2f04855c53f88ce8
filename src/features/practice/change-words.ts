import { text, quoted, date, changesInWords, more } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

export const work = ({ names, entity }: Told) =>
  names.has(entity) ? `the ${names.get(entity)}` : t('some work')

function workChanged(told: Told) {
  const [was, is] = [text(told.before['state']), text(told.after['state'])]
  if (is !== was && is === 'void') return `made ${work(told)} void`
  if (is !== was && is === 'returned') return `returned ${work(told)}`
  return `changed ${work(told)}: ${changesInWords(told, ['dueOn', 'minutes']) || 'some of it'}`
}

/** Words for this feature's changes in the audit log. */
export const practiceWording: Wording = {
  actions: {
    'practice.assign': ({ after }) =>
      `assigned the ${text(after['kind']) || 'homework'} ${quoted(after['name'])}${more(date(after['dueOn']), ', due ')}`,
    'practice.withdraw': (told) => `withdrew ${work(told)}`,
    'practice.start': (told) => `began ${work(told)}`,
    'practice.change': workChanged,
    'practice.timeout': (told) => `handed in ${work(told)} automatically when time ran out`,
    'practice.submit': (told) => `handed in ${work(told)}`,
  },
}

import { counted } from '#shared/text.ts'
import { text, named } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Wording of this feature's entries in the audit log. */
export const privacyWording: Wording = {
  actions: {
    'privacy.retire': () => t('erased a person automatically after the retention period'),
    'privacy.keep': ({ after }) =>
      t('set the retention periods (in months): {former} for former students, {prospects} for prospects', {
        former: text(after['formerMonths']),
        prospects: text(after['prospectMonths']),
      }),
    'privacy.open': ({ names, entity }) =>
      t('opened all data about {name}', { name: named(names, entity, 'a child') }),
    'privacy.export': ({ names, entity }) =>
      t('exported all data about {name}', { name: named(names, entity, 'a child') }),
    'privacy.print': ({ names, entity, after: { count } }) =>
      t('printed a page about {whom}', {
        whom:
          typeof count === 'number' && count > 1
            ? counted(count, 'student')
            : named(names, entity, t('a student')),
      }),
    'privacy.erase': () => t('erased a person’s personal data'),
  },
}

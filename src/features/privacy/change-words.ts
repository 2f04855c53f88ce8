import { counted } from '#shared/text.ts'
import { text, named, more } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const privacyWording: Wording = {
  actions: {
    'privacy.retire': () => 'erased a person, as it was time',
    'privacy.keep': ({ after }) =>
      `set how long people are kept${more(text(after['formerMonths']), ': months of former students ')}${more(text(after['prospectMonths']), ', of prospects ')}`,
    'privacy.open': ({ names, entity }) => `opened everything that is kept of ${named(names, entity, 'a child')}`,
    'privacy.export': ({ names, entity }) => `took everything that is kept of ${named(names, entity, 'a child')} as a file`,
    'privacy.print': ({ names, entity, after: { count } }) =>
      `printed a page about ${typeof count === 'number' && count > 1 ? counted(count, 'student') : named(names, entity, 'a student')}`,
    'privacy.erase': () => 'erased a person, and all that told of them',
  },
}

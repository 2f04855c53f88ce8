import { makeupWords } from './rules.ts'
import { quoted, date, among, why, span, changes } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const centersWording: Wording = {
  fields: { makeupRule: ['when a missed class gives a make-up', (value) => quoted(among(makeupWords)(value))] },
  actions: {
    'centers.create': () => 'added the center',
    'centers.change': (told) => changes(told),
    'centers.close': ({ after }) => `closed the center ${span({ startDate: after['date'], endDate: after['until'] })}${why(after['name'])}`,
    'centers.reopen': ({ before, entity }) => `opened the center again on ${date(before['date'] ?? entity.slice(-10))}`,
  },
}

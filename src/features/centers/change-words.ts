import { t } from '#shared/language.ts'
import { centerFields } from './fields.ts'
import { date, why, span, changes } from '#features/history/change-words.ts'
import { partOf } from '#shared/field-table.ts'
import type { Wording } from '#shared/wording.ts'

/** Wording of this feature's changes in the audit log. */
export const centersWording: Wording = {
  fields: partOf(centerFields, 'history'),
  actions: {
    'centers.create': () => t('added the center'),
    'centers.archive': () => t('archived the center'),
    'centers.restore': () => t('restored the center'),
    'centers.export': () => t('exported everything about the center'),
    'centers.delete': ({ entity }) => t('deleted the center {entity}', { entity }),
    'centers.change': (change) => changes(change),
    'centers.close': ({ after }) =>
      t('closed the center {days}{reason}', {
        days: span({ startDate: after['date'], endDate: after['until'] }),
        reason: why(after['name']),
      }),
    'centers.reopen': ({ before, entity }) =>
      t('reopened the center on {day}', { day: date(before['date'] ?? entity.slice(-10)) }),
  },
}

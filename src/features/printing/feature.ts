import { endpoints, type Feature } from '#server/feature.ts'
import { work } from '#features/practice/change-words.ts'
import { text } from '#features/history/change-words.ts'
import { t } from '#shared/language.ts'
import { printing } from './api.ts'
import { printingRoutes } from './routes.ts'
import { worksheets } from './worksheets/api.ts'
import { worksheetRoutes } from './worksheets/routes.ts'

/**
 * Printing: the material with answer keys, and worksheets. A worksheet is a student's work on paper. Each
 * page has a code, so that its answers can be read from a photograph and stored with the work.
 */
export const printingFeature: Feature = {
  name: 'printing',
  endpoints: () => [endpoints(printing, printingRoutes), endpoints(worksheets, worksheetRoutes)],
  wording: {
    actions: {
      'printing.order': () => 'changed the order in which levels are printed',
      'printing.worksheet': (change) => t('printed {work} as a worksheet', { work: work(change) }),
      'printing.scan': (told) =>
        t('saved page {num} of the worksheet for {work}', {
          num: text(told.after['page']),
          work: work(told),
        }),
    },
  },
}

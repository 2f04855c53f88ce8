import { endpoints, type Feature } from '#server/feature.ts'
import { printing } from './api.ts'
import { printingRoutes } from './routes.ts'

/** Printing: worksheets and answer keys. */
export const printingFeature: Feature = {
  name: 'printing',
  endpoints: () => [endpoints(printing, printingRoutes)],
  wording: {
    actions: {
      'printing.order': () => 'changed the order in which levels are printed',
    },
  },
}

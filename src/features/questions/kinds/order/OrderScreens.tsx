import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./OrderFields.tsx').then(({ OrderFields }) => OrderFields)

/** Components for items to put in order. */
export const order: KindScreens<'order'> = {
  label: 'Order',
  rank: 4,
  empty: () => ({ kind: 'order', items: ['', '', ''] }),
  Fields: lazyFields(loadFields, { what: 'items', lines: 4 }),
  hasTools: () => false,
  needs: () => [loadFields],
  printed: () => import('./OrderPrinted.tsx'),
}

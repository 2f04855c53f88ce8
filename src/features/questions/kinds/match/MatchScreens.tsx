import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./MatchFields.tsx').then(({ MatchFields }) => MatchFields)

/** Components for items to match with groups. */
export const match: KindScreens<'match'> = {
  label: 'Matching',
  rank: 5,
  empty: () => ({
    kind: 'match',
    groups: ['', ''],
    items: [
      { text: '', group: 0 },
      { text: '', group: 1 },
    ],
  }),
  Fields: lazyFields(loadFields, { what: 'items', lines: 5 }),
  hasTools: () => false,
  needs: () => [loadFields],
  printed: () => import('./MatchPrinted.tsx'),
}

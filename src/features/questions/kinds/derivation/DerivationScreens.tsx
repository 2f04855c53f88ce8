import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./DerivationFields.tsx').then(({ DerivationFields }) => DerivationFields)

/** Components for solutions written line by line. */
export const derivation: KindScreens<'derivation'> = {
  label: 'Line by line',
  rank: 9,
  empty: () => ({ kind: 'derivation', start: '', goal: 'solved', value: '', most: 10 }),
  Fields: lazyFields(loadFields, { what: 'the lines', lines: 4 }),
  hasTools: () => true,
  needs: () => [loadFields],
  printed: () => import('./DerivationPrinted.tsx'),
}

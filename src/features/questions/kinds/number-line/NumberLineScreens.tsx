import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./NumberLineFields.tsx').then(({ NumberLineFields }) => NumberLineFields)

/** Components for points and intervals on a number line. */
export const numberLine: KindScreens<'numberLine'> = {
  label: 'Number line',
  rank: 7,
  empty: (presets) => (presets ? { kind: 'numberLine', settings: presets.line, value: '' } : null),
  Fields: lazyFields(loadFields, { what: 'the number line', lines: 4 }),
  hasTools: () => true,
  needs: () => [loadFields],
  printed: () => import('./NumberLinePrinted.tsx'),
}

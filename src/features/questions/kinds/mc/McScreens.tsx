import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./ChoiceFields.tsx').then(({ ChoiceFields }) => ChoiceFields)

/** Components for multiple choice. */
export const mc: KindScreens<'mc'> = {
  label: 'Choices',
  rank: 2,
  empty: () => ({ kind: 'mc', choices: ['', '', '', ''], correct: [] }),
  Fields: lazyFields(loadFields, { what: 'choices', lines: 4 }),
  hasTools: () => false,
  needs: () => [loadFields],
  printed: () => import('./McPrinted.tsx'),
}

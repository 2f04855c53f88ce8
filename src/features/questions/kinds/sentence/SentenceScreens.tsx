import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./SentenceFields.tsx').then(({ SentenceFields }) => SentenceFields)

export const sentence: KindScreens<'sentence'> = {
  label: 'Sentence',
  rank: 3,
  empty: () => ({ kind: 'sentence', value: '' }),
  Fields: lazyFields(loadFields, { what: 'lines', lines: 4 }),
  hasTools: () => false,
  needs: () => [loadFields],
  printed: () => import('./SentencePrinted.tsx'),
}

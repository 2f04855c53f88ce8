import { lazyForm } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'
import { FrFields, loadMath } from './fields/FrFields.tsx'
import { loadPaper } from './fields/WorkPart.tsx'

/** Screens of free responses. As the most frequent kind, their fields come with the page. */
export const fr: KindScreens<'fr'> = {
  label: 'Parts',
  rank: 1,
  empty: () => ({ kind: 'fr', parts: [{ kind: 'number', value: '' }] }),
  Fields: FrFields,
  needs: ({ parts }) => [
    ...(parts.some(({ kind }) => kind === 'expression') ? [loadMath] : []),
    ...(parts.some(({ kind }) => kind === 'work') ? [loadPaper] : []),
  ],
  Form: lazyForm(() => import('./form/PartsForm.tsx').then(({ PartsForm }) => PartsForm)),
  printed: () => import('./FrPrinted.tsx'),
}

import type { KindScreens } from '../KindScreens.tsx'
import { hasKeys, hasSigns } from './fields/TextPart.tsx'
import { FrFields, loadMath, loadSigns, loadTable, loadWork } from './fields/FrFields.tsx'

/**
 * Components for free responses. The fields are part of the page's own chunk, because this is the most common
 * kind.
 */
export const fr: KindScreens<'fr'> = {
  label: 'Parts',
  rank: 1,
  empty: () => ({ kind: 'fr', parts: [{ kind: 'number', value: '' }] }),
  Fields: FrFields,
  hasTools: ({ parts }) => parts.some(hasKeys),
  needs: ({ parts, columns }) => [
    ...(columns ? [loadTable] : []),
    ...(parts.some(({ kind }) => kind === 'expression') ? [loadMath] : []),
    ...(parts.some(({ kind }) => kind === 'work') ? [loadWork] : []),
    ...(parts.some(hasSigns) ? [loadSigns] : []),
  ],
  printed: () => import('./FrPrinted.tsx'),
}

import { lazyFields } from '../../answering/LazyPart.tsx'
import { loadMath } from '../fr/fields/FrFields.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./MatrixFields.tsx').then(({ MatrixFields }) => MatrixFields)

/** Components for matrices and column vectors. */
export const matrix: KindScreens<'matrix'> = {
  label: 'Matrix or vector',
  rank: 8,
  empty: () => ({
    kind: 'matrix',
    entries: {
      kind: 'number',
      rows: [
        ['', ''],
        ['', ''],
      ],
    },
  }),
  Fields: lazyFields(loadFields, { what: 'the matrix', lines: 4 }),
  hasTools: () => true,
  needs: ({ entry }) => (entry === 'expression' ? [loadFields, loadMath] : [loadFields]),
  printed: () => import('./MatrixPrinted.tsx'),
}

import type { KindScreens } from '../KindScreens.tsx'
import { LazyGraph, loadGraph } from './LazyGraph.tsx'

export const graph: KindScreens<'graph'> = {
  label: 'Graph',
  rank: 6,
  empty: (presets) =>
    presets
      ? {
          kind: 'graph',
          drawType: 'point',
          graphType: 'cartesian',
          labeled: false,
          settings: presets.cartesian,
          answer: [],
        }
      : null,
  Fields: LazyGraph,
  hasTools: () => true,
  needs: () => [loadGraph],
  printed: () => import('./GraphPrinted.tsx'),
}

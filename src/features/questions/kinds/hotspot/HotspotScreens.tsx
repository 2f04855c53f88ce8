import { lazyFields } from '../../answering/LazyPart.tsx'
import type { KindScreens } from '../KindScreens.tsx'

const loadFields = () => import('./HotspotFields.tsx').then(({ HotspotFields }) => HotspotFields)

/** Components for areas and points on a picture. */
export const hotspot: KindScreens<'hotspot'> = {
  label: 'Picture',
  rank: 10,
  empty: () => ({
    kind: 'hotspot',
    mode: 'areas',
    picture: { image: '', width: 1, height: 1, alt: '' },
    areas: [],
  }),
  Fields: lazyFields(loadFields, { what: 'the picture', lines: 6 }),
  hasTools: ({ mode }) => mode === 'points',
  needs: () => [loadFields],
  printed: () => import('./HotspotPrinted.tsx'),
}

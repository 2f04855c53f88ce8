import type { ShownOf } from '../given.ts'
import type { Fields } from '../../answering/fields.ts'
import { AreaFields } from './AreaFields.tsx'
import { PointFields } from './PointFields.tsx'

export type ShownAreas = Extract<ShownOf<'hotspot'>, { mode: 'areas' }>
export type ShownPoints = Extract<ShownOf<'hotspot'>, { mode: 'points' }>

/** Picture on which students choose areas or place points. */
export function HotspotFields({ shown, given, ...rest }: Fields<'hotspot'>) {
  if (shown.mode === 'areas')
    return given.mode === 'areas' ? <AreaFields {...rest} shown={shown} picked={given.picked} /> : null
  return given.mode === 'points' ? <PointFields {...rest} shown={shown} given={given} /> : null
}

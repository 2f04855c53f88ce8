import { t } from '#shared/language.ts'
import type { Spot } from './areas.ts'

/** Describes a position: `40% from the left, 25% from the top`. */
export const spotInWords = ({ x, y }: Spot) =>
  t('{left}% from the left, {top}% from the top', { left: x / 10, top: y / 10 })

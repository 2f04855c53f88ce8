import type { GivenKind } from '../given.ts'

export const hotspot: GivenKind<'hotspot'> = {
  empty: ({ mode }) =>
    mode === 'areas' ? { kind: 'hotspot', mode, picked: [] } : { kind: 'hotspot', mode, points: [] },
  fits(shown, given) {
    if (shown.mode === 'areas')
      return given.mode === 'areas' && given.picked.every((at) => at < shown.areas.length)
    return given.mode === 'points' && given.points.length <= shown.most
  },
  isBlank: (given) => (given.mode === 'areas' ? given.picked : given.points).length === 0,
  isComplete: (_, given) => (given.mode === 'areas' ? given.picked : given.points).length > 0,
  typed: () => '',
  hasOtherForms: false,
}

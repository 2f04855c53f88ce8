import type { BubbleReader } from '../bubbles.ts'

/** A bubble for each area, named by its index. Points are marked on the picture, for a person to grade. */
export const hotspot: BubbleReader<'hotspot'> = {
  digitsOf: () => [],
  isReadable: ({ mode }) => mode === 'areas',
  read(shown, filled) {
    if (shown.mode === 'points')
      return { given: { kind: 'hotspot', mode: 'points', points: [] }, isClear: filled.length === 0 }
    const isClear = shown.pickMany || filled.length <= 1
    return { given: { kind: 'hotspot', mode: 'areas', picked: isClear ? filled.map(Number) : [] }, isClear }
  },
}

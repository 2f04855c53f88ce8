import type { BubbleReader } from '../bubbles.ts'

/** A bubble for each choice, named by its index. */
export const mc: BubbleReader<'mc'> = {
  digitsOf: () => [],
  isReadable: () => true,
  read({ pickMany }, filled) {
    const isClear = pickMany || filled.length <= 1
    return { given: { kind: 'mc', picked: isClear ? filled.map(Number) : [] }, isClear }
  },
}

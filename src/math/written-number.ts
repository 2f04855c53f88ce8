import type { WrittenNumber } from './number.ts'
import type { Tree } from './tree.ts'

type NumberTree = Tree & { is: 'number' }
const isNumber = (tree: Tree | undefined): tree is NumberTree =>
  tree?.is === 'number' && tree.written !== 'mixed'
const isWhole = (tree: Tree | undefined): tree is NumberTree => isNumber(tree) && tree.written === 'whole'

function ofNumber({ value, written, part }: NumberTree): WrittenNumber {
  if (written === 'mixed')
    return { ...value, shape: 'mixed', percent: false, fraction: part ?? null, digits: '', decimals: 0 }
  const decimals = written === 'decimal' ? value.bottom.toString().length - 1 : 0
  return {
    ...value,
    shape: written === 'whole' ? 'integer' : 'decimal',
    percent: false,
    fraction: null,
    digits: `${value.top}`,
    decimals,
  }
}

/** Reads scientific notation such as 3.67 · 10², with an integer exponent. */
function ofTens([factor, power]: Tree[]): WrittenNumber | null {
  if (!isNumber(factor) || power?.is !== 'power' || !isWhole(power.of[0]) || power.of[0].value.top !== 10n)
    return null
  const exponent = power.of[1].is === 'minus' ? power.of[1].of[0] : power.of[1]
  return isWhole(exponent) ? { ...ofNumber(factor), shape: 'scientific' } : null
}

/**
 * Returns a number as written, to check its form. In scientific notation, its value is that of the factor
 * alone. Returns null for anything that still has to be calculated.
 */
export function writtenOf(tree: Tree): WrittenNumber | null {
  switch (tree.is) {
    case 'number':
      return ofNumber(tree)
    case 'minus': {
      const size = writtenOf(tree.of[0])
      return size && size.top >= 0n ? { ...size, top: -size.top } : null
    }
    case 'quotient': {
      const [over, bottom] = tree.of
      const top = over.is === 'minus' ? over.of[0] : over
      if (!isWhole(top) || !isWhole(bottom)) return null
      const fraction = { top: top.value.top, bottom: bottom.value.top }
      const signed = over.is === 'minus' ? -fraction.top : fraction.top
      return {
        top: signed,
        bottom: fraction.bottom,
        shape: 'fraction',
        percent: false,
        fraction,
        digits: '',
        decimals: 0,
      }
    }
    case 'product':
      return tree.of.length === 2 ? ofTens(tree.of) : null
    case 'call': {
      const whole = tree.name === 'percent' ? writtenOf(tree.of[0]) : null
      return whole && { ...whole, bottom: whole.bottom * 100n, percent: true }
    }
    default:
      return null
  }
}

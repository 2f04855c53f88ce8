import { exact } from './exact.ts'
import type { FunctionName, Tree } from './tree.ts'

/** Bounds that contain every value of a tree; they may be wider than necessary. */
type Range = readonly [low: number, high: number]

const all: Range = [-Infinity, Infinity]
const positive: Range = [0, Infinity]
const half = 1.6

/** Multiplies two bounds. Zero times an infinite bound is zero, because the actual value is finite. */
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : a * b)

function product([a, b]: Range, [c, d]: Range): Range {
  const ends = [times(a, c), times(a, d), times(b, c), times(b, d)]
  return [Math.min(...ends), Math.max(...ends)]
}

function inverse([low, high]: Range): Range {
  if (low < 0 && high > 0) return all
  return low >= 0 ? [1 / high, low === 0 ? Infinity : 1 / low] : [high === 0 ? -Infinity : 1 / high, 1 / low]
}

function magnitude([low, high]: Range): Range {
  if (low >= 0) return [low, high]
  return high <= 0 ? [-high, -low] : [0, Math.max(-low, high)]
}

/** Returns bounds of a power. Even powers, and powers of a nonnegative base, are never negative. */
function power(base: Tree, exponent: Tree): Range {
  const range = rangeOf(base)
  const value = exact(exponent)
  if (value?.bottom === 1n && value.top > 0n && value.top % 2n === 0n) {
    const [low, high] = magnitude(range)
    return [low ** Number(value.top), high ** Number(value.top)]
  }
  return range[0] >= 0 || (value && value.top % 2n === 0n) ? positive : all
}

const calls: Partial<Record<FunctionName, (of: Range) => Range>> = {
  sin: () => [-1, 1],
  cos: () => [-1, 1],
  arcsin: () => [-half, half],
  arctan: () => [-half, half],
  arccos: () => [0, 2 * half],
  abs: magnitude,
  percent: ([low, high]) => [low / 100, high / 100],
  degrees: ([low, high]) => [(low * Math.PI) / 180, (high * Math.PI) / 180],
  ln: ([low]) => (low >= 1 ? positive : all),
}

/** Returns bounds of a tree's values for any values of its letters. */
function rangeOf(tree: Tree): Range {
  switch (tree.is) {
    case 'number': {
      const value = Number(tree.value.top) / Number(tree.value.bottom)
      return [value, value]
    }
    case 'constant':
      return tree.name === 'pi' ? [3.14, 3.15] : [2.71, 2.72]
    case 'sum':
      return tree.of.map(rangeOf).reduce(([a, b], [c, d]) => [a + c, b + d])
    case 'product':
      return tree.of.map(rangeOf).reduce(product)
    case 'minus': {
      const [low, high] = rangeOf(tree.of[0])
      return [-high, -low]
    }
    case 'quotient':
      return product(rangeOf(tree.of[0]), inverse(rangeOf(tree.of[1])))
    case 'power':
      return power(...tree.of)
    case 'root':
      return (exact(tree.of[1])?.top ?? 1n) % 2n === 0n || rangeOf(tree.of[0])[0] >= 0 ? positive : all
    case 'call':
      return calls[tree.name]?.(rangeOf(tree.of[0])) ?? all
    default:
      return all
  }
}

/** Returns 1 if a tree is certainly never negative, −1 if it is certainly never positive, otherwise null. */
export function surelySigned(tree: Tree): 1 | -1 | null {
  const [low, high] = rangeOf(tree)
  if (low >= 0) return 1
  return high <= 0 ? -1 : null
}

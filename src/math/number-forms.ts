import { z } from 'zod'
import type { Rational, WrittenNumber } from './number.ts'

/**
 * Required form of a number (product §7), for question parts that ask for a number and for expressions whose
 * answer is a number.
 */
export const NumberForm = z.enum([
  'integer',
  'decimal',
  'fraction',
  'reduced',
  'improper',
  'proper',
  'mixed',
  'percent',
  'scientific',
])
export type NumberForm = z.infer<typeof NumberForm>

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

const isBelowOne = ({ top, bottom }: Rational) => top < bottom
const isLowest = ({ top, bottom }: Rational) => bottom > 1n && gcd(top, bottom) === 1n

/** Returns true for scientific notation whose factor is 0, or at least 1 and below 10: 3.67 × 10². */
function isScientific({ shape, digits, decimals }: WrittenNumber) {
  const factor = BigInt(digits)
  const one = 10n ** BigInt(decimals)
  return shape === 'scientific' && (factor === 0n || (factor >= one && factor < 10n * one))
}

type Rule = { says: string; fits: (given: WrittenNumber) => boolean }

/** Check of each form, and advice worded to follow “Right value, but …”. */
export const numberForms: Record<NumberForm, Rule> = {
  integer: {
    says: 'write it as a whole number',
    fits: ({ shape, percent }) => shape === 'integer' && !percent,
  },
  decimal: {
    says: 'write it as a decimal',
    fits: ({ shape, percent }) => (shape === 'integer' || shape === 'decimal') && !percent,
  },
  fraction: {
    says: 'write it as a fraction',
    fits: ({ shape, percent }) => shape === 'fraction' && !percent,
  },
  reduced: {
    says: 'write it as a fraction in lowest terms',
    fits: ({ shape, percent, fraction }) =>
      !percent &&
      (shape === 'integer' ||
        (fraction !== null && isLowest(fraction) && (shape === 'fraction' || isBelowOne(fraction)))),
  },
  improper: {
    says: 'write it as an improper fraction, with the larger number on top',
    fits: ({ shape, percent, fraction }) =>
      !percent && shape === 'fraction' && fraction !== null && !isBelowOne(fraction),
  },
  proper: {
    says: 'write it as a proper fraction in lowest terms',
    fits: ({ shape, percent, fraction }) =>
      !percent && shape === 'fraction' && fraction !== null && isBelowOne(fraction) && isLowest(fraction),
  },
  mixed: {
    says: 'write it as a whole number and a fraction in lowest terms',
    fits: ({ shape, percent, fraction }) =>
      !percent && (shape === 'integer' || (fraction !== null && isBelowOne(fraction) && isLowest(fraction))),
  },
  percent: { says: 'write it as a percent, with the % sign', fits: ({ percent }) => percent },
  scientific: {
    says: 'write it in scientific notation: a number from 1 up to 10, times a power of 10',
    fits: (given) => !given.percent && isScientific(given),
  },
}

/** Advice for a percentage where none is expected. */
export const withoutPercent = 'write it without the % sign'

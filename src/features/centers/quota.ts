import { Problem } from '#shared/problem.ts'
import { gigabyte, gigabytes } from '#shared/text.ts'

/** Number of bytes that a person without a center may store. */
export const personQuota = 1_000_000_000

/** Returns the bytes in a typed number of gigabytes, or null if it is invalid. */
export function bytesOf(text: string): number | null {
  const value = Number(text.trim())
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? Math.round(value * gigabyte) : null
}

const deleteSome = 'Delete questions with pictures you no longer need (their space is freed after 30 days)'

/**
 * Creates the 413 that refuses more files until some are deleted or the quota is raised. The files are
 * charged to `center` or, if it is null, to the person.
 */
export const storageFull = (center: string | null, quota: number) =>
  new Problem(
    413,
    'storage_quota',
    center === null
      ? `This file doesn’t fit in your ${gigabytes(quota)} GB of storage. ${deleteSome}, or ask an admin to add you to a center.`
      : `This file doesn’t fit in ${center}’s ${gigabytes(quota)} GB of storage. ${deleteSome}, or ask an admin for more storage.`,
  )

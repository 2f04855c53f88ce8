import { Problem } from '#shared/problem.ts'
import { gigabyte, gigabytes } from '#shared/text.ts'

/** Bytes of files that a person may store who works at no center. */
export const personQuota = 1_000_000_000

/** The bytes of a number of gigabytes that somebody typed, or null when it is none. */
export function bytesOf(text: string): number | null {
  const value = Number(text.trim())
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? Math.round(value * gigabyte) : null
}

const deleteSome = 'Delete questions with pictures that are no longer needed (their space is free after 30 days)'

/** 413: no more files until some are deleted or the quota is raised. Whose files fill it: a center's, or with null the person's own. */
export const storageFull = (center: string | null, quota: number) =>
  new Problem(
    413,
    'storage_quota',
    center === null
      ? `This file doesn’t fit into your ${gigabytes(quota)} GB of storage. ${deleteSome}, or ask an admin to add you to a center.`
      : `This file doesn’t fit into the ${gigabytes(quota)} GB of storage of ${center}. ${deleteSome}, or ask an admin for more storage.`,
  )

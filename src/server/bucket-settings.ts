import { z } from 'zod'
import { isSafeUrl } from './networks.ts'

/**
 * Bucket of an S3-compatible store for copies of backups. `url` contains the bucket's name and, optionally, a
 * folder in it: `https://s3.eu-central-1.amazonaws.com/bucket/folder`.
 */
export type Bucket = { url: string; region: string; keyId: string; secret: string }

export const bucketVariables = {
  S3_URL: z
    .string()
    .refine(
      (text) => isSafeUrl(text) && /^\/[\w.-]+(\/[\w.-]+)*\/?$/.test(new URL(text).pathname),
      'must be an address that begins with https:// and contains the name of the bucket, such as https://s3.eu-central-1.amazonaws.com/bucket',
    )
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}
type Given = z.infer<z.ZodObject<typeof bucketVariables>>
type Backups = {
  BACKUP_KEY?: string | undefined
  BACKUP_RECIPIENT: string[]
  BACKUP_DIR?: string | undefined
  DATABASE_URL?: string | undefined
}

const names = ['S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * Returns the missing settings for copying backups to a bucket, with advice, or none if no bucket is being
 * set up.
 */
export function missingForBucket(set: Given & Backups) {
  const all = names.map((name) => ({
    name: name as string,
    isMissing: !set[name],
    message: 'must be set with the other S3 settings, because copies need all three',
  }))
  if (all.every(({ isMissing }) => isMissing)) return []
  return [
    ...all,
    {
      name: 'BACKUP_KEY',
      isMissing: !set.BACKUP_KEY && set.BACKUP_RECIPIENT.length === 0,
      message:
        'must be set with S3_URL (or BACKUP_RECIPIENT), so that only encrypted files leave this machine',
    },
    {
      name: 'BACKUP_DIR',
      isMissing: set.DATABASE_URL !== undefined && !set.BACKUP_DIR,
      message: 'must be set with S3_URL and DATABASE_URL, because its files are what is copied',
    },
  ].filter(({ isMissing }) => isMissing)
}

/** Returns the bucket, or null if none is set up. */
export const bucketOf = (set: Given): Bucket | null =>
  set.S3_URL && set.S3_ACCESS_KEY_ID && set.S3_SECRET_ACCESS_KEY
    ? {
        url: set.S3_URL,
        region: set.S3_REGION,
        keyId: set.S3_ACCESS_KEY_ID,
        secret: set.S3_SECRET_ACCESS_KEY,
      }
    : null

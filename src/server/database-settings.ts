import type { z } from 'zod'
import { url } from './url-setting.ts'

/** Addresses of an external PostgreSQL. */
export type DatabaseUrls = {
  /** URL that bypasses any pooler in transaction mode, or null for the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /**
   * URL of the same database for requests, which sign in with their own role. If null, the owner switches to
   * that role in each transaction.
   */
  requestsDatabaseUrl: string | null
  /** URL of the same database through a pooler in transaction mode, or null if there is none. */
  pooledDatabaseUrl: string | null
  /**
   * URL of a replica for long reads by requests, or null if there is none. Its user is the same as in
   * `requestsDatabaseUrl`.
   */
  readDatabaseUrl: string | null
}

const database = url('postgres:', 'postgresql:').optional()

/** Settings for an external database. */
export const databaseVariables = {
  DATABASE_URL: database,
  REQUESTS_DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_READ_URL: database,
}
type Given = z.infer<z.ZodObject<typeof databaseVariables>>

const userOf = (address = '') => (URL.canParse(address) ? new URL(address).username : null)

/** Returns the settings that need another setting that is missing or doesn't match, each with a message. */
export const missingForDatabase = (set: Given) => [
  ...(set.REQUESTS_DATABASE_URL && !set.DATABASE_URL
    ? [
        {
          name: 'REQUESTS_DATABASE_URL',
          message: 'only works with DATABASE_URL, which is not set. The embedded database needs none',
        },
      ]
    : []),
  ...(set.DATABASE_DIRECT_URL && !set.DATABASE_URL
    ? [
        {
          name: 'DATABASE_DIRECT_URL',
          message: 'only works with DATABASE_URL, which leads to the same database through a pooler',
        },
      ]
    : []),
  ...(set.DATABASE_READ_URL && userOf(set.DATABASE_READ_URL) !== userOf(set.REQUESTS_DATABASE_URL)
    ? [
        {
          name: 'DATABASE_READ_URL',
          message:
            'must be set with REQUESTS_DATABASE_URL and have the same user, so that its reads have only the rights of requests',
        },
      ]
    : []),
]

export const databaseUrlsOf = (set: Given): DatabaseUrls => ({
  databaseUrl: set.DATABASE_DIRECT_URL ?? set.DATABASE_URL ?? null,
  pooledDatabaseUrl: set.DATABASE_DIRECT_URL ? (set.DATABASE_URL ?? null) : null,
  requestsDatabaseUrl: set.REQUESTS_DATABASE_URL ?? null,
  readDatabaseUrl: set.DATABASE_READ_URL ?? null,
})
